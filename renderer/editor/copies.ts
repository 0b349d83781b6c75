import type { NodeId } from '#shared/template/document/document.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import { originalId, positionsOf } from '#shared/template/variables/repeats.ts';
import { buildTimeline } from '#shared/timeline/build-timeline.ts';

/** The position of a copy among the copies of a repeated element, from 1. */
export interface CopyPlace {
  readonly number: number;
  readonly count: number;
}

/** Returns the positions of the parts that share their element with other parts. */
export function copyPlaces(parts: readonly { readonly id: NodeId }[]): ReadonlyMap<NodeId, CopyPlace> {
  const places = new Map<NodeId, CopyPlace>();
  for (const copies of Map.groupBy(parts, ({ id }) => originalId(id)).values())
    if (copies.length > 1)
      for (const [at, { id }] of copies.entries()) places.set(id, { number: at + 1, count: copies.length });
  return places;
}

interface ListedPart<Part> {
  readonly part: Part;
  /** The additional depth: 1 for a copy below the row of its element. */
  readonly extra: 0 | 1;
}

/**
 * Returns the parts with one entry per repeated element, at the place of its first listed copy. If the element is
 * expanded, its other copies follow the entry.
 */
export function listedCopies<Part extends { readonly id: NodeId }>(
  parts: readonly Part[],
  copies: ReadonlyMap<NodeId, CopyPlace>,
  open: ReadonlySet<NodeId>,
): readonly ListedPart<Part>[] {
  if (copies.size === 0) return parts.map((part) => ({ part, extra: 0 }));
  return [...Map.groupBy(parts, ({ id }) => originalId(id)).values()].flatMap((group) => {
    const first = group.find(({ id }) => copies.get(id)?.number === 1) ?? group[0];
    if (first === undefined) return [];
    const others = open.has(first.id) ? group.filter((part) => part !== first) : [];
    return [{ part: first, extra: 0 } as const, ...others.map((part) => ({ part, extra: 1 }) as const)];
  });
}

/**
 * Returns a movie in which the first copy of each repeated element has the id of the element itself. Thus the element
 * has a place in the timeline. The other copies have separate ids. A movie without copies stays the same.
 */
export function withElementIds(movie: Movie): Movie {
  const seen = new Set<NodeId>();
  const shown = <Part extends Identified>(copies: readonly Part[]) =>
    sameOr(
      copies,
      copies.map((part) => shownPart(part)),
    );
  const shownPart = <Part extends Identified>(part: Part): Part => {
    const element = originalId(part.id);
    if (element !== part.id && seen.has(element)) return part;
    seen.add(element);
    return asElement(part);
  };
  const { scenes, overlays, sounds, transitions } = movie;
  const changed = {
    scenes: shown(scenes),
    overlays: shown(overlays),
    sounds: shown(sounds),
    transitions: shown(transitions),
  };
  const isSame =
    changed.scenes === scenes &&
    changed.overlays === overlays &&
    changed.sounds === sounds &&
    changed.transitions === transitions;
  return isSame ? movie : { ...movie, ...changed };
}

interface Identified {
  readonly id: NodeId;
}

function sameOr<Part>(parts: readonly Part[], others: readonly Part[]): readonly Part[] {
  return others.every((other, at) => other === parts[at]) ? parts : others;
}

const staged = new WeakMap<Movie, Map<string, Movie>>();

/**
 * Returns a movie in which the copies at a frame have the ids of their elements. Thus the picture and the keyframes at
 * the playhead belong to the selected element. Memoized.
 */
export function withElementIdsAt(movie: Movie, frame: number): Movie {
  if (!movie.scenes.some(({ id }) => originalId(id) !== id)) return movie;
  const visible = buildTimeline(movie).scenes.filter(({ start, end }) => frame >= start && frame < end);
  const copies = visible.filter(({ scene }) => originalId(scene.id) !== scene.id);
  if (copies.length === 0) return movie;
  const byScenes = staged.get(movie) ?? new Map<string, Movie>();
  staged.set(movie, byScenes);
  const key = copies.map(({ index }) => index).join(' ');
  const known = byScenes.get(key);
  if (known !== undefined) return known;
  const scenes = new Map(copies.map(({ scene }) => [scene, asElement(scene)]));
  const shown = { ...movie, scenes: movie.scenes.map((scene) => scenes.get(scene) ?? scene) };
  byScenes.set(key, shown);
  return shown;
}

/** The converted parts, by original part. The entries stay valid, because parts are immutable. */
const elements = new WeakMap<object, unknown>();
/** The original id of each copy that received the id of its element. */
const copyIds = new WeakMap<object, NodeId>();

/**
 * Returns the position of a part in each list that repeats it, outermost list first; empty for a part without copies.
 */
export function positionsInLists(part: Identified): readonly number[] {
  return positionsOf(copyIds.get(part) ?? part.id);
}

/** Returns a part in which the first copy of each element has the id of the element. */
function asElement<Part extends Identified>(part: Part): Part {
  const known = elements.get(part);
  if (known !== undefined) return known as Part;
  const shown = withIds(part, new Map(), new Set()) as Part;
  elements.set(part, shown);
  if (shown.id !== part.id) copyIds.set(shown, part.id);
  return shown;
}

/** The fields of a part that contain the id of a node. */
const ID_FIELDS: ReadonlySet<string> = new Set(['id', 'node', 'namedBy', 'choice', 'case']);

/**
 * Returns a value with other node ids, recursively. `given` maps old ids to new ids and receives new entries; `taken`
 * has the ids that are in use.
 */
function withIds(value: unknown, given: Map<string, string>, taken: Set<string>): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value))
    return sameOr(
      value,
      value.map((each) => withIds(each, given, taken)),
    );
  const entries = Object.entries(value);
  const changed = entries.map(([name, each]): [string, unknown] => [
    name,
    typeof each === 'string' && ID_FIELDS.has(name) ? givenId(each, given, taken) : withIds(each, given, taken),
  ]);
  return changed.every(([, each], at) => each === entries[at]?.[1]) ? value : Object.fromEntries(changed);
}

function givenId(id: string, given: Map<string, string>, taken: Set<string>): string {
  const known = given.get(id);
  if (known !== undefined) return known;
  const element = originalId(id as NodeId);
  const own = taken.has(element) ? id : element;
  taken.add(own);
  given.set(id, own);
  return own;
}
