import type { BundledPackage } from './bundled-packages.ts';

const RULE = '-'.repeat(80);

/** The licences of everything inside the executables that others wrote, in full where they tell them in full. */
export function writeThirdPartyLicenses(packages: readonly BundledPackage[], bunVersion: string): string {
  const parts = packages.map(({ name, version, license, notices }) => {
    const text = notices === '' ? `The package carries no text; it is published under ${license}.` : notices;
    return `${RULE}\n${name} ${version} (${license})\n${RULE}\n\n${text}\n`;
  });
  return `The executables of larder hold the work of others, under the licences below.

${RULE}
Bun ${bunVersion} (MIT), the runtime
${RULE}

Bun itself is under the MIT licence. It is linked with JavaScriptCore and WebCore of WebKit, under LGPL-2.1, and with
other libraries under their own licences; https://bun.sh/docs/project/licensing lists them, tells where their source
is, and how to link Bun with another build of WebKit.

${RULE}
SQLite (public domain), inside better-sqlite3
${RULE}

The authors of SQLite have put it into the public domain: https://sqlite.org/copyright.html

${parts.join('\n')}`;
}
