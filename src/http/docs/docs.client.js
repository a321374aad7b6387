/* Sends the requests that the forms describe and shows the responses. Without it the page is still readable. */
(() => {
  const keyField = document.getElementById('key');

  document.getElementById('key-form').addEventListener('submit', (event) => event.preventDefault());
  for (const form of document.querySelectorAll('form[data-path]')) {
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      send(form);
    });
  }

  async function send(form) {
    const button = form.querySelector('button');
    const target = targetOf(form);
    const { method } = form.dataset;
    const body = form.querySelector('[data-body]')?.value;
    const headers = keyField.value === '' ? {} : { Authorization: `Bearer ${keyField.value}` };
    if (body !== undefined) headers['Content-Type'] = 'application/json';
    button.disabled = true;
    const startedMs = performance.now();
    try {
      const response = await fetch(target, { method, headers, body, cache: 'no-store' });
      const text = await response.text();
      show(form, target, response, text, performance.now() - startedMs);
    } catch (error) {
      fill(form, target, [part('not-ok', 'No response'), part('', String(error.message))], []);
    } finally {
      button.disabled = false;
    }
  }

  /** The target of the request that the form describes; empty fields are left out. */
  function targetOf(form) {
    const data = new FormData(form);
    const query = new URLSearchParams();
    let path = form.dataset.path;
    for (const [name, typed] of data) {
      // A parameter that may be repeated has one value in each line.
      const isRepeated = form.elements[name].dataset.repeated !== undefined;
      for (const value of isRepeated ? typed.split(/\r?\n/) : [typed]) add(name, value);
    }
    // One field bounds any nutrient: the parameter is named after the chosen one.
    for (const bound of form.querySelectorAll('[data-bound]'))
      add(bound.dataset.bound + form.querySelector('[data-nutrient]').value, bound.value);
    return query.size === 0 ? path : `${path}?${query}`;

    function add(name, value) {
      const placeholder = `{${name}}`;
      if (path.includes(placeholder)) path = path.replace(placeholder, () => encodeURIComponent(value));
      else if (value !== '') query.append(name, value);
    }
  }

  function show(form, target, response, body, elapsedMs) {
    const verdict = [
      part(response.ok ? 'ok' : 'not-ok', `${response.status} ${response.statusText}`),
      part('', `${Math.round(elapsedMs)} ms`),
      part('', `${new Blob([body]).size.toLocaleString('en')} bytes`),
    ];
    const requestId = response.headers.get('x-request-id');
    if (requestId !== null) verdict.push(part('soft', `request ${requestId}`));
    fill(form, target, verdict, highlight(pretty(body)));
  }

  function fill(form, target, verdict, body) {
    const answer = form.nextElementSibling;
    answer.hidden = false;
    answer.querySelector('.verdict').replaceChildren(...verdict);
    answer.querySelector('.curl').textContent = curlOf(form, target);
    answer.querySelector('.body').replaceChildren(...body);
  }

  /** The key itself is left out of what people copy and paste. */
  function curlOf(form, target) {
    const key = keyField.value === '' ? '' : ' -H "Authorization: Bearer $LARDER_KEY"';
    const method = form.dataset.method === 'GET' ? '' : ` -X ${form.dataset.method}`;
    const sent = form.querySelector('[data-body]')?.value;
    const body = sent === undefined ? '' : ` --json '${sent.replaceAll("'", `'\\''`)}'`;
    return `curl${method} '${new URL(target, location.href).href.replaceAll("'", '%27')}'${key}${body}`;
  }

  function pretty(body) {
    try {
      return JSON.stringify(JSON.parse(body), null, 2);
    } catch {
      return body;
    }
  }

  /** Text nodes and spans only: no part of a response is ever parsed as markup. */
  function highlight(json) {
    const tokens = json.split(
      /("(?:[^"\\]|\\.)*"(?=\s*[,\]}\n]|$)(?!:)|\b(?:true|false|null)\b|-?\b\d[\d.eE+-]*)/,
    );
    return tokens.map((token, index) => {
      if (index % 2 === 0) return document.createTextNode(token);
      return part(token.startsWith('"') ? 'text' : 'value', token);
    });
  }

  function part(className, text) {
    const span = document.createElement('span');
    span.className = className;
    span.textContent = text;
    return span;
  }
})();
