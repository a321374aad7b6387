import type { CatalogFacts } from '../food/catalog.ts';
import { MAX_QUERY_LENGTH } from '../food/catalog.ts';
import { hasOpenData, tablesIn } from '../food/credit.ts';
import type { TableCredit } from '../food/food-tables.ts';
import { html, type Insertable, type Markup, markup } from '../http/markup.ts';
import { HOME_ICON_PATH, ICON_PATH, MANIFEST_PATH, SCRIPT_PATH, STYLE_PATH } from './assets.ts';
import { MAX_RETURN_LENGTH } from './language.ts';
import { ENGLISH, type Language, type Locale } from './locale.ts';
import { LANGUAGES, nameOfLanguage } from './names.ts';
import barStyle from './style/bar.css' with { type: 'text' };
import groundStyle from './style/ground.css' with { type: 'text' };
import paletteStyle from './style/palette.css' with { type: 'text' };

/** The address of a page as sent, still escaped. */
export interface PageAddress {
  path: string;
  query: string;
}

/** The frame of every page, the dashboard's included: head, bar, and a footer with the credit that Part 1 requires. */
export interface PageParts {
  /** English when left out. */
  locale?: Locale;
  /** Where it is, for links to the same page in other languages; nothing for a page that has only one. */
  at?: PageAddress | null;
  title: string;
  /** For search engines and previews. */
  description?: string;
  /** The full canonical address; nothing for a page that should not be indexed. */
  canonical?: string | null;
  /** More elements for the head. */
  head?: Markup;
  /** The catalogue that is served, whose sources the footer credits; nothing for a page that shows nothing of it. */
  facts?: CatalogFacts | null;
  /** Which entry of the bar is current, if any. */
  place?: 'search' | 'meals' | 'categories' | 'recipes' | 'about' | 'docs' | 'dashboard';
  /** The search page has its own search box. */
  hasOwnSearch?: boolean;
  /** Whether browsers keep it for when there is no network. */
  isKept?: boolean;
  body: Insertable;
}

export function renderLayout(page: PageParts): Markup {
  const { locale = ENGLISH, at = null, canonical = null, description } = page;
  return html`<!doctype html>
<html lang="${locale.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${page.title}</title>
${
  description !== undefined &&
  html`<meta name="description" content="${description}">
`
}${canonical === null ? html`<meta name="robots" content="noindex">` : renderCanonical(canonical, at, locale)}
<meta name="color-scheme" content="light dark">
<link rel="icon" href="${ICON_PATH}" type="image/svg+xml">
<link rel="apple-touch-icon" href="${HOME_ICON_PATH}">
<link rel="manifest" href="${MANIFEST_PATH}">
<link rel="stylesheet" href="${STYLE_PATH}">
<script src="${SCRIPT_PATH}" defer></script>
${page.head ?? null}</head>
<body>
<a class="skip" href="#main">${locale.words.frame.skip}</a>
${bar(page, locale)}
${
  page.isKept === true &&
  html`<p class="kept-note" role="status" hidden data-kept>${locale.put(locale.words.kept.note, { date: markup('<!--date-->') })}</p>
`
}<main id="main" tabindex="-1">
${page.body}
</main>
${foot(locale, page)}
</body>
</html>
`;
}

/**
 * One address for each language and one for readers of any; a page whose address names its language is its own
 * canonical.
 */
function renderCanonical(canonical: string, at: PageAddress | null, locale: Locale): Markup {
  if (at === null) return html`<link rel="canonical" href="${canonical}">`;
  const inLanguage = (language: Language) =>
    `${canonical}${canonical.includes('?') ? '&' : '?'}lang=${language}`;
  const namesLanguage = at.query !== '' && new URLSearchParams(at.query).has('lang');
  const own = namesLanguage ? inLanguage(locale.language) : canonical;
  return html`<link rel="canonical" href="${own}">
${LANGUAGES.map(
  (language) => html`<link rel="alternate" hreflang="${language}" href="${inLanguage(language)}">
`,
)}<link rel="alternate" hreflang="x-default" href="${canonical}">`;
}

/** A plain form: the choice is kept in a cookie, and leads back to this page. */
function languageForm({ path, query }: PageAddress, locale: Locale): Markup {
  const sent = `${path}?${query}`;
  const back = query === '' || sent.length > MAX_RETURN_LENGTH ? path : sent;
  const choices = LANGUAGES.map((language) => {
    const name = nameOfLanguage(language);
    return html`<button class="quiet" name="lang" value="${language}" lang="${language}"${language === locale.language && html` aria-current="true"`}>${name}</button>
`;
  });
  return html`<form class="languages" action="/language" method="post" aria-label="${locale.words.frame.language}"><input type="hidden" name="back" value="${back}">${choices}</form>`;
}

/** A jar on a shelf. */
const MARK = markup(
  '<svg class="mark" viewBox="0 0 32 32" width="30" height="30" aria-hidden="true"><rect class="mark-ground" width="32" height="32" rx="8"/><rect class="mark-jar" x="9" y="5" width="14" height="4" rx="1.500"/><rect class="mark-jar" x="7" y="11" width="18" height="16" rx="4"/><path class="mark-label" d="M7 16h18v6H7z"/></svg>',
);

/** The bar, and the styles that all pages share, for the documentation, which has its own style in the page. */
export const DOCS_BAR = {
  html: bar({ place: 'docs' }, ENGLISH),
  style: [paletteStyle, groundStyle, barStyle].join('\n'),
};

function bar({ place, hasOwnSearch }: Pick<PageParts, 'place' | 'hasOwnSearch'>, locale: Locale): Markup {
  const { frame } = locale.words;
  const current = (here: PageParts['place']) => (place === here ? html` aria-current="page"` : '');
  return html`<header class="bar">
<a class="brand" href="${locale.link('/')}"${current('search')}>${MARK}<span>larder</span></a>
${
  hasOwnSearch !== true &&
  html`<form class="bar-search" action="/" method="get" role="search">${locale.field()}<label class="unseen" for="bar-q">${frame.searchFoods}</label><input id="bar-q" name="q" type="search" maxlength="${MAX_QUERY_LENGTH}" placeholder="${frame.searchFoods}" autocomplete="off" data-search-key></form>`
}
<nav aria-label="${frame.site}"><ul><li><a href="${locale.link('/eaten')}"${current('meals')}>${frame.meals}</a></li><li><a href="${locale.link('/recipes')}"${current('recipes')}>${frame.recipes}</a></li><li><a href="${locale.link('/categories')}"${current('categories')}>${frame.categories}</a></li><li><a href="${locale.link('/about')}"${current('about')}>${frame.about}</a></li><li><a href="/docs"${current('docs')}>API</a></li><li><a href="/dashboard"${current('dashboard')}>${frame.account}</a></li></ul></nav>
</header>`;
}

function foot(locale: Locale, { facts = null, at = null }: PageParts): Markup {
  const { frame, about, compare } = locale.words;
  return html`<footer>
${facts !== null && renderCredits(facts, locale)}<p>${frame.notMedical} <a href="${locale.link('/about')}">${about.title}</a> · <a href="${locale.link('/compare')}">${compare.title}</a> · <a href="${locale.link('/phone')}">${frame.phone}</a> · <a href="/docs">API</a> · <a href="/llms.txt">${frame.forModels}</a></p>
${at !== null && languageForm(at, locale)}
</footer>`;
}

function nameLicence({ title, licence }: TableCredit): string {
  return licence === null ? title : `${title}, ${licence}`;
}

function renderCredits(facts: CatalogFacts, locale: Locale): Markup {
  const { frame } = locale.words;
  const isOpen = hasOpenData(facts);
  const tables = tablesIn(facts);
  const credits = [
    isOpen &&
      locale.put(frame.openData, {
        off: html`<a href="https://world.openfoodfacts.org/">Open Food Facts</a>`,
        licence: html`<a href="https://opendatacommons.org/licenses/odbl/1-0/">${frame.openLicence}</a>`,
        pictures: html`<a href="https://creativecommons.org/licenses/by-sa/3.0/">CC BY-SA</a>`,
      }),
    tables.length > 0 && `${frame.generic} ${tables.map(nameLicence).join('; ')}.`,
    !isOpen && frame.notOpenData,
  ].filter((credit) => credit !== false);
  return html`<p class="credit">${credits.map((credit) => html`${credit} `)}</p>
`;
}
