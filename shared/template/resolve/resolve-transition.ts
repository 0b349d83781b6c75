import type { ElementNode } from '../document/document.ts';
import type { Transition, TransitionLook } from '../movie/transition.ts';
import { directionAmong } from '../reading/direction-among.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { checkSource, mediaSource } from '../reading/resolve-source.ts';
import { elementRegistry } from '../tables/elements.ts';
import { USUAL_TRANSITION } from '../tables/transition-attributes.ts';
import type { ValuesOf } from '../value-types/attribute-spec.ts';
import { frames } from '../values/frame-rate.ts';

const specs = elementRegistry.transition.attributes;

/**
 * Reads a transition; null where it cannot be.
 * @param behind How many of the movie's scenes stand before it.
 */
export function resolveTransition(context: ReadingContext, element: ElementNode, behind: number): Transition | null {
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  knownChildren(context, 'transition', element);
  if (complete === null) return null;
  const look = lookOf(context, element, complete);
  if (look === null) return null;
  const { enabled, duration, easing, easein, easeout, sound } = complete;
  const usual = specs.duration.type.parse(USUAL_TRANSITION, context.rate);
  return {
    id: element.id,
    enabled,
    behind,
    // At a rate that is not known nothing has a length; at the slowest, half a second is a frame.
    duration: duration ?? (usual.ok ? usual.value : null) ?? frames(1),
    easing,
    easeIn: easein,
    easeOut: easeout,
    look,
    sound,
  };
}

const SIDES = ['left', 'right', 'top', 'bottom'] as const;
const CORNERS = ['topleft', 'topright', 'bottomleft', 'bottomright'] as const;

function lookOf(
  context: ReadingContext,
  element: ElementNode,
  { type, color, direction, softness, amount, url, src }: ValuesOf<typeof specs>,
): TransitionLook | null {
  switch (type) {
    case 'crossfade':
    case 'dissolve':
      return { type: 'crossfade' };
    case 'fade': {
      const { red, green, blue } = color;
      return { type, color: { red, green, blue } };
    }
    case 'wipe': {
      const from = directionAmong(context, element, direction, [...SIDES, ...CORNERS]);
      return from && { type, from, softness };
    }
    case 'circle':
    case 'clock':
      return { type, softness };
    case 'luma': {
      checkSource(context, element);
      const source = mediaSource(url, src);
      return source && { type, source, softness };
    }
    case 'slide':
    case 'push':
    case 'reveal': {
      const from = directionAmong(context, element, direction, SIDES);
      return from && { type, from };
    }
    case 'zoom': {
      const way = directionAmong(context, element, direction, ['in', 'out']);
      return way && { type, way, amount };
    }
    default:
      return type satisfies never;
  }
}
