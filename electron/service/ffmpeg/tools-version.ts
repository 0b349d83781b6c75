/** Returns the major version of FFmpeg. Development builds are named `N-…` and are newer than any release. */
export function majorVersion(version: string): number {
  const major = /^n?(\d+)/i.exec(version)?.[1];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major);
}

/**
 * The oldest FFmpeg release without a warning. FFmpeg publishes no security fixes for older releases, and exact frames,
 * colors, and sound are untested with them.
 */
const KNOWN_BAD_BELOW = [5, 1] as const;

/**
 * Checks whether a version string of FFmpeg is in the known-bad range. Development builds have no version number and
 * count as good.
 */
export function isKnownBad(version: string): boolean {
  const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return false;
  const [badMajor, badMinor] = KNOWN_BAD_BELOW;
  return Number(major) < badMajor || (Number(major) === badMajor && Number(minor) < badMinor);
}
