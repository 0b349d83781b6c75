import type { NodeId } from '../../template/document/document.ts';
import type { Layer, Movie, SoundLayer } from '../../template/movie/movie.ts';
import { easingNamed } from '../../template/value-types/easing-type.ts';
import type { Easing } from '../../template/values/animation.ts';
import { type Frames, frames } from '../../template/values/frame-rate.ts';
import { inPixels } from '../../template/values/lengths.ts';
import type { Size } from '../../template/values/placement.ts';
import { type MovingValue, tracksOf, valueBetween, valueOnTracks, withHandles } from '../../timeline/animation.ts';
import { buildTimeline } from '../../timeline/build-timeline.ts';
import { layerTime } from '../../timeline/time.ts';
import type { KeyframeRef } from '../model/commands.ts';
import { type PlanContext, planningOf } from '../planning/planning.ts';
import {
  type KeyAnimation,
  type KeyEntry,
  type KeyProperty,
  keyPropertiesOf,
  readAnimations,
} from './read-keyframes.ts';

/** A keyframe of one property. */
export interface Keyframe {
  readonly ref: KeyframeRef;
  readonly animation: NodeId;
  /** The local frame of the layer or sound. */
  readonly frame: number;
  /** The written value, including unresolved placeholders. */
  readonly written: string;
  readonly value: unknown;
  /** The easing of the keyframe; null if the easing of the animation applies. */
  readonly ownEasing: string | null;
  /** The easing to the next keyframe. */
  readonly easing: Easing;
  /** The frame of the next keyframe in the animation; null for the last keyframe. */
  readonly next: number | null;
}

/** An animated property of a layer, sound, or effect. */
export interface AnimatedProperty extends KeyProperty {
  readonly node: NodeId;
  /** The keyframes, sorted by time. Keyframes of several animations at the same time are in document order. */
  readonly keys: readonly Keyframe[];
  /** The resolved animations of the property. */
  readonly animations: readonly KeyAnimation['played'][];
  /** The length of the layer or sound in frames. */
  readonly length: number;
}

const LINEAR = easingNamed('linear');

/**
 * Returns the animated properties of a layer, sound, or effect, in the order of the tables; empty if the element is
 * missing.
 * @param length The length of the layer or sound in frames.
 */
export function animatedProperties(context: PlanContext, node: NodeId, length: number): readonly AnimatedProperty[] {
  const planning = planningOf(context);
  const owner = planning.index.elements.get(node)?.element;
  if (owner === undefined) return [];
  const animations = readAnimations(planning, owner, length).filter(({ played }) => played.enabled);
  if (animations.length === 0) return [];
  return keyPropertiesOf(planning, owner).flatMap((property) => {
    const matching = animations.filter(({ entries }) => entries.some((entry) => entry.property === property.name));
    if (matching.length === 0) return [];
    const keys = matching
      .flatMap((animation) => keysOf(node, property.name, animation))
      .toSorted((one, other) => one.frame - other.frame);
    return [{ ...property, node, keys, animations: matching.map(({ played }) => played), length }];
  });
}

/** Returns the keyframes of a property in an animation, each with the easing to the next keyframe. */
export function easingsIn(
  { played, entries }: Pick<KeyAnimation, 'played' | 'entries'>,
  property: string,
): readonly { readonly entry: KeyEntry; readonly easing: Easing; readonly next: number | null }[] {
  const own = entries.filter((entry) => entry.property === property);
  const playedKeys = new Map(played.keys.map((key) => [key.id, key]));
  const last = own.length - 2;
  return own.map((entry, at) => {
    const written = (entry.key === null ? null : playedKeys.get(entry.key)?.easing) ?? played.easing ?? LINEAR;
    const easing = withHandles(written, at === 0 ? played.easeIn : null, at === last ? played.easeOut : null);
    return { entry, easing, next: own[at + 1]?.frame ?? null };
  });
}

function keysOf(node: NodeId, property: string, animation: KeyAnimation): readonly Keyframe[] {
  const { played } = animation;
  const values = new Map(played.keys.map((key) => [key.id, key.values[property]]));
  return easingsIn(animation, property).flatMap(({ entry, easing, next }) => {
    if (entry.key === null) return [];
    const { frame, written, key } = entry;
    const value = values.get(key);
    const ref = { node, property, key };
    return [{ ref, animation: played.id, frame, written, value, ownEasing: entry.easing, easing, next }];
  });
}

/**
 * Returns the value of an animated property at a local frame, which can be fractional; null if the type of the property
 * cannot be interpolated.
 * @param whole The size to which percentages refer.
 */
export function valueAt(
  {
    animations,
    name,
    spec,
    length,
  }: Omit<AnimatedProperty, keyof KeyProperty | 'keys' | 'node'> & Pick<KeyProperty, 'name' | 'spec'>,
  frame: number,
  whole: Size,
): MovingValue | null {
  const between = valueOnTracks(tracksOf(animations, name, length), frame);
  return between === null ? null : valueBetween(spec.type, between, whole, isVertical(name));
}

/**
 * Returns the value of a property in the notation of the template language, rounded to visible digits; null if its type
 * cannot be interpolated.
 */
export function textAt(property: AnimatedProperty, frame: number, whole: Size): string | null {
  const value = valueAt(property, frame, whole);
  return value === null ? null : property.spec.type.format(rounded(value));
}

function isVertical(name: string): boolean {
  return name === 'top' || name === 'bottom' || name === 'height';
}

const PRECISION = 1000;

function rounded(value: MovingValue): MovingValue {
  if (typeof value === 'number') return Math.round(value * PRECISION) / PRECISION + 0;
  if (Array.isArray(value)) return value.map((number: number) => Math.round(number * PRECISION) / PRECISION + 0);
  return roundedParts(value) as MovingValue;
}

/** Rounds nested numbers. Keeps colors unchanged, because their channels and opacity are whole bytes. */
function roundedParts(value: object): object {
  if ('red' in value) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]: [string, unknown]) => {
      if (typeof part === 'number') return [name, Math.round(part * PRECISION) / PRECISION + 0];
      return [name, typeof part === 'object' && part !== null ? roundedParts(part) : part];
    }),
  );
}

/** Returns the keyframe at a frame; null if there is none. */
export function keyAt({ keys }: Pick<AnimatedProperty, 'keys'>, frame: number): Keyframe | null {
  return keys.find((key) => Math.round(key.frame) === frame) ?? null;
}

/** Returns the nearest keyframes before and after a frame. */
export function neighborsOf(
  keys: readonly { readonly frame: number }[],
  frame: number,
): { readonly previous: number | null; readonly next: number | null } {
  const frames = keys.map((key) => Math.round(key.frame));
  const before = frames.filter((keyFrame) => keyFrame < frame);
  const after = frames.filter((keyFrame) => keyFrame > frame);
  return {
    previous: before.length === 0 ? null : Math.max(...before),
    next: after.length === 0 ? null : Math.min(...after),
  };
}

/** The times of a layer, sound, or effect that keyframes need. */
export interface Clock {
  /** The frame of the timeline at local frame 0. It can be negative. */
  readonly begin: number;
  /** The number of local frames in which keyframes are possible. */
  readonly length: number;
  /** The size to which percentages refer: the frame, or the box of the group. */
  readonly whole: Size;
}

const clocks = new WeakMap<Movie, ReadonlyMap<NodeId, Clock>>();

/** Returns the clock of a layer, sound, or effect; null if the movie does not contain it. */
export function clockOf(movie: Movie | null, node: NodeId): Clock | null {
  if (movie === null) return null;
  const byNode = clocks.get(movie) ?? clocksOf(movie);
  clocks.set(movie, byNode);
  return byNode.get(node) ?? null;
}

/** Returns the local frame at a frame of the timeline. */
export function localFrameAt({ begin }: Clock, frame: number): number {
  return frame - begin;
}

/** A container of layers and sounds, with its times. */
interface Container {
  readonly begin: number;
  readonly length: Frames;
  readonly whole: Size;
}

function clocksOf(movie: Movie): ReadonlyMap<NodeId, Clock> {
  const clocksById = new Map<NodeId, Clock>();
  const timeline = buildTimeline(movie);
  const whole = { width: movie.width, height: movie.height };
  for (const { scene, origin } of timeline.scenes) {
    const container = { begin: origin, length: scene.duration, whole };
    addLayers(clocksById, scene.layers, container);
    addSounds(clocksById, scene.sounds, container);
  }
  const container = { begin: 0, length: timeline.length, whole };
  for (const { layers, sounds } of movie.overlays) {
    addLayers(clocksById, layers, container);
    addSounds(clocksById, sounds, container);
  }
  addSounds(clocksById, movie.sounds, container);
  return clocksById;
}

function addLayers(clocksById: Map<NodeId, Clock>, layers: readonly Layer[], container: Container): void {
  for (const layer of layers) {
    const { start, first, length } = layerTime(layer, container.length);
    const clock = { begin: container.begin + start - first, length, whole: container.whole };
    clocksById.set(layer.id, clock);
    for (const effect of layer.effects) clocksById.set(effect.id, clock);
    if (layer.kind === 'group') addLayers(clocksById, layer.layers, { ...clock, whole: boxOf(layer, container.whole) });
    for (const mask of layer.masks) addLayers(clocksById, mask.layers, clock);
  }
}

function boxOf({ box }: Extract<Layer, { kind: 'group' }>, whole: Size): Size {
  const width = box.width === null ? whole.width : inPixels(box.width, whole.width);
  const height = box.height === null ? whole.height : inPixels(box.height, whole.height);
  return { width, height };
}

function addSounds(clocksById: Map<NodeId, Clock>, sounds: readonly SoundLayer[], container: Container): void {
  for (const { id, offset, duration } of sounds) {
    const { start, length } = layerTime({ offset, duration, overlap: 0 }, frames(container.length));
    clocksById.set(id, { begin: container.begin + start, length, whole: container.whole });
  }
}
