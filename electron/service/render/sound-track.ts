import type { Priming } from './formats.ts';

/**
 * The filters by which a film's sound ends up in time with its picture, whatever the encoder puts before its first
 * sample; null where the container takes care of it. Each was measured with flashes and beeps.
 */
export function soundFilters(priming: Priming, toolsVersion: string): string | null {
  switch (priming.kind) {
    case 'signalled':
      return null;
    case 'trimmed':
      // Time stamps stay, so the first packet, which begins `samples` earlier, is at zero.
      return `atrim=start_sample=${priming.samples}`;
    case 'delayed':
      return majorVersion(toolsVersion) < priming.beforeMajorVersion ? `asetpts=PTS+${priming.samples}` : null;
  }
}

/** Builds from the development branch call themselves `N-…` and are newer than any release. */
function majorVersion(version: string): number {
  const major = /^n?(\d+)/i.exec(version)?.[1];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major);
}
