import { assertNever } from '../lib/assert.ts';
import type { SourceKind } from './attribute-types.ts';
import type { NodeId } from './document.ts';
import type { Effect } from './effects.ts';
import { LANGUAGE, type Language } from './language.ts';
import type { Layer, MediaSource, Movie } from './movie.ts';

/** A source, what it is wanted as, and the attribute that names it. */
export interface NamedSource {
  readonly source: MediaSource;
  readonly kind: SourceKind;
  readonly at: { readonly node: NodeId; readonly attribute: string };
}

/** Tells sources of a project apart: `asset clip.mp4`, `url https://…`. */
export function sourceKey(source: MediaSource): string {
  return source.kind === 'asset' ? `asset ${source.name}` : `url ${source.url}`;
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

/** All sources that a layer is made of: its own, and those of its effects, whether they are switched on or not. */
export function sourcesOfLayer(layer: Layer): readonly NamedSource[] {
  return [...ownSources(layer), ...layer.effects.flatMap((effect) => sourcesOfEffect(effect))];
}

function ownSources(layer: Layer): readonly NamedSource[] {
  const { kind } = layer;
  switch (kind) {
    case 'video': {
      const attribute = layer.source.kind === 'url' ? 'url' : 'src';
      return [{ source: layer.source, kind: 'media', at: { node: layer.id, attribute } }];
    }
    default:
      return assertNever(kind);
  }
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
  const named = movie.scenes.flatMap(({ layers }) => layers.flatMap(sourcesOfLayer));
  return eachOnce(named).map(({ source }) => source);
}
