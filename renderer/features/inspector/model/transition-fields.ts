import { attributeValue, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';

type Field = keyof typeof elementRegistry.transition.attributes;

/** Fields that transitions of some types have alone, with those types. */
const TYPES: Readonly<Partial<Record<Field, readonly string[]>>> = {
  color: ['fade'],
  direction: ['wipe', 'slide', 'push', 'reveal', 'zoom'],
  softness: ['wipe', 'circle', 'clock', 'luma'],
  src: ['luma'],
  url: ['luma'],
  amount: ['zoom'],
};

/**
 * The fields that all of some transitions have: by their type, because a variable may choose the type, or because they are
 * written there. So nothing of a single transition that is in the template is out of sight.
 */
export function fieldsOfTransitions(transitions: readonly ElementNode[]): ReadonlySet<string> {
  const names = Object.keys(elementRegistry.transition.attributes);
  return new Set(names.filter((name) => transitions.every((each) => hasField(each, name))));
}

/** Handles of the easing, which its list and its curve write. */
const RARE: readonly string[] = ['easein', 'easeout'];

function hasField(transition: ElementNode, name: string): boolean {
  if (RARE.includes(name)) return attributeValue(transition, name) !== undefined;
  const types = Object.entries(TYPES).find(([field]) => field === name)?.[1];
  const type = attributeValue(transition, 'type') ?? 'crossfade';
  return (
    types === undefined ||
    types.includes(type.trim()) ||
    type.includes('${') ||
    attributeValue(transition, name) !== undefined
  );
}

/** Frames by which some transitions shorten the film: the scenes at their cuts overlap. */
export function shortenedBy(movie: Movie, transitions: readonly NodeId[]): number {
  const others = movie.transitions.filter(({ id }) => !transitions.includes(id));
  return (
    buildTimeline({ ...movie, transitions: others, span: null }).length - buildTimeline({ ...movie, span: null }).length
  );
}
