import { assertNever } from '../../lib/assert.ts';
import type { KeyProperty } from '../values/animation.ts';
import type { LayerKind } from './elements.ts';

const PLACED: readonly KeyProperty[] = ['position', 'scale', 'rotation', 'anchor', 'opacity'];

/** What keys can name of a layer of that kind. */
export function animatableOf(kind: LayerKind): readonly KeyProperty[] {
  return [...PLACED, ...drawnPropertiesOf(kind)];
}

/** What of the drawing of a layer of that kind keys can name. */
export function drawnPropertiesOf(kind: LayerKind): readonly ('color' | 'fill' | 'stroke' | 'fontsize')[] {
  switch (kind) {
    case 'video':
    case 'image':
    case 'group':
      return [];
    case 'solid':
      return ['color'];
    case 'shape':
      return ['fill', 'stroke'];
    case 'text':
      return ['color', 'fontsize'];
    default:
      return assertNever(kind);
  }
}
