import { expect, test } from 'vitest';
import { markRevisions, type Revision, revisionToCompare } from './revisions.ts';

const revision = (number: number, etag: string): Revision => ({
  revision: number,
  etag,
  savedAt: new Date(number * 1_000).toISOString(),
  size: 10,
});

test('the list marks the current, opened, and last saved revision', () => {
  const revisions = [revision(3, 'c'), revision(2, 'b'), revision(1, 'a')];
  const opened = { etag: 'b', at: 2_500 };
  const marks = markRevisions(revisions, { mine: 'c', isSaved: true, opened });
  expect([...marks]).toEqual([
    [3, ['now']],
    [2, ['opened']],
  ]);
  expect(revisionToCompare(revisions, marks, null)?.revision).toBe(2);
  const edited = markRevisions(revisions, { mine: 'c', isSaved: false, opened });
  expect(edited.get(3)).toEqual(['last']);
  expect(revisionToCompare(revisions, edited, null)?.revision).toBe(3);
});

test('the newest of several identical revisions is current', () => {
  const revisions = [revision(4, 'a'), revision(3, 'b'), revision(2, 'a'), revision(1, 'a')];
  const marks = markRevisions(revisions, { mine: 'a', isSaved: true, opened: { etag: 'a', at: 2_500 } });
  expect([...marks]).toEqual([
    [4, ['now']],
    [2, ['opened']],
  ]);
});

test('a single revision can be compared although it is current', () => {
  const only = [revision(1, 'a')];
  const marks = markRevisions(only, { mine: 'a', isSaved: true, opened: { etag: 'a', at: 5_000 } });
  expect(marks.get(1)).toEqual(['now', 'opened']);
  expect(revisionToCompare(only, marks, null)?.revision).toBe(1);
  expect(revisionToCompare([], new Map(), null)).toBeNull();
});

test('a chosen revision is compared although newer ones differ', () => {
  const revisions = [revision(4, 'd'), revision(3, 'c'), revision(2, 'b'), revision(1, 'a')];
  const marks = markRevisions(revisions, { mine: 'd', isSaved: true, opened: { etag: 'd', at: 5_000 } });
  expect(revisionToCompare(revisions, marks, 2)?.revision).toBe(2);
  expect(revisionToCompare(revisions, marks, 9)?.revision).toBe(3);
});
