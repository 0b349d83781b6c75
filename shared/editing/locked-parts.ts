import { childElements, type ElementNode, type NodeId, type TemplateDocument } from '../template/document/document.ts';
import { indexOf } from './document-index.ts';
import type { EditingRecord } from './editing-record.ts';

/** Where an element stands: the number of each element around it, and its own, among its siblings: `2/0`. */
export type ElementPlace = string;

/** The places of elements that a document has, in no order. */
function placesOf(document: TemplateDocument, ids: Iterable<NodeId>): readonly ElementPlace[] {
  const { elements } = indexOf(document);
  const places: ElementPlace[] = [];
  for (const id of ids) {
    const numbers: number[] = [];
    let found = elements.get(id);
    while (found?.parent != null) {
      numbers.unshift(childElements(found.parent).indexOf(found.element));
      found = elements.get(found.parent.id);
    }
    if (numbers.length > 0) places.push(numbers.join('/'));
  }
  return places;
}

/** The elements at these places; those of none are left out. */
function elementsAt(document: TemplateDocument, places: readonly ElementPlace[]): ReadonlySet<NodeId> {
  const found = places.flatMap((place) => {
    let element: ElementNode | undefined = document.root;
    for (const number of place.split('/')) element = element && childElements(element)[Number(number)];
    return element === undefined || element === document.root ? [] : [element.id];
  });
  return new Set(found);
}

/** What is locked of a document: it is not moved by gestures. The record knows it by places, which travel with it. */
export function lockedIn(document: TemplateDocument, { locked = [] }: EditingRecord): ReadonlySet<NodeId> {
  return locked.length === 0 ? NONE : elementsAt(document, locked);
}

const NONE: ReadonlySet<NodeId> = new Set();

/** Locks elements, or lets them go. */
export function setLocked(
  record: EditingRecord,
  document: TemplateDocument,
  { ids, locked }: { readonly ids: readonly NodeId[]; readonly locked: boolean },
): EditingRecord {
  const now = new Set(lockedIn(document, record));
  for (const id of ids)
    if (locked) now.add(id);
    else now.delete(id);
  return withPlaces(record, placesOf(document, now));
}

/** The record after an edit: what was locked stays so, wherever it stands now. */
export function carryLocks(
  record: EditingRecord,
  { before, after }: { readonly before: TemplateDocument; readonly after: TemplateDocument },
): EditingRecord {
  const { locked = [] } = record;
  if (locked.length === 0) return record;
  const places = placesOf(after, elementsAt(before, locked));
  const isSame = places.length === locked.length && places.every((place) => locked.includes(place));
  return isSame ? record : withPlaces(record, places);
}

function withPlaces(record: EditingRecord, places: readonly ElementPlace[]): EditingRecord {
  const { locked: _, ...others } = record;
  return places.length === 0 ? others : { ...others, locked: places.toSorted() };
}
