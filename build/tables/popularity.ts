/**
 * The popularity of the most eaten food, in scans of a product. In an export of Open Food Facts nine in ten products
 * that were scanned have three scans or fewer, and the best known have a few thousand: so the everyday foods come out
 * among the well-known products, and the thousandth of them still above nearly all others.
 */
const SCANS_OF_THE_MOST_EATEN = 2000;

/**
 * How popular a food is, in scans, from its rank in the survey What We Eat in America. How often foods are eaten falls
 * more slowly than their rank, roughly with its square root. A survey food that stands for several foods of the table
 * shares its popularity among them.
 */
export function scansOf(surveyRank: number, share: number): number {
  return Math.round((SCANS_OF_THE_MOST_EATEN * share) / Math.sqrt(surveyRank));
}
