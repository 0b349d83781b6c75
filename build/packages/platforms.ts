/** electron-builder's names of operating systems. */
const OS_NAMES: Readonly<Record<string, string>> = { linux: 'linux', darwin: 'mac', win32: 'win' };

/** Returns platforms as packaging names them, such as `mac-arm64`, from Node's names. */
export function platformNames(platform: string, architectures: readonly string[]): readonly string[] {
  return architectures.map((architecture) => `${OS_NAMES[platform] ?? platform}-${architecture}`);
}
