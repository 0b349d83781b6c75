import { statement } from '../../statements/statement.ts';
import type { ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import { animatableOfEffect, attributesOfEffectKeys } from '../effects/animatable.ts';
import { type EffectType, effectRegistry } from '../effects/effects.ts';
import { directionAmong } from '../reading/direction-among.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { type AnimatedKind, animatableOf } from '../tables/animatable.ts';
import { type PRESETS, usualAngle, usualUnit } from '../tables/animation-attributes.ts';
import { spellingsIn } from '../tables/attribute-lookup.ts';
import { elementRegistry } from '../tables/elements.ts';
import type { AttributeSpecs, ValuesOf } from '../value-types/attribute-spec.ts';
import type {
  Animation,
  CustomAnimation,
  EffectAnimation,
  EffectValues,
  Key,
  KeyValues,
  PresetValues,
  Side,
  UnitEffect,
} from '../values/animation.ts';

const specs = elementRegistry.animation.attributes;
const { time, easing, ...propertySpecs } = elementRegistry.key.attributes;
/** What every key has, wherever it stands. */
const momentSpecs = { time, easing } as const;

type Values = ValuesOf<typeof specs>;

/** Reads an animation of a layer or sound of that kind; null where it cannot be. */
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
        statement('template/preset-of-sound', { preset: type }),
      );
      return null;
    }
    if (kind !== 'text' && isOfTexts(type)) {
      log.add('template/not-animatable', { node: element.id, attribute: 'type' }, () =>
        statement('template/preset-of-text', { preset: type, element: kind }),
      );
      return null;
    }
    const [first] = children;
    if (first !== undefined)
      log.add('template/no-keys', { node: first.id }, () => statement('template/keys-in-preset', { preset: type }));
    const preset = presetOf(context, element, type, values);
    return preset === null ? null : { kind: 'preset', ...times(values), preset };
  }
  return customOf(context, element, times(values), keys);
}

/** Reads an animation of an effect of that type; null where it cannot be. */
export function resolveEffectAnimation(
  context: ReadingContext,
  effect: EffectType,
  element: ElementNode,
): EffectAnimation | null {
  const { values, times, children } = readAnimation(context, element);
  const own = animatableOfEffect(effect);
  const known = [own, effectRegistry[effect].attributes, propertySpecs, attributesOfEffectKeys];
  const named = { specs: own, known, of: effect };
  const keys = children.map((child) => readKey<EffectValues>(context, child, named));
  if (values === null) return null;
  const { type } = values;
  if (type !== 'custom') {
    context.log.add('template/not-animatable', { node: element.id, attribute: 'type' }, () =>
      statement('template/preset-of-effect', { preset: type, element: effect }),
    );
    return null;
  }
  return customOf(context, element, times(values), keys);
}

/** What every animation says, and its keys, which have not been read. */
function readAnimation(context: ReadingContext, element: ElementNode) {
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const children = knownChildren(context, 'animation', element).map((child) => child.element);
  const surplus = children[limits.keys];
  if (surplus !== undefined)
    context.log.add('template/too-many-layers', { node: surplus.id }, () =>
      statement('template/too-many-keys', { most: limits.keys, keys: children.length }),
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
    log.add('template/no-keys', { node: element.id }, () => statement('template/no-keys'));
    return null;
  }
  const read = keys.filter((key) => key !== null);
  return read.length < keys.length ? null : { kind: 'custom', ...times, keys: read };
}

/** What a key can name, beside its time and easing. */
interface Named {
  readonly specs: AttributeSpecs;
  /** What is known, there or elsewhere: a key that names it where it cannot change is an error. */
  readonly known: readonly AttributeSpecs[];
  /** A layer's kind or an effect's type. */
  readonly of: string;
}

function readKey<Values>(context: ReadingContext, element: ElementNode, { specs: named, known, of }: Named) {
  const { complete: moment } = readAttributes(context, element, momentSpecs);
  const { values } = readAttributes(context, element, named);
  warnOfUnknownAttributes(context, element, [momentSpecs, ...known]);
  knownChildren(context, 'key', element);
  const own = [momentSpecs, named].map(spellingsIn);
  const others = known.map(spellingsIn);
  for (const { name: attribute } of element.attributes) {
    const isIn = (spellings: ReadonlySet<string>) => spellings.has(attribute);
    if (own.some(isIn) || !others.some(isIn)) continue;
    context.log.add('template/not-animatable', { node: element.id, attribute, part: 'name' }, () =>
      statement('template/not-animatable', { property: attribute, element: of }),
    );
  }
  if (moment === null) return null;
  const read = Object.entries(values).filter(([, value]) => value !== null);
  // Those that are null, and they alone, were left out: each has the type of its own entry.
  const key: Key<Values> = { id: element.id, ...moment, values: Object.fromEntries(read) as Partial<Values> };
  return key;
}

function presetOf(
  context: ReadingContext,
  element: ElementNode,
  type: (typeof PRESETS)[number],
  values: Values,
): PresetValues | null {
  const { direction, distance, zoom, from, angle, focus, unit, overlap } = values;
  const side = (): Side | null => directionAmong(context, element, direction, ['left', 'right', 'top', 'bottom']);
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
      return { type, angle: angle ?? usualAngle(type) };
    case 'spin':
      return { type, angle: angle ?? usualAngle(type) };
    case 'kenburns': {
      const way = directionAmong(context, element, direction, ['in', 'out']);
      return way === null ? null : { type, way, zoom, focus };
    }
    case 'pan': {
      const towards = side();
      return towards === null ? null : { type, side: towards, zoom };
    }
    case 'typewriter':
      return { type, unit: unit ?? usualUnit(type) };
    case 'textin':
    case 'textout': {
      const each = unitEffectOf(context, element, type, values);
      return each === null ? null : { type, unit: unit ?? usualUnit(type), overlap, each };
    }
    default:
      return type satisfies never;
  }
}

function isOfTexts(type: (typeof PRESETS)[number]): boolean {
  return type === 'typewriter' || type === 'textin' || type === 'textout';
}

/** What each unit of a text does; one that comes in does not go out. */
function unitEffectOf(
  context: ReadingContext,
  element: ElementNode,
  type: 'textin' | 'textout',
  { effect, direction, distance, from, angle }: Values,
): UnitEffect | null {
  const among = <Option extends string>(options: readonly [Option, ...Option[]]): Option | null =>
    directionAmong(context, element, effect, options, 'effect');
  const meant =
    type === 'textin'
      ? among(['fadein', 'slidein', 'zoomin', 'pop', 'spinin'])
      : among(['fadeout', 'slideout', 'zoomout', 'spinout']);
  switch (meant) {
    case null:
      return null;
    case 'fadein':
    case 'fadeout':
      return { type: 'fade' };
    case 'slidein':
    case 'slideout': {
      const side = directionAmong(context, element, direction, ['left', 'right', 'top', 'bottom']);
      return side === null ? null : { type: 'slide', side, distance };
    }
    case 'zoomin':
    case 'zoomout':
      return { type: 'zoom', from };
    case 'pop':
      return { type: 'pop', from };
    case 'spinin':
    case 'spinout':
      return { type: 'spin', angle: angle ?? usualAngle(meant) };
    default:
      return meant satisfies never;
  }
}
