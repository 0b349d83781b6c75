import { createHash } from 'node:crypto';
import { required } from '../../../shared/lib/assert.ts';
import { joinSteps, pictureList, trackEncoding } from './join-arguments.ts';
import { LAYOUT_VERSION } from './mp4-film.ts';
import { ENGINE_VERSION, type Part, partKey } from './part.ts';
import type { RenderPlan } from './plan.ts';
import { clipsBetween, trackSegments } from './track-segments.ts';

/** The names under which everything that a film is made of is kept. Equal for equal bytes, made by the same FFmpeg. */
export interface FilmKeys {
  readonly film: string;
  /** Of the segments of its sound; null where that is encoded as the film is joined, or there is none. */
  readonly track: readonly string[] | null;
  partOf(part: Part): string;
  /** All of them, the film's own included. */
  readonly all: readonly string[];
}

export function filmKeys(plan: RenderPlan, toolsVersion: string): FilmKeys {
  const parts = new Map<Part, string>();
  for (const { picture, sound } of plan.scenes)
    for (const part of [picture, sound]) if (part !== null) parts.set(part, partKey(part, toolsVersion));
  const partOf = (part: Part): string => required(parts.get(part), 'a part of another film');

  const soundBetween = (from: number, to: number) =>
    clipsBetween(plan, from, to).map(({ scene, from, samples }) => [
      scene?.sound && partOf(scene.sound),
      from,
      samples,
    ]);
  const { sound } = plan.format;
  const segments = sound?.segmented === true ? trackSegments(sound.priming, plan.samples) : null;
  const track =
    segments?.map(({ from, to, lead, packets }) =>
      digest(['segment', toolsVersion, trackEncoding(plan), lead, packets, soundBetween(from, to)]),
    ) ?? null;
  const film = digest([
    'film',
    toolsVersion,
    plan.format.joinedBy === 'us' && LAYOUT_VERSION,
    joinSteps(plan, toolsVersion, ''),
    plan.format.picture && pictureList(plan, partOf),
    sound && (track ?? soundBetween(0, plan.samples)),
  ]);
  return { film, track, partOf, all: [film, ...(track ?? []), ...parts.values()] };
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, value]))
    .digest('hex');
}
