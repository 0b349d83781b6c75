import { describe, expect, test } from 'vitest';
import { editingRecordJson, parseEditingRecord, putMarker } from '#shared/editing/editing-record.ts';
import { takenUp } from './left-record.ts';

const withMarkers = (...ids: readonly string[]) =>
  editingRecordJson(
    ids.reduce((record, id, frame) => putMarker(record, { id, frame, name: '' }), parseEditingRecord({})),
  );
const left = { record: withMarkers('one', 'two'), etag: '"1"', underWay: withMarkers('one') };

describe('a record that a page left', () => {
  test('is taken up where nobody saved since', () => {
    expect(takenUp(left, { record: {}, etag: '"1"' })?.markers).toMatchObject([{ id: 'one' }, { id: 'two' }]);
  });

  test('is taken up where the save arrived that was under way', () => {
    expect(takenUp(left, { record: withMarkers('one'), etag: '"2"' })?.markers).toHaveLength(2);
  });

  test('gives way to what another window saved since', () => {
    expect(takenUp(left, { record: withMarkers('theirs'), etag: '"2"' })).toBeNull();
  });

  test('is nothing new where it arrived', () => {
    expect(takenUp(left, { record: withMarkers('one', 'two'), etag: '"1"' })).toBeNull();
  });

  test.each([undefined, 'text', [], {}, { ...left, record: [] }, { ...left, etag: 5 }, { ...left, underWay: 'none' }])(
    'is nothing where %j was stored',
    (stored) => expect(takenUp(stored, { record: {}, etag: '"1"' })).toBeNull(),
  );
});
