import { assertNever } from '../../lib/assert.ts';
import type { KeyProperty } from '../values/animation.ts';
import type { ElementOfRole, LayerKind } from './elements.ts';

/** What can hold an animation: a layer of any kind, or a sound. */
export type AnimatedKind = LayerKind | ElementOfRole<'sound'>;

const PLACED: readonly KeyProperty[] = ['position', 'scale', 'rotation', 'anchor', 'opacity'];

/** What keys can name of a sound, alone or of a video. */
export const HEARD_PROPERTIES = ['volume', 'pan'] as const satisfies readonly KeyProperty[];

/** What keys can name of a layer or sound of that kind. */
export function animatableOf(kind: AnimatedKind): readonly KeyProperty[] {
  if (kind === 'audio') return HEARD_PROPERTIES;
  return [...PLACED, ...drawnPropertiesOf(kind), ...(kind === 'video' ? HEARD_PROPERTIES : [])];
}

type DrawnProperty = 'color' | 'fill' | 'stroke' | 'fontsize' | 'width' | 'height';

/** What of the drawing of a layer of that kind keys can name. */
export function drawnPropertiesOf(kind: LayerKind): readonly DrawnProperty[] {
  switch (kind) {
    case 'video':
    case 'image':
    case 'group':
    case 'layer':
      return [];
    case 'solid':
      return ['color', 'width', 'height'];
    case 'shape':
      return ['fill', 'stroke', 'width', 'height'];
    case 'text':
    case 'captions':
      return ['color', 'fontsize'];
    default:
      return assertNever(kind);
  }
}
