// @module-tag full-scale

import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type ServiceProcess, startServiceProcess } from '#service/testing/service-process.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import type { JsonOf } from '#shared/contract/client.ts';
import { sampleGif, sampleWebp } from '#shared/drawings/testing/moving-samples.ts';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';
import { hostileSvgs, sampleSvg } from '#shared/drawings/testing/svg-samples.ts';
import { amount } from '#shared/testing/scale.ts';
import {
  type Bomb,
  bmpBombs,
  collectionBombs,
  compressedFontBombs,
  gifBombs,
  jpegBombs,
  movingGifBombs,
  movingWebpBombs,
  openTypeBombs,
  pngBombs,
  trueTypeBombs,
  webpBombs,
} from './testing/bombs.ts';
import { damagedCopies } from './testing/damage.ts';
import { sampleFonts } from './testing/sample-fonts.ts';

/**
 * The number of randomly damaged files per kind. Files that are crafted to use memory or time are tested in addition.
 */
const COPIES = amount('damagedStills');
/** The maximum time of a render on a loaded machine, in seconds. The limit of the drawing thread is 15 s. */
const MAX_SECONDS = 60;
/** The number of files per test. A test ends within its time limit even if each of its files takes the maximum time. */
const FILES_PER_TEST = 10;
/** The maximum memory: 1 GiB is the limit of CanvasKit, and the rest is for the service and for pixels in transfer. */
const MAX_RESIDENT_BYTES = 2 * 2 ** 30;
const REFUSED = {
  image: /^source\/(?:kind|unreadable|too-large)$/,
  font: /^(?:font|source)\/(?:unreadable|too-large)$/,
};

/** The delays of four frames. In a film at 25 fps, each frame is visible in exactly one frame of the film. */
const MOVING = {
  side: { width: 40, height: 20 },
  gif: [20, 90, 160, 220].map((grey) => ({ grey, delay: 4 })),
  webp: [20, 90, 160, 220].map((grey) => ({ grey, delay: 40 })),
};
/** An SVG with one element of each kind. */
const SVG =
  '<defs><linearGradient id="g"><stop stop-color="#f00"/><stop offset="1" stop-color="#00f"/></linearGradient><filter id="f"><feGaussianBlur stdDeviation="2"/></filter><clipPath id="c"><circle cx="20" cy="16" r="14"/></clipPath></defs><g clip-path="url(#c)"><rect width="48" height="32" fill="url(#g)" filter="url(#f)"/></g><use href="#p" transform="rotate(9)"/><path id="p" d="M2 30C10-20 30 60 46 2" stroke="#07c" stroke-width="3" stroke-dasharray="4 1" fill="none"/><text x="3" y="22" font-size="18">Ag</text>';
const fonts = await sampleFonts();
const images = {
  png: sampleImage('png'),
  jpeg: sampleImage('jpeg'),
  webp: sampleImage('webp'),
  gif: sampleImage('gif'),
  bmp: sampleImage('bmp'),
  movingGif: sampleGif(MOVING.gif, MOVING.side),
  movingWebp: sampleWebp(MOVING.webp, MOVING.side),
  svg: sampleSvg(SVG),
};
const bombs: Readonly<Record<keyof typeof fonts | keyof typeof images, () => readonly Bomb[]>> = {
  truetype: () => trueTypeBombs(fonts.truetype),
  opentype: () => openTypeBombs(fonts.opentype),
  collection: () => collectionBombs(fonts.collection),
  woff2: () => compressedFontBombs(fonts.woff2),
  png: pngBombs,
  jpeg: () => jpegBombs(images.jpeg),
  webp: () => webpBombs(images.webp, sampleImage('losslessWebp')),
  gif: () => gifBombs(images.gif),
  bmp: () => bmpBombs(images.bmp),
  movingGif: movingGifBombs,
  movingWebp: movingWebpBombs,
  svg: () => Object.entries(hostileSvgs).map(([what, bomb]) => [what, bomb()] as const),
};
const kinds = [
  ...Object.entries(fonts).map(([kind, bytes]) => ({ kind: kind as keyof typeof fonts, of: 'font' as const, bytes })),
  ...Object.entries(images).map(([kind, bytes]) => ({
    kind: kind as keyof typeof images,
    of: 'image' as const,
    bytes,
  })),
];

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let service: ServiceProcess;
let project: string;
beforeAll(async () => {
  folder = await temporaryFolder();
  service = await startServiceProcess(folder.path);
  project = await service.createProject();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

/** Renders a film of four frames that shows the file. The file name has the usual extension of its kind. */
async function render(of: 'font' | 'image', bytes: Uint8Array) {
  const name = of === 'font' ? 'damaged.ttf' : 'damaged.png';
  await service.putAsset(project, name, Buffer.from(bytes));
  const layer =
    of === 'font'
      ? `<text content="Hello שלום" font="${name}" size="20" width="60" height="30" outline="1, #000000"/>`
      : `<image src="${name}" width="60"/>`;
  const template = `<movie width="64" height="64" framerate="25"><scene duration="4">${layer}</scene></movie>`;
  return await service.startRender(project, { template });
}

/** Returns the error codes of the template's issues; without issues, the code of the render. */
function codesOf(error: JsonOf<'readRender'>['error']): readonly string[] {
  const wrong = (error?.issues ?? []).filter(({ severity }) => severity === 'error').map(({ code }) => code);
  return wrong.length > 0 ? wrong : [error?.code ?? 'no error'];
}

describe.each(kinds)('a damaged file, $kind', ({ kind, of, bytes }) => {
  const damaged = [
    ...bombs[kind]().map(([what, bomb]) => ({ what, bomb })),
    ...damagedCopies(bytes, COPIES, kinds.findIndex((each) => each.kind === kind) + 1).map((bomb, index) => ({
      what: `damage ${index + 1}`,
      bomb,
    })),
  ];

  const ends: string[] = [];
  const groups = Map.groupBy(damaged, (_, index) => Math.floor(index / FILES_PER_TEST));

  test.each([...groups])(
    'is refused by code or drawn: files of group %i',
    {
      tags: ['promise:F37'],
    },
    async (_group, files) => {
      for (const { what, bomb } of files) {
        const started = await render(of, bomb);
        const [health, facts] = await Promise.all([
          fetch(`${service.url}/health`),
          service.fetch(`/v1/media/${project}/facts?src=${of === 'font' ? 'damaged.ttf' : 'damaged.png'}`),
        ]);
        expect(health.status, what).toBe(200);
        expect(facts.status, what).toBeLessThan(500);
        const { state, frames, error } = await service.endedRender(project, started, MAX_SECONDS);
        if (state === 'succeeded') expect(frames, what).toBe(4);
        else for (const code of codesOf(error)) expect(code, what).toMatch(REFUSED[of]);
        ends.push(state);
      }
    },
  );

  // One group can consist only of drawable copies, so check all groups together.
  afterAll(() => expect(ends).toContain('failed'));

  test('does not affect the next file or the memory limit', async () => {
    const { state, frames } = await service.endedRender(project, await render(of, bytes));
    expect({ state, frames }).toEqual({ state: 'succeeded', frames: 4 });
    const status = await readFile(`/proc/${service.pid}/status`, 'utf8');
    expect(Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1024).toBeLessThan(MAX_RESIDENT_BYTES);
  });
});
