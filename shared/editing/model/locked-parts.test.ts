import { expect, test } from 'vitest';
import {
  carryLocks,
  EMPTY_RECORD,
  editingRecordJson,
  lockedIn,
  parseEditingRecord,
  setLocked,
} from './editing-record.ts';
import { edited, elementId, film, sceneId } from './testing/editing.ts';

const source = film(
  '<scene duration="10"/>',
  '<scene duration="10"><video src="a.mp4"/><group><text content="x"/></group></scene>',
);
const { document } = source;
const [video, text] = [elementId(source, 'video'), elementId(source, 'text')];
const record = setLocked(EMPTY_RECORD, document, { ids: [video, text], locked: true });

test('unlocking all layers restores the original record', () => {
  expect([...lockedIn(document, record)]).toEqual([video, text]);
  const without = setLocked(record, document, { ids: [video], locked: false });
  expect([...lockedIn(document, without)]).toEqual([text]);
  expect(setLocked(without, document, { ids: [text], locked: false })).toEqual(EMPTY_RECORD);
});

test('locks of layers are stored in the record', () => {
  expect(record.locked).toEqual(['1/0', '1/1/0']);
  expect(parseEditingRecord(JSON.parse(JSON.stringify(editingRecordJson(record))))).toEqual(record);
  expect(parseEditingRecord({ locked: ['1/0', 5, 'x'] }).locked).toEqual(['1/0']);
  expect(lockedIn(document, { ...EMPTY_RECORD, locked: ['7/3'] }).size).toBe(0);
});

test('locks follow their layers through edits', () => {
  const after = edited(source, { type: 'node/remove', nodes: [sceneId(source, 0)] }).source.document;
  const carried = carryLocks(record, { before: document, after });
  expect(carried.locked).toEqual(['0/0', '0/1/0']);
  expect([...lockedIn(after, carried)]).toEqual([video, text]);
  const withoutGroup = edited(source, { type: 'node/remove', nodes: [elementId(source, 'group')] }).source.document;
  expect(carryLocks(record, { before: document, after: withoutGroup }).locked).toEqual(['1/0']);
  expect(carryLocks(record, { before: document, after: document })).toBe(record);
});
