import { assertNever } from '../../lib/assert.ts';
import type { Effect, EffectOf } from '../../template/effects/effects.ts';
import type { Layer } from '../../template/movie/movie.ts';
import { changesNothing } from '../../template/value-types/matrix-type.ts';
import type { Length } from '../../template/values/lengths.ts';

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
  const played = effects.flatMap((effect) => (effect.enabled ? (mayChange(effect) ?? []) : []));
  known.set(effects, played);
  return played;
}

/** Whether effects make of one picture another in every frame. */
export function areMoving(effects: readonly Pick<Effect, 'type' | 'animations'>[]): boolean {
  return effects.some(({ type, animations }) => type === 'noise' || animations !== undefined);
}

/** One with keys is another in each frame: `effects-at.ts` says what it is then. */
function mayChange(effect: Effect): Effect | null {
  return effect.animations === undefined ? drawnAs(effect) : effect;
}

/** An effect with the numbers that it is drawn with. Null where it changes nothing, so that no rounding may either. */
export function drawnAs(effect: Effect): Effect | null {
  if (isUnchanging(effect)) return null;
  if (effect.type !== 'saturation' || effect.parameters.intensity <= CLIPS_ALL) return effect;
  return { ...effect, parameters: { ...effect.parameters, intensity: CLIPS_ALL } };
}

function isUnchanging(effect: Effect): boolean {
  switch (effect.type) {
    case 'vignette':
      return effect.parameters.aperture === 0;
    case 'saturation':
    case 'brightness':
    case 'contrast':
      return effect.parameters.intensity === 1;
    case 'gamma':
      return effect.parameters.gamma === 1;
    case 'hue':
    case 'rotate':
      return effect.parameters.angle % 360 === 0;
    case 'grayscale':
    case 'sepia':
    case 'invert':
    case 'tint':
      return effect.parameters.amount === 0;
    case 'colormatrix':
      return changesNothing(effect.parameters.matrix);
    case 'blur':
      return effect.parameters.radius === 0;
    case 'dropshadow':
      return effect.parameters.color.alpha === 0;
    case 'crop': {
      const { top, right, bottom, left } = effect.parameters;
      return [top, right, bottom, left].every(({ amount }) => amount === 0);
    }
    case 'sharpen':
      return effect.parameters.amount === 0 || effect.parameters.radius === 0;
    case 'glow':
      return effect.parameters.intensity === 0;
    case 'tiltshift':
      return effect.parameters.radius === 0;
    case 'cube':
    case 'noise':
      return effect.parameters.amount === 0;
    case 'chromakey':
    case 'flip':
      return false;
    case 'perspective':
      return isAtItsCorners(effect.parameters);
    default:
      return assertNever(effect);
  }
}

function isAtItsCorners(corners: EffectOf<'perspective'>['parameters']): boolean {
  const { upperleft, upperright, lowerleft, lowerright } = corners;
  const isNothing = ({ amount }: Length) => amount === 0;
  const isAll = ({ amount, unit }: Length) => unit === '%' && amount === 100;
  const across = isNothing(upperleft.across) && isAll(upperright.across);
  const down = isNothing(upperleft.down) && isNothing(upperright.down);
  const below =
    isNothing(lowerleft.across) && isAll(lowerleft.down) && isAll(lowerright.across) && isAll(lowerright.down);
  return across && down && below;
}
