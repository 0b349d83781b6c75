import type { NodeId } from '../document/document.ts';
import type { TextLayer } from './movie.ts';

/** The families of fonts that a text and its spans ask for, and the element that names each; of each element once. */
export function namedFamilies({
  id,
  style,
  spans = [],
}: Pick<TextLayer, 'id' | 'style' | 'spans'>): readonly { readonly family: string; readonly node: NodeId }[] {
  const byElement = new Map([[id, style.families]]);
  for (const { families, namedBy } of spans)
    if (families !== undefined && namedBy !== undefined) byElement.set(namedBy, families);
  return [...byElement].flatMap(([node, families]) => families.map((family) => ({ family, node })));
}
