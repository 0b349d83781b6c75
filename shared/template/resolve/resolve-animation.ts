import { statement } from '../../statements/statement.ts';
import type { ElementNode } from '../document/document.ts';
import { limits } from '../document/limits.ts';
import { directionAmong } from '../reading/direction-among.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { type AnimatedKind, animatableOf } from '../tables/animatable.ts';
import type { PRESETS } from '../tables/animation-attributes.ts';
import { elementRegistry } from '../tables/elements.ts';
import type { ValuesOf } from '../value-types/attribute-spec.ts';
import type { Animation, Key, KeyValues, PresetValues, Side } from '../values/animation.ts';

const specs = elementRegistry.animation.attributes;
const keySpecs = elementRegistry.key.attributes;

type Values = ValuesOf<typeof specs>;

/** Reads an animation of a layer or sound of that kind; null where it cannot be. */
export function resolveAnimation(context: ReadingContext, kind: AnimatedKind, element: ElementNode): Animation | null {
  const { log } = context;
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const children = knownChildren(context, 'animation', element).map((child) => child.element);
  const surplus = children[limits.keys];
  if (surplus !== undefined)
    log.add('template/too-many-layers', { node: surplus.id }, () =>
      statement('template/too-many-keys', { most: limits.keys, keys: children.length }),
    );
  const keys = children.map((child) => resolveKey(context, kind, child));
  if (complete === null) return null;
  const { enabled, offset, duration, easing, easein, easeout, repeat, alternate, type } = complete;
  const times = {
    id: element.id,
    enabled,
    offset,
    duration,
    easing,
    easeIn: easein,
    easeOut: easeout,
    repeat,
    alternate,
  };
  if (type !== 'custom') {
    if (kind === 'audio') {
      log.add('template/not-animatable', { node: element.id, attribute: 'type' }, () =>
        statement('template/preset-of-sound', { preset: type }),
      );
      return null;
    }
    const [first] = children;
    if (first !== undefined)
      log.add('template/no-keys', { node: first.id }, () => statement('template/keys-in-preset', { preset: type }));
    const preset = presetOf(context, element, type, complete);
    return preset === null ? null : { kind: 'preset', ...times, preset };
  }
  if (children.length === 0) {
    log.add('template/no-keys', { node: element.id }, () => statement('template/no-keys'));
    return null;
  }
  const read = keys.filter((key) => key !== null);
  return read.length < keys.length ? null : { kind: 'custom', ...times, keys: read };
}

function resolveKey(context: ReadingContext, kind: AnimatedKind, element: ElementNode): Key | null {
  const { complete } = readAttributes(context, element, keySpecs);
  warnOfUnknownAttributes(context, element, [keySpecs]);
  knownChildren(context, 'key', element);
  if (complete === null) return null;
  const { time, easing, ...properties } = complete;
  const allowed = animatableOf(kind);
  const entries = Object.entries(properties).filter(([, value]) => value !== null);
  for (const [name] of entries) {
    if (allowed.some((each) => each === name)) continue;
    const attribute = element.attributes.find((each) => each.name === name || each.name === 'size')?.name ?? name;
    context.log.add('template/not-animatable', { node: element.id, attribute, part: 'name' }, () =>
      statement('template/not-animatable', { property: attribute, element: kind }),
    );
  }
  // Those that are null, and they alone, were left out above.
  return { id: element.id, time, values: Object.fromEntries(entries) as Partial<KeyValues>, easing };
}

function presetOf(
  context: ReadingContext,
  element: ElementNode,
  type: (typeof PRESETS)[number],
  { direction, distance, zoom, from, angle, focus }: Values,
): PresetValues | null {
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
      return { type, angle: angle ?? -360 };
    case 'spin':
      return { type, angle: angle ?? 360 };
    case 'kenburns': {
      const way = directionAmong(context, element, direction, ['in', 'out']);
      return way === null ? null : { type, way, zoom, focus };
    }
    case 'pan': {
      const towards = side();
      return towards === null ? null : { type, side: towards, zoom };
    }
    default:
      return type satisfies never;
  }
}
