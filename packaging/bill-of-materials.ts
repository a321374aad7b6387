import type { BundledPackage } from './bundled-packages.ts';

/** What an executable contains: the packages, the runtime, and the SQLite that is part of the driver. */
interface Contents {
  version: string;
  bunVersion: string;
  sqliteVersion: string;
  packages: readonly BundledPackage[];
  /** The packages that larder itself imports. */
  direct: readonly string[];
}

const DRIVER = 'better-sqlite3';

/** The bill of materials as a CycloneDX document. */
export function describeMaterials({
  version,
  bunVersion,
  sqliteVersion,
  packages,
  direct,
}: Contents): object {
  const own = `pkg:npm/larder@${version}`;
  const bun = `pkg:npm/bun@${bunVersion}`;
  const sqlite = `pkg:generic/sqlite@${sqliteVersion}`;
  const urls = new Map(packages.map(({ name, version }) => [name, packageUrl(name, version)]));
  const body = {
    metadata: {
      component: {
        type: 'application',
        'bom-ref': own,
        name: 'larder',
        version,
        licenses: [{ expression: 'MIT' }],
        purl: own,
      },
    },
    components: [
      {
        type: 'platform',
        'bom-ref': bun,
        name: 'bun',
        version: bunVersion,
        licenses: [{ expression: 'MIT' }],
        purl: bun,
      },
      {
        type: 'library',
        'bom-ref': sqlite,
        name: 'sqlite',
        version: sqliteVersion,
        licenses: [{ license: { name: 'Public domain' } }],
        purl: sqlite,
      },
      ...packages.map(componentOf),
    ],
    dependencies: [
      {
        ref: own,
        dependsOn: [bun, ...direct.map((name) => urls.get(name)).filter((url) => url !== undefined)].sort(),
      },
      { ref: bun, dependsOn: [] },
      { ref: sqlite, dependsOn: [] },
      ...packages.map(({ name, needs }) => ({
        ref: urls.get(name),
        dependsOn: [...needs.map((need) => urls.get(need)), ...(name === DRIVER ? [sqlite] : [])].sort(),
      })),
    ],
  };
  // No timestamps and no randomness: the same contents give the same document.
  const head = { bomFormat: 'CycloneDX', specVersion: '1.6', serialNumber: serialOf(body), version: 1 };
  return { ...head, ...body };
}

function componentOf({ name, version, license, sha512 }: BundledPackage): object {
  const [group, bare] = name.startsWith('@') ? (name.split('/') as [string, string]) : [undefined, name];
  return {
    type: 'library',
    'bom-ref': packageUrl(name, version),
    ...(group === undefined ? {} : { group }),
    name: bare,
    version,
    ...(sha512 === null ? {} : { hashes: [{ alg: 'SHA-512', content: sha512 }] }),
    licenses: [{ expression: license }],
    purl: packageUrl(name, version),
  };
}

function packageUrl(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

/** A UUID of version 8, derived from the hash of the document. */
function serialOf(body: object): string {
  const hex = new Bun.CryptoHasher('sha256').update(JSON.stringify(body)).digest('hex');
  const parts = [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ];
  return `urn:uuid:${parts.join('-')}`;
}
