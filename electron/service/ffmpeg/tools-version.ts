/** Returns the major version of FFmpeg. Development builds are named `N-…` and are newer than any release. */
export function majorVersion(version: string): number {
  const major = /^n?(\d+)/i.exec(version)?.[1];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major);
}

const FIRST_WITH_THREADS = 7;

/**
 * Checks whether this FFmpeg runs each demuxer, decoder, and filter graph in a thread. Two consequences:
 *
 * - The messages of different threads are not in the order of the packets.
 * - It reads frames from an output of a graph only when no other output waits for an input
 *   (`fftools/ffmpeg_filter.c`). With one graph for two ranges of a source, all raw frames of the first range are in
 *   memory before its encoder starts, so give each range a separate graph. Earlier versions take more memory with
 *   several graphs. Measured for two scenes of 2 s at 1280×720: 7.1 takes 280 MiB with one graph and 199 with one for
 *   each picture, 5.1 takes 225 and 302.
 */
export function hasThreadPerStage(version: string): boolean {
  return majorVersion(version) >= FIRST_WITH_THREADS;
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
