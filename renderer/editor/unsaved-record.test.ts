import { describe, expect, test } from 'vitest';
import { editingRecordJson, parseEditingRecord, putMarker } from '#shared/editing/model/editing-record.ts';
import { restoredRecord } from './record-store.ts';

const withMarkers = (...ids: readonly string[]) =>
  editingRecordJson(
    ids.reduce((record, id, frame) => putMarker(record, { id, frame, name: '' }), parseEditingRecord({})),
  );
const left = { record: withMarkers('one', 'two'), etag: '"1"', underWay: withMarkers('one') };

describe('the unsaved record of a closed page', () => {
  test('is restored if no other window has saved', () => {
    expect(restoredRecord(left, { record: {}, etag: '"1"' })?.markers).toMatchObject([{ id: 'one' }, { id: 'two' }]);
  });

  test('is restored if the last save reached the service', () => {
    expect(restoredRecord(left, { record: withMarkers('one'), etag: '"2"' })?.markers).toHaveLength(2);
  });

  test('is discarded if another window has saved', () => {
    expect(restoredRecord(left, { record: withMarkers('theirs'), etag: '"2"' })).toBeNull();
  });

  test('is ignored if all of it was saved', () => {
    expect(restoredRecord(left, { record: withMarkers('one', 'two'), etag: '"1"' })).toBeNull();
  });

  test.each([undefined, 'text', [], {}, { ...left, record: [] }, { ...left, etag: 5 }, { ...left, underWay: 'none' }])(
    'is null if the storage contains %j',
    (stored) => expect(restoredRecord(stored, { record: {}, etag: '"1"' })).toBeNull(),
  );
});
