import {
  type Effect,
  type EffectOf,
  type EffectSpec,
  type EffectType,
  effectRegistry,
  isAnimatedKind,
  isNeutral,
} from '../template/effects/effects.ts';
import type { Layer } from '../template/movie/movie.ts';
import type { AttributeSpec } from '../template/value-types/attribute-types.ts';
import type { EffectAnimation } from '../template/values/animation.ts';
import type { Size } from '../template/values/placement.ts';
import { type MovingValue, tracksOf, valueBetween, valueOnTracks } from './animation.ts';

/** Returns the size of a picture after effects, for example after cropping. */
export type SizeAfter = (size: Size, effects: readonly Effect[]) => Size;

/**
 * Returns the effects at a local frame, which can be fractional, with the animated values of their parameters. Effects
 * without influence are omitted. Returns the same list if no effect is animated.
 * @param length The length of the layer in frames.
 * @param size The size of the picture before the effects. Percentages of keyframes refer to the size after the
 * preceding effects.
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
  let currentSize = size;
  for (const effect of effects) {
    const changed = effect.animations === undefined ? effect : drawnAs(effectAt(effect, frame, length, currentSize));
    if (changed === null) continue;
    now.push(changed);
    currentSize = sizeAfter(currentSize, [changed]);
  }
  return now;
}

function effectAt(effect: Effect, frame: number, length: number, size: Size): Effect {
  const { animations = [], ...unanimated } = effect;
  const { attributes }: EffectSpec = effectRegistry[effect.type];
  const keyed = Object.entries(attributes).flatMap(([name, spec]) => {
    const value = valueAt(animations, name, spec, frame, length, size);
    return value === null ? [] : [[name, value] as const];
  });
  // The cast is safe: the attribute types parsed the keyframes, and therefore the values have the types of the
  // parameters.
  return { ...unanimated, parameters: { ...unanimated.parameters, ...Object.fromEntries(keyed) } } as Effect;
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
  const between = valueOnTracks(tracksOf(animations, name, length), frame);
  return between === null ? null : valueBetween(type, between, size, name === 'top' || name === 'bottom');
}

/** The maximum saturation. At much lower values, every chroma is already gray or clipped. */
const MAX_SATURATION = 10_000;

const effectsCache = new WeakMap<Layer['effects'], readonly Effect[]>();

/**
 * Returns the enabled effects of a layer that change its picture, with the parameters for drawing. Equal input returns
 * the same list, because results are cached.
 */
export function playedEffects({ effects }: Pick<Layer, 'effects'>): readonly Effect[] {
  const before = effectsCache.get(effects);
  if (before !== undefined) return before;
  const played = effects.flatMap((effect) => (effect.enabled ? (mayChange(effect) ?? []) : []));
  effectsCache.set(effects, played);
  return played;
}

/** Returns whether effects change a still picture over time. */
export function areMoving(effects: readonly Pick<Effect, 'type' | 'animations'>[]): boolean {
  return effects.some(({ type, animations }) => type === 'noise' || animations !== undefined);
}

/**
 * Returns the effect, or null if it cannot change the picture. An effect with keyframes is always returned, because
 * only {@link effectsAt} computes its values.
 */
function mayChange(effect: Effect): Effect | null {
  return effect.animations === undefined ? drawnAs(effect) : effect;
}

/**
 * Returns an effect with the parameters for drawing; null for a neutral effect, because applying it would only add
 * rounding errors.
 */
function drawnAs(effect: Effect): Effect | null {
  if (isNeutral(effect.type, effect.parameters)) return null;
  if (effect.type !== 'saturation' || effect.parameters.intensity <= MAX_SATURATION) return effect;
  return { ...effect, parameters: { ...effect.parameters, intensity: MAX_SATURATION } };
}

/**
 * The effects that FFmpeg applies while it decodes a video, and that the preview applies in shaders. The compositor
 * applies the other effects, effects with keyframes, and all effects of drawn layers.
 */
const DECODED = ['saturation', 'vignette', 'flip'] as const satisfies readonly EffectType[];

export type DecodedEffectType = (typeof DECODED)[number];
export type DecodedEffect = EffectOf<DecodedEffectType>;

const types: ReadonlySet<EffectType> = new Set(DECODED);

export function isDecodedEffect(effect: Effect): effect is DecodedEffect {
  return types.has(effect.type) && effect.animations === undefined;
}

/**
 * Returns the effects of a video that are applied during decoding: the effects before the first effect for the
 * compositor.
 */
export function effectsAppliedWhileDecoding(layer: Pick<Layer, 'effects' | 'animations'>): readonly DecodedEffect[] {
  if (hasWindowPreset(layer)) return [];
  const played = playedEffects(layer);
  const first = played.findIndex((effect) => !isDecodedEffect(effect));
  return (first < 0 ? played : played.slice(0, first)).filter(isDecodedEffect);
}

/** Returns the effects of a layer that the compositor applies, in order. */
export function composedEffects(layer: Layer): readonly Effect[] {
  const played = playedEffects(layer);
  if (layer.kind !== 'video') return played;
  const decoded = effectsAppliedWhileDecoding(layer).length;
  return decoded === 0 ? played : played.slice(decoded);
}

/**
 * Returns whether a preset moves a window over the picture. The effects must then follow the preset, because they do
 * not move with the window.
 */
function hasWindowPreset({ animations }: Pick<Layer, 'animations'>): boolean {
  return animations.some(
    (animation) =>
      animation.kind === 'preset' &&
      animation.enabled &&
      (animation.preset.type === 'kenburns' || animation.preset.type === 'pan'),
  );
}
