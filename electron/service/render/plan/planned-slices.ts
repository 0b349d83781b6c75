import type { FormatName } from '../formats/formats.ts';
import { formatWith } from '../formats/hardware-encoders.ts';
import { type FilmKeys, withParts } from './film-keys.ts';
import type { PlannedFilm } from './film-planner.ts';
import type { RenderPlan, ScenePlan } from './plan.ts';

/** A planned film without its scenes, as data that can be sent to another thread. */
export interface PlannedHead {
  readonly plan: Omit<RenderPlan, 'format' | 'scenes'>;
  readonly format: FormatName;
  readonly keys: Omit<FilmKeys, 'all'>;
  /** How many scenes follow. */
  readonly scenes: number;
}

export function headOf({ plan, keys }: PlannedFilm, format: FormatName): PlannedHead {
  const { format: _format, scenes, ...rest } = plan;
  return { plan: rest, format, keys: { film: keys.film, track: keys.track }, scenes: scenes.length };
}

/** What {@link headOf} was made of. */
export function assemblePlanned({ plan, format, keys }: PlannedHead, scenes: readonly ScenePlan[]): PlannedFilm {
  return {
    plan: { ...plan, format: formatWith(format, plan.hardware), scenes },
    keys: withParts(keys, scenes),
  };
}
