import { expect, test } from 'vitest';
import { assetStrings } from '#renderer/strings/en/assets.ts';
import { restoredMessage } from './restored-message.ts';

const said = (...names: readonly (readonly [former: string, name: string])[]) =>
  restoredMessage(
    names.map(([formerName, name]) => ({ formerName, name })),
    assetStrings.trash,
  );

test('what is back is named, or counted', () => {
  expect(said(['a.mp4', 'a.mp4'])).toEqual({ message: 'Restored “a.mp4”' });
  expect(said(['a.mp4', 'a.mp4'], ['b.mp4', 'b.mp4'])).toEqual({ message: 'Restored 2 assets' });
  expect(said()).toBeNull();
});

test('what is back under another name is told with it', () => {
  expect(said(['a.mp4', 'a (2).mp4'])).toEqual({
    message: '“a.mp4” already exists; restored as “a (2).mp4”',
    tone: 'info',
  });
  expect(said(['a.mp4', 'a (2).mp4'], ['b.mp4', 'b.mp4'], ['c.mp4', 'c (3).mp4'])).toEqual({
    message: 'Restored 3 assets',
    detail: 'Renamed because the names were taken: a (2).mp4, c (3).mp4',
    tone: 'info',
  });
});
