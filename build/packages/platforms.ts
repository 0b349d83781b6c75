/** electron-builder's names of operating systems. */
const OS_NAMES: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'mac', win32: 'win' };

/** Converts platform names of Node to the names in packaging, such as `mac-arm64`. */
export function platformNames(platform: string, architectures: readonly string[]): readonly string[] {
  return architectures.map((architecture) => `${OS_NAMES[platform] ?? platform}-${architecture}`);
}
