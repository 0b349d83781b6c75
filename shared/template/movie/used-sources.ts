import { assertNever } from '../../lib/assert.ts';
import type { NodeId } from '../document/document.ts';
import type { Effect } from '../effects/effects.ts';
import { LANGUAGE, type Language } from '../tables/language.ts';
import type { SourceKind } from '../value-types/attribute-types.ts';
import { isFontFile } from '../value-types/text-types.ts';
import { withInner } from './inner-layers.ts';
import type { MediaSource } from './media-source.ts';
import type { CaptionsLayer, CustomLook, Layer, Movie, Overlay, Scene, TextLayer, Transition } from './movie.ts';
import { namedFamilies } from './named-families.ts';
import type { SoundLayer } from './sound-layer.ts';

/** A source, what it is wanted as, and the attribute that names it. */
export interface NamedSource {
  readonly source: MediaSource;
  readonly kind: SourceKind;
  readonly at: { readonly node: NodeId; readonly attribute: string };
}

/** A source, and what is to be made of it. */
export type WantedSource = Pick<NamedSource, 'source' | 'kind'>;

/** Tells sources of a project apart: `asset clip.mp4`, `url https://…`, `fields asset clip.mp4`. */
export function sourceKey(source: MediaSource): string {
  const key = source.kind === 'asset' ? `asset ${source.name}` : `url ${source.url}`;
  return source.fields === 'keep' ? `fields ${key}` : key;
}

/** Each source once, in the order in which they come first. */
export function eachOnce(sources: Iterable<NamedSource>): readonly NamedSource[] {
  const first = new Map<string, NamedSource>();
  for (const each of sources) {
    const key = sourceKey(each.source);
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}

/** The sources of a layer: its own, and those of its effects, switched on or not; without those of layers that stand in it. */
export function sourcesOfLayer(layer: Layer): readonly NamedSource[] {
  return [...ownSources(layer), ...layer.effects.flatMap((effect) => sourcesOfEffect(effect))];
}

/** The source of a sound. */
export function sourcesOfSound({ id, source }: SoundLayer): readonly NamedSource[] {
  return [{ source, kind: 'media', at: { node: id, attribute: source.kind === 'url' ? 'url' : 'src' } }];
}

/** The image of a transition that goes by one. */
export function sourcesOfTransition({ id, look }: Transition): readonly NamedSource[] {
  if (look.type !== 'luma') return [];
  return [
    { source: look.source, kind: 'image', at: { node: id, attribute: look.source.kind === 'url' ? 'url' : 'src' } },
  ];
}

function ownSources(layer: Layer): readonly NamedSource[] {
  switch (layer.kind) {
    case 'video': {
      const attribute = layer.source.kind === 'url' ? 'url' : 'src';
      return [{ source: layer.source, kind: 'media', at: { node: layer.id, attribute } }];
    }
    case 'image': {
      const attribute = layer.source.kind === 'url' ? 'url' : 'src';
      return [{ source: layer.source, kind: 'image', at: { node: layer.id, attribute } }];
    }
    case 'captions': {
      const attribute = layer.source.kind === 'url' ? 'url' : 'src';
      return [{ source: layer.source, kind: 'captions', at: { node: layer.id, attribute } }, ...fontFilesOf(layer)];
    }
    case 'text':
      return fontFilesOf(layer);
    case 'solid':
    case 'shape':
    case 'group':
    case 'layer':
      return [];
    default:
      return assertNever(layer);
  }
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

/** The files of a movie's fonts that one of these layers asks for by its family. */
export function sourcesOfFonts({ fonts }: Pick<Movie, 'fonts'>, layers: readonly Layer[]): readonly NamedSource[] {
  if (fonts.length === 0) return [];
  const texts = layers.filter((layer) => 'style' in layer);
  const asked = new Set(texts.flatMap(namedFamilies).map(({ family }) => family));
  return fonts
    .filter(({ family }) => asked.has(family))
    .map(({ id, source }) => ({
      source,
      kind: 'font',
      at: { node: id, attribute: source.kind === 'url' ? 'url' : 'src' },
    }));
}

/** The sources among an effect's parameters, by the table of its type. */
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

/** Every source that a film shows, each once, in the order of the text; what is switched off is shown, too. */
export function usedSources(movie: Movie): readonly MediaSource[] {
  const customs = movie.transitions.flatMap(({ look }) => (look.type === 'custom' ? look : []));
  const layers = [...movie.scenes, ...movie.overlays, ...customs].flatMap((each) => withInner(each.layers));
  const inside = ({ layers: own, sounds }: Scene | Overlay | CustomLook) => [
    ...withInner(own).flatMap(sourcesOfLayer),
    ...sounds.flatMap(sourcesOfSound),
  ];
  const named = [
    ...movie.scenes.flatMap(inside),
    ...movie.transitions.flatMap(sourcesOfTransition),
    ...movie.sounds.flatMap(sourcesOfSound),
    ...movie.overlays.flatMap(inside),
    ...customs.flatMap(inside),
    ...sourcesOfFonts(movie, layers),
  ];
  return eachOnce(named).map(({ source }) => source);
}
