import { SAMPLE_RATE } from '../../../shared/template/frame-rate.ts';
import type { Layer, Movie } from '../../../shared/template/movie.ts';
import { decimal } from './effect-graphs.ts';
import type { Part, PartInput } from './part.ts';
import { type SceneSources, type SeekPoint, seekPoint, sourceInput } from './scene-source.ts';

/** Raw sound between the steps: 16 bit, stereo, interleaved. */
export const SOUND_BYTES_PER_SAMPLE = 4;
export const SOUND_FORMAT = ['-f', 's16le', '-ar', String(SAMPLE_RATE), '-ac', '2'] as const;

/**
 * The sound of one stretch: exactly `samples` samples, all its audible layers mixed at their own loudness. Null where
 * nothing is heard.
 */
export function soundPart(layers: readonly Layer[], samples: number, movie: Movie, sources: SceneSources): Part | null {
  const inputs: PartInput[] = [];
  const chains: string[] = [];
  for (const layer of layers) {
    const source = sources.get(layer.id);
    const audio = source?.facts.audio;
    if (!layer.audio || !source || !audio) continue;
    const seek = earlier(
      seekPoint(layer.skip, movie.frameRate, { endSeconds: audio.endSeconds, demuxer: source.facts.demuxer }),
    );
    const shift = seek.aheadSeconds > 0 ? `asetpts=PTS-${decimal(seek.aheadSeconds)}/TB,` : '';
    chains.push(`[in${inputs.length}:${audio.streamIndex}]${shift}${SOURCE_FILTERS}[t${inputs.length}]`);
    inputs.push(sourceInput(source, seek, audio.streamIndex));
  }
  if (inputs.length === 0) return null;
  const heard = inputs.map((_, index) => `[t${index}]`).join('');
  const mix = inputs.length > 1 ? `amix=inputs=${inputs.length}:normalize=0:dropout_transition=0,` : '';
  return {
    kind: 'sound',
    inputs,
    graph: `${chains.join(';')};${heard}${mix}apad,atrim=end_sample=${samples}[out]`,
    encoding: ['-c:a', 'pcm_s16le', ...SOUND_FORMAT],
    length: samples,
  };
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

// What was read before the in-point is cut off; gaps and a late start are filled with silence, so that time stays time.
const SOURCE_FILTERS = `atrim=start=0,aresample=${SAMPLE_RATE}:async=1:first_pts=0,aformat=sample_fmts=s16:channel_layouts=stereo`;
