import { required } from '../../lib/assert.ts';
import type { NodeId } from '../document/document.ts';
import {
  type DrawnProperty,
  type ElementOfRole,
  type ElementSpec,
  elementRegistry,
  type LayerKind,
} from '../tables/elements.ts';
import type { SourceKind } from '../value-types/attribute-types.ts';
import { isFontFile } from '../value-types/text-types.ts';
import type { KeyProperty } from '../values/animation.ts';
import type { CaptionsLayer, Layer, MediaSource, TextLayer } from './movie.ts';

/** A source with its required kind and the attribute that contains it. */
export interface NamedSource {
  readonly source: MediaSource;
  readonly kind: SourceKind;
  readonly at: { readonly node: NodeId; readonly attribute: string };
}

/** The properties of a sound, or of the sound of a video, that keyframes can animate. */
export const HEARD_PROPERTIES = ['volume', 'pan'] as const satisfies readonly KeyProperty[];

/** Returns the sources in the attributes of a layer itself, excluding its effects and nested layers. */
export function ownSources(layer: Layer): readonly NamedSource[] {
  return [
    ...('source' in layer && layer.source !== null ? [namedAt(layer.id, layer.source, sourceKindOf(layer.kind))] : []),
    ...('style' in layer ? fontFilesOf(layer) : []),
  ];
}

function sourceKindOf(kind: LayerKind): SourceKind {
  const { attributes }: ElementSpec = elementRegistry[kind];
  return required(attributes['src']?.type.source, `the kind of the source of ${kind}`);
}

/** The elements that can contain an animation: layers of any kind and sounds. */
export type AnimatedKind = LayerKind | ElementOfRole<'sound'>;

const PLACED: readonly KeyProperty[] = ['position', 'scale', 'rotation', 'anchor', 'opacity'];

/** Returns the properties of a layer or sound that keyframes can animate. */
export function animatableOf(kind: AnimatedKind): readonly KeyProperty[] {
  if (kind === 'audio') return HEARD_PROPERTIES;
  return [
    ...PLACED,
    ...drawnPropertiesOf(kind),
    ...('volume' in elementRegistry[kind].attributes ? HEARD_PROPERTIES : []),
  ];
}

/** Returns the drawing properties of a layer kind that keyframes can animate. */
export function drawnPropertiesOf(kind: LayerKind): readonly DrawnProperty[] {
  const { drawnKeys = [] }: ElementSpec = elementRegistry[kind];
  return drawnKeys;
}

/** Returns a source with the attribute that contains it. */
export function namedAt(node: NodeId, source: MediaSource, kind: SourceKind): NamedSource {
  return { source, kind, at: { node, attribute: source.kind === 'url' ? 'url' : 'src' } };
}

function fontFilesOf(layer: TextLayer | CaptionsLayer): readonly NamedSource[] {
  return namedFamilies(layer)
    .filter(({ family }) => isFontFile(family))
    .map(({ family, node }) => ({
      source: { kind: 'asset', name: family },
      kind: 'font',
      at: { node, attribute: 'font' },
    }));
}

/**
 * Returns the font families that a text and its spans request, without duplicates. Each family has the element that
 * requests it.
 */
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
