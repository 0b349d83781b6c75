import {
  chooseSet,
  type EditingRecord,
  inOutFields,
  type Marker,
  putMarker,
  removeMarker,
  removeSet,
  setSample,
} from './editing-record.ts';

/**
 * A changed entry of the editing record with its values before and after an edit. A value is null if the entry is
 * absent.
 */
type RecordPart =
  | { readonly kind: 'set'; readonly key: string; readonly before: PlacedSet | null; readonly after: PlacedSet | null }
  | SamplePart
  | { readonly kind: 'marker'; readonly key: string; readonly before: Marker | null; readonly after: Marker | null }
  | { readonly kind: 'in' | 'out'; readonly key: ''; readonly before: number | null; readonly after: number | null }
  /** The chosen data set. It is recorded only together with added or removed data sets. */
  | { readonly kind: 'chosen'; readonly key: ''; readonly before: string; readonly after: string }
  | { readonly kind: 'locked'; readonly key: ''; readonly before: Places | null; readonly after: Places | null };

interface SamplePart {
  readonly kind: 'sample';
  readonly key: string;
  readonly set: string;
  readonly variable: string;
  readonly before: string | null;
  readonly after: string | null;
}

interface PlacedSet {
  readonly name: string;
  /** The index among the data sets. */
  readonly index: number;
}

type Places = readonly string[];

/** An undoable edit of the editing record: its changed entries. Changes of the view are not undoable. */
export type RecordChange = readonly RecordPart[];

/** A change to replay: `back` for undo, `forth` for redo. */
export interface RecordReplay {
  readonly change: RecordChange;
  readonly direction: 'back' | 'forth';
}

/** Returns the entries in which two records differ; null if no undoable entry differs. */
export function recordChange(before: EditingRecord, after: EditingRecord): RecordChange | null {
  const [old, now] = [partsOf(before), partsOf(after)];
  const keys = new Set([...old.keys(), ...now.keys()]);
  const parts = [...keys].flatMap((key): RecordChange => {
    const [previous, next] = [old.get(key), now.get(key)];
    const part = next ?? previous;
    if (part === undefined || isSame(previous?.after, next?.after)) return [];
    return [{ ...part, before: previous?.after ?? null, after: next?.after ?? null } as RecordPart];
  });
  if (before.chosen !== after.chosen && parts.some(({ kind }) => kind === 'set'))
    parts.push({ kind: 'chosen', key: '', before: before.chosen, after: after.chosen });
  return parts.length === 0 ? null : parts;
}

/** Joins two consecutive changes. Returns null if the second change reverts the first. */
export function joinedChanges(first: RecordChange | null, second: RecordChange | null): RecordChange | null {
  if (first === null || second === null) return first ?? second;
  const joined = new Map(first.map((part) => [partKey(part), part]));
  for (const part of second) {
    const earlier = joined.get(partKey(part));
    joined.set(partKey(part), { ...part, before: earlier === undefined ? part.before : earlier.before } as RecordPart);
  }
  const parts = [...joined.values()].filter(({ before, after }) => !isSame(before, after));
  return parts.length === 0 ? null : parts;
}

/**
 * Returns the record after a replay. All other entries keep their current values, which another window may have
 * changed.
 */
export function replayed(record: EditingRecord, { change, direction }: RecordReplay): EditingRecord {
  // Replay data sets first, because samples need an existing data set.
  const sets = change.filter(({ kind }) => kind === 'set');
  return [...sets, ...change.filter(({ kind }) => kind !== 'set')].reduce(
    (now, part) => withPart(now, part, direction),
    record,
  );
}

/** Returns the id of the existing data set whose samples a replay changed; null if there is none. */
export function changedDataSet(record: EditingRecord, { change }: RecordReplay): string | null {
  const touched = change.flatMap((part) => (part.kind === 'sample' ? part.set : []));
  return touched.find((id) => record.dataSets.some((set) => set.id === id)) ?? null;
}

function withPart(record: EditingRecord, part: RecordPart, direction: 'back' | 'forth'): EditingRecord {
  switch (part.kind) {
    case 'set':
      return withSet(record, part.key, direction === 'back' ? part.before : part.after);
    case 'sample': {
      const value = direction === 'back' ? part.before : part.after;
      return setSample(record, { set: part.set, variable: part.variable, value });
    }
    case 'marker': {
      const marker = direction === 'back' ? part.before : part.after;
      return marker === null ? removeMarker(record, part.key) : putMarker(record, marker);
    }
    case 'chosen':
      return chooseSet(record, direction === 'back' ? part.before : part.after);
    case 'in':
    case 'out': {
      const { in: first = null, out = null, ...others } = record;
      const frame = direction === 'back' ? part.before : part.after;
      return { ...others, ...inOutFields(part.kind === 'in' ? { in: frame, out } : { in: first, out: frame }) };
    }
    case 'locked': {
      const { locked: _, ...others } = record;
      const places = direction === 'back' ? part.before : part.after;
      return places === null ? others : { ...others, locked: places };
    }
    default:
      return part satisfies never;
  }
}

function withSet(record: EditingRecord, id: string, placed: PlacedSet | null): EditingRecord {
  if (placed === null) return removeSet(record, id);
  const values = record.dataSets.find((set) => set.id === id)?.values ?? {};
  const others = record.dataSets.filter((set) => set.id !== id);
  return { ...record, dataSets: others.toSpliced(placed.index, 0, { id, name: placed.name, values }) };
}

/** Returns all undoable entries of a record, each as an addition with its value in `after`. */
function partsOf({ dataSets, markers, in: first, out, locked }: EditingRecord): ReadonlyMap<string, RecordPart> {
  const sets = dataSets.map(
    ({ id, name }, index): RecordPart => ({ kind: 'set', key: id, before: null, after: { name, index } }),
  );
  const samples = dataSets.flatMap(({ id: set, values }) =>
    Object.entries(values).map(
      ([variable, value]): RecordPart => ({
        kind: 'sample',
        key: JSON.stringify([set, variable]),
        set,
        variable,
        before: null,
        after: value,
      }),
    ),
  );
  const placed = markers.map((marker): RecordPart => ({ kind: 'marker', key: marker.id, before: null, after: marker }));
  const single: readonly RecordPart[] = [
    { kind: 'in', key: '', before: null, after: first ?? null },
    { kind: 'out', key: '', before: null, after: out ?? null },
    { kind: 'locked', key: '', before: null, after: locked ?? null },
  ];
  return new Map([...sets, ...samples, ...placed, ...single].map((part) => [partKey(part), part]));
}

function partKey({ kind, key }: RecordPart): string {
  return `${kind} ${key}`;
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}
