import { memberOf } from '../member-of.ts';
import type { CatalogFacts } from './catalog.ts';
import { FOOD_SOURCES, GENERIC_SOURCES, isGenericSource } from './food.ts';
import { FOOD_TABLES, isTableName, type TableCredit } from './food-tables.ts';

/** Who must be credited for the data of a catalogue, and under which licence it may be used. */
type Credit = Pick<CatalogFacts, 'licence' | 'licence_url' | 'credit'>;
type Contents = Pick<CatalogFacts, 'foods_by_source' | 'sources'>;

const OPEN_FOOD_FACTS = '© Open Food Facts contributors, https://openfoodfacts.org (ODbL).';
const OWN = 'Other foods: entered for this catalogue.';
const ESTIMATES = 'AI estimates are labelled as such.';

/** The tables that a catalogue has foods of. */
export function tablesIn(contents: Contents): TableCredit[] {
  return GENERIC_SOURCES.filter((source) => (memberOf(contents.foods_by_source, source) ?? 0) > 0).flatMap(
    (source) => tablesOf(source, contents),
  );
}

/** The tables behind a source, as the catalogue describes them itself where it does: several of one's own are one source. */
export function tablesOf(source: string, { sources }: Contents): TableCredit[] {
  const described = sources.flatMap(({ kind, table }) =>
    kind === source && table !== undefined ? [withSafeAddress(table)] : [],
  );
  if (described.length > 0) return described;
  return isTableName(source) ? [FOOD_TABLES[source]] : [];
}

/**
 * The credit for the sources that a catalogue really has. Data of Open Food Facts puts the whole database under the
 * ODbL, also where a food of another source was completed from it, so the files it was built from count as well.
 */
export function creditOf(contents: Contents): Credit {
  const has = (source: string) => (memberOf(contents.foods_by_source, source) ?? 0) > 0;
  const hasOpenFoodFacts = hasOpenData(contents);
  const tables = tablesIn(contents);
  const parts = [
    hasOpenFoodFacts && OPEN_FOOD_FACTS,
    tables.length > 0 && `Generic foods: ${tables.map(({ credit }) => credit).join(' ')}`,
    has('community') && OWN,
    has('ai_estimate') && ESTIMATES,
  ];
  const credit = parts.filter((part) => part !== false).join(' ');
  if (hasOpenFoodFacts) {
    return {
      licence: 'Open Database License (ODbL) 1.0',
      licence_url: 'https://opendatacommons.org/licenses/odbl/1-0/',
      credit,
    };
  }
  const needed = tables.filter(needsCredit);
  return {
    licence: `No data of Open Food Facts; ${licenceOf(needed)}`,
    licence_url: needed[0]?.licence_url ?? FOOD_TABLES.usda.licence_url!,
    credit,
  };
}

/** A catalogue may come from anywhere; only a plain web address is linked. */
const WEB_ADDRESS = /^https?:\/\/[^\s"<>\\]+$/;

function withSafeAddress(table: TableCredit): TableCredit {
  return WEB_ADDRESS.test(table.licence_url ?? '') ? table : { ...table, licence_url: null };
}

const PUBLIC_DOMAIN = 'public domain';

function needsCredit({ licence }: TableCredit): boolean {
  return licence !== PUBLIC_DOMAIN;
}

function licenceOf(needed: readonly TableCredit[]): string {
  const [only] = needed;
  if (only === undefined) return 'USDA SR28 is in the public domain';
  return needed.length === 1
    ? `${only.title}: ${only.licence ?? 'licence unknown'}`
    : 'the tables of its generic foods have licences of their own';
}

/** The licences of a catalogue as the value of a `Link` header: its own, then those of tables that must be credited. */
export function licenceLink(facts: CatalogFacts): string {
  const needed = tablesIn(facts).filter(needsCredit);
  const own = hasOpenData(facts)
    ? [{ url: facts.licence_url, title: 'Contains data from Open Food Facts, under the ODbL' }]
    : needed.length === 0
      ? [{ url: facts.licence_url, title: facts.licence }]
      : [];
  const tables = needed.flatMap((table) =>
    table.licence_url === null
      ? []
      : [
          {
            url: table.licence_url,
            title: `Contains ${asciiOf(table.title)}, ${asciiOf(table.licence ?? '')}`,
          },
        ],
  );
  return [...own, ...tables].map(({ url, title }) => `<${url}>; rel="license"; title="${title}"`).join(', ');
}

/** A header has no other letters, nor quotes inside its quotes. */
function asciiOf(text: string): string {
  return text.replace(/[^\x20-\x7e]+/g, '').replaceAll('"', "'");
}

/** What anyone who shows the data publicly must do, in a sentence. */
export function creditDuty(facts: CatalogFacts): string {
  const needed = tablesIn(facts).filter(needsCredit);
  const tables = needed.map(({ credit }) => `"${credit}"`).join('; ');
  const off =
    'Anyone who displays the data publicly must credit Open Food Facts (ODbL), with a link to https://openfoodfacts.org where possible.';
  if (hasOpenData(facts))
    return needed.length === 0
      ? off
      : `${off} Whoever displays generic foods must credit their tables: ${tables}`;
  return needed.length === 0
    ? 'This catalogue has no data of Open Food Facts, so no credit is required; its generic foods are from USDA SR28, which is in the public domain.'
    : `This catalogue has no data of Open Food Facts. Whoever displays its generic foods publicly must credit their tables: ${tables}`;
}

/** Whether a catalogue has data of Open Food Facts, whose files are listed by their format. */
export function hasOpenData({ foods_by_source, sources }: Contents): boolean {
  const isOther = (kind: string) => FOOD_SOURCES.some((source) => source === kind && source !== 'off');
  return (
    (foods_by_source.off ?? 0) > 0 || sources.some(({ kind }) => !isOther(kind) && !isGenericSource(kind))
  );
}
