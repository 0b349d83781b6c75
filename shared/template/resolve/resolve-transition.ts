import { statement } from '../../statements/statement.ts';
import { childElements, type ElementNode } from '../document/document.ts';
import type { Transition, TransitionLook } from '../movie/movie.ts';
import { directionAmong } from '../reading/direction-among.ts';
import { readAttributes, warnOfUnknownAttributes } from '../reading/read-attributes.ts';
import type { ReadingContext } from '../reading/reading-context.ts';
import { knownChildren } from '../reading/resolve-children.ts';
import { checkSource, mediaSource } from '../reading/resolve-source.ts';
import { elementRegistry } from '../tables/elements.ts';
import { layerKindOf } from '../tables/roles.ts';
import { USUAL_TRANSITION } from '../tables/transition-attributes.ts';
import type { ValuesOf } from '../value-types/attribute-spec.ts';
import { frames } from '../values/frame-rate.ts';
import { resolveCustomScene } from './resolve-scene.ts';

const specs = elementRegistry.transition.attributes;

/**
 * Reads a transition; null where it cannot be.
 * @param behind How many of the movie's scenes stand before it.
 */
export function resolveTransition(context: ReadingContext, element: ElementNode, behind: number): Transition | null {
  const { complete } = readAttributes(context, element, specs);
  warnOfUnknownAttributes(context, element, [specs]);
  const scenes = knownChildren(context, 'transition', element).map((child) => child.element);
  if (complete === null) return null;
  if (complete.type !== 'custom') logStrays(context, scenes, 'template/scene-in-transition');
  const look = complete.type === 'custom' ? customOf(context, element, scenes) : lookOf(context, element, complete);
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

/** What a custom transition shows; null where it shows no scene. */
function customOf(
  context: ReadingContext,
  element: ElementNode,
  [scene, ...others]: readonly ElementNode[],
): TransitionLook | null {
  logStrays(context, others, 'template/second-scene');
  const look = scene === undefined ? null : resolveCustomScene(context, scene);
  if (scene !== undefined && childElements(scene).some((each) => layerKindOf(each) === 'layer')) return look;
  context.log.add('template/missing-attribute', { node: (scene ?? element).id }, () => statement('template/no-layer'));
  return null;
}

/** Scenes in a transition that are not shown. */
function logStrays(
  { log }: ReadingContext,
  scenes: readonly ElementNode[],
  code: 'template/scene-in-transition' | 'template/second-scene',
): void {
  for (const { id } of scenes) log.add('template/mixed-scene', { node: id, part: 'name' }, () => statement(code));
}

const SIDES = ['left', 'right', 'top', 'bottom'] as const;
const CORNERS = ['topleft', 'topright', 'bottomleft', 'bottomright'] as const;

function lookOf(
  context: ReadingContext,
  element: ElementNode,
  { type, color, direction, softness, amount, url, src }: ValuesOf<typeof specs>,
): TransitionLook | null {
  switch (type) {
    case 'custom':
      return null;
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
