import { type Filter, filter, placedFilter } from '../graph/filter-graph.ts';
import type { Priming } from './format.ts';

/** Samples that an encoder takes at once. */
const LONGEST_BLOCK = 2048;

/**
 * The filters by which a film's sound ends up in time with its picture, whatever the encoder puts before its first
 * sample; none where the container takes care of it. Each was measured with flashes and beeps.
 * @param samples Length of the film.
 */
export function soundFilters(priming: Priming, toolsVersion: string, samples: number): readonly Filter[] {
  switch (priming.kind) {
    case 'signalled':
      return [];
    case 'trimmed':
      // Time stamps stay, so the first packet, which begins that much earlier, is at zero.
      return [...fillUp(samples, priming.samples + LONGEST_BLOCK), filter('atrim', { start_sample: priming.samples })];
    case 'delayed':
      return majorVersion(toolsVersion) < priming.beforeMajorVersion
        ? [placedFilter('asetpts', [`PTS+${priming.samples}`])]
        : [];
  }
}

/** What is shorter than the samples that are left out would leave no track at all. */
function fillUp(samples: number, least: number): readonly Filter[] {
  return samples < least ? [filter('apad', { whole_len: least })] : [];
}

/** Builds from the development branch call themselves `N-…` and are newer than any release. */
function majorVersion(version: string): number {
  const major = /^n?(\d+)/i.exec(version)?.[1];
  return major === undefined ? Number.POSITIVE_INFINITY : Number(major);
}
