import { message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { type Attribute, attributeValue, type ElementNode } from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { nearestName } from '../template/document/names.ts';
import {
  animatableAttributesOf,
  attributesOfEffectKeys,
  type Effect,
  type EffectElement,
  type EffectOf,
  type EffectSpec,
  type EffectType,
  effectRegistry,
  effectTypeNamed,
  effectTypesOf,
} from '../template/effects/effects.ts';
import { type AnimatedKind, animatableOf, HEARD_PROPERTIES } from '../template/movie/movie-kinds.ts';
import {
  defaultAngle,
  defaultUnit,
  type PRESETS,
  SIDES,
  UNIT_EFFECTS_BY_PRESET,
  ZOOM_DIRECTIONS,
} from '../template/tables/animation-attributes.ts';
import { spellingsIn } from '../template/tables/attribute-lookup.ts';
import { elementRegistry } from '../template/tables/elements.ts';
import type { AttributeSpecs, ValuesOf } from '../template/value-types/attribute-types.ts';
import type {
  Animation,
  CustomAnimation,
  EffectAnimation,
  EffectValues,
  Key,
  KeyProperty,
  KeyValues,
  PresetValues,
  Side,
  UnitEffect,
} from '../template/values/animation.ts';
import { checkSource, knownChildren } from './children.ts';
import {
  checkCounts,
  directionAmong,
  exactDecimal,
  readAttributes,
  refuse,
  resolvedText,
  warnOfUnknownAttributes,
} from './read-attributes.ts';
import type { ReadingContext } from './reading-context.ts';

const specs = elementRegistry.animation.attributes;
const { time, easing, ...propertySpecs } = elementRegistry.key.attributes;
/** The attributes of every keyframe. */
const timingSpecs = { time, easing } as const;

type Values = ValuesOf<typeof specs>;

/** Reads an animation of a layer or sound of this kind. Returns null if it is invalid. */
export function resolveAnimation(context: ReadingContext, kind: AnimatedKind, element: ElementNode): Animation | null {
  const { log } = context;
  const { values, times, children } = readAnimation(context, element);
  const allowed: readonly string[] = animatableOf(kind);
  const own = Object.fromEntries(Object.entries(propertySpecs).filter(([name]) => allowed.includes(name)));
  const named = { specs: own, known: [propertySpecs], of: kind };
  const keys = children.map((child) => readKey<KeyValues>(context, child, named));
  if (values === null) return null;
  const { type } = values;
  if (type !== 'custom') {
    if (kind === 'audio') {
      log.add('template/not-animatable', { node: element.id, attribute: 'type' }, () =>
        message('template/preset-of-sound', { preset: type }),
      );
      return null;
    }
    if (kind !== 'text' && isTextPreset(type)) {
      const code = type === 'countup' ? 'template/preset-of-number' : 'template/preset-of-text';
      log.add('template/not-animatable', { node: element.id, attribute: 'type' }, () =>
        message(code, { preset: type, element: kind }),
      );
      return null;
    }
    const [first] = children;
    if (first !== undefined)
      log.add('template/no-keys', { node: first.id }, () => message('template/keys-in-preset', { preset: type }));
    const preset = presetOf(context, element, type, values);
    return preset === null ? null : { kind: 'preset', ...times(values), preset };
  }
  return customOf(context, element, times(values), keys);
}

/** Reads an animation of an effect of this type. Returns null if it is invalid. */
function resolveEffectAnimation(
  context: ReadingContext,
  effect: EffectType,
  element: ElementNode,
): EffectAnimation | null {
  const { values, times, children } = readAnimation(context, element);
  const own = animatableAttributesOf(effect);
  const tables = [own, effectRegistry[effect].attributes, propertySpecs, attributesOfEffectKeys];
  const named = { specs: own, known: tables, of: effect };
  const keys = children.map((child) => readKey<EffectValues>(context, child, named));
  if (values === null) return null;
  const { type } = values;
  if (type !== 'custom') {
    context.log.add('template/not-animatable', { node: element.id, attribute: 'type' }, () =>
      message('template/preset-of-effect', { preset: type, element: effect }),
    );
    return null;
  }
  return customOf(context, element, times(values), keys);
}

/** Reads the common attributes of an animation, and finds its keyframe elements. */
function readAnimation(context: ReadingContext, element: ElementNode) {
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const children = knownChildren(context, 'animation', element).map((child) => child.element);
  const surplus = children[limits.keys];
  if (surplus !== undefined)
    context.log.add('template/too-many-layers', { node: surplus.id }, () =>
      message('template/too-many-keys', { most: limits.keys, keys: children.length }),
    );
  const times = ({ enabled, offset, duration, easing, easein, easeout, repeat, alternate }: Values) => ({
    id: element.id,
    enabled,
    offset,
    duration,
    easing,
    easeIn: easein,
    easeOut: easeout,
    repeat,
    alternate,
  });
  return { values: complete, times, children };
}

function customOf<Values>(
  { log }: ReadingContext,
  element: ElementNode,
  times: Omit<CustomAnimation<Values>, 'kind' | 'keys'>,
  keys: readonly (Key<Values> | null)[],
): CustomAnimation<Values> | null {
  if (keys.length === 0) {
    log.add('template/no-keys', { node: element.id }, () => message('template/no-keys'));
    return null;
  }
  const read = keys.filter((key) => key !== null);
  return read.length < keys.length ? null : { kind: 'custom', ...times, keys: read };
}

/** The properties that a keyframe can have in addition to its time and easing. */
interface KeyframeProperties {
  readonly specs: AttributeSpecs;
  /** The attributes of all kinds of keyframes. A known attribute that cannot be animated here is an error. */
  readonly known: readonly AttributeSpecs[];
  /** The kind of the layer or the type of the effect. */
  readonly of: string;
}

function readKey<Values>(
  context: ReadingContext,
  element: ElementNode,
  { specs: named, known, of }: KeyframeProperties,
) {
  const { complete: timing } = readAttributes(context, element, timingSpecs);
  const { values } = readAttributes(context, element, named);
  warnOfUnknownAttributes(context, element, [timingSpecs, ...known]);
  knownChildren(context, 'key', element);
  const own = [timingSpecs, named].map(spellingsIn);
  const others = known.map(spellingsIn);
  for (const { name: attribute } of element.attributes) {
    const isIn = (spellings: ReadonlySet<string>) => spellings.has(attribute);
    if (own.some(isIn) || !others.some(isIn)) continue;
    context.log.add('template/not-animatable', { node: element.id, attribute, part: 'name' }, () =>
      message('template/not-animatable', { property: attribute, element: of }),
    );
  }
  if (timing === null) return null;
  const read = Object.entries(values).filter(([, value]) => value !== null);
  // The cast is safe: only null values are removed, so every remaining value has the type of its entry.
  const key: Key<Values> = { id: element.id, ...timing, values: Object.fromEntries(read) as Partial<Values> };
  // Check `of`, because effects can have an attribute with the same name.
  const exact = of === 'text' && Object.hasOwn(key.values, 'value') ? exactDecimal(context, element, 'value') : null;
  return exact === null ? key : { ...key, exactValue: exact };
}

function presetOf(
  context: ReadingContext,
  element: ElementNode,
  type: (typeof PRESETS)[number],
  values: Values,
): PresetValues | null {
  const { direction, distance, zoom, from, angle, focus, unit, overlap } = values;
  const side = (): Side | null => directionAmong(context, element, direction, SIDES);
  switch (type) {
    case 'fadein':
    case 'fadeout':
      return { type };
    case 'slidein':
    case 'slideout': {
      const towards = side();
      return towards === null ? null : { type, side: towards, distance };
    }
    case 'zoomin':
    case 'zoomout':
    case 'pop':
      return { type, from };
    case 'spinin':
    case 'spinout':
      return { type, angle: angle ?? defaultAngle(type) };
    case 'spin':
      return { type, angle: angle ?? defaultAngle(type) };
    case 'kenburns': {
      const phase = directionAmong(context, element, direction, ZOOM_DIRECTIONS);
      return phase === null ? null : { type, way: phase, zoom, focus };
    }
    case 'pan': {
      const towards = side();
      return towards === null ? null : { type, side: towards, zoom };
    }
    case 'countup':
      return { type, start: values.start };
    case 'typewriter':
      return { type, unit: unit ?? defaultUnit(type) };
    case 'textin':
    case 'textout': {
      const unitEffect = unitEffectOf(context, element, type, values);
      return unitEffect === null ? null : { type, unit: unit ?? defaultUnit(type), overlap, each: unitEffect };
    }
    default:
      return type satisfies never;
  }
}

function isTextPreset(type: (typeof PRESETS)[number]): boolean {
  return type === 'typewriter' || type === 'textin' || type === 'textout' || type === 'countup';
}

/**
 * Returns the movement of each unit of a text. Returns null if a `textin` has an exit effect, or a `textout` has an
 * entrance effect.
 */
function unitEffectOf(
  context: ReadingContext,
  element: ElementNode,
  type: 'textin' | 'textout',
  { effect, direction, distance, from, angle }: Values,
): UnitEffect | null {
  const option = <Option extends string>(options: readonly [Option, ...Option[]]): Option | null =>
    directionAmong(context, element, effect, options, 'effect');
  const unitEffect = type === 'textin' ? option(UNIT_EFFECTS_BY_PRESET.textin) : option(UNIT_EFFECTS_BY_PRESET.textout);
  switch (unitEffect) {
    case null:
      return null;
    case 'fadein':
    case 'fadeout':
      return { type: 'fade' };
    case 'slidein':
    case 'slideout': {
      const side = directionAmong(context, element, direction, SIDES);
      return side === null ? null : { type: 'slide', side, distance };
    }
    case 'zoomin':
    case 'zoomout':
      return { type: 'zoom', from };
    case 'pop':
      return { type: 'pop', from };
    case 'spinin':
    case 'spinout':
      return { type: 'spin', angle: angle ?? defaultAngle(unitEffect) };
    default:
      return unitEffect satisfies never;
  }
}

/** The attributes that all effects have in addition to the attributes of their type. */
const switchSpecs = {
  filter: { enabled: elementRegistry.filter.attributes.enabled },
  transform: { enabled: elementRegistry.transform.attributes.enabled },
} as const satisfies Record<EffectElement, unknown>;

/** Reads a `filter` or `transform`. Returns null if it is invalid or its type is unknown. */
export function resolveEffect(context: ReadingContext, element: ElementNode, carrier: EffectElement): Effect | null {
  const written = element.attributes.find((attribute) => attribute.name === 'type');
  const type = written === undefined ? null : effectType(context, element, carrier, written);
  if (written === undefined) readAttributes(context, element, { type: elementRegistry[carrier].attributes.type });
  const { complete } = readAttributes(context, element, switchSpecs[carrier]);
  const children = knownChildren(context, carrier, element).map((child) => child.element);
  checkCounts(context, element);
  if (type === null) return null;
  const animations = children.map((child) => resolveEffectAnimation(context, type, child));
  const effect = buildEffect(context, element, type, complete?.enabled);
  const played = animations.filter((animation) => animation !== null).filter((animation) => animation.enabled);
  return effect === null || played.length === 0 ? effect : { ...effect, animations: played };
}

function effectType(
  context: ReadingContext,
  element: ElementNode,
  carrier: EffectElement,
  written: Attribute,
): EffectType | null {
  const resolved = resolvedText(context, element, written);
  if (resolved === undefined) return null;
  const name = resolved.text.trim();
  const type = effectTypeNamed(name);
  const at = { node: element.id, attribute: written.name };
  if (type === null) {
    const types = effectTypesOf(carrier);
    if (name === '') refuse(context, element, written.name, resolved, message('value/no-option', { options: types }));
    else
      context.log.add('template/unknown-element', at, () =>
        message('template/unknown-effect', { name: shortened(name), carrier, meant: nearestName(name, types) }),
      );
    return null;
  }
  const owner: EffectElement = effectRegistry[type].element;
  if (owner === carrier) return type;
  context.log.add('template/effect-element', at, () =>
    message('template/effect-element', { effect: type, carrier, owner }),
  );
  return null;
}

function buildEffect<Type extends EffectType>(
  context: ReadingContext,
  element: ElementNode,
  type: Type,
  enabled: boolean | undefined,
): EffectOf<Type> | null {
  const specs: (typeof effectRegistry)[Type]['attributes'] = effectRegistry[type].attributes;
  const { complete: parameters } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [elementRegistry[effectRegistry[type].element].attributes, specs]);
  const { oneOf }: EffectSpec = effectRegistry[type];
  if (oneOf !== undefined) {
    checkSource(context, element);
    if (oneOf.every((name) => attributeValue(element, name) === undefined)) return null;
  }
  if (parameters === null || enabled === undefined) return null;
  // TypeScript cannot match an object with a mapped type that is indexed by a type parameter.
  return { id: element.id, type, enabled, parameters } as EffectOf<Type>;
}

/** The animations of the picture and the animations of the sound. */
interface SplitAnimations {
  readonly picture: readonly Animation[];
  readonly sound: readonly CustomAnimation[];
}

const soundPropertyNames: ReadonlySet<string> = new Set<KeyProperty>(HEARD_PROPERTIES);

/**
 * Separates animations of the sound from animations of the picture, because a change of the volume must not invalidate
 * the cached picture. An animation of both becomes two animations. Both keep all keyframes, because keyframes determine
 * the duration.
 */
export function splitAnimations(animations: readonly Animation[]): SplitAnimations {
  return {
    picture: animations.flatMap((animation): readonly Animation[] => {
      if (animation.kind === 'preset' || !hasProperty(animation, isSoundProperty)) return [animation];
      return hasProperty(animation, isPictureProperty) ? [withValues(animation, isPictureProperty)] : [];
    }),
    sound: animations.flatMap((animation) =>
      animation.kind === 'custom' && hasProperty(animation, isSoundProperty)
        ? [withValues(animation, isSoundProperty)]
        : [],
    ),
  };
}

function isSoundProperty(property: string): boolean {
  return soundPropertyNames.has(property);
}

function isPictureProperty(property: string): boolean {
  return !isSoundProperty(property);
}

function hasProperty({ keys }: CustomAnimation, matches: (property: string) => boolean): boolean {
  return keys.some(({ values }) => Object.keys(values).some(matches));
}

function withValues(animation: CustomAnimation, matches: (property: string) => boolean): CustomAnimation {
  const keys = animation.keys.map((key): Key => {
    const values = Object.entries(key.values).filter(([property]) => matches(property));
    return { ...key, values: Object.fromEntries(values) };
  });
  return { ...animation, keys };
}
