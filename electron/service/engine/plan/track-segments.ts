import type { Priming } from '../formats/format.ts';
import { PACKET_SAMPLES, type TrackTimes } from '../mp4/track-times.ts';
import type { RenderPlan, ScenePlan } from './plan.ts';
import { type PlannedSound, sampleBytesOf } from './sound-graph.ts';

/** A file of raw samples that is made elsewhere. */
export interface ComingSound {
  /** Settles with its path as soon as it is whole, or with null where nothing is heard. */
  readonly path: Promise<string | null>;
  /** Where it lies until then, longer from moment to moment; null where it does not grow. */
  readonly growing: string | null;
}

/** A stretch of the film's sound. */
export interface SoundSegment extends ComingSound {
  /** First sample of the file. */
  readonly from: number;
  readonly samples: number;
  /** What is added to it. */
  readonly over: readonly SoundOver[];
}

/** A sound that is heard over what a scene's own file holds. */
export interface SoundOver extends ComingSound, Pick<PlannedSound, 'level' | 'turn'> {
  /** First of its samples, counted as its level counts. */
  readonly from: number;
  /** Of its file. */
  readonly sampleBytes: number;
}

/**
 * A piece of the film's encoded sound, made by an encoder of its own, so that an edit costs the segments that it is
 * heard in. Where segments begin depends on nothing but the length of the film.
 */
export interface TrackSegment {
  /** Samples of the film that the encoder is given: from the first up to the second. Silence follows the film. */
  readonly from: number;
  readonly to: number;
  /** Packets that it makes before the segment's own; they are thrown away. */
  readonly lead: number;
  readonly packets: number;
}

/** About 30 s. */
const SEGMENT_PACKETS = 1408;
/**
 * How much is encoded before a segment, because the encoder's rate control learns from what it has encoded. Without it,
 * sound behind a seam is up to 5 dB further from the original. After 10.7 s it is as near as when encoded in one go.
 */
const LEAD_PACKETS = 500;
/** A packet is made of its own samples and the next packet's; the encoder looks one packet further ahead. */
const PACKETS_AHEAD = 2;
/** A film that is shorter than what is left out at its start is filled up to so many packets. */
const FEWEST_PACKETS = 2;

/** The film's sound in segments, in order. The last is up to one and a half times as long: none is very short. */
export function trackSegments(priming: Priming, samples: number): readonly TrackSegment[] {
  const { skipped, packets } = trackOf(priming, samples);
  const count = Math.max(1, Math.round(packets / SEGMENT_PACKETS));
  return Array.from({ length: count }, (_, index) => {
    const begin = index * SEGMENT_PACKETS;
    const end = index === count - 1 ? packets : begin + SEGMENT_PACKETS;
    const lead = Math.min(begin, LEAD_PACKETS);
    return {
      from: skipped + (begin - lead) * PACKET_SAMPLES,
      to: skipped + Math.min((end + PACKETS_AHEAD) * PACKET_SAMPLES, heard(priming, samples)),
      lead,
      packets: end - begin,
    };
  });
}

export function trackTimes(priming: Priming, samples: number): TrackTimes {
  const early = priming.kind === 'trimmed' ? 0 : PACKET_SAMPLES;
  return { early, samples: heard(priming, samples) + PACKET_SAMPLES };
}

function trackOf(priming: Priming, samples: number): { readonly skipped: number; readonly packets: number } {
  return {
    skipped: priming.kind === 'trimmed' ? priming.samples : 0,
    packets: Math.ceil(heard(priming, samples) / PACKET_SAMPLES) + 1,
  };
}

/** Samples that are encoded. */
function heard(priming: Priming, samples: number): number {
  if (priming.kind !== 'trimmed') return samples;
  return Math.max(samples - priming.samples, FEWEST_PACKETS * PACKET_SAMPLES);
}

/** A stretch of a scene's sound, or of silence, with what is heard over all of it. */
export interface Clip {
  readonly scene: ScenePlan | null;
  /** First of the scene's samples. */
  readonly from: number;
  readonly samples: number;
  readonly over: readonly PieceOfSound[];
}

interface PieceOfSound {
  readonly sound: PlannedSound;
  /** First of the sound's samples. */
  readonly from: number;
}

type Sounding = Pick<RenderPlan, 'scenes' | 'music' | 'samples'>;

/**
 * What is heard in a film from a sample up to another, scene by scene; silence behind its end. Where a sound begins or ends
 * over a scene, another clip begins.
 */
export function clipsBetween(plan: Sounding, from: number, to: number): readonly Clip[] {
  const clips: Clip[] = [];
  const heardBetween = soundsIn([...plan.scenes.flatMap(({ sounds }) => sounds), ...plan.music]);
  const add = (scene: ScenePlan | null, origin: number, first: number, last: number): void => {
    const heard = heardBetween(first, last);
    const edges = heard.flatMap(({ startSample, samples }) => [startSample, startSample + samples]);
    const inside = [...new Set(edges)].filter((edge) => edge > first && edge < last).toSorted((a, b) => a - b);
    for (const [index, begin] of [first, ...inside].entries()) {
      const over = heard
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
 * Gives the sounds that are heard from a sample up to another, in their own order, which is that in which they are added.
 * Asked from the start of a film to its end it looks at each sound once, and again only where it goes on: a film may have
 * ten thousand scenes with a sound each.
 */
function soundsIn(sounds: readonly PlannedSound[]): (from: number, to: number) => readonly PlannedSound[] {
  const byStart = sounds
    .map((sound, order) => ({ sound, order }))
    .toSorted((one, other) => one.sound.startSample - other.sound.startSample);
  let begun: typeof byStart = [];
  let next = 0;
  let before = 0;
  return (from, to) => {
    if (from < before) [begun, next] = [[], 0];
    before = from;
    for (let each = byStart[next]; each !== undefined && each.sound.startSample < to; each = byStart[++next])
      begun.push(each);
    begun = begun.filter(({ sound }) => sound.startSample + sound.samples > from);
    return begun
      .filter(({ sound }) => sound.startSample < to)
      .toSorted((one, other) => one.order - other.order)
      .map(({ sound }) => sound);
  };
}

/** Clips with the files that their sound lies in, or comes to. */
export function soundSegmentsOf(
  clips: readonly Clip[],
  fileOf: (sound: NonNullable<ScenePlan['sound']>) => ComingSound,
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

const SILENT: ComingSound = { path: Promise.resolve(null), growing: null };
