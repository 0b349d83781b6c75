import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SVG_DRAWER } from '#shared/drawings/svg-drawer.ts';
import { makerName, ownMaker } from './job.ts';

test('the local toolchain has the installed versions of engine, CanvasKit, and resvg', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const canvasKit = dependencies['canvaskit-wasm'];
  expect(ownMaker()).toEqual({ engine: expect.any(Number), canvasKit, svg: SVG_DRAWER.name });
});

test('toolchains have the same id only if all versions are equal', () => {
  const maker = { ...ownMaker(), ffmpeg: '7.1' };
  expect(makerName(maker)).toMatch(/^[0-9a-f]{16}$/);
  const others = [{ ffmpeg: '7.2' }, { engine: 0 }, { canvasKit: '0' }, { svg: 'resvg 0' }];
  const makers = [maker, { ...maker }, ...others.map((other) => ({ ...maker, ...other }))];
  expect(new Set(makers.map(makerName)).size).toBe(5);
});
