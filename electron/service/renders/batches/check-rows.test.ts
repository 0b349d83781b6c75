import { expect, test } from 'vitest';
import { createMovieInspector } from '#service/inspection/inspector.ts';
import { checkRows } from './check-rows.ts';

test('the values of a row are collected shortly before its check', async () => {
  await using inspector = createMovieInspector();
  const xml = '<movie width="64" height="64" framerate="25"><scene duration="${n}"/></movie>';
  const finder = { find: () => null, messageFor: () => expect.unreachable() };
  let collected = 0;
  const valuesAt = (index: number) => {
    collected += 1;
    return [['n', String(index + 1)] as const];
  };
  const frames: number[] = [];
  for await (const [index, row] of checkRows({ xml, rowCount: 1000, valuesAt, finder, inspector })) {
    expect(collected - index).toBeLessThanOrEqual(200);
    frames.push(row.totalFrames);
  }
  expect(frames).toEqual(Array.from({ length: 1000 }, (_, index) => index + 1));
});
