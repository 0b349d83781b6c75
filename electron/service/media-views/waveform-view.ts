import { open } from 'node:fs/promises';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import { SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import type { FaultSpan } from '#shared/timeline/decode-faults.ts';
import { printFilters } from '../engine/parts/filter-graph.ts';
import { reserveViewMemory } from '../engine/plan/memory-queue.ts';
import { leadFilters, SOUND_FORMAT, stereoFilters } from '../engine/plan/sound-graph.ts';
import { ServiceError } from '../errors/service-error.ts';
import { runTool } from '../ffmpeg/run-tool.ts';
import type { MediaTools } from '../ffmpeg/tools.ts';
import type { AudioFacts, MediaFacts } from '../sources/facts/media-facts.ts';
import { clockOutput, clockStream, inputArguments } from '../sources/facts/media-input.ts';
import { createFaultReader, FRAME_TIMES, LOGS_FRAMES } from '../sources/facts/source-faults.ts';
import type { ViewSource } from './view-sources.ts';

const DEFAULT_PEAKS_PER_SECOND = 50;

/** Returns the number of peaks per second. Returns fewer than requested if the total would exceed the limit. */
export function peaksPerSecond({ endSeconds }: AudioFacts, requested: number = DEFAULT_PEAKS_PER_SECOND): number {
  return Math.max(1, Math.min(requested, Math.floor(serviceLimits.mediaViews.peaks / Math.max(1, endSeconds))));
}

/** Returns the facts about the sound of a source. Throws `media/no-sound` if it has none. */
export function soundOf({ audio }: MediaFacts): AudioFacts {
  if (audio === null) throw new ServiceError('media/no-sound');
  return audio;
}

/** The levels of consecutive sections of a sound. The maximum is 255. */
export interface SoundLevels {
  /** The highest sample of both channels. */
  readonly peaks: readonly number[];
  /** The root mean square of the samples of both channels, which corresponds to loudness. */
  readonly levels: readonly number[];
}

/** Creates a meter for raw sound (16-bit, stereo). It takes pieces of any size and measures each section. */
export function createLevelMeter(perSecond: number): {
  readonly push: (piece: Uint8Array) => void;
  readonly end: () => SoundLevels;
} {
  const peaks: number[] = [];
  const levels: number[] = [];
  let sample = 0;
  let sectionStart = 0;
  let boundary = 0;
  let loudest = 0;
  let squares = 0;
  let rest: Uint8Array = new Uint8Array(0);
  const endSection = () => {
    peaks.push(byteOf(loudest));
    levels.push(byteOf(Math.sqrt(squares / (2 * Math.max(1, sample - sectionStart)))));
    sectionStart = sample;
    loudest = 0;
    squares = 0;
  };
  return {
    push: (piece) => {
      const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const whole = bytes.length - (bytes.length % 4);
      for (let offset = 0; offset < whole; offset += 4, sample++) {
        if (sample === boundary) {
          if (sample > 0) endSection();
          // Count sections from the start, so that rounding errors do not add up.
          boundary = Math.round(((peaks.length + 1) * SAMPLE_RATE) / perSecond);
        }
        const left = Math.abs(view.getInt16(offset, true));
        const right = Math.abs(view.getInt16(offset + 2, true));
        if (left > loudest) loudest = left;
        if (right > loudest) loudest = right;
        squares += left * left + right * right;
      }
      rest = bytes.slice(whole);
    },
    end: () => {
      if (sample > 0) endSection();
      return { peaks, levels };
    },
  };
}

function byteOf(sample: number): number {
  return Math.min(255, Math.round((sample * 255) / 32_767));
}

/**
 * Writes the levels of a source as JSON. Decodes the sound as the engine does, as a stream. Returns the damaged places
 * of the sound.
 */
export async function makeWaveform(
  source: ViewSource,
  perSecond: number,
  path: string,
  tools: MediaTools,
  signal: AbortSignal,
): Promise<readonly FaultSpan[]> {
  const { facts } = source;
  const faults = createFaultReader();
  const audio = soundOf(facts);
  const meter = createLevelMeter(perSecond);
  const clock = clockStream(facts, audio.streamIndex);
  using _memory = reserveViewMemory();
  await runTool({
    program: tools.ffmpeg,
    arguments: [
      ...[...LOGS_FRAMES, '-threads', '1', ...inputArguments(source.path, facts.demuxer)],
      ...[
        '-map',
        `0:${audio.streamIndex}`,
        '-af',
        `${FRAME_TIMES.sound},${printFilters([...leadFilters(audio), ...stereoFilters(audio, 's16')])}`,
        '-c:a',
        'pcm_s16le',
        ...SOUND_FORMAT,
        'pipe:1',
      ],
      ...(clock === null ? [] : clockOutput(0, clock)),
    ],
    signal,
    background: true,
    durationSeconds: facts.durationSeconds,
    onStdout: meter.push,
    onLog: faults.push,
  });
  await using file = await open(path, 'wx');
  await file.writeFile(JSON.stringify({ perSecond, ...meter.end() }));
  return faults.places();
}
