import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { majorVersion } from '../../ffmpeg/tools-version.ts';
import { type Filter, filter, placedFilter } from '../parts/filter-graph.ts';
import type { Priming, SoundFormat } from './format.ts';

export const SIGNALED: Priming = { kind: 'signaled' };

export const trimmed = (samples: number): Priming => ({ kind: 'trimmed', samples });

/** AAC is encoded in segments beforehand, because encoding it takes longer than joining a film. */
export const aac = (priming: Priming): SoundFormat => ({
  encoder: 'aac',
  arguments: bitRates('96k', '128k', '192k'),
  priming,
  segmented: true,
});

export const opus: SoundFormat = {
  encoder: 'libopus',
  arguments: bitRates('96k', '128k', '192k'),
  // FFmpeg before 7 writes Opus's CodecDelay but does not add it to the packets' times (RFC 7845, 4.2: pre-skip).
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
  priming: SIGNALED,
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
  priming: SIGNALED,
  segmented: false,
};

function bitRates(draft: string, standard: string, high: string): SoundFormat['arguments'] {
  return { draft: ['-b:a', draft], standard: ['-b:a', standard], high: ['-b:a', high] };
}

/** The maximum number of samples in an encoder's block. */
const MAX_BLOCK_SAMPLES = 2048;

/**
 * Returns the filters that compensate for the priming of the encoder, so that the sound stays in time with the picture.
 * Returns an empty list if the container stores the priming. The values were measured with flashes and beeps.
 * @param samples The length of the film.
 */
export function soundFilters(priming: Priming, toolsVersion: string, samples: number): readonly Filter[] {
  switch (priming.kind) {
    case 'signaled':
      return [];
    case 'trimmed':
      // Keep the time stamps, because the first packet starts earlier by the samples that are cut, and therefore at
      // zero after the cut.
      return [
        ...padding(samples, priming.samples + MAX_BLOCK_SAMPLES),
        filter('atrim', { start_sample: priming.samples }),
      ];
    case 'delayed':
      return majorVersion(toolsVersion) < priming.beforeMajorVersion
        ? [placedFilter('asetpts', [`PTS+${priming.samples}`])]
        : [];
  }
}

/** Returns the seconds by which a copy of a track has to be delayed, because FFmpeg's muxer ignores its priming. */
export function copyDelay(priming: Priming, toolsVersion: string): number {
  const isDelayed = priming.kind === 'delayed' && majorVersion(toolsVersion) < priming.beforeMajorVersion;
  return isDelayed ? priming.samples / SAMPLE_RATE : 0;
}

/** Returns the filter that pads a sound that is shorter than the cut. Otherwise, FFmpeg would omit the sound track. */
function padding(samples: number, minimum: number): readonly Filter[] {
  return samples < minimum ? [filter('apad', { whole_len: minimum })] : [];
}
