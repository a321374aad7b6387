/**
 * Texts that try to become script, as somebody could write them into a name, a brand, a category, a serving or the
 * address of a picture. Each calls `ran(number)` if it succeeds.
 */
const TEMPLATES: readonly ((call: string) => string)[] = [
  (call) => `<script>${call}</script>`,
  (call) => `</script><script>${call}</script>`,
  (call) => `<img src=x onerror=${call}>`,
  (call) => `"><img src=x onerror=${call}>`,
  (call) => `'><svg onload=${call}>`,
  (call) => `" onmouseover="${call}" autofocus onfocus="${call}" x="`,
  (call) => `' onfocus='${call}' autofocus tabindex='1`,
  (call) => `</title><script>${call}</script>`,
  (call) => `</textarea><script>${call}</script>`,
  (call) => `--><script>${call}</script><!--`,
  (call) => `]]><script>${call}</script>`,
  (call) => `<svg><animate onbegin=${call} attributeName=x dur=1s>`,
  (call) => `<iframe srcdoc="<script>parent.${call}</script>">`,
  (call) => `<details open ontoggle=${call}>`,
  (call) => `<body onload=${call}>`,
  (call) => `<style>@import 'javascript:${call}'</style>`,
  (call) => `<base href="javascript:${call}//">`,
  (call) => `<meta http-equiv="refresh" content="0;url=javascript:${call}">`,
  (call) => `<a href="javascript:${call}" id=q>`,
  (call) => `<math><mi xlink:href="javascript:${call}">`,
  (call) => `\${${call}}`,
  (call) => `{{constructor.constructor('${call}')()}}`,
  (call) => `&lt;script&gt;${call}&lt;/script&gt;`,
  (call) => `&#60;img src=x onerror=${call}&#62;`,
  (call) => `\u003cscript\u003e${call}\u003c/script\u003e`,
  (call) => `\\u003cscript\\u003e${call}\\u003c/script\\u003e`,
  (call) => `","x":"</script><script>${call}</script>`,
  (call) => `\u2028${call}\u2029//`,
  (call) => `<ScRiPt\t>${call}</sCrIpT >`,
  (call) => `<script\u00a0x>${call}</script\u00a0>`,
  (call) => `<x onclick=${call} tabindex=1 id=results>`,
  (call) => `<video><source onerror=${call}>`,
  (call) => `<noscript><p title="</noscript><img src=x onerror=${call}>">`,
  (call) => `＜script＞${call}＜/script＞<img src=x onerror=${call}>`,
  (call) => `javascript:${call}`,
];

const ADDRESSES: readonly ((call: string) => string)[] = [
  (call) => `javascript:${call}`,
  (call) => `https://images.example/x" onerror="${call}`,
  (call) => `https://images.example/x' onerror='${call}`,
  (call) => `https://images.example/x onerror=${call}`,
  (call) => `data:text/html,<script>${call}</script>`,
  (call) => `data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" onload="${call}"/>`,
  (call) => `http://images.example/${call}.jpg`,
  (call) => `//images.example/${call}.jpg`,
  (call) => `https://images.example/"><script>${call}</script>.jpg`,
  (call) => `https://images.example/x.jpg\t" onerror="${call}`,
  (call) => `https:${call}`,
];

/** A name, a brand, a category, a serving and the address of a picture. */
const PAYLOADS_PER_FOOD = 5;
/** As many as it takes for every template to be tried in every place. */
export const FOODS = TEMPLATES.length;
export const PAYLOADS = FOODS * PAYLOADS_PER_FOOD;

export interface HostileFood {
  name: string;
  brand: string;
  category: string;
  serving: string;
  image: string;
}

/** No two payloads are alike: each calls with a number of its own. */
export function hostileFoods(): HostileFood[] {
  return Array.from({ length: FOODS }, (_, i) => {
    const pick = (list: typeof TEMPLATES, place: number) =>
      (list[(i + 9 * place) % list.length] as (call: string) => string)(
        `ran(${PAYLOADS_PER_FOOD * i + place})`,
      );
    return {
      name: pick(TEMPLATES, 0),
      brand: pick(TEMPLATES, 1),
      category: pick(TEMPLATES, 2),
      serving: pick(TEMPLATES, 3),
      image: pick(ADDRESSES, 4),
    };
  });
}

/** Quoted CSV, as `larder build --community` takes it. */
export function hostileCsv(foods: readonly HostileFood[]): string {
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = foods.map(({ name, brand, category, serving, image }) =>
    [name, brand, category, serving, image, image].map(quote).concat(['300', '10', '10', '40']).join(','),
  );
  const head =
    'name,brand,category,serving_desc,image_url,image_thumb_url,calories_kcal,protein_g,fat_g,carbs_g';
  return `${[head, ...rows].join('\n')}\n`;
}
