import type { Random } from './random.ts';

/**
 * The errors of the real dump at their real rates, counted on 818,846 rows. Where the real count is a handful, the rate
 * is raised to a handful in 100,000 so that a small dump has some too.
 */
const REAL_ROWS = 818_846;
const HANDFUL = 5 / 100_000;

const rate = (count: number) => Math.max(count / REAL_ROWS, HANDFUL);

type Mess = (name: string, random: Random) => string;

const NAME_DIRT: readonly { share: number; mess: Mess }[] = [
  { share: rate(2232), mess: (name) => name.replace(/ |$/, ' &amp; ').replace("'", '&#39;') },
  {
    share: rate(6700),
    mess: (name, random) => ` ${name.replace(' ', '  ')}${random.chance(0.5) ? ' ' : ''}`,
  },
  { share: rate(6953), mess: (name) => name.toUpperCase() },
  { share: rate(449), mess: (name) => `${name}, `.repeat(Math.ceil(110 / (name.length + 2))) },
  { share: rate(64), mess: (_, random) => String(random.below(1_000_000)) },
  { share: rate(12), mess: () => '-' },
  { share: rate(143), mess: (name) => `"${name}"` },
  { share: rate(31), mess: (name) => `${name}\\` },
  { share: rate(92), mess: (name) => name.replace(' ', '\u00a0').replace(/$/, '\u200b') },
  { share: rate(14), mess: (name) => name.replace(/[aeiou]/, '\ufffd') },
  { share: rate(5), mess: (name) => name.replace(/$/, ' é').normalize('NFD') },
  { share: rate(28), mess: (name) => `${name} 🍫` },
  {
    share: rate(2295),
    mess: (_, random) => random.pick(['Молоко пастеризованное', 'Сыр твёрдый', 'Хлеб ржаной']),
  },
  { share: rate(441), mess: (_, random) => random.pick(['醤油ラーメン', '綠茶', '김치 라면']) },
  { share: rate(429), mess: (_, random) => random.pick(['นมสด', 'ข้าวหอมมะลิ', 'ซอสพริก']) },
  { share: rate(126), mess: (_, random) => random.pick(['حليب', 'تمر', 'زيت زيتون']) },
];

export function dirtyName(name: string, random: Random): string {
  let at = random.next();
  for (const { share, mess } of NAME_DIRT) {
    if (at < share) return mess(name, random);
    at -= share;
  }
  return name;
}

/** Rates of all other errors, as shares of all rows. */
export const DIRT = {
  eightDigitCode: rate(44_724),
  fourteenDigitCode: rate(348),
  longerCode: rate(238),
  shorterCode: rate(734),
  wrongCheckDigit: rate(6808),
  /** The same product with leading zeros stripped or added, and the same code twice, as in January 2024. */
  repeatedCode: rate(550) + 2600 / 3_000_000,
  emptyName: 0.04,
  noNutrition: rate(121_832),
  allZero: rate(19_304),
  macrosOver105: rate(970),
  sugarAboveCarbs: rate(763),
  saturatedAboveFat: rate(404),
  negative: rate(25),
  exponent: rate(448),
  absurd: HANDFUL,
  energyOff: 0.045,
  kjInKcalColumn: 0.003,
  kjOnly: 0.04,
  saltOnly: 0.1,
  nullCategory: 0.05,
  untranslatedCategory: 0.08,
  invalidImage: 0.001,
  wrongFieldCount: HANDFUL,
  controlCharacter: HANDFUL,
  nonFood: 0.003,
} as const;
