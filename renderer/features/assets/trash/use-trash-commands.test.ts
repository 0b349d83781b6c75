import { expect, test } from 'vitest';
import { assetStrings } from '#renderer/strings/assets.en.ts';
import { restoredMessage } from './use-trash-commands.ts';

const said = (...names: readonly (readonly [former: string, name: string])[]) =>
  restoredMessage(
    names.map(([formerName, name]) => ({ formerName, name })),
    assetStrings.trash,
  );

test('the message names a single restored asset and counts several', () => {
  expect(said(['a.mp4', 'a.mp4'])).toEqual({ message: 'Restored “a.mp4”' });
  expect(said(['a.mp4', 'a.mp4'], ['b.mp4', 'b.mp4'])).toEqual({ message: 'Restored 2 assets' });
  expect(said()).toBeNull();
});

test('the message contains the new name of a renamed asset', () => {
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
