/** What a release was made from, and how. */
interface Origin {
  version: string;
  /** Null outside a git checkout. */
  commit: string | null;
  /** SHA-256 of package-lock.json, which pins every package by its hash. */
  lockDigest: string;
  bunVersion: string;
  files: readonly { name: string; sha256: string }[];
}

/** Names the way a release is made: the command below, on the pinned packages. */
const BUILD_TYPE = 'urn:larder:release:v1';

/**
 * The origin as an in-toto statement with SLSA provenance. It has no times and no machine names, so that anyone who
 * makes the release again gets the same bytes; the signature of the checksums covers it.
 */
export function describeProvenance({ version, commit, lockDigest, bunVersion, files }: Origin): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.map(({ name, sha256 }) => ({ name, digest: { sha256 } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { version, command: 'npm ci && npm run release' },
        resolvedDependencies: [
          ...(commit === null ? [] : [{ name: 'larder', digest: { gitCommit: commit } }]),
          { name: 'package-lock.json', digest: { sha256: lockDigest } },
          { name: 'bun', uri: `pkg:npm/bun@${bunVersion}` },
        ],
      },
      runDetails: { builder: { id: BUILD_TYPE } },
    },
  };
}
