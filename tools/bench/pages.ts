import type { Page } from 'playwright-core';
import { makeStarter, STARTER } from '../../build/starter.ts';
import { renderTable } from '../../src/cli/table.ts';
import { openBrowser } from '../../test/browser/browser.ts';
import { readFlags } from './flags.ts';

/**
 * `npm run bench -- pages`: how large each page of the starter catalogue is, when a browser first shows something of it, how much of
 * it moves afterwards, and how many results are in sight, on a desktop and on a phone. Each page is loaded some times, the first
 * of which is not counted; times are medians.
 */
/** A browser may show a page before all of it has come, and what follows moves it by thousandths. */
const TARGETS = { kilobytes: 100, firstPaintMs: 200, shift: 0.005 } as const;
const LOADS = 5;
const SCREENS = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } } as const;

const PATHS: readonly string[] = [
  '/',
  '/?q=milk',
  '/?sort=-protein_g',
  '/eaten?meal=two+eggs+and+a+slice+of+toast+with+butter',
  '/recipes?lines=2+eggs%0A200+g+flour%0A1+cup+milk&servings=4',
  '/categories',
  '/about',
  '/compare',
  '/phone',
  '/docs',
];

/** Runs before the page: what moves is counted from the start. */
const WATCH_SHIFTS = `
  window.shift = 0;
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shift += value;
  }).observe({ type: 'layout-shift', buffered: true });
`;

interface Load {
  bytes: number;
  firstPaintMs: number;
  shift: number;
  resultsInSight: number;
}

export async function benchPages(args: readonly string[]): Promise<void> {
  readFlags(args, []);
  await makeStarter();
  const browser = await openBrowser(STARTER);
  const rows = [['page', 'screen', 'kB', 'first paint', 'shift', 'results in sight', '']];
  try {
    for (const [screen, viewport] of Object.entries(SCREENS)) {
      const page = await browser.open({ viewport, hasTouch: screen === 'phone' });
      await page.addInitScript(WATCH_SHIFTS);
      for (const path of await withFood(page)) {
        await load(page, path);
        const loads: Load[] = [];
        for (let left = LOADS; left > 0; left--) loads.push(await load(page, path));
        rows.push(rowOf(path, screen, loads));
      }
    }
  } finally {
    await browser.close();
  }
  console.log(renderTable(rows, ['left', 'left', 'right', 'right', 'right', 'right', 'left']));
  const { kilobytes, firstPaintMs, shift } = TARGETS;
  console.log(
    `to reach: under ${kilobytes} kB, a first paint within ${firstPaintMs} ms, a shift of at most ${shift}`,
  );
}

/** The page of a food as well, whose address has its id in it. */
async function withFood(page: Page): Promise<string[]> {
  await page.goto('/?q=milk');
  const food = await page.evaluate<string>(
    `document.querySelector('a[href^="/food/"]').getAttribute('href')`,
  );
  return [...PATHS, food];
}

async function load(page: Page, path: string): Promise<Load> {
  const response = await page.goto(path, { waitUntil: 'load' });
  const bytes = (await response!.body()).length;
  const seen = await page.evaluate<Omit<Load, 'bytes'>>(`new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => {
      const paint = performance.getEntriesByName('first-contentful-paint')[0];
      const inSight = [...document.querySelectorAll('.food')].filter((food) => food.getBoundingClientRect().bottom <= innerHeight);
      resolve({ firstPaintMs: paint?.startTime ?? NaN, shift: window.shift, resultsInSight: inSight.length });
    }, 100));
  })`);
  return { bytes, ...seen };
}

function rowOf(path: string, screen: string, loads: readonly Load[]): string[] {
  const [{ bytes, resultsInSight }] = loads as [Load];
  const firstPaintMs = loads.map((one) => one.firstPaintMs).sort((a, b) => a - b)[Math.floor(LOADS / 2)]!;
  const shift = Math.max(...loads.map((one) => one.shift));
  const isReached =
    bytes < TARGETS.kilobytes * 1000 && firstPaintMs <= TARGETS.firstPaintMs && shift <= TARGETS.shift;
  return [
    path,
    screen,
    (bytes / 1000).toFixed(1),
    `${Math.round(firstPaintMs)} ms`,
    shift.toFixed(3),
    resultsInSight === 0 ? '' : String(resultsInSight),
    isReached ? '' : 'missed',
  ];
}
