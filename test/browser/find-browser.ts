import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';
import { fetchBrowser } from './fetch-browser.ts';

export interface InstalledBrowser {
  executablePath: string;
  /** Environment variables that it needs to start. */
  env: Record<string, string>;
  isFetched: boolean;
}

/** Without a sandbox, since tests may run as root; and without traffic of the browser's own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Without a spare process for the next page: starting one takes longer than most pages.
  '--renderer-process-limit=1',
  // Playwright passes this flag too, and the last one counts: so first come the features that it disables.
  `--disable-features=${[
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'LensOverlay',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'AvoidCorsURLLoaderRestartOnRedirect',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
    // The list below the address bar: a page of its own in every window, which takes longer to load than ours.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
  ].join()}`,
  // No other host can be reached, and no name is looked up.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
];

/**
 * The browser that `CHROMIUM` names, else the first installed one that starts, else one downloaded by npm if it may be. `CHROMIUM=fetch`
 * ignores installed browsers, `CHROMIUM=none` skips the tests that need one. Null if there is none.
 */
export async function findBrowser({ mayFetch = true } = {}): Promise<InstalledBrowser | null> {
  const named = process.env.CHROMIUM ?? '';
  if (named === 'none') return null;
  // A path is taken as given: if it is wrong, the tests should say so.
  if (named !== '' && named !== 'fetch') return { executablePath: named, env: {}, isFetched: false };
  const installed = named === 'fetch' ? [] : installedPaths().filter((path) => existsSync(path));
  for (const executablePath of installed) {
    const browser = { executablePath, env: {}, isFetched: false };
    if (await doesStart(browser)) return browser;
  }
  if (!mayFetch && named !== 'fetch') return null;
  const fetched = fetchBrowser();
  return fetched !== null && (await doesStart(fetched)) ? fetched : null;
}

export function launch(
  { executablePath, env }: InstalledBrowser,
  flags: readonly string[] = [],
): Promise<Browser> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return chromium.launch({
    executablePath,
    args: [...FLAGS, ...flags],
    env: { ...Object.fromEntries(inherited), ...env },
  });
}

/** Some distributions install a script in a browser's place that only says how to get one. */
async function doesStart(browser: InstalledBrowser): Promise<boolean> {
  try {
    await (await launch(browser)).close();
    return true;
  } catch {
    return false;
  }
}

/** Chromium, Chrome, Edge and Brave where their packages put them, then what Playwright has downloaded. */
function installedPaths(): string[] {
  if (process.platform === 'win32') return [...windowsPaths(), ...playwrightPaths()];
  if (process.platform === 'darwin') return [...macosPaths(), ...playwrightPaths()];
  return [...linuxPaths(), ...playwrightPaths()];
}

function linuxPaths(): string[] {
  const names = [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
    'microsoft-edge-stable',
    'brave-browser',
  ];
  const inPath = names.map((name) => Bun.which(name)).filter((path) => path !== null);
  return [
    ...inPath,
    '/usr/bin/chromium',
    '/opt/google/chrome/chrome',
    '/opt/microsoft/msedge/msedge',
    '/opt/brave.com/brave/brave-browser',
  ];
}

function macosPaths(): string[] {
  const names = ['Chromium', 'Google Chrome', 'Microsoft Edge', 'Brave Browser'];
  return ['/Applications', join(homedir(), 'Applications')].flatMap((folder) =>
    names.map((name) => join(folder, `${name}.app`, 'Contents', 'MacOS', name)),
  );
}

function windowsPaths(): string[] {
  const { ProgramFiles, 'ProgramFiles(x86)': programFilesX86, LOCALAPPDATA } = process.env;
  const programs = [
    'Chromium/Application/chrome.exe',
    'Google/Chrome/Application/chrome.exe',
    'Microsoft/Edge/Application/msedge.exe',
    'BraveSoftware/Brave-Browser/Application/brave.exe',
  ];
  return [ProgramFiles, programFilesX86, LOCALAPPDATA]
    .filter((folder) => folder !== undefined)
    .flatMap((folder) => programs.map((program) => join(folder, program)));
}

/** Playwright's cache may have versions other than the one that this playwright-core would download. */
function playwrightPaths(): string[] {
  const caches = {
    win32: join(process.env.LOCALAPPDATA ?? homedir(), 'ms-playwright'),
    darwin: join(homedir(), 'Library', 'Caches', 'ms-playwright'),
  } as Partial<Record<NodeJS.Platform, string>>;
  const cache =
    process.env.PLAYWRIGHT_BROWSERS_PATH ??
    caches[process.platform] ??
    join(homedir(), '.cache', 'ms-playwright');
  if (!existsSync(cache)) return [];
  const executables = new Bun.Glob(
    'chromium*-*/chrome-*/{chrome,chrome.exe,headless_shell,chrome-headless-shell,*.app/Contents/MacOS/*}',
  );
  return [...executables.scanSync({ cwd: cache, absolute: true })].sort().reverse();
}
