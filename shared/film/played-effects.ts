import { assertNever } from '../lib/assert.ts';
import type { Layer } from '../template/movie/movie.ts';
import type { Effect } from '../template/tables/effects.ts';

/** Every chroma is grey or clipped long before: the least one above grey times this is past the end of the scale. */
const CLIPS_ALL = 10_000;

const known = new WeakMap<Layer['effects'], readonly Effect[]>();

/**
 * The effects of a layer that are switched on and change something, with the numbers that engine and preview draw them
 * with. It is the same list each time for the same effects.
 */
export function playedEffects({ effects }: Pick<Layer, 'effects'>): readonly Effect[] {
  const before = known.get(effects);
  if (before !== undefined) return before;
  const played = effects.flatMap((effect) => (effect.enabled ? (drawnAs(effect) ?? []) : []));
  known.set(effects, played);
  return played;
}

/** Null where it changes nothing, so that no rounding may either. */
function drawnAs(effect: Effect): Effect | null {
  switch (effect.type) {
    case 'saturation': {
      const { intensity } = effect.parameters;
      if (intensity === 1) return null;
      return intensity <= CLIPS_ALL
        ? effect
        : { ...effect, parameters: { ...effect.parameters, intensity: CLIPS_ALL } };
    }
    case 'vignette':
      return effect.parameters.aperture === 0 ? null : effect;
    case 'flip':
      return effect;
    default:
      return assertNever(effect);
  }
}
