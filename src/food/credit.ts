import { memberOf } from '../member-of.ts';
import type { CatalogFacts } from './catalog.ts';

/** Who must be credited for the data of a catalogue, and under which licence it may be used. */
type Credit = Pick<CatalogFacts, 'licence' | 'licence_url' | 'credit'>;

const OPEN_FOOD_FACTS = '© Open Food Facts contributors, https://openfoodfacts.org (ODbL).';
const USDA = 'Generic foods: USDA SR28, public domain.';
const OWN = 'Other foods: entered for this catalogue.';
const ESTIMATES = 'AI estimates are labelled as such.';

/**
 * The credit for the sources that a catalogue really has. Data of Open Food Facts puts the whole database under the
 * ODbL, also where a food of another source was completed from it, so the files it was built from count as well.
 */
export function creditOf({
  foods_by_source,
  sources,
}: Pick<CatalogFacts, 'foods_by_source' | 'sources'>): Credit {
  const has = (source: string) => (memberOf(foods_by_source, source) ?? 0) > 0;
  const hasOpenFoodFacts = hasOpenData({ foods_by_source, sources });
  const parts = [
    hasOpenFoodFacts && OPEN_FOOD_FACTS,
    has('usda') && USDA,
    has('community') && OWN,
    has('ai_estimate') && ESTIMATES,
  ];
  const credit = parts.filter((part) => part !== false).join(' ');
  return hasOpenFoodFacts
    ? {
        licence: 'Open Database License (ODbL) 1.0',
        licence_url: 'https://opendatacommons.org/licenses/odbl/1-0/',
        credit,
      }
    : {
        licence: 'No data of Open Food Facts; USDA SR28 is in the public domain',
        licence_url: 'https://www.ars.usda.gov/nea/bhnrc/mafcl',
        credit,
      };
}

/** Files that do not come from Open Food Facts; an export is listed by its format. */
const OTHER_KINDS: readonly string[] = ['usda', 'community', 'ai_estimate'];

/** The licence of a catalogue as the value of a `Link` header. */
export function licenceLink(facts: CatalogFacts): string {
  const title = hasOpenData(facts) ? 'Contains data from Open Food Facts, under the ODbL' : facts.licence;
  return `<${facts.licence_url}>; rel="license"; title="${title}"`;
}

/** What anyone who shows the data publicly must do, in a sentence. */
export function creditDuty(facts: CatalogFacts): string {
  return hasOpenData(facts)
    ? 'Anyone who displays the data publicly must credit Open Food Facts (ODbL), with a link to https://openfoodfacts.org where possible.'
    : 'This catalogue has no data of Open Food Facts, so no credit is required; its generic foods are from USDA SR28, which is in the public domain.';
}

/** Whether a catalogue has data of Open Food Facts. */
export function hasOpenData({
  foods_by_source,
  sources,
}: Pick<CatalogFacts, 'foods_by_source' | 'sources'>): boolean {
  return (foods_by_source.off ?? 0) > 0 || sources.some(({ kind }) => !OTHER_KINDS.includes(kind));
}
