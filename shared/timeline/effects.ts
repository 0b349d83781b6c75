import { assertNever } from '../lib/assert.ts';
import {
  type Effect,
  type EffectOf,
  type EffectSpec,
  type EffectType,
  effectRegistry,
  isAnimatedKind,
} from '../template/effects/effects.ts';
import type { Layer } from '../template/movie/movie.ts';
import type { AttributeSpec } from '../template/value-types/attribute-types.ts';
import { changesNothing } from '../template/value-types/color-types.ts';
import type { EffectAnimation } from '../template/values/animation.ts';
import type { Length } from '../template/values/lengths.ts';
import type { Size } from '../template/values/placement.ts';
import { type MovingValue, onTracks, tracksOf, valueBetween } from './animation.ts';

/** What becomes of the size of a picture by effects. */
export type SizeAfter = (size: Size, effects: readonly Effect[]) => Size;

/**
 * Effects as they are in a layer's own frame, whole or not: those whose keys say something have that, and those that change
 * nothing then are left out. It is the same list where nothing is animated.
 * @param length The layer's, in frames.
 * @param size Of its picture before them: lengths of keys may be percentages of what the effects before have left of it.
 */
export function effectsAt(
  effects: readonly Effect[],
  frame: number,
  length: number,
  size: Size,
  sizeAfter: SizeAfter,
): readonly Effect[] {
  if (effects.every(({ animations }) => animations === undefined)) return effects;
  const now: Effect[] = [];
  let left = size;
  for (const effect of effects) {
    const changed = effect.animations === undefined ? effect : drawnAs(effectAt(effect, frame, length, left));
    if (changed === null) continue;
    now.push(changed);
    left = sizeAfter(left, [changed]);
  }
  return now;
}

function effectAt(effect: Effect, frame: number, length: number, size: Size): Effect {
  const { animations = [], ...still } = effect;
  const { attributes }: EffectSpec = effectRegistry[effect.type];
  const keyed = Object.entries(attributes).flatMap(([name, spec]) => {
    const value = valueAt(animations, name, spec, frame, length, size);
    return value === null ? [] : [[name, value] as const];
  });
  // Each value is of its attribute's own kind: keys were read by the same table.
  return { ...still, parameters: { ...still.parameters, ...Object.fromEntries(keyed) } } as Effect;
}

function valueAt(
  animations: readonly EffectAnimation[],
  name: string,
  { type }: AttributeSpec<unknown>,
  frame: number,
  length: number,
  size: Size,
): MovingValue | null {
  if (!isAnimatedKind(type.kind)) return null;
  const between = onTracks(tracksOf(animations, name, length), frame);
  return between === null ? null : valueBetween(type, between, size, name === 'top' || name === 'bottom');
}

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
function drawnAs(effect: Effect): Effect | null {
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

/**
 * Effects that FFmpeg applies to a video while it decodes it, and that shaders of the preview apply. All others, those
 * with keys, and all effects of what is drawn are applied by the compositor.
 */
const DECODED = ['saturation', 'vignette', 'flip'] as const satisfies readonly EffectType[];

export type DecodedEffectType = (typeof DECODED)[number];
export type DecodedEffect = EffectOf<DecodedEffectType>;

const types: ReadonlySet<EffectType> = new Set(DECODED);

export function isDecodedEffect(effect: Effect): effect is DecodedEffect {
  return types.has(effect.type) && effect.animations === undefined;
}

/** The effects of a video with which its frames are decoded: those before the first that only the compositor applies. */
export function decodedEffects(layer: Pick<Layer, 'effects' | 'animations'>): readonly DecodedEffect[] {
  if (movesInItsBox(layer)) return [];
  const played = playedEffects(layer);
  const first = played.findIndex((effect) => !isDecodedEffect(effect));
  return (first < 0 ? played : played.slice(0, first)).filter(isDecodedEffect);
}

/** The effects of a layer that the compositor applies, in their order. */
export function composedEffects(layer: Layer): readonly Effect[] {
  const played = playedEffects(layer);
  if (layer.kind !== 'video') return played;
  const decoded = decodedEffects(layer).length;
  return decoded === 0 ? played : played.slice(decoded);
}

/** Whether a picture is seen through a window that moves over it: effects do not move with it, so they come after. */
function movesInItsBox({ animations }: Pick<Layer, 'animations'>): boolean {
  return animations.some(
    (each) => each.kind === 'preset' && each.enabled && (each.preset.type === 'kenburns' || each.preset.type === 'pan'),
  );
}
