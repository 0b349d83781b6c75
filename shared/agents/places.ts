import { editDistance } from '../lib/edit-distance.ts';
import { err, ok, type Result } from '../lib/result.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../template/document/document.ts';
import type { AgentRefusal } from './refusal.ts';

const MAX_CHARACTERS = 1024;
const MAX_SEGMENTS = 64;
/** The maximum number of existing places that a refusal suggests. */
const NEAR = 5;

/** A segment of a place: `text`, `text[2]`, or `scene["Offer"]`. */
const SEGMENT = /^([A-Za-z][A-Za-z0-9-]*)(?:\[(?:(\d{1,9})|"([^"]*)")\])?$/;

/**
 * Returns the element at a place such as `scene[2]/text[1]`, `scene["Offer"]/text`, or `movie`. An index counts from 1
 * among siblings of one name; a single element can omit it. Refuses a missing place with the nearest places.
 */
export function elementAt(document: TemplateDocument, place: string): Result<ElementNode, AgentRefusal> {
  if (place.length > MAX_CHARACTERS) return refused(`A place has at most ${MAX_CHARACTERS} characters.`);
  const segments = segmentsOf(place.trim());
  if (segments.length > MAX_SEGMENTS) return refused(`A place has at most ${MAX_SEGMENTS} elements.`);
  let element = document.root;
  let path = '';
  for (const segment of segments) {
    const child = childAt(element, segment);
    if (child === null) return refused(missing(element, path, segment));
    element = child;
    path += path === '' ? segment : `/${segment}`;
  }
  return ok(element);
}

/** Splits a place at slashes outside quoted names. The leading root is optional. */
function segmentsOf(place: string): readonly string[] {
  if (place === '' || place === 'movie') return [];
  const segments = place.match(/(?:"[^"]*"|[^/"])+|"/g) ?? [];
  return segments[0] === 'movie' ? segments.slice(1) : segments;
}

function childAt(parent: ElementNode, segment: string): ElementNode | null {
  const [, name, index, quoted] = SEGMENT.exec(segment) ?? [];
  if (name === undefined) return null;
  const siblings = childElements(parent).filter((child) => child.name === name);
  if (index !== undefined) return siblings[Number(index) - 1] ?? null;
  const named = quoted === undefined ? siblings : siblings.filter((child) => nameOf(child) === quoted);
  return named.length === 1 ? (named[0] ?? null) : null;
}

function nameOf(element: ElementNode): string | undefined {
  return attributeValue(element, 'name');
}

function missing(parent: ElementNode, path: string, segment: string): string {
  const places = childPlaces(parent).map((place) => (path === '' ? place : `${path}/${place}`));
  const requested = path === '' ? segment : `${path}/${segment}`;
  const shown = requested.slice(0, 120);
  const near = places
    .map((place) => ({ place, distance: editDistance(place.slice(0, 120), shown, 120) }))
    .toSorted((one, other) => one.distance - other.distance)
    .slice(0, NEAR)
    .map(({ place }) => `\`${place}\``);
  const hint = near.length === 0 ? 'The element has no children.' : `Places there: ${near.join(', ')}.`;
  return `\`${shown}\` doesn’t exist, or several elements match it. ${hint}`;
}

function childPlaces(parent: ElementNode): readonly string[] {
  const children = childElements(parent);
  const counts = Map.groupBy(children, ({ name }) => name);
  return children.map((child) => segmentOf(child, counts.get(child.name) ?? []));
}

function segmentOf(child: ElementNode, siblings: readonly ElementNode[]): string {
  return siblings.length === 1 ? child.name : `${child.name}[${siblings.indexOf(child) + 1}]`;
}

/** Returns the places of all elements of a document, in document order. The root is `movie`. */
export function placesOf(document: TemplateDocument): ReadonlyMap<NodeId, string> {
  const places = new Map<NodeId, string>([[document.root.id, document.root.name]]);
  const visit = (parent: ElementNode, path: string): void => {
    const children = childElements(parent);
    const segments = childPlaces(parent);
    for (const [index, child] of children.entries()) {
      const place = `${path}${segments[index]}`;
      places.set(child.id, place);
      visit(child, `${place}/`);
    }
  };
  visit(document.root, '');
  return places;
}

/** Converts the path of a problem to the place of its element. */
export function placeOfPath(path: string): string {
  const place = path.replace(/@.*$/s, '').replace(/^movie\//, '');
  return place;
}

function refused(detail: string): Result<never, AgentRefusal> {
  return err({ code: 'agents/place', detail });
}
