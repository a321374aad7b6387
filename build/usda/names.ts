/** Written in capitals by everyone. */
const ACRONYMS = new Set(
  'AA ADM AMP AR ARA BBQ BLT DHA EAS GFA KAO KC KFC KG LS MOM NFSMI NOS PB PBM PM TLC TW US USA USDA VPP'.split(
    ' ',
  ),
);

/** Brands with capitals inside the word, which USDA prints in capitals throughout. */
const INNER_CAPITALS = new Map(
  'CocoaVia CytoSport DiGiorno GoLean McKee MorningStar PepsiCo SlimFast SmartPizza SpaghettiOs SunChips TasteeOs'
    .split(' ')
    .map((word) => [word.toUpperCase(), word]),
);

/** Slips of the source, and words that it spells as nobody else does. */
const SPELLINGS: readonly (readonly [pattern: RegExp, spelling: string])[] = [
  [/^P REGO\b/, 'PREGO'],
  [/^WEND'YS\b/, "WENDY'S"],
  [/\bKELLOG'S\b/, "KELLOGG'S"],
  [/\bFRITOLAY\b/, 'FRITO-LAY'],
  [/\bHERSHEYS\b/, "HERSHEY'S"],
  [/\bV8 V- FUSION\b/, 'V8 V-FUSION'],
  [/^babyfood\b/i, 'Baby food'],
  [/\bsweetpotato/gi, 'sweet potato'],
  [/\balaska\b/g, 'Alaska'],
  [/ -- /g, ', '],
  [/\bprepared from item \d+/i, 'prepared from mix'],
  [/\bw\/ ?(?=[A-Za-z])/g, 'with '],
  // A hyphen with a space on one side: "ready -to-heat", "ready- to- feed", "gluten- free", "salsa- medium".
  [/ -(?=[a-z]+-)/g, '-'],
  [/(?<=[a-z])- to- (?=[a-z])/g, '-to-'],
  [/(?<=[a-z])- (?=free\b)/g, '-'],
  [/(?<=[a-z])- (?=[A-Z]|(?:mild|medium|hot)\b)/g, ', '],
  [/, NFS(?=[ ,]|$)/, ''],
  [/ \(includes USDA commodity[^)]*\)/i, ''],
];

/** Lower case inside a name that is otherwise in capitals: "HONEY BUNCHES OF OATS". */
const SMALL_WORDS = new Set(['AND', 'BY', 'OF', 'ON', 'OVER', 'THE', 'TO', 'WITH']);

const WORD = /(?:Mc)?[A-Z0-9][A-Za-z0-9']*/g;
const SHOUTED = /^(?:Mc)?[A-Z0-9]*[A-Z][A-Z0-9']*[A-Z][A-Z0-9']*s?$/;

/**
 * The name of a food, from its description in USDA SR28. The words are USDA's; brands, which it prints in capitals,
 * are written like other names, and a maker is not named twice.
 */
export function nameFood(description: string): string {
  const segments = quieten(tidy(description)).split(', ');
  return segments
    .filter((segment, at) => !isRepeated(segment, segments[at + 1]))
    .join(', ')
    .replace(/^[a-z]/, (letter) => letter.toUpperCase());
}

/** The description with its brands still in capitals, and its spacing and commas in order. */
export function tidy(description: string): string {
  const spaced = description
    .replace(/\s*,\s*/g, ', ')
    .replace(/\s+/g, ' ')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .replace(/, \(/g, ' (')
    .replace(/[ ,.]+$/, '');
  return SPELLINGS.reduce((text, [pattern, spelling]) => text.replace(pattern, spelling), spaced);
}

/** Writes words in capitals as names: "McDONALD'S" becomes "McDonald's", "POP-TARTS" "Pop-Tarts". */
export function quieten(text: string): string {
  return text.replace(WORD, (word, at: number) => {
    if (!SHOUTED.test(word) || ACRONYMS.has(word)) return word;
    if (SMALL_WORDS.has(word) && /[A-Z0-9'!] $/.test(text.slice(0, at))) return word.toLowerCase();
    return INNER_CAPITALS.get(word) ?? quietenWord(word);
  });
}

function quietenWord(word: string): string {
  const start = word.startsWith('Mc') ? 'Mc' : '';
  const [first = '', ...rest] = word.slice(start.length);
  return start + first + rest.join('').toLowerCase();
}

/** "Kellogg, Kellogg's Rice Krispies" names the maker twice. */
function isRepeated(segment: string, next: string | undefined): boolean {
  return next?.toLowerCase().startsWith(segment.toLowerCase()) ?? false;
}
