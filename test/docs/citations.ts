/**
 * Comments, tests and documents cite the specification: "Part 5, rule 6" and "Part 4.1" mean docs/interface.md,
 * "(decisions, order of judgement)" means a row or heading of docs/decisions.md. Everything is compared in lower case,
 * and "rule" stands for each numbered line of a part.
 */
const PART =
  /\b[Pp]arts? (\d+(?:\.\d+)?)(?: and (\d+(?:\.\d+)?)\b)?(?:, rules? (\d+(?:(?:, | and | to )\d+)*))?/g;
/** Only in brackets or quotes, so that prose may use the word. The topic ends where the brackets or a sentence do. */
const DECISION = /[("“;] ?decisions(?:,| on) ([^()."“”;:]+)/g;
/** A citation may be wrapped, so a line break goes together with the comment sign of the next line. */
const LINE_BREAK = /\s*\n\s*(?:\/\/|\*(?!\/)|--|#+)?\s*/g;

export function findCitations(text: string): string[] {
  const line = text.replace(LINE_BREAK, ' ');
  return [
    ...[...line.matchAll(PART)].flatMap(([, part, second, rules]) => [
      ...(rules?.match(/\d+/g) ?? []).map((rule) => `part ${part}, rule ${rule}`),
      ...[part, second].filter((cited) => cited !== undefined).map((cited) => `part ${cited}`),
    ]),
    ...[...line.matchAll(DECISION)].map(([, topic]) => `decisions, ${plain(topic!)}`),
  ];
}

/** What can be cited of the specification: its headings "Part N" and "Part N.M", and the numbered lines under them. */
export function findRules(specification: string): Set<string> {
  const found = new Set<string>();
  let part = '';
  for (const line of specification.split('\n')) {
    part = /^#+ (Part [\d.]+\d|Part \d)/.exec(line)?.[1]?.toLowerCase() ?? part;
    if (part === '') continue;
    found.add(part);
    const rule = /^(\d+)\. /.exec(line)?.[1];
    if (rule !== undefined) found.add(`${part}, rule ${rule}`);
  }
  return found;
}

/** The headings of the decisions, and the first cell of each row of their tables. */
export function findTopics(decisions: string): Set<string> {
  const names = decisions.matchAll(/^(?:#+ (.+)|\| (.+?) \|.*)$/gm);
  return new Set([...names].map(([, heading, cell]) => `decisions, ${plain(heading ?? cell!)}`));
}

function plain(name: string): string {
  return name.replaceAll('`', '').trim().toLowerCase();
}
