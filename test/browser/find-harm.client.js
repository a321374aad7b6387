/* What is on a page that a payload would have put there: elements that ours never hold, and attributes that run. */
(() => {
  const OURS = new Set(
    'html head meta title link script body a header svg rect path span form label input nav ul li main h1 h2 p div button dialog video kbd section small ol img text circle b article table caption thead tbody tr th td g q pre code footer details summary select option optgroup datalist fieldset legend abbr dl dt dd h3 textarea'.split(
      ' ',
    ),
  );
  const isForeign = (element) => {
    const { localName } = element;
    const href = element.getAttribute('href') ?? '';
    const src = element.getAttribute('src') ?? '';
    const runs = element.getAttributeNames().some((name) => /^on|^srcdoc$|^style$/.test(name));
    if (!OURS.has(localName) || runs || /^\s*javascript:/i.test(href)) return true;
    if (localName === 'textarea') return element.id !== 'meal';
    if (localName === 'img')
      return !src.startsWith('https://') && !/^\/pictures\/\d+\/[a-z-]+-\d+\.png$/.test(src);
    return (
      localName === 'script' &&
      !src.startsWith('/assets/') &&
      element.getAttribute('type') !== 'application/ld+json'
    );
  };
  const foreign = [...document.querySelectorAll('*')].filter(isForeign);
  return {
    heard: window.heard,
    foreign: foreign.map((element) => element.outerHTML.slice(0, 200)),
    address: location.pathname,
  };
})();
