import { LIMITER_LOOKAHEAD, LIMITER_LOOKBACK } from '#shared/sound/limiter.ts';
import type { Priming } from '../formats/format.ts';
import { PACKET_SAMPLES, type TrackTimes } from '../mp4/track-times.ts';
import type { RenderPlan, ScenePlan } from './plan.ts';
import { type PlannedSound, sampleBytesOf } from './sound-graph.ts';

/**
 * A segment of the film's encoded sound with its own encoder. An edit then changes only the segments that contain it.
 * The boundaries depend only on the length of the film.
 */
export interface TrackSegment {
  /** The range of samples that the encoder gets, from `from` to before `to`. Silence follows the end of the film. */
  readonly from: number;
  readonly to: number;
  /** The number of packets that are encoded before the segment's own packets and then discarded. */
  readonly lead: number;
  readonly packets: number;
}

/** The number of packets in a segment: about 30 s. */
const SEGMENT_PACKETS = 1408;
/**
 * The number of packets that are encoded before a segment, because the encoder's rate control adapts to earlier
 * packets. Without them, the sound after a boundary deviates up to 5 dB more from the original. After 10.7 s it is as
 * close to the original as in a single run.
 */
const LEAD_PACKETS = 500;
/**
 * The number of following packets whose samples the encoder needs. A packet contains samples of the next packet, and
 * the encoder looks one packet further ahead.
 */
const LOOKAHEAD_PACKETS = 2;
/** The minimum number of packets after the priming is cut off. A shorter sound is padded to this length. */
const MIN_PACKETS = 2;

/**
 * Divides the film's sound into segments. The last segment has up to 1.5 times the usual length, so that none is very
 * short.
 */
export function trackSegments(priming: Priming, samples: number): readonly TrackSegment[] {
  const { skipped, packets } = trackOf(priming, samples);
  const count = Math.max(1, Math.round(packets / SEGMENT_PACKETS));
  return Array.from({ length: count }, (_, index) => {
    const begin = index * SEGMENT_PACKETS;
    const end = index === count - 1 ? packets : begin + SEGMENT_PACKETS;
    const lead = Math.min(begin, LEAD_PACKETS);
    return {
      from: skipped + (begin - lead) * PACKET_SAMPLES,
      to: skipped + Math.min((end + LOOKAHEAD_PACKETS) * PACKET_SAMPLES, encodedSamples(priming, samples)),
      lead,
      packets: end - begin,
    };
  });
}

export function trackTimes(priming: Priming, samples: number): TrackTimes {
  const skippedSamples = priming.kind === 'trimmed' ? 0 : PACKET_SAMPLES;
  return { skippedSamples, samples: encodedSamples(priming, samples) + PACKET_SAMPLES };
}

function trackOf(priming: Priming, samples: number): { readonly skipped: number; readonly packets: number } {
  return {
    skipped: priming.kind === 'trimmed' ? priming.samples : 0,
    packets: Math.ceil(encodedSamples(priming, samples) / PACKET_SAMPLES) + 1,
  };
}

/**
 * Returns the number of samples that the track encodes. Excludes trimmed priming, and returns at least two packets for
 * a trimmed sound.
 */
function encodedSamples(priming: Priming, samples: number): number {
  if (priming.kind !== 'trimmed') return samples;
  return Math.max(samples - priming.samples, MIN_PACKETS * PACKET_SAMPLES);
}

/** A range of a scene's sound, or of silence, with the sounds that are mixed over it. */
export interface Clip {
  readonly scene: ScenePlan | null;
  /** The first sample within the scene. */
  readonly from: number;
  readonly samples: number;
  readonly over: readonly PieceOfSound[];
}

interface PieceOfSound {
  readonly sound: PlannedSound;
  /** The first sample within the sound. */
  readonly from: number;
}

/** Returns the range of samples that determines a range of limited samples. */
export function limiterRange(from: number, to: number, samples: number): readonly [from: number, to: number] {
  return [Math.max(0, from - LIMITER_LOOKBACK), Math.max(to, Math.min(samples, to + LIMITER_LOOKAHEAD))];
}

export type SoundPlan = Pick<RenderPlan, 'scenes' | 'music' | 'samples'>;

/**
 * Returns the clips of a film in a range of samples, scene by scene, with silence after the film's end. A new clip
 * starts wherever a mixed sound starts or ends.
 */
export function clipsBetween(plan: SoundPlan, from: number, to: number): readonly Clip[] {
  const clips: Clip[] = [];
  const soundsBetween = soundsIn([...plan.scenes.flatMap(({ sounds }) => sounds), ...plan.music]);
  const add = (scene: ScenePlan | null, origin: number, first: number, last: number): void => {
    const overlapping = soundsBetween(first, last);
    const edges = overlapping.flatMap(({ startSample, samples }) => [startSample, startSample + samples]);
    const inside = [...new Set(edges)].filter((edge) => edge > first && edge < last).toSorted((a, b) => a - b);
    for (const [index, begin] of [first, ...inside].entries()) {
      const over = overlapping
        .filter(({ startSample, samples }) => startSample <= begin && startSample + samples > begin)
        .map((sound): PieceOfSound => ({ sound, from: begin - sound.startSample + sound.at }));
      clips.push({ scene, from: begin - origin, samples: (inside[index] ?? last) - begin, over });
    }
  };
  for (const scene of plan.scenes) {
    const { startSample } = scene;
    const [first, last] = [Math.max(from, startSample), Math.min(to, startSample + scene.samples)];
    if (last > first) add(scene, startSample, first, last);
  }
  if (to > plan.samples) {
    const first = Math.max(from, plan.samples);
    clips.push({ scene: null, from: 0, samples: to - first, over: [] });
  }
  return clips;
}

/**
 * Returns a function that finds the sounds in a range of samples, in the order in which they are mixed. In a pass with
 * ascending ranges, it examines each sound only while the sound lasts, because a film can have ten thousand sounds.
 */
function soundsIn(sounds: readonly PlannedSound[]): (from: number, to: number) => readonly PlannedSound[] {
  const byStart = sounds
    .map((sound, order) => ({ sound, order }))
    .toSorted((one, other) => one.sound.startSample - other.sound.startSample);
  let started: typeof byStart = [];
  let next = 0;
  let previousFrom = 0;
  return (from, to) => {
    if (from < previousFrom) [started, next] = [[], 0];
    previousFrom = from;
    for (
      let candidate = byStart[next];
      candidate !== undefined && candidate.sound.startSample < to;
      candidate = byStart[++next]
    )
      started.push(candidate);
    started = started.filter(({ sound }) => sound.startSample + sound.samples > from);
    return started
      .filter(({ sound }) => sound.startSample < to)
      .toSorted((one, other) => one.order - other.order)
      .map(({ sound }) => sound);
  };
}

/** A file of raw samples that another step makes. */
export interface PendingSound {
  /** Resolves with the path when the file is complete, or with null for silence. */
  readonly path: Promise<string | null>;
  /** The path of the growing file; null if the file does not grow. */
  readonly growing: string | null;
}

/** A segment of the film's sound. */
export interface SoundSegment extends PendingSound {
  /** The first sample in the file. */
  readonly from: number;
  readonly samples: number;
  /** The sounds that are mixed in. */
  readonly over: readonly SoundOver[];
}

/** A sound that is mixed over the sound of a scene. */
export interface SoundOver extends PendingSound, Pick<PlannedSound, 'level' | 'turn'> {
  /** The first sample in the file that is mixed. The level also counts samples from the start of the file. */
  readonly from: number;
  /** The bytes per sample in the file. */
  readonly sampleBytes: number;
}

/** Adds the files of the sounds to clips. */
export function soundSegmentsOf(
  clips: readonly Clip[],
  fileOf: (sound: NonNullable<ScenePlan['sound']>) => PendingSound,
): readonly SoundSegment[] {
  return clips.map(({ scene, from, samples, over }) => {
    const sound = scene?.sound ?? null;
    const added = over.map(({ sound: { part, level, turn }, from: begin }) => ({
      ...fileOf(part),
      ...{ from: begin, level, turn, sampleBytes: sampleBytesOf(part.part) },
    }));
    return { ...(sound === null ? SILENT : fileOf(sound)), from, samples, over: added };
  });
}

const SILENT: PendingSound = { path: Promise.resolve(null), growing: null };
