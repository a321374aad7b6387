/**
 * Names that look alike, such as `alice` and one whose first letter is Cyrillic. New names have letters of one script only,
 * but older ones may not, and a whole word of one script can look like one of another (UTS 39). Lists say so, for operators to
 * notice.
 */

/** Letters and digits, each followed by what it looks like. Capitals count apart: some look like another letter. */
const PAIRS = [
  // Cyrillic
  'аa вb гr еe кk мm нh оo пn рp сc тt уy хx ьb ѕs іi јj һh ԁd ԛq ԝw ӏl ѵv ԍg',
  'Аa Вb Еe Кk Мm Нh Оo Рp Сc Тt Уy Хx Ѕs Іi Јj Һh Ԁd Ԛq Ԝw Ӏl Ѵv Ԍg',
  // Greek
  'αa βb γy εe ηn ιi κk νv οo ρp σo τt υu χx ωw',
  'Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx',
  // Armenian
  'աw գq զq հh ոn սu օo ցg Սu Տs Օo Լl',
  // Cherokee
  'Ꭺa Ᏼb Ꮯc Ꭰd Ꭼe Ꮋh Ꭻj Ꮶk Ꮮl Ꮇm Ꮲp Ꭱr Ꮪs Ꭲt Ꮩv Ꮃw Ꮓz',
  // Latin
  'ıi ɑa ɡg 0o',
];
const LOOKS_LIKE = new Map(
  PAIRS.flatMap((pairs) => pairs.split(' ')).map((pair) => [...pair] as [string, string]),
);
/** Groups that are hard to tell apart in many fonts, small or capital. */
const GROUPS = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/[i1]/g, 'l'],
] as const;

/** For each name that looks like others, those others. */
export function findLookalikes(names: readonly string[]): Map<string, string[]> {
  const alike = [...Map.groupBy(names, lookOf).values()].filter(({ length }) => length > 1);
  return new Map(
    alike.flatMap((group) =>
      group.map((name) => [name, group.filter((other) => other !== name)] as [string, string[]]),
    ),
  );
}

/** What a name looks like: names that look alike have the same look. */
function lookOf(name: string): string {
  const letters = [...name.normalize('NFKC')].map((letter) => LOOKS_LIKE.get(letter) ?? letter.toLowerCase());
  return GROUPS.reduce((look, [group, like]) => look.replace(group, like), letters.join(''));
}
