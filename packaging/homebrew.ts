/** An archive of the release. */
export interface FormulaArchive {
  /** The name of the platform, such as `macos-arm64`. */
  platform: string;
  file: string;
  sha256: string;
}

/** The platforms that Homebrew runs on, as it names them. */
const PLATFORMS: readonly (readonly [system: string, processor: string, platform: string])[] = [
  ['macos', 'arm', 'macos-arm64'],
  ['macos', 'intel', 'macos-x64'],
  ['linux', 'arm', 'linux-arm64'],
  ['linux', 'intel', 'linux-x64'],
];

/**
 * A Homebrew formula that installs the archives of a release. `address` is where they are published; without one, the
 * formula uses the archives next to it.
 */
export function renderFormula(
  version: string,
  archives: readonly FormulaArchive[],
  address: string | null,
): string {
  const systems = ['macos', 'linux'].map((system) => renderSystem(system, archives, address));
  return `class Larder < Formula
  desc "Food and nutrition lookup service in one executable"
${address === null ? '' : `  homepage "${address}"\n`}  version "${version}"
  license "MIT"

${systems.filter((text) => text !== '').join('\n')}
  def install
    bin.install "larder"
    bash_completion.install "completions/larder.bash" => "larder"
    zsh_completion.install "completions/_larder"
    fish_completion.install "completions/larder.fish"
    doc.install "README.md", "CHANGELOG.md", "LICENSE", "THIRD-PARTY-LICENSES.txt", "docs", "data", "sample"
  end

  service do
    run [opt_bin/"larder", "serve"]
    keep_alive true
    log_path var/"log/larder.log"
    error_log_path var/"log/larder.log"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/larder version")
    assert_match "apple", shell_output("#{bin}/larder search apple").downcase
  end
end
`;
}

function renderSystem(system: string, archives: readonly FormulaArchive[], address: string | null): string {
  const parts = PLATFORMS.filter(([name]) => name === system).flatMap(([, processor, platform]) => {
    const archive = archives.find((candidate) => candidate.platform === platform);
    if (archive === undefined) return [];
    const url = address === null ? `file://#{__dir__}/${archive.file}` : `${address}/${archive.file}`;
    return `    on_${processor} do
      url "${url}"
      sha256 "${archive.sha256}"
    end
`;
  });
  return parts.length === 0 ? '' : `  on_${system} do\n${parts.join('')}  end\n`;
}
