import { err, ok, type Result } from '../../lib/result.ts';
import { type Message, message } from '../../messages/message.ts';
import {
  childElements,
  type ElementNode,
  type NodeId,
  type TemplateDocument,
} from '../../template/document/document.ts';
import type { FrameSpan } from '../../timeline/build-timeline.ts';
import { indexOf } from './document-index.ts';

/** The state that the editor stores with a template. It does not affect the film. Bundles include it. */
export interface EditingRecord {
  /** The data sets, at least one. The first one is named `Default`. */
  readonly dataSets: readonly DataSet[];
  /** The id of the data set whose values the editor displays. */
  readonly chosen: string;
  /** The markers, sorted by frame. */
  readonly markers: readonly Marker[];
  /** The first frame of the range to loop and render; absent for the first frame of the movie. */
  readonly in?: number;
  /** The frame after the last frame of the range, greater than `in`; absent for the end of the movie. */
  readonly out?: number;
  /**
   * The paths of locked layers and sounds; absent if there are none. Gestures do not move locked elements. {@link
   * lockedIn} resolves the paths.
   */
  readonly locked?: readonly string[];
  readonly view: EditorView;
  /** Unknown fields, which are stored unchanged. */
  readonly others: Readonly<Record<string, unknown>>;
}

/** Sample values of variables by name. The default applies to a variable without a sample value. */
export interface DataSet {
  readonly id: string;
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
}

export interface Marker {
  readonly id: string;
  readonly frame: number;
  readonly name: string;
}

/** The last view of the editor, restored when the template opens again. */
export interface EditorView {
  readonly playhead?: number;
  readonly pixelsPerFrame?: number;
  /** The first visible frame of the timeline. */
  readonly scrollFrame?: number;
  readonly [other: string]: unknown;
}

export const DEFAULT_SET = 'default';

export const EMPTY_RECORD: EditingRecord = {
  dataSets: [{ id: DEFAULT_SET, name: 'Default', values: {} }],
  chosen: DEFAULT_SET,
  markers: [],
  view: {},
  others: {},
};

/** Reads a record from JSON. Always succeeds: drops invalid values and keeps unknown fields. */
export function parseEditingRecord(json: unknown): EditingRecord {
  if (!isObject(json)) return EMPTY_RECORD;
  const { dataSets: sets, chosen, markers, in: inPoint, out: outPoint, locked, view, ...others } = json;
  const read = withDistinctIds((Array.isArray(sets) ? sets : []).flatMap(readDataSet));
  const dataSets = read.length > 0 ? read : EMPTY_RECORD.dataSets;
  const firstSet = dataSets[0]?.id ?? DEFAULT_SET;
  return {
    dataSets,
    chosen: typeof chosen === 'string' && dataSets.some(({ id }) => id === chosen) ? chosen : firstSet,
    markers: inOrder(withDistinctIds((Array.isArray(markers) ? markers : []).flatMap(readMarker))),
    ...inOutFields({ in: readFrame(inPoint), out: readFrame(outPoint) }),
    ...readLocked(locked),
    view: isObject(view) ? readView(view) : {},
    others,
  };
}

/** Returns the record as JSON. Parsing it returns an equal record. */
export function editingRecordJson({ others, ...record }: EditingRecord): Readonly<Record<string, unknown>> {
  return { ...others, ...record };
}

/** Returns the values of the chosen data set. */
export function chosenValues(record: EditingRecord): Readonly<Record<string, string>> {
  return record.dataSets.find(({ id }) => id === record.chosen)?.values ?? {};
}

export function chooseSet(record: EditingRecord, id: string): EditingRecord {
  return record.dataSets.some((set) => set.id === id) ? { ...record, chosen: id } : record;
}

/**
 * Adds a data set with the values of the data set `like`, and chooses it. `id` must be unused. Returns an error if the
 * name is empty or already used.
 */
export function addSet(
  record: EditingRecord,
  { id, name, like }: { readonly id: string; readonly name: string; readonly like?: string },
): Result<EditingRecord, Message> {
  const refusal = refusalOfName(record, name, id);
  if (refusal !== null) return err(refusal);
  const values = record.dataSets.find((set) => set.id === like)?.values ?? {};
  return ok({ ...record, dataSets: [...record.dataSets, { id, name: name.trim(), values }], chosen: id });
}

export function renameSet(record: EditingRecord, id: string, name: string): Result<EditingRecord, Message> {
  const refusal = refusalOfName(record, name, id);
  if (refusal !== null) return err(refusal);
  return ok(changeSet(record, id, (set) => ({ ...set, name: name.trim() })));
}

/** Removes a data set. The last data set stays. */
export function removeSet(record: EditingRecord, id: string): EditingRecord {
  const dataSets = record.dataSets.filter((set) => set.id !== id);
  const [first] = dataSets;
  if (first === undefined) return record;
  return { ...record, dataSets, chosen: record.chosen === id ? first.id : record.chosen };
}

/** Sets the sample value of a variable in a data set. Null removes the value, and the default applies. */
export function setSample(
  record: EditingRecord,
  { set: id, variable, value }: { readonly set: string; readonly variable: string; readonly value: string | null },
): EditingRecord {
  return changeSet(record, id, (set) => {
    const others = Object.entries(set.values).filter(([name]) => name !== variable);
    return { ...set, values: Object.fromEntries(value === null ? others : [...others, [variable, value]]) };
  });
}

/** Renames a variable in all data sets, as `variable/rename` does in the template. */
export function renameSamples(record: EditingRecord, from: string, to: string): EditingRecord {
  const renamed = (values: DataSet['values']): DataSet['values'] =>
    Object.fromEntries(Object.entries(values).map(([name, value]) => [name === from ? to : name, value]));
  return { ...record, dataSets: record.dataSets.map((set) => ({ ...set, values: renamed(set.values) })) };
}

/** Adds a marker, or replaces the marker with the same id. */
export function putMarker(record: EditingRecord, marker: Marker): EditingRecord {
  const others = record.markers.filter(({ id }) => id !== marker.id);
  return { ...record, markers: inOrder([...others, { ...marker, frame: Math.max(0, Math.round(marker.frame)) }]) };
}

export function removeMarker(record: EditingRecord, id: string): EditingRecord {
  return { ...record, markers: record.markers.filter((marker) => marker.id !== id) };
}

/**
 * Returns the markers after the end of a movie, which remain when the movie becomes shorter; empty for an empty movie.
 */
export function markersAfter({ markers }: Pick<EditingRecord, 'markers'>, end: number): readonly Marker[] {
  return end === 0 ? [] : markers.filter(({ frame }) => frame > end);
}

/** Moves the markers after the end of a movie to its end. */
export function moveMarkersTo(record: EditingRecord, end: number): EditingRecord {
  return markersAfter(record, end).reduce((now, marker) => putMarker(now, { ...marker, frame: end }), record);
}

export function setView(record: EditingRecord, change: EditorView): EditingRecord {
  return { ...record, view: { ...record.view, ...change } };
}

function changeSet(record: EditingRecord, id: string, change: (set: DataSet) => DataSet): EditingRecord {
  return { ...record, dataSets: record.dataSets.map((set) => (set.id === id ? change(set) : set)) };
}

function refusalOfName({ dataSets }: EditingRecord, name: string, id: string): Message | null {
  const requested = name.trim();
  if (requested === '') return message('data-set/no-name');
  const taken = dataSets.some((set) => set.id !== id && set.name.toLowerCase() === requested.toLowerCase());
  return taken ? message('data-set/exists') : null;
}

function readDataSet(json: unknown): readonly DataSet[] {
  if (!isObject(json) || typeof json['name'] !== 'string') return [];
  const { name, id, values } = json;
  const texts = Object.entries(isObject(values) ? values : {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return [{ id: typeof id === 'string' ? id : name, name, values: Object.fromEntries(texts) }];
}

function readLocked(json: unknown): Pick<EditingRecord, 'locked'> {
  const paths = (Array.isArray(json) ? json : []).filter(
    (path): path is string => typeof path === 'string' && /^\d+(\/\d+)*$/.test(path),
  );
  return paths.length === 0 ? {} : { locked: paths };
}

function readFrame(json: unknown): number | null {
  return typeof json === 'number' && Number.isSafeInteger(json) && json >= 0 ? json : null;
}

function readMarker(json: unknown): readonly Marker[] {
  if (!isObject(json)) return [];
  const { id, frame, name } = json;
  if (typeof id !== 'string' || typeof frame !== 'number' || !Number.isSafeInteger(frame) || frame < 0) return [];
  return [{ id, frame, name: typeof name === 'string' ? name : '' }];
}

/** Reads the view of the editor. Drops invalid numbers and keeps unknown fields. */
function readView(view: Readonly<Record<string, unknown>>): EditorView {
  const viewFields = ['playhead', 'pixelsPerFrame', 'scrollFrame'];
  return Object.fromEntries(
    Object.entries(view).filter(
      ([name, value]) =>
        !viewFields.includes(name) || (typeof value === 'number' && Number.isFinite(value) && value >= 0),
    ),
  );
}

function withDistinctIds<Item extends { readonly id: string }>(items: readonly Item[]): readonly Item[] {
  return [...new Map(items.map((item) => [item.id, item])).values()];
}

function inOrder(markers: readonly Marker[]): readonly Marker[] {
  return [...markers].sort((left, right) => left.frame - right.frame);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The in and out points of a movie, in frames. `out` is the frame after the last frame. */
export interface InOut {
  readonly in?: number;
  readonly out?: number;
}

/** Returns the points as fields of a record. Omits null points, and an out point that is not after the in point. */
export function inOutFields(points: { readonly in: number | null; readonly out: number | null }): InOut {
  const first = points.in;
  const end = points.out !== null && points.out > (first ?? 0) ? points.out : null;
  return { ...(first === null ? {} : { in: first }), ...(end === null ? {} : { out: end }) };
}

/** Sets the in point; null removes it. Removes an out point that is not after the in point. */
export function setIn<Record extends InOut>(record: Record, frame: number | null): Record {
  const { in: _in, out, ...others } = record;
  const at = frame === null ? null : Math.max(0, Math.round(frame));
  return { ...others, ...inOutFields({ in: at, out: out ?? null }) } as Record;
}

/**
 * Sets the out point, which is the frame after the last frame; null removes it. Removes an in point that is not before
 * the out point.
 */
export function setOut<Record extends InOut>(record: Record, frame: number | null): Record {
  const { in: first, out: _out, ...others } = record;
  const at = frame === null ? null : Math.max(1, Math.round(frame));
  const inPoint = first !== undefined && (at === null || first < at) ? first : null;
  return { ...others, ...inOutFields({ in: inPoint, out: at }) } as Record;
}

/** Returns the span between the points in a movie of `length` frames; null if the span is empty or covers the movie. */
export function spanBetween({ in: first = 0, out }: InOut, length: number): FrameSpan | null {
  const to = Math.min(out ?? length, length);
  if (first >= to || (first === 0 && to === length)) return null;
  return { from: first, to };
}

/** The path of an element: the index of each ancestor and of the element among its siblings, such as `2/0`. */
export type ElementPath = string;

/** Returns the paths of elements in the document, in any order. */
function pathsOf(document: TemplateDocument, ids: Iterable<NodeId>): readonly ElementPath[] {
  const { elements } = indexOf(document);
  const paths: ElementPath[] = [];
  for (const id of ids) {
    const numbers: number[] = [];
    let indexed = elements.get(id);
    while (indexed?.parent != null) {
      numbers.unshift(childElements(indexed.parent).indexOf(indexed.element));
      indexed = elements.get(indexed.parent.id);
    }
    if (numbers.length > 0) paths.push(numbers.join('/'));
  }
  return paths;
}

/** Returns the elements at these paths. Skips paths without an element. */
function elementsAt(document: TemplateDocument, paths: readonly ElementPath[]): ReadonlySet<NodeId> {
  const lockedElements = paths.flatMap((path) => {
    let element: ElementNode | undefined = document.root;
    for (const number of path.split('/')) element = element && childElements(element)[Number(number)];
    return element === undefined || element === document.root ? [] : [element.id];
  });
  return new Set(lockedElements);
}

/**
 * Returns the locked elements of a document, which gestures do not move. The record stores their paths, because ids
 * change between sessions.
 */
export function lockedIn(document: TemplateDocument, { locked = [] }: EditingRecord): ReadonlySet<NodeId> {
  return locked.length === 0 ? NONE : elementsAt(document, locked);
}

const NONE: ReadonlySet<NodeId> = new Set();

/** Locks or unlocks elements. */
export function setLocked(
  record: EditingRecord,
  document: TemplateDocument,
  { ids, locked }: { readonly ids: readonly NodeId[]; readonly locked: boolean },
): EditingRecord {
  const now = new Set(lockedIn(document, record));
  for (const id of ids)
    if (locked) now.add(id);
    else now.delete(id);
  return withLocked(record, pathsOf(document, now));
}

/** Returns the record after an edit of the document. Updates the paths, so that locked elements stay locked. */
export function carryLocks(
  record: EditingRecord,
  { before, after }: { readonly before: TemplateDocument; readonly after: TemplateDocument },
): EditingRecord {
  const { locked = [] } = record;
  if (locked.length === 0) return record;
  const paths = pathsOf(after, elementsAt(before, locked));
  const isSame = paths.length === locked.length && paths.every((path) => locked.includes(path));
  return isSame ? record : withLocked(record, paths);
}

function withLocked(record: EditingRecord, paths: readonly ElementPath[]): EditingRecord {
  const { locked: _, ...others } = record;
  return paths.length === 0 ? others : { ...others, locked: paths.toSorted() };
}
