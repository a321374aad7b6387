import type { BundledPackage } from './bundled-packages.ts';

const RULE = '-'.repeat(80);

/** The icons of the pictures. The package that they come in carries the name of their licence, not its text. */
const FLUENT_EMOJI = `${RULE}
Fluent Emoji (MIT), drawn as pictures of foods
${RULE}

MIT License

Copyright (c) Microsoft Corporation.

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit
persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`;

/** The licences of all third-party code in the executables, with their full texts if the packages have them. */
export function writeThirdPartyLicenses(packages: readonly BundledPackage[], bunVersion: string): string {
  const parts = packages.map(({ name, version, license, notices }) => {
    const text =
      notices === '' ? `The package contains no licence text; it is published under ${license}.` : notices;
    return `${RULE}\n${name} ${version} (${license})\n${RULE}\n\n${text}\n`;
  });
  return `The larder executables contain third-party software under the licences below.

${RULE}
Bun ${bunVersion} (MIT), the runtime
${RULE}

Bun itself is under the MIT licence. It is linked with JavaScriptCore and WebCore of WebKit, under LGPL-2.1, and with
other libraries under their own licences. https://bun.sh/docs/project/licensing lists them and explains where to get
their source code and how to link Bun with another build of WebKit.

${RULE}
SQLite (public domain), inside better-sqlite3
${RULE}

The authors of SQLite have put it into the public domain: https://sqlite.org/copyright.html

${RULE}
ZXing-C++ (Apache-2.0), inside zxing-wasm
${RULE}

Copyright by the authors of ZXing and ZXing-C++, https://github.com/zxing-cpp/zxing-cpp. The text of the licence is below,
with prom-client.

${FLUENT_EMOJI}
${parts.join('\n')}`;
}
