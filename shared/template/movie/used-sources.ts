import type { Effect } from '../effects/effects.ts';
import { LANGUAGE, type Language } from '../tables/language.ts';
import type {
  CustomStyle,
  Layer,
  MediaSource,
  Movie,
  Overlay,
  Scene,
  SoundLayer,
  Transition,
  VideoLayer,
} from './movie.ts';
import { type NamedSource, namedAt, namedFamilies, ownSources } from './movie-kinds.ts';

export type RequestedSource = Pick<NamedSource, 'source' | 'kind'>;

/**
 * Returns a key that identifies a source within a project, such as `asset clip.mp4`, `url https://…`, or `fields asset
 * clip.mp4`.
 */
export function sourceKey(source: MediaSource): string {
  const key = source.kind === 'asset' ? `asset ${source.name}` : `url ${source.url}`;
  return source.fields === 'keep' ? `fields ${key}` : key;
}

/** Removes duplicate sources, keeping the first of each. */
export function eachOnce(sources: Iterable<NamedSource>): readonly NamedSource[] {
  const first = new Map<string, NamedSource>();
  for (const source of sources) {
    const key = sourceKey(source.source);
    if (!first.has(key)) first.set(key, source);
  }
  return [...first.values()];
}

/** Returns the sources of a layer and its effects. Includes disabled effects, but not nested layers. */
export function sourcesOfLayer(layer: Layer): readonly NamedSource[] {
  return [...ownSources(layer), ...layer.effects.flatMap((effect) => sourcesOfEffect(effect))];
}

export function sourcesOfSound({ id, source }: SoundLayer): readonly NamedSource[] {
  return [namedAt(id, source, 'media')];
}

/** Returns the source of a luma transition; empty for other transitions. */
export function sourcesOfTransition({ id, look }: Transition): readonly NamedSource[] {
  if (look.type !== 'luma') return [];
  return [namedAt(id, look.source, 'image')];
}

/** Returns the font files of a movie that these layers request by family. */
export function sourcesOfFonts({ fonts }: Pick<Movie, 'fonts'>, layers: readonly Layer[]): readonly NamedSource[] {
  if (fonts.length === 0) return [];
  const texts = layers.filter((layer) => 'style' in layer);
  const requested = new Set(texts.flatMap(namedFamilies).map(({ family }) => family));
  return fonts.filter(({ family }) => requested.has(family)).map(({ id, source }) => namedAt(id, source, 'font'));
}

/** Returns the source of the film's cover; empty if the cover is not an image. */
export function sourcesOfMetadata({ metadata }: Pick<Movie, 'metadata'>): readonly NamedSource[] {
  const { id, cover = null } = metadata ?? {};
  if (id === undefined || cover === null || cover === 'poster') return [];
  return [{ source: cover, kind: 'image', at: { node: id, attribute: 'cover' } }];
}

/** Returns the sources in the parameters of an effect. The table of the effect defines which parameters are sources. */
export function sourcesOfEffect(
  { id, type, parameters }: Pick<Effect, 'id'> & { readonly type: string; readonly parameters: object },
  effects: Language['effects'] = LANGUAGE.effects,
): readonly NamedSource[] {
  const specs = effects[type]?.attributes ?? {};
  return Object.entries(parameters).flatMap(([attribute, value]): readonly NamedSource[] => {
    const { kind, source } = specs[attribute]?.type ?? {};
    if (source === undefined || typeof value !== 'string') return [];
    const named: MediaSource = kind === 'url' ? { kind, url: value } : { kind: 'asset', name: value };
    return [{ source: named, kind: source, at: { node: id, attribute } }];
  });
}

/**
 * Returns the sources of a movie without duplicates: first of scenes, then of transitions, sounds, overlays, custom
 * transitions, fonts, and the cover. Includes disabled parts.
 */
export function usedSources(movie: Movie): readonly MediaSource[] {
  const customs = movie.transitions.flatMap(({ look }) => (look.type === 'custom' ? look : []));
  const layers = [...movie.scenes, ...movie.overlays, ...customs].flatMap((container) =>
    withNestedLayers(container.layers),
  );
  const inside = ({ layers: own, sounds }: Scene | Overlay | CustomStyle) => [
    ...withNestedLayers(own).flatMap(sourcesOfLayer),
    ...sounds.flatMap(sourcesOfSound),
  ];
  const named = [
    ...movie.scenes.flatMap(inside),
    ...movie.transitions.flatMap(sourcesOfTransition),
    ...movie.sounds.flatMap(sourcesOfSound),
    ...movie.overlays.flatMap(inside),
    ...customs.flatMap(inside),
    ...sourcesOfFonts(movie, layers),
    ...sourcesOfMetadata(movie),
  ];
  return eachOnce(named).map(({ source }) => source);
}

/**
 * Returns layers with the layers nested in their groups and masks. A parent precedes its nested layers. Includes
 * disabled layers.
 */
export function withNestedLayers(layers: readonly Layer[]): readonly Layer[] {
  if (layers.every(hasNoNestedLayers)) return layers;
  return layers.flatMap((layer) => [
    layer,
    ...withNestedLayers(layersIn(layer)),
    ...withNestedLayers(maskLayers(layer)),
  ]);
}

/** Returns the enabled layers with the enabled layers nested in them; see {@link withNestedLayers}. */
export function playedWithNested(layers: readonly Layer[]): readonly Layer[] {
  const played = layers.every(({ enabled }) => enabled) ? layers : layers.filter(({ enabled }) => enabled);
  if (played.every(hasNoNestedLayers)) return played;
  return played.flatMap((layer) => [
    layer,
    ...playedWithNested(layersIn(layer)),
    ...playedWithNested(layer.masks.filter(({ enabled }) => enabled).flatMap((mask) => mask.layers)),
  ]);
}

function hasNoNestedLayers({ kind, masks }: Layer): boolean {
  return kind !== 'group' && masks.length === 0;
}

function layersIn(layer: Layer): readonly Layer[] {
  return layer.kind === 'group' ? layer.layers : [];
}

function maskLayers({ masks }: Layer): readonly Layer[] {
  return masks.flatMap(({ layers }) => layers);
}

/** Returns the videos among these layers, in order. */
export function videosIn(layers: readonly Layer[]): readonly VideoLayer[] {
  return layers.filter((layer) => layer.kind === 'video');
}

/** Returns the source that a layer displays; null if there is none. */
export function displayedSource(layer: Layer): MediaSource | null {
  return 'source' in layer ? layer.source : null;
}
