import { formatCount } from './progress.ts';

/** What was asked of a slice. */
interface Asked {
  countries: readonly string[] | null;
  languages: readonly string[] | null;
  top: number | null;
}

/** In words: "sold in be or fr, labelled in fr, the 200,000 most popular". */
export function describeCut({ countries, languages, top }: Asked): string {
  return [
    countries === null ? null : `sold in ${countries.join(' or ')}`,
    languages === null ? null : `labelled in ${languages.join(' or ')}`,
    top === null ? null : `the ${formatCount(top)} most popular`,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
