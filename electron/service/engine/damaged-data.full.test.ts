import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { damagePackets, ffmpeg, makeClip, makeSound } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { full } from '#shared/testing/full.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const at = (name: string) => join(folder.path, name);
const CLIP = { width: 64, height: 36, seconds: 6, extra: ['-g', '25', '-bf', '2'] };

const damage = (name: string, type: 'video' | 'audio', from: number, until: number) =>
  damagePackets(at(name), type, from, until);

async function faultsIn(layers: string, options: { readonly isCacheOn?: boolean } = {}) {
  const xml = `<movie width="64" height="36" framerate="25">${layers}</movie>`;
  const { warnings } = await renderFilm(xml, { folder: folder.path, workshop: { isCacheOn: false, ...options } });
  return warnings.map(({ code, says: { values } }) => ({ code, ...values }));
}

test('damaged packets inside of a video cause a warning with the time', async () => {
  await makeClip(at('middle.mp4'), CLIP);
  expect(await faultsIn('<scene><video src="middle.mp4"/></scene>')).toEqual([]);
  await damage('middle.mp4', 'video', 3, 3.2);
  const fault = { code: 'source/damaged', source: 'middle.mp4', more: 0, seconds: expect.closeTo(3, 0) };
  expect(await faultsIn('<scene><video src="middle.mp4"/></scene>')).toEqual([fault]);
  // The pictures of a composed scene are decoded in separate processes, unlike the pictures of a plain scene.
  const composed = '<scene><video src="middle.mp4" opacity="0.5"/></scene>';
  expect(await faultsIn(composed, { isCacheOn: true })).toEqual([fault]);
  expect(await faultsIn(composed, { isCacheOn: true })).toEqual([fault]);
});

test('damage outside of the played range gives no warning', async () => {
  await makeClip(at('outside.mp4'), CLIP);
  await damage('outside.mp4', 'video', 4.5, 4.7);
  expect(await faultsIn('<scene duration="2s"><video src="outside.mp4" skip="1s"/></scene>')).toEqual([]);
});

full.test.each([
  ['a transport stream without its first sync frame', 'head.ts', 0],
  ['damaged MP3 frames', 'frames.mp3', 2],
  ['damaged sound of a video', 'sound.mp4', 2],
])('%s give a warning', async (_, name, seconds) => {
  if (name === 'head.ts') {
    await makeClip(at('whole.ts'), CLIP);
    const bytes = await readFile(at('whole.ts'));
    // Remove the first twelfth, which contains the first sync frame, at a packet boundary (188 bytes).
    await writeFile(at(name), bytes.subarray(188 * Math.floor(bytes.length / 188 / 12)));
  } else if (name === 'frames.mp3') {
    await makeSound(at(name), { seconds: 6 });
    await damage(name, 'audio', 2, 2.5);
  } else {
    await makeClip(at(name), CLIP);
    await damage(name, 'audio', 2, 2.5);
  }
  const layer = name === 'frames.mp3' ? `<audio src="${name}"/>` : `<video src="${name}"/>`;
  const faults = await faultsIn(`<scene duration="5s">${layer}</scene>`);
  expect(faults).toEqual([
    expect.objectContaining({ code: 'source/damaged', source: name, seconds: expect.closeTo(seconds, 0) }),
  ]);
});

full.test('intact files with an open group of pictures give no warning', async () => {
  await makeClip(at('open.mkv'), { ...CLIP, extra: ['-g', '25', '-bf', '3', '-x264-params', 'open-gop=1'] });
  await ffmpeg('-ss', '1.5', '-i', at('open.mkv'), '-c', 'copy', at('copied.mp4'));
  for (const name of ['open.mkv', 'copied.mp4'])
    expect(await faultsIn(`<scene duration="2s"><video src="${name}" skip="1.3s"/></scene>`), name).toEqual([]);
});
