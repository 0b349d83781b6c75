/**
 * Releases before 5.1 get no more security fixes, and exact frames, colors, and sound were tested only on later ones.
 * They are used with a warning.
 */
const KNOWN_BAD_BELOW = [5, 1] as const;

/**
 * Checks whether a version string of FFmpeg is in the known-bad range. Development builds have no number and count as
 * good.
 */
export function isKnownBad(version: string): boolean {
  const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return false;
  const [badMajor, badMinor] = KNOWN_BAD_BELOW;
  return Number(major) < badMajor || (Number(major) === badMajor && Number(minor) < badMinor);
}
