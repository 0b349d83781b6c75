import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ServiceError } from '#service/errors/service-error.ts';
import { readRender, requestOf, startRender } from '#service/renders/testing/calls.ts';
import { openJobWorld } from '#service/renders/testing/job-world.ts';
import type { BlobDigest } from '#service/storage/ports.ts';
import { ffmpeg } from '#service/testing/make-media.ts';
import { COUNTER_FILTERS, COUNTER_HEIGHT, COUNTER_WIDTH, readCounters } from '#service/testing/measure-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let world: Awaited<ReturnType<typeof openJobWorld>>;

beforeAll(async () => {
  folder = await temporaryFolder();
  world = await openJobWorld(folder.path);
  world.queue.start();
  const source = `color=s=${COUNTER_WIDTH}x${COUNTER_HEIGHT}:r=25:d=4`;
  const arguments_ = ['-f', 'lavfi', '-i', source, '-vf', COUNTER_FILTERS, '-c:v', 'libx264', '-qp', '10'];
  const clip = await ffmpeg(...arguments_, '-f', 'ismv', '-');
  await world.putAsset(world.project, 'clip.mp4', clip);
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const scene = (skip: number, src = 'clip.mp4') =>
  `<scene duration="10"><video src="${src}" skip="${skip}" audio="false"/></scene>`;
const film = (...scenes: readonly string[]) =>
  `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="25">${scenes.join('')}</movie>`;
const template = film(scene(0), '<scene enabled="false" duration="10"/>', scene(30), scene(60));

async function render(form: Parameters<typeof startRender>[1]) {
  const answer = await startRender(world, form);
  const parameters = { project: world.project, render: String(answer['id']) };
  const read = await world.handlers.readFilm(requestOf<'readFilm'>({ parameters, query: {}, body: null }));
  if (!('file' in read)) throw new Error('no film');
  const digest = read.file.etag.slice(1, -1) as BlobDigest;
  const path = await world.foundation.blobs.atHand(digest, new AbortController().signal);
  return { answer, shown: await readCounters(path), facts: await readRender(world, answer['id']) };
}

async function refusalOf(range: string): Promise<readonly string[]> {
  const error = await startRender(world, { template, range }).catch((reason: unknown) => reason);
  if (!(error instanceof ServiceError)) throw new Error('it was not refused');
  return error.issues.map(({ path, message }) => `${path}: ${message}`);
}

const upTo = (first: number, end: number) => Array.from({ length: end - first }, (_, index) => first + index);

describe('a range of a film', () => {
  it('has exactly its frames and uses cached scenes', async () => {
    const whole = await render({ template });
    expect(whole.shown).toEqual([...upTo(0, 10), ...upTo(30, 40), ...upTo(60, 70)]);
    const part = await render({ template, range: '{"from":7,"to":23}' });
    expect(part.shown).toEqual(whole.shown.slice(7, 23));
    expect(part.answer).toMatchObject({ state: 'succeeded', frames: 16, durationSeconds: 0.64 });
    expect(part.facts).toMatchObject({ range: { from: 7, to: 23 }, scenes: { total: 3, cached: 1 } });
    expect(whole.facts).toMatchObject({ range: null });
  });

  full.test('extends to the start or the end by default', async () => {
    expect((await render({ template, range: '{"to":3}' })).shown).toEqual(upTo(0, 3));
    expect((await render({ template, range: '{"from":28}' })).shown).toEqual([68, 69]);
  });

  full.test('needs an explicit end if the length is unknown', async () => {
    const open = film('<scene><video src="clip.mp4" skip="90" audio="false"/></scene>', scene(30));
    expect((await render({ template: open })).shown).toEqual([...upTo(90, 100), ...upTo(30, 40)]);
    expect((await render({ template: open, range: '{"from":8,"to":12}' })).shown).toEqual([98, 99, 30, 31]);
    const error = await startRender(world, { template: open, range: '{"from":8}' }).catch((reason: unknown) => reason);
    expect(error instanceof ServiceError && error.issues.map(({ message }) => message)).toEqual([
      'The length of the film isn’t known before its sources are read. Set `range.to`, the frame before which the range ends.',
    ]);
  });

  full.test('needs only its own sources', async () => {
    const withoutOne = film(scene(0), scene(0, 'gone.mp4'));
    expect((await render({ template: withoutOne, range: '{"from":2,"to":10}' })).shown).toEqual(upTo(2, 10));
    await expect(startRender(world, { template: withoutOne, range: '{"from":2,"to":11}' })).rejects.toThrow('gone.mp4');
  });

  it('is refused with a reason if it is invalid', async () => {
    const shape =
      'range: `range` must be an object of the frames `from` (included) and `to` (excluded), counted from 0, such as `{"from": 0, "to": 50}`.';
    for (const wrong of ['[]', '3', '{"from":-1}', '{"from":0.5}', '{"from":"1"}', '{"to":1e300}', '{"until":3}'])
      expect(await refusalOf(wrong)).toEqual([shape]);
    expect(await refusalOf('{from}')).toEqual([
      'range: `range` isn’t valid JSON: line 1, column 2: a name in double quotes is missing.',
    ]);
    expect(await refusalOf('{"from":5,"to":5}')).toEqual([
      'range: The range is empty: `range.to` is 5 and must be greater than `range.from`, which is 5.',
    ]);
    expect(await refusalOf('{"from":5,"to":31}')).toEqual([
      'range: The range ends after the film: `range.to` can be at most 30, the number of frames of the film.',
    ]);
    expect(await refusalOf('{"from":30}')).toEqual([
      'range: The range starts after the film: `range.from` can be at most 29, the last frame of the film.',
    ]);
  });
});
