import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makerName } from './maker.ts';
import { ownMaker } from './own-maker.ts';

test('a program says which engine and which CanvasKit make its films', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  expect(ownMaker()).toEqual({ engine: expect.any(Number), canvasKit: dependencies['canvaskit-wasm'] });
});

test('makers have the same name only where all versions are the same', () => {
  const maker = { ...ownMaker(), ffmpeg: '7.1' };
  expect(makerName(maker)).toMatch(/^[0-9a-f]{16}$/);
  const others = [{ ...maker }, { ...maker, ffmpeg: '7.2' }, { ...maker, engine: 0 }, { ...maker, canvasKit: '0' }];
  expect(new Set([maker, ...others].map(makerName)).size).toBe(4);
});
