import type { Manifest, SourceFile } from '../src/catalog/manifest.ts';
import { type Findings, listFindings, NO_FINDINGS } from '../src/food/findings.ts';

/** Examples per kind of problem: enough to see what is wrong, few enough to read. */
const EXAMPLES = 5;

export interface Example {
  file: string;
  /** Null for a food of a catalogue. */
  line: number | null;
  text: string;
}

/** What became of every row: rows_read = foods + merged + the sum of refused. */
export interface BuildReport {
  rows_read: number;
  foods: number;
  merged: number;
  /** The rows that come from the generic foods inside the executable, part of rows_read. */
  generic_rows: number;
  refused: Record<string, number>;
  refused_examples: Record<string, Example[]>;
  /** Values made unknown because they cannot be right, by rule. */
  nulled: Record<string, number>;
  /** Rows whose values were corrected, or are shown as they are although something contradicts them, by rule. */
  found: Record<string, number>;
  /** Examples of nulled and found rows. */
  found_examples: Record<string, Example[]>;
  foods_by_source: Record<string, number>;
  /** How many foods have a value for each field. */
  fill: Record<string, number>;
  inputs: SourceFile[];
  content_sha256: string;
  bytes: number;
  seconds: number;
}

/** Counts the rows of a build as they are read. */
export class Tally {
  rowsRead = 0;
  #accepted = 0;
  #builtIn = 0;
  readonly #refused = new Map<string, number>();
  readonly #refusedExamples = new Map<string, Example[]>();
  /** By combination of findings: there are few of them, and each occurs thousands of times. */
  readonly #found = new Map<Findings, number>();
  readonly #foundExamples = new Map<string, Example[]>();

  countRefused(reason: string, file: string, line: number, text: string): void {
    this.rowsRead++;
    this.#refused.set(reason, (this.#refused.get(reason) ?? 0) + 1);
    addExample(this.#refusedExamples, reason, { file, line, text });
  }

  countFood(findings: Findings, file: string, line: number | null, text: string, isBuiltIn = false): void {
    this.rowsRead++;
    if (isBuiltIn) this.#builtIn++;
    this.#accepted++;
    if (findings === NO_FINDINGS) return;
    const before = this.#found.get(findings) ?? 0;
    this.#found.set(findings, before + 1);
    // Only the first rows with a combination can add an example.
    if (before >= EXAMPLES) return;
    for (const name of listFindings(findings)) addExample(this.#foundExamples, name, { file, line, text });
  }

  /** Where and why the first row of the first reason was refused; null if none was. */
  firstRefusal(): string | null {
    for (const [reason, [first]] of this.#refusedExamples)
      if (first !== undefined) return `${first.file}:${first.line} is refused as ${reason}: ${first.text}`;
    return null;
  }

  /** Whether any input had a food. */
  hasFoods(): boolean {
    return this.#accepted > this.#builtIn;
  }

  report(
    manifest: Manifest,
    merged: number,
    outcome: { content_sha256: string; bytes: number; seconds: number },
  ): BuildReport {
    const found = this.#countFindings();
    const isNulled = ([name]: [string, number]) =>
      name.startsWith('impossible_') || name === 'energy_dropped' || name === 'further_nutrient_dropped';
    return {
      rows_read: this.rowsRead,
      foods: manifest.foods,
      merged,
      generic_rows: this.#builtIn,
      refused: sortedByCount(this.#refused),
      refused_examples: Object.fromEntries(this.#refusedExamples),
      nulled: sortedByCount(found.entries().filter(isNulled)),
      found: sortedByCount(found.entries().filter((entry) => !isNulled(entry))),
      found_examples: Object.fromEntries(this.#foundExamples),
      foods_by_source: manifest.foods_by_source,
      fill: manifest.fill,
      inputs: manifest.sources,
      ...outcome,
    };
  }

  #countFindings(): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [findings, count] of this.#found) {
      for (const name of listFindings(findings)) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    return counts;
  }
}

function addExample(examples: Map<string, Example[]>, kind: string, example: Example): void {
  const shown = examples.get(kind);
  if (shown === undefined) examples.set(kind, [example]);
  else if (shown.length < EXAMPLES) shown.push(example);
}

function sortedByCount(counts: Iterable<[string, number]>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)));
}
