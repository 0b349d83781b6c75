import { expect, test } from 'vitest';
import { framesIn } from './probe-json.ts';

/** Returns the frames in a text that arrives in chunks of a size. */
function framesOf(text: string, size: number): readonly unknown[] {
  const frames: unknown[] = [];
  const take = framesIn((frame) => frames.push(frame));
  for (let at = 0; at < text.length; at += size) take(Buffer.from(text.slice(at, at + size)));
  return frames;
}

test.each([1, 7, 4000, 1_000_000])('an overlong line loses its last fields for any chunk size: %i', (size) => {
  const fields = Array.from({ length: 2000 }, (_, at) => `f${at}=${at}`).join('|');
  const [long, next, ...more] = framesOf(`width=2|${fields}|height=1\nwidth=4|height=3\nwidth=5`, size);
  expect(long).toMatchObject({ width: '2', f0: '0', f300: '300' });
  expect(Object.keys(long ?? {})).not.toContain('height');
  expect(Object.entries(long ?? {}).every(([name, value]) => name === 'width' || name === `f${value}`)).toBe(true);
  expect([next, ...more]).toEqual([{ width: '4', height: '3' }]);
});
