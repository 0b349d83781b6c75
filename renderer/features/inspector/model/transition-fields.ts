import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';

type Field = keyof typeof elementRegistry.transition.attributes;

/** The fields that only some transition types have, with these types. */
const TYPES_BY_FIELD: Readonly<Partial<Record<Field, readonly string[]>>> = {
  color: ['fade'],
  direction: ['wipe', 'slide', 'push', 'reveal', 'zoom'],
  softness: ['wipe', 'circle', 'clock', 'luma'],
  src: ['luma'],
  url: ['luma'],
  amount: ['zoom'],
};

/**
 * Returns the fields that all the transitions have. A transition has a field if its type has the field, if its type
 * comes from a variable, or if the attribute is written. A single transition therefore shows each of its written
 * attributes.
 */
export function fieldsOfTransitions(transitions: readonly ElementNode[]): ReadonlySet<string> {
  const names = Object.keys(elementRegistry.transition.attributes);
  return new Set(names.filter((name) => transitions.every((each) => hasField(each, name))));
}

/** The handles of an easing. The list of easings and the easing's curve both write them. */
const EASING_HANDLES: readonly string[] = ['easein', 'easeout'];

function hasField(transition: ElementNode, name: string): boolean {
  if (EASING_HANDLES.includes(name)) return attributeValue(transition, name) !== undefined;
  const types = Object.entries(TYPES_BY_FIELD).find(([field]) => field === name)?.[1];
  const type = attributeValue(transition, 'type') ?? 'crossfade';
  return (
    types === undefined ||
    types.includes(type.trim()) ||
    type.includes('${') ||
    attributeValue(transition, name) !== undefined
  );
}

/** Returns the number of frames by which transitions shorten the movie, because scenes overlap in them. */
export function shortenedBy(movie: Movie, transitions: readonly NodeId[]): number {
  const others = movie.transitions.filter(({ id }) => !transitions.includes(id));
  return (
    buildTimeline({ ...movie, transitions: others, span: null }).length - buildTimeline({ ...movie, span: null }).length
  );
}
