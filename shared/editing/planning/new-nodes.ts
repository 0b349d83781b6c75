import type { Attribute, DocumentNode, ElementNode, NodeId } from '../../template/document/document.ts';
import { type EffectType, effectRegistry } from '../../template/effects/effects.ts';
import type { MediaSource } from '../../template/movie/movie.ts';
import type { AttributeSpecs } from '../../template/value-types/attribute-types.ts';

type NewId = () => NodeId;

export function newElement(
  newId: NewId,
  name: string,
  attributes: readonly Attribute[],
  children: readonly DocumentNode[] = [],
): ElementNode {
  return { kind: 'element', id: newId(), name, attributes, children };
}

/** The same again, with ids of its own. */
export function copyOf<Node extends DocumentNode>(node: Node, newId: NewId): Node {
  if (node.kind !== 'element') return { ...node, id: newId() };
  return { ...node, id: newId(), children: node.children.map((child) => copyOf(child, newId)) };
}

export function withAttribute(element: ElementNode, name: string, value: string): ElementNode {
  const known = element.attributes.some((attribute) => attribute.name === name);
  const attributes = known
    ? element.attributes.map((attribute) => (attribute.name === name ? { name, value } : attribute))
    : [...element.attributes, { name, value }];
  return { ...element, attributes };
}

export interface NewLayer {
  readonly source: MediaSource;
  readonly audio?: boolean;
  readonly skip?: number;
}

/** A `video`; what is as by default is not written. */
export function newLayer(newId: NewId, { source, audio = true, skip = 0 }: NewLayer): ElementNode {
  return newElement(newId, 'video', [
    sourceAttribute(source),
    ...(audio ? [] : [{ name: 'audio', value: 'false' }]),
    ...(skip > 0 ? [{ name: 'skip', value: String(skip) }] : []),
  ]);
}

export function sourceAttribute(source: MediaSource): Attribute {
  return source.kind === 'asset' ? { name: 'src', value: source.name } : { name: 'url', value: source.url };
}

/** An effect as it is when it is added: what must be written is, and all else is as by default. */
export function newEffect(newId: NewId, type: EffectType, file?: string): ElementNode {
  return newElement(newId, effectRegistry[type].element, [
    { name: 'type', value: type },
    ...(file === undefined ? [] : [{ name: 'src', value: file }]),
    ...Object.keys(effectRegistry[type].attributes).flatMap((name) => {
      const value = initialValue(type, name);
      return value === null ? [] : [{ name, value }];
    }),
  ]);
}

/** What an effect's attribute is when the effect is added; null: not written. */
export function initialValue(type: EffectType, name: string): string | null {
  const specs: AttributeSpecs = effectRegistry[type].attributes;
  const spec = specs[name];
  return spec === undefined || spec.initial === undefined ? null : spec.type.format(spec.initial);
}
