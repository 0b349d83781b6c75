/**
 * Releases before 5.1 get no more security fixes, and frames, colours and sound were only ever held to exactness on
 * later ones. They are used all the same; whoever runs them is told.
 */
const KNOWN_BAD_BELOW = [5, 1] as const;

/**
 * Whether a version, as FFmpeg calls itself, is in the known-bad range; builds between releases have no number and are
 * not.
 */
export function isKnownBad(version: string): boolean {
  const [, major, minor] = /^n?(\d+)\.(\d+)/.exec(version) ?? [];
  if (major === undefined || minor === undefined) return false;
  const [badMajor, badMinor] = KNOWN_BAD_BELOW;
  return Number(major) < badMajor || (Number(major) === badMajor && Number(minor) < badMinor);
}
