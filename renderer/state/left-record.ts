import { type EditingRecord, editingRecordJson, parseEditingRecord } from '#shared/editing/editing-record.ts';

type RecordJson = Readonly<Record<string, unknown>>;

/** An editing record that was not known to be saved when its page went away. */
export interface LeftRecord {
  readonly record: RecordJson;
  /** Of the version that it was made from. */
  readonly etag: string | null;
  /** An earlier state of it whose save had been sent then, without an answer; null if there was none. */
  readonly underWay: RecordJson | null;
}

/**
 * The record that a page left, if it goes on from what is saved now: from the version that it was made from, or from the
 * state that was on its way. Null where it is saved already, where another window saved since, and where `stored` is not a
 * left record.
 */
export function takenUp(
  stored: unknown,
  saved: { readonly record: RecordJson; readonly etag: string },
): EditingRecord | null {
  if (!isLeftRecord(stored)) return null;
  const now = canonical(saved.record);
  if (canonical(stored.record) === now) return null;
  const goesOn = stored.etag === saved.etag || (stored.underWay !== null && canonical(stored.underWay) === now);
  return goesOn ? parseEditingRecord(stored.record) : null;
}

/** The same text for records that say the same. */
function canonical(record: RecordJson): string {
  return JSON.stringify(editingRecordJson(parseEditingRecord(record)));
}

function isLeftRecord(stored: unknown): stored is LeftRecord {
  if (!isObject(stored)) return false;
  const { record, etag, underWay } = stored;
  return isObject(record) && (etag === null || typeof etag === 'string') && (underWay === null || isObject(underWay));
}

function isObject(value: unknown): value is RecordJson {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
