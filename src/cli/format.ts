import { formatCount, formatCounted } from '../counts.ts';

export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatCounted(bytes, 'byte');
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

export function formatSeconds(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

interface SliceFilters {
  countries: readonly string[] | null;
  languages: readonly string[] | null;
  top: number | null;
  generic?: readonly string[] | null;
}

/** What a slice keeps, in words: "sold in be or fr, labelled in fr, the 200,000 most popular". */
export function formatFilters({ countries, languages, top, generic }: SliceFilters): string {
  return [
    countries === null ? null : `sold in ${countries.join(' or ')}`,
    languages === null ? null : `labelled in ${languages.join(' or ')}`,
    top === null ? null : `the ${formatCount(top)} most popular`,
    generic?.length === 0 ? 'without generic foods' : null,
  ]
    .filter((part) => part !== null)
    .join(', ');
}
