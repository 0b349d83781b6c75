import type { NodeId } from '../document/document.ts';
import type { ElementOfRole, LayerKind } from '../tables/elements.ts';
import type { SourceKind } from '../value-types/attribute-types.ts';
import { isFontFile } from '../value-types/text-types.ts';
import type { KeyProperty } from '../values/animation.ts';
import type { CaptionsLayer, LayerOf, MediaSource, TextLayer } from './movie.ts';

/** A source, its requested kind, and the attribute that names it. */
export interface NamedSource {
  readonly source: MediaSource;
  readonly kind: SourceKind;
  readonly at: { readonly node: NodeId; readonly attribute: string };
}

/** The properties of a drawing that keyframes can animate. */
type DrawnProperty = 'color' | 'fill' | 'stroke' | 'fontsize' | 'width' | 'height';

/** The properties of a sound, or of the sound of a video, that keyframes can animate. */
export const HEARD_PROPERTIES = ['volume', 'pan'] as const satisfies readonly KeyProperty[];

/** The facts about a layer kind that follow from the movie alone. */
interface MovieKind<Kind extends LayerKind> {
  /** Returns the sources that a layer names itself, without the sources of its effects and nested layers. */
  readonly sources: (layer: LayerOf<Kind>) => readonly NamedSource[];
  /** The properties of its drawing that keyframes can animate. */
  readonly drawn: readonly DrawnProperty[];
  /** The properties of its sound that keyframes can animate. */
  readonly heard: readonly KeyProperty[];
}

const PLAIN = { sources: () => [], drawn: [], heard: [] } satisfies MovieKind<LayerKind>;

/** The layer kinds of the movie. A missing kind does not compile. */
const movieKinds: { readonly [Kind in LayerKind]: MovieKind<Kind> } = {
  video: { ...PLAIN, sources: ({ id, source }) => [namedAt(id, source, 'media')], heard: HEARD_PROPERTIES },
  image: { ...PLAIN, sources: ({ id, source }) => [namedAt(id, source, 'image')] },
  text: { ...PLAIN, sources: fontFilesOf, drawn: ['color', 'fontsize'] },
  captions: {
    ...PLAIN,
    sources: (layer) => [namedAt(layer.id, layer.source, 'captions'), ...fontFilesOf(layer)],
    drawn: ['color', 'fontsize'],
  },
  solid: { ...PLAIN, drawn: ['color', 'width', 'height'] },
  shape: { ...PLAIN, drawn: ['fill', 'stroke', 'width', 'height'] },
  group: PLAIN,
  layer: PLAIN,
};

/** Returns the sources that a layer names itself, without the sources of its effects and nested layers. */
export function ownSources<Kind extends LayerKind>(layer: LayerOf<Kind>): readonly NamedSource[] {
  return movieKinds[layer.kind].sources(layer);
}

/** The elements that can contain an animation: layers of any kind and sounds. */
export type AnimatedKind = LayerKind | ElementOfRole<'sound'>;

const PLACED: readonly KeyProperty[] = ['position', 'scale', 'rotation', 'anchor', 'opacity'];

/** Returns the properties of a layer or sound that keyframes can animate. */
export function animatableOf(kind: AnimatedKind): readonly KeyProperty[] {
  if (kind === 'audio') return HEARD_PROPERTIES;
  const { drawn, heard } = movieKinds[kind];
  return [...PLACED, ...drawn, ...heard];
}

/** Returns the drawing properties of a layer kind that keyframes can animate. */
export function drawnPropertiesOf(kind: LayerKind): readonly DrawnProperty[] {
  return movieKinds[kind].drawn;
}

/** Returns a source with the attribute that names it. */
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
 * Returns the font families that a text and its spans request. Each family has the element that names it, without
 * duplicates.
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
