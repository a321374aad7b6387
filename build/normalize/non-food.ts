import nonFoodTable from '../../data/non-food.tsv' with { type: 'text' };
import { remember } from '../../src/remember.ts';
import { readTable } from '../../src/text/data-table.ts';
import { fold } from '../../src/text/fold.ts';

/** Whatever matches a row of `data/non-food.tsv` is not food for people. */
function patternOf(by: string): string {
  const rows = readTable(nonFoodTable).filter(([kind]) => kind === by);
  return `(?:${rows.map(([, pattern]) => pattern).join('|')})`;
}

const OTHER_CATEGORIES = new RegExp(`^(?:en:)?${patternOf('category')}$`);
const OTHER_BRANDS = new RegExp(`^${patternOf('brand')}$`);
/** Folded, whole words. */
const OTHER_NAMES = new RegExp(`(?<!\\p{L})${patternOf('name')}(?!\\p{L})|${patternOf('sign')}`, 'u');

const isOtherCategory = remember((category) =>
  OTHER_CATEGORIES.test(category.trim().toLowerCase().replaceAll(' ', '-')),
);

const isOtherBrand = remember((brand) => OTHER_BRANDS.test(fold(brand)));

export function isNonFood(name: string, brands: readonly string[], categories: readonly string[]): boolean {
  if (categories.some(isOtherCategory)) return true;
  if (brands.some(isOtherBrand)) return true;
  return MAY_BE_OTHER.test(name) && OTHER_NAMES.test(fold(name));
}

/** Most names have none of these letters in a row, and need not be folded. */
const MAY_BE_OTHER =
  /food|feed|treat|biscuit|chew|snack|kibble|litter|chat|chien|chiot|animaux|dogs?\b|\bcats?\b|pets\b|kitten|pupp|futter|hund|katz|katt|welpe|haustier|pienso|perr|cachorr|gat[oit]|mascota|c[aã]es\b|c[aã]o\b|mangim|\bcan[ei]\b|cuccioli|karma|przysmak|pokarm|ruoka|корм|кош|кот|соб|щен|τροφ|shamp|champ[uú]|denti|tooth|zahn|tandp|deod|desod|wash|dish|deterg|deters|softener|soupliss|sp[uü]l|toilet|hygi|higi|igien|essuie|windel|douche|shower|dusch|ducha|schiuma|bath|bouche|moussant|lessive|javel|wasch|afwas|\be[- ]liquid|parfum|polish|ongles|vajillas|vaisselle|soap|savon|seife|jab[oó]n|sapone|sabonete|мыло|шампунь|зубная|body|(?:hand|face) cream|(?:hand|gesichts|sonnen)creme|lotion|corporel|mains|visage|hydratante|solai?r|manos|\bmani\b|\bviso\b|sun ?screen|dent[eis]|dental|zebow|spazzol|mund(?:sp|w)|bucal|collutor|hair|haar|raser|shav|rasier|barba|make ?up|maquill|nagell|\blip\b|l[eè]vres|lippen|\bfilm|wrap\b|folie|foil|pellicola|papier|papel|carta|paper|gefrier|freezer bag|\bbin\b|garbage|trash|rubbish|poubelle|m[uü]ll|basura|sacchetti|kitchen|k[uü]che|t[uü]cher|mouchoir|fazzol|pa[nñ]uelo|wipes|lingette|toallita|umidific|coton|watte|cotton|sanitary|tampon|slipeinl|couche|pa[nñ]ale|pr[eé]servatif|kondom|condom|bleach|lej[ií]a|candegg|cleaner|reiniger|nettoyant|limpia|freshener|d[eé]sodoris|erfrischer|kerze|teelicht|candle|bougie|piles?\b|batteries|粮|フード/i;
