import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const ROOT = join(import.meta.dir, '..', '..');
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const DOCUMENTS = ['*.md', 'docs/**/*.md', 'data/*.md']
  .flatMap((pattern) => [...new Bun.Glob(pattern).scanSync(ROOT)])
  .sort();

/** The folders that a checkout has; what a build writes (`dist`) is not there to be looked at. */
const TREE = [
  ...new Bun.Glob('{src,build,packaging,test,tools,docs,data,.ci}/**/*').scanSync({ cwd: ROOT, dot: true }),
].filter((file) => !file.includes('/node_modules/'));
const IN_TREE = /^(?:src|build|packaging|test|tools|docs|data|\.ci)\//;
const SOURCE_FILE = /^[\w-][\w./-]*\.(?:ts|mjs|sql|css|client\.js)$/;

/** A path of the tree, with or without wildcards, or the end of one, such as `write/target.ts`. */
function isInTree(path: string): boolean {
  if (existsSync(join(ROOT, path))) return true;
  const glob = new Bun.Glob(IN_TREE.test(path) ? path : `**/${path}`);
  return TREE.some((file) => glob.match(file));
}

/** As GitHub makes anchors of headings: lower case, without punctuation, hyphens for spaces. */
function anchorsOf(text: string): Set<string> {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) => heading!);
  return new Set(
    headings.map((heading) =>
      heading
        .toLowerCase()
        .replace(/[^\w\s-]/g, '')
        .replaceAll(' ', '-'),
    ),
  );
}

function isReached(from: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? from : join(dirname(from), path);
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || anchorsOf(read(target)).has(anchor);
}

describe.each(DOCUMENTS)('%s', (file) => {
  const prose = read(file).replace(/^```.*?^```/gms, '');

  test('links to what is there', () => {
    const links = [...prose.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)]
      .map(([, markdown, html]) => markdown ?? html!)
      .filter((link) => !/^[a-z]+:/.test(link));
    expect(links.filter((link) => !isReached(file, link))).toEqual([]);
  });

  test('names files that are there', () => {
    const spans = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, span]) => span!);
    const paths = spans.filter(
      (span) => (IN_TREE.test(span) && !span.includes(' ')) || SOURCE_FILE.test(span),
    );
    expect(paths.filter((path) => !isInTree(path))).toEqual([]);
  });
});
