// @module-tag full-scale
import { readdir } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';
import { sampleSvg } from '#shared/drawings/testing/svg-samples.ts';
import { required } from '#shared/lib/assert.ts';
import { type Bomb, jpegBombs, pngBombs } from './drawings/testing/bombs.ts';
import { brokenTables, outlineBombs } from './drawings/testing/hostile-fonts.ts';
import { hostilePngs } from './drawings/testing/hostile-stills.ts';
import { moreHostileSvgs } from './drawings/testing/hostile-svgs.ts';
import { sampleFonts } from './drawings/testing/sample-fonts.ts';
import { longestTask, MAX_BLOCK_MILLISECONDS } from './http/testing/longest-task.ts';
import { waitUntil } from './testing/wait-until.ts';
import { watchedService } from './testing/watched-service.ts';

const watched = watchedService();

const { truetype } = await sampleFonts();
const named = (bombs: readonly Bomb[], requested: string): Uint8Array => {
  const [, bytes] = required(
    bombs.find(([what]) => what === requested),
    requested,
  );
  return bytes;
};
const svg = (what: string) => () => named(moreHostileSvgs(), what);
/** A file for each kind of attack. The complete list is in `drawings/hostile-files.full.test.ts`. */
const files: readonly (readonly [what: string, name: string, bytes: () => Uint8Array])[] = [
  ['SVG whose size is a million figures', 'a.svg', svg('a size of a million figures')],
  ['SVG of a million rules', 'a.svg', svg('1,000,000 rules')],
  ['SVG of uses of uses', 'a.svg', svg('uses: 20 × 2')],
  ['SVG of entities', 'a.svg', svg('entities of 4,000 letters, 200 times')],
  ['SVG of a huge filter', 'a.svg', svg('turbulence of nine octaves')],
  ['PNG of 300 MiB behind ten pixels', 'a.png', () => named(pngBombs(), '300 MiB behind ten pixels')],
  ['PNG of four thousand million pixels', 'a.png', () => named(pngBombs(), 'four thousand million pixels')],
  ['PNG of words of 300 MiB', 'a.png', () => named(hostilePngs(sampleImage('png')), 'words of 300 MiB')],
  ['JPEG of 3,000 scans', 'a.jpg', () => named(jpegBombs(sampleImage('jpeg')), '3,000 scans of 48 megapixels')],
  ['an HTML page named PNG', 'a.png', () => Buffer.from('<!doctype html><script>while(1);</script>')],
  ['a font with broken tables', 'a.ttf', () => required(brokenTables(truetype)[0], 'a font')[1]],
  ['a font whose outlines have no end', 'a.ttf', () => required(outlineBombs(truetype)[0], 'a font')[1]],
];

function templateOf(name: string): string {
  const layer = name.endsWith('ttf')
    ? `<text content="Hello" font="${name}" size="20"/>`
    : `<image src="${name}" width="64"/>`;
  return `<movie width="64" height="36" framerate="25"><scene duration="5">${layer}</scene></movie>`;
}

function frameOf(template: string): Promise<Response> {
  const { service, project } = watched();
  return service.fetch(`/v1/frame/local/${project}`, {
    method: 'POST',
    body: new URLSearchParams({ template, frame: '0' }),
  });
}

/**
 * The time limit for a render, in seconds. It is generous so that on a busy machine only a hanging render exceeds it.
 */
const PATIENCE_SECONDS = 250;

/** Returns the end of a render of a template, or the code of its refusal. */
async function endOf(template: string): Promise<{ readonly state: string; readonly said: string }> {
  const { service, project } = watched();
  const form = new FormData();
  form.set('template', template);
  form.set('async', 'true');
  const answer = await service.fetch(`/v1/render/local/${project}`, { method: 'POST', body: form });
  const accepted = JSON.parse(await answer.text());
  if (!answer.ok) return { state: 'refused', said: JSON.stringify(accepted) };
  const read = async () => JSON.parse(await service.readText(`/v1/renders/${project}/${accepted.id}`));
  await waitUntil(async () => ['succeeded', 'failed', 'cancelled'].includes((await read()).state), PATIENCE_SECONDS);
  const ended = await read();
  return { state: ended.state, said: JSON.stringify(ended) };
}

/** Returns the leftover files of films and of incoming data. */
async function leftBehind(): Promise<readonly string[]> {
  const all = await readdir(watched().folder, { recursive: true });
  return all.filter((path) => /(?:^|\/)(?:work|scratch|staging|stage|tmp)\/./.test(path));
}

const KNOWN = /"(?:source\/(?:kind|unreadable|too-large)|font\/unreadable)"/;

describe('a malicious file that is uploaded, displayed, drawn, and rendered', () => {
  test.each(files)('%s', async (_, name, bytes) => {
    const { service, project } = watched();
    const body = Buffer.from(bytes());
    const put = () => service.fetch(`/v1/data/${project}/${name}`, { method: 'PUT', body });
    expect(await longestTask(service, put, null)).toBeLessThan(MAX_BLOCK_MILLISECONDS);

    const template = templateOf(name);
    expect(await longestTask(service, () => frameOf(template), null)).toBeLessThan(MAX_BLOCK_MILLISECONDS);
    const frame = await frameOf(template);
    if (frame.status === 200) await frame.arrayBuffer();
    else expect(await frame.text()).toMatch(KNOWN);

    const { state, said } = await endOf(template);
    if (frame.status === 200) expect(state).toBe('succeeded');
    else expect([state === 'succeeded', KNOWN.test(said)]).toEqual([false, true]);

    const poster = await service.fetch(`/v1/media/${project}/poster?src=${name}`);
    const shown = await poster.text();
    if (poster.status !== 200) expect(JSON.parse(shown)).toMatchObject({ code: expect.stringContaining('/') });

    // The next film is unaffected.
    await service.fetch(`/v1/data/${project}/good.svg`, {
      method: 'PUT',
      body: Buffer.from(sampleSvg('<rect width="9" height="9" fill="red"/>')),
    });
    expect((await endOf(templateOf('good.svg'))).state).toBe('succeeded');
    await waitUntil(async () => (await leftBehind()).length === 0, PATIENCE_SECONDS);
  });
});
