import { createHash } from 'node:crypto';
import { required } from '../../../shared/lib/assert.ts';
import { joinSteps, pictureList, trackStep } from './join-arguments.ts';
import { ENGINE_VERSION, type Part, partKey } from './part.ts';
import type { RenderPlan } from './plan.ts';

/** The names under which everything that a film is made of is kept. Equal for equal bytes, made by the same FFmpeg. */
export interface FilmKeys {
  readonly film: string;
  /** Null where the sound is encoded as the film is joined, or there is none. */
  readonly track: string | null;
  partOf(part: Part): string;
  /** All of them, the film's own included. */
  readonly all: readonly string[];
}

export function filmKeys(plan: RenderPlan, toolsVersion: string): FilmKeys {
  const parts = new Map<Part, string>();
  for (const { picture, sound } of plan.scenes)
    for (const part of [picture, sound]) if (part !== null) parts.set(part, partKey(part, toolsVersion));
  const partOf = (part: Part): string => required(parts.get(part), 'a part of another film');

  const stretches = plan.scenes.map(({ sound, samples }) => [sound && partOf(sound), samples]);
  const encoding = trackStep(plan, toolsVersion);
  const track = encoding && digest(['track', toolsVersion, encoding.arguments, stretches]);
  const film = digest([
    'film',
    toolsVersion,
    joinSteps(plan, toolsVersion, ''),
    plan.format.picture && pictureList(plan, partOf),
    plan.format.sound && (track ?? stretches),
  ]);
  return { film, track, partOf, all: [film, ...(track === null ? [] : [track]), ...parts.values()] };
}

function digest(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([ENGINE_VERSION, value]))
    .digest('hex');
}
