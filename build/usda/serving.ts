/** Household fractions that USDA SR28 writes as decimals, at times rounded. */
const FRACTIONS: Readonly<Record<string, string>> = {
  '.083': '1/12',
  '.125': '1/8',
  '.167': '1/6',
  '.2': '1/5',
  '.25': '1/4',
  '.33': '1/3',
  '.333': '1/3',
  '.5': '1/2',
  '.666': '2/3',
  '.667': '2/3',
  '.67': '2/3',
  '.75': '3/4',
};

/** Where a weight comes from, which says nothing about the serving: "(yield from 1 lb raw meat with refuse)". */
const ORIGIN = / ?\((?:[^()]*\b(?:yield from|yield after|weighing|average weight|approximate)\b[^()]*)\)/gi;
/** Notes to the table, not to its reader. */
const NOTES =
  /,? (?:NFS|From \d+|(?:Ghirardelli )?(?:2011 )?label(?: 2011)?|1 cracker = .*|(?:serving size )?varied .*)$/;

/**
 * How a person would word a weight of USDA SR28, its grams included: `.5 cup,  (4 fl oz)` of 126 g is
 * "1/2 cup (4 fl oz) (126 g)". The grams stand last since a volume or a raw weight before them is another figure.
 */
export function wordServing(weight: string, grams: number): string {
  const worded = weight
    .replace(/^\.\d+(?= )/, (amount) => FRACTIONS[amount] ?? `0${amount}`)
    .replace(/\s+/g, ' ')
    .replace(/(\d)(?=(?:oz|serving)\b)/g, '$1 ')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .replace(ORIGIN, '')
    .replace(NOTES, '')
    .replace(/\b(?:1 )?NLEA serving/gi, '1 serving')
    .replace(/^(\S+) 1 serving/, '$1 serving')
    .replace(/, (?=\()/g, ' ')
    .replace(/(?:, )+/g, ', ')
    .replace(/^(\S+ serving) \(1 serving(?:\)| size = )/, (_, serving) => `${serving} (`)
    .replace(/ \($/, '')
    .replace('1/ 2', '1/2')
    .replace(/\binch, sub$/, 'inch sub')
    .replace(/\bbscuit\b/, 'biscuit')
    .replace(/^(\S+ )([A-Z])(?=[a-zé])/, (_, amount, letter) => amount + letter.toLowerCase())
    .replace(/\([^)]*$/, '$&)')
    .replace(/[ ,.]+$/, '')
    .replace(/\.\)$/, ')');
  return `${worded} (${grams} g)`;
}
