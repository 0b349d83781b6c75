import type { PlacedSound } from '../../../../shared/film/film.ts';
import { SAMPLE_RATE } from '../../../../shared/template/frame-rate.ts';
import type { Movie } from '../../../../shared/template/movie.ts';
import { buildGraph, decimal, type Filter, filter, placedFilter } from '../graph/filter-graph.ts';
import type { Part, PartInput } from './part.ts';
import { type SceneSources, type SeekPoint, seekPoint, sourceInput } from './scene-source.ts';

/** Raw sound between the steps: 16 bit, stereo, interleaved. */
export const SOUND_BYTES_PER_SAMPLE = 4;
export const SOUND_FORMAT = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

/**
 * The sound of one stretch: exactly `samples` samples, all its audible layers mixed at their own loudness. Null where
 * nothing is heard.
 */
export function soundPart(
  sounds: readonly PlacedSound[],
  samples: number,
  movie: Movie,
  sources: SceneSources,
): Part | null {
  const heard = sounds.flatMap(({ layer, inPoint }) => {
    const source = sources.get(layer.id);
    const audio = source?.facts.audio;
    return source && audio ? [{ inPoint, source, audio }] : [];
  });
  if (heard.length === 0) return null;
  const graph = buildGraph<PartInput>(({ input, chain }) => {
    const from = heard.map(({ inPoint, source, audio }) => {
      const readable = { endSeconds: audio.endSeconds, demuxer: source.facts.demuxer };
      const seek = earlier(seekPoint(inPoint, movie.frameRate, readable));
      const stream = input(sourceInput(source, seek, audio.streamIndex), audio.streamIndex);
      return chain(stream, sourceFilters(seek));
    });
    const mix = { inputs: from.length, normalize: 0, dropout_transition: 0 };
    return {
      from,
      filters: [
        ...(from.length > 1 ? [filter('amix', mix)] : []),
        filter('apad'),
        filter('atrim', { end_sample: samples }),
      ],
    };
  });
  return { kind: 'sound', ...graph, encoding: ['-c:a', 'pcm_s16le', ...SOUND_FORMAT], length: samples };
}

/**
 * Sound is read from a little before the in-point: a seek lands on the first packet after a key frame of the picture,
 * which may begin late, and decoders need a few packets until they are right.
 */
function earlier({ seekSeconds, aheadSeconds, isCommon }: SeekPoint): SeekPoint {
  const lead = Math.min(LEAD_SECONDS, seekSeconds);
  return { seekSeconds: seekSeconds - lead, aheadSeconds: aheadSeconds + lead, isCommon };
}

const LEAD_SECONDS = 0.25;

/** What was read before the in-point is cut off. */
function sourceFilters({ aheadSeconds }: SeekPoint): readonly Filter[] {
  return [
    ...(aheadSeconds > 0 ? [placedFilter('asetpts', [`PTS-${decimal(aheadSeconds)}/TB`])] : []),
    filter('atrim', { start: 0 }),
    ...SOUND_FILTERS,
  ];
}

/** Gaps and a late start are filled with silence, so that time stays time. */
export const GAPS_FILLED = placedFilter('aresample', [SAMPLE_RATE], { async: 1, first_pts: 0 });

/** Brings a source's sound to the form in which it is worked with. */
export const SOUND_FILTERS: readonly Filter[] = [
  GAPS_FILLED,
  filter('aformat', { sample_fmts: 's16', channel_layouts: 'stereo' }),
];
