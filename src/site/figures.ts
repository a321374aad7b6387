const COUNT = new Intl.NumberFormat('en-US');

/** A number of things, as `8,905`. */
export function formatCount(count: number): string {
  return COUNT.format(count);
}

/** A share from 0 to 1 in percent: never 0 % of something, and never 100 % of less than all. */
export function formatShare(share: number): string {
  if (share > 0 && share < 0.001) return '< 0.1 %';
  if (share < 1 && share > 0.999) return '99.9 %';
  return `${Number((share * 100).toFixed(1))} %`;
}
