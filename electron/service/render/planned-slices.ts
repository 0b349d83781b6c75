import { required } from '../../../shared/lib/assert.ts';
import type { FilmKeys } from './film-keys.ts';
import type { PlannedFilm } from './film-planner.ts';
import type { FormatName } from './formats.ts';
import { formatWith } from './hardware-encoders.ts';
import type { Part } from './part.ts';
import type { RenderPlan, ScenePlan } from './plan.ts';

/** A planned film without its scenes, as data that can be sent to another thread. */
export interface PlannedHead {
  readonly plan: Omit<RenderPlan, 'format' | 'scenes'>;
  readonly format: FormatName;
  readonly keys: Pick<FilmKeys, 'film' | 'track'>;
  /** How many scenes follow. */
  readonly scenes: number;
}

/** A scene of it, with the keys of its parts. */
export interface PlannedScene {
  readonly scene: ScenePlan;
  readonly picture: string | null;
  readonly sound: string | null;
}

export function headOf({ plan, keys }: PlannedFilm, format: FormatName): PlannedHead {
  const { format: _format, scenes, ...rest } = plan;
  return { plan: rest, format, keys: { film: keys.film, track: keys.track }, scenes: scenes.length };
}

export function scenesOf({ plan, keys }: PlannedFilm, start: number, end: number): readonly PlannedScene[] {
  const keyOf = (part: Part | null) => (part === null ? null : keys.partOf(part));
  return plan.scenes
    .slice(start, end)
    .map((scene) => ({ scene, picture: keyOf(scene.picture), sound: keyOf(scene.sound) }));
}

/** What {@link headOf} and {@link scenesOf} were made of. */
export function assemblePlanned({ plan, format, keys }: PlannedHead, scenes: readonly PlannedScene[]): PlannedFilm {
  const parts = new Map<Part, string>();
  for (const { scene, picture, sound } of scenes) {
    if (scene.picture !== null && picture !== null) parts.set(scene.picture, picture);
    if (scene.sound !== null && sound !== null) parts.set(scene.sound, sound);
  }
  const { film, track } = keys;
  return {
    plan: { ...plan, format: formatWith(format, plan.hardware), scenes: scenes.map(({ scene }) => scene) },
    keys: {
      film,
      track,
      partOf: (part) => required(parts.get(part), 'a part of another film'),
      all: [film, ...(track ?? []), ...parts.values()],
    },
  };
}
