import { type Filter, filter, placedFilter } from '../parts/filter-graph.ts';
import type { Priming, SoundFormat } from './format.ts';

export const SIGNALLED: Priming = { kind: 'signalled' };

export const trimmed = (samples: number): Priming => ({ kind: 'trimmed', samples });

/** Encoding it takes longer than joining a film, so it is done beforehand. */
export const aac = (priming: Priming): SoundFormat => ({
  encoder: 'aac',
  arguments: bitRates('96k', '128k', '192k'),
  priming,
  segmented: true,
});

export const opus: SoundFormat = {
  encoder: 'libopus',
  arguments: bitRates('96k', '128k', '192k'),
  // FFmpeg before 7 writes Opus's CodecDelay and does not add it to the packets' times (RFC 7845, 4.2: pre-skip).
  priming: { kind: 'delayed', samples: 312, beforeMajorVersion: 7 },
  segmented: false,
};

export const mp2: SoundFormat = {
  encoder: 'mp2',
  arguments: bitRates('128k', '192k', '256k'),
  priming: trimmed(481),
  segmented: false,
};

export const wmav2: SoundFormat = {
  encoder: 'wmav2',
  arguments: bitRates('96k', '128k', '192k'),
  priming: trimmed(2048),
  segmented: false,
};

export const pcm: SoundFormat = {
  encoder: 'pcm_s16le',
  arguments: { draft: [], standard: [], high: [] },
  priming: SIGNALLED,
  segmented: false,
};

export const mp3InAvi: SoundFormat = {
  encoder: 'libmp3lame',
  arguments: bitRates('128k', '192k', '256k'),
  priming: trimmed(1105),
  segmented: false,
};

export const mp3: SoundFormat = {
  encoder: 'libmp3lame',
  arguments: bitRates('128k', '192k', '320k'),
  priming: SIGNALLED,
  segmented: false,
};

function bitRates(draft: string, standard: string, high: string): SoundFormat['arguments'] {
  return { draft: ['-b:a', draft], standard: ['-b:a', standard], high: ['-b:a', high] };
}

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
