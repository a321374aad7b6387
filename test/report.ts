import { readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface FileReport extends Counts {
  file: string;
  seconds: number;
}

export interface Report {
  files: FileReport[];
  /** A line for each reason and file: which tests were skipped. */
  skipped: string[];
}

/** Reads the JUnit report of `bun test`; null if it died before writing one. */
export function readReport(path: string): Report | null {
  let xml: string;
  try {
    xml = readFileSync(path, 'utf8');
  } catch {
    return null;
  }
  // Only the suite of a file is named after the file; those of `describe` inside it are already counted in it.
  const suites = [...xml.matchAll(/<testsuite name="([^"]*)" file="\1"([^>]*)>/g)];
  const files = suites.map(([, file = '', attributes = '']) => {
    const [tests, failed, skipped] = ['tests', 'failures', 'skipped'].map((name) => read(attributes, name));
    return {
      file: decodeEntities(file),
      passed: tests! - failed! - skipped!,
      failed: failed!,
      skipped: skipped!,
      seconds: read(attributes, 'time'),
    };
  });
  return { files, skipped: listSkipped(xml) };
}

export function sum(all: readonly Counts[]): Counts {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of all) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

function listSkipped(xml: string): string[] {
  const skipped = xml.matchAll(/<testcase name="([^"]*)"[^>]* file="([^"]*)"[^>]*>\s*<skipped/g);
  const counts = new Map<string, number>();
  for (const [, name = '', file = ''] of skipped) {
    // See outside-programs.ts. A test that is skipped for another reason is listed by its name.
    const reason = /\[(needs [^\]]*)\]$/.exec(decodeEntities(name))?.[1] ?? decodeEntities(name);
    const line = `${decodeEntities(file)}: ${reason}`;
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => (count === 1 ? line : `${line} (${count} tests)`));
}

function read(attributes: string, name: string): number {
  return Number(new RegExp(` ${name}="([^"]*)"`).exec(attributes)?.[1] ?? 0);
}

function decodeEntities(text: string): string {
  const characters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
  return text.replace(/&(\w+);/g, (entity, name) => characters[name] ?? entity);
}
