import { onDemand } from './on-demand.ts';

const format = onDemand(() => new Intl.NumberFormat('en-GB'));

/** A count in English, such as `8,905`. */
export function formatCount(count: number): string {
  return format().format(count);
}

/** The number with the name of what is counted: "1 food", "2,000 foods". */
export function formatCounted(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;
}
