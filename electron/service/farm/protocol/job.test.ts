import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { SVG_TOOLCHAIN } from '#shared/drawings/svg-drawer.ts';
import { localToolchain, toolchainId } from './job.ts';

test('the local toolchain has the installed versions of engine, CanvasKit, and resvg', async () => {
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  const canvasKit = dependencies['canvaskit-wasm'];
  expect(localToolchain()).toEqual({ engine: expect.any(Number), canvasKit, svg: SVG_TOOLCHAIN });
});

test('toolchains have the same id only if all versions are equal', () => {
  const toolchain = { ...localToolchain(), ffmpeg: '7.1' };
  expect(toolchainId(toolchain)).toMatch(/^[0-9a-f]{16}$/);
  const others = [{ ffmpeg: '7.2' }, { engine: 0 }, { canvasKit: '0' }, { svg: 'resvg 0' }];
  const toolchains = [toolchain, { ...toolchain }, ...others.map((other) => ({ ...toolchain, ...other }))];
  expect(new Set(toolchains.map(toolchainId)).size).toBe(5);
});
