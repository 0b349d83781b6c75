import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decodePng } from '#service/testing/decode-png.ts';
import { ffmpeg, makeClip, makeVariableRate } from '#service/testing/make-media.ts';
import { COUNTER_FILTERS, COUNTER_HEIGHT, COUNTER_WIDTH, readRgbFrames } from '#service/testing/measure-film.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { openViewWorld, type ViewWorld } from './testing/view-world.ts';

const counted = { width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS };
const LOSSLESS = ['-c:v', 'libx264', '-preset', 'ultrafast', '-qp', '0', '-g', '12', '-bf', '2', '-c:a', 'aac'];
const SOURCES = ['count60.mkv', 'count25.ts', 'test.mp4', 'uneven.mp4'];

let world: ViewWorld;
beforeAll(async () => {
  world = await openViewWorld();
  const { at, add } = world;
  await Promise.all([
    makeClip(at('count60.mkv'), { ...counted, rate: '60', seconds: 15, codecs: LOSSLESS }),
    makeClip(at('count25.ts'), { ...counted, rate: '25', seconds: 15, codecs: LOSSLESS }),
    makeClip(at('test.mp4'), { seconds: 2 }),
    makeVariableRate(at('uneven.mp4'), { seconds: 14 }),
  ]);
  for (const name of SOURCES) await add(name);
  await ffmpeg('-f', 'lavfi', '-i', 'color=red:s=40x40', '-frames:v', '1', at('red.png'));
  await add('red.png');
});
afterAll(() => world[Symbol.asyncDispose]());

const ask = async (fields: Readonly<Record<string, string>>): Promise<Response> =>
  world.service.fetch(`/v1/frame/local/${world.project}`, { method: 'POST', body: new URLSearchParams(fields) });

async function pixels(answer: Response): Promise<Uint8Array> {
  if (answer.status !== 200) throw new Error(await answer.text());
  expect(answer.headers.get('content-type')).toBe('image/png');
  return decodePng(new Uint8Array(await answer.arrayBuffer())).pixels;
}

/** Returns the mean difference between the bytes of two pictures. */
function differenceOf(one: Uint8Array, other: Uint8Array | undefined): number {
  return one.reduce((sum, value, index) => sum + Math.abs(value - (other?.[index] ?? 0)), 0) / one.length;
}

describe('a requested frame', () => {
  test.each(cases(1, ['count25.ts', 'count60.mkv']))('equals the film at any position of a scene: %s', async (src) => {
    const template = `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="30"><scene duration="7"><video src="${src}"/></scene><scene duration="390"><video src="${src}" skip="19"/></scene></movie>`;
    const { path } = await renderFilm(template, { folder: world.at(''), quality: 'high' });
    const film = await readRgbFrames(path, COUNTER_WIDTH, COUNTER_HEIGHT);
    const bits = (frame: Uint8Array | undefined) =>
      Array.from(
        { length: 10 },
        (_, bit) => (frame?.[((COUNTER_HEIGHT / 2) * COUNTER_WIDTH + bit * 32 + 16) * 3] ?? 0) > 125,
      );
    for (const frame of cases(3, [0, 6, 7, 201, 202, 396, 8, 40, 41, 100, 203, 204, 330, 331]))
      expect([frame, bits(await pixels(await ask({ template, frame: String(frame) })))]).toEqual([
        frame,
        bits(film[frame]),
      ]);
  });

  full.test('equals the film with effects, layers, and uneven times', async () => {
    const template = `<movie width="320" height="180" framerate="24"><scene duration="300"><video src="uneven.mp4" skip="5"><vignette color="#ff8000" aperture="60"/><saturation value="40"/></video><video src="test.mp4" fit="contain"><flip axis="x"/></video></scene></movie>`;
    const { path } = await renderFilm(template, { folder: world.at(''), quality: 'high' });
    const film = await readRgbFrames(path, 320, 180);
    for (const frame of cases(2, [299, 30, 0, 150])) {
      const exact = await pixels(await ask({ template, frame: String(frame) }));
      expect(differenceOf(exact, film[frame])).toBeLessThan(3);
    }
  });

  test.each(['jpeg', 'webp', 'avif'] as const)('shows the same picture in the format: %s', async (format) => {
    const template = `<movie width="160" height="90" framerate="25"><scene duration="2"><image src="red.png" fit="contain" width="100%" height="100%"/></scene></movie>`;
    const exact = await pixels(await ask({ template }));
    const answer = await ask({ template, format });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, `image/${format}`]);
    const path = world.at(`frame.${format}`);
    await writeFile(path, Buffer.from(await answer.arrayBuffer()));
    const decoded = await ffmpeg('-i', path, '-vf', 'scale=160:90', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-');
    expect(decoded.length).toBe(exact.length);
    expect(differenceOf(exact, decoded)).toBeLessThan(6);
  });

  test('is refused in an unknown format', async () => {
    const template = '<movie width="64" height="36" framerate="25"><scene duration="5"/></movie>';
    expect((await ask({ template, format: 'bmp' })).status).toBe(400);
  });

  full.test('equals the film with an animated title', async () => {
    const title =
      '<text content="Title" size="30" offset="40" duration="300"><animation type="slidein" duration="300"/></text><image src="red.png" position="50, 30"/>';
    const template = `<movie width="320" height="180" framerate="24"><scene duration="12"/><scene duration="330"><video src="uneven.mp4" skip="5"/>${title}</scene></movie>`;
    const { path } = await renderFilm(template, { folder: world.at(''), quality: 'high' });
    const film = await readRgbFrames(path, 320, 180);
    for (const frame of cases(3, [12, 52, 341, 51, 200])) {
      const exact = await pixels(await ask({ template, frame: String(frame) }));
      expect(differenceOf(exact, film[frame])).toBeLessThan(3);
    }
  });

  full.test('equals the film with captions', async () => {
    const cue = (at: number, text: string) => `00:${at}.500 --> 00:${at + 1}.000\n${text}\n\n`;
    await writeFile(world.at('long.vtt'), `WEBVTT\n\n${cue(10, 'Hello')}${cue(20, '<b>Bye</b>')}`);
    await world.add('long.vtt');
    const template = `<movie width="320" height="180" framerate="24"><scene><captions src="long.vtt"/></scene></movie>`;
    const { path, frames } = await renderFilm(template, { folder: world.at(''), quality: 'high' });
    expect(frames).toBe(21 * 24);
    const film = await readRgbFrames(path, 320, 180);
    const light = (picture: Uint8Array | undefined) =>
      (picture ?? new Uint8Array()).reduce((sum, value) => sum + value, 0);
    for (const frame of cases(4, [251, 252, 263, 264, 492, 503])) {
      const [exact, encoded] = [light(await pixels(await ask({ template, frame: String(frame) }))), light(film[frame])];
      expect([frame, exact > 0]).toEqual([frame, frame === 252 || frame === 263 || frame >= 492]);
      expect(Math.abs(exact - encoded)).toBeLessThan(exact * 0.05 + 320 * 180);
    }
  });

  full.test('equals the film with styled words', async () => {
    const captions = (look: string, at: number) =>
      `<captions look="${look}" words="spread" size="26" position="0, ${at}"><cue start="0" end="24">One two ثلاثة four</cue></captions>`;
    const template = `<movie width="320" height="180" framerate="24"><scene duration="24">${captions('slidepill', -90)}${captions('karaoke', -10)}</scene></movie>`;
    const { path } = await renderFilm(template, { folder: world.at(''), quality: 'high' });
    const film = await readRgbFrames(path, 320, 180);
    for (const frame of cases(3, [0, 7, 8, 13, 19, 23])) {
      const exact = await pixels(await ask({ template, frame: String(frame) }));
      expect(differenceOf(exact, film[frame]), `frame ${frame}`).toBeLessThan(3);
    }
  });

  full.test('equals the film with overlays and custom transitions', async () => {
    const overlay =
      '<overlay><video src="test.mp4" width="80" offset="5" position="100, 50"/><text content="Over" size="24" offset="10"><animation type="slidein" duration="30"/></text></overlay>';
    const custom =
      '<transition type="custom" duration="12"><scene><layer ref="a" scale="0.5" position="-80, 0"/><layer ref="b" overlap="3" scale="0.5" position="80, 0"/></scene></transition>';
    const template = `<movie width="320" height="180" framerate="24"><scene id="a" duration="30"><video src="uneven.mp4" skip="5"/></scene>${custom}<scene id="b" duration="30"><video src="test.mp4"/></scene>${overlay}</movie>`;
    const { path } = await renderFilm(template, { folder: world.at(''), quality: 'high' });
    const film = await readRgbFrames(path, 320, 180);
    for (const frame of cases(4, [17, 18, 25, 30, 0, 5, 29, 47])) {
      const exact = await pixels(await ask({ template, frame: String(frame) }));
      expect(differenceOf(exact, film[frame]), `frame ${frame}`).toBeLessThan(3);
    }
  });

  test('reports a damaged image with its position', async () => {
    await writeFile(
      world.at('cut.png'),
      (await ffmpeg('-i', world.at('red.png'), '-f', 'image2pipe', '-c:v', 'png', '-')).subarray(0, 60),
    );
    await world.add('cut.png');
    const template =
      '<movie width="64" height="36" framerate="25"><scene duration="5"><image src="cut.png"/></scene></movie>';
    expect(await (await ask({ template, frame: '0' })).json()).toMatchObject({
      code: 'render/invalid',
      issues: [{ code: 'source/unreadable', path: 'movie/scene/image@src', line: 1 }],
    });
  });

  full.test('equals the film after scenes of unknown length', async () => {
    // 15 s is much longer than the default length of a source with an unknown length.
    const last = '<scene duration="5" background="#ff0000"/>';
    const template = `<movie width="320" height="180" framerate="25"><scene><video src="count60.mkv"/></scene>${last}</movie>`;
    const redAt = async (frame: number) => (await pixels(await ask({ template, frame: String(frame) })))[0];
    const { frames } = await renderFilm(template, { folder: world.at('') });
    expect([frames, await redAt(frames - 6), await redAt(frames - 5), await redAt(frames - 1)]).toEqual([
      expect.toSatisfy((count: number) => count >= 380 && count <= 381),
      expect.toSatisfy((red: number) => red < 5),
      expect.toSatisfy((red: number) => red > 250),
      expect.toSatisfy((red: number) => red > 250),
    ]);
    expect(await (await ask({ template, frame: String(frames) })).json()).toMatchObject({
      code: 'render/invalid',
      issues: [{ message: `The film has ${frames} frames; \`frame\` must be less than ${frames}.` }],
    });
    const gone = template.replace('count60.mkv', 'none.mp4');
    expect(await (await ask({ template: gone, frame: '0' })).json()).toMatchObject({
      issues: [{ code: 'source/not-found', path: 'movie/scene[1]/video@src' }],
    });
  });

  test('is made even if sources of other scenes are missing', async () => {
    const scene = (src: string) => `<scene duration="5"><video src="${src}"/></scene>`;
    const template = `<movie width="320" height="180" framerate="25">${scene('none.mp4')}${scene('test.mp4')}</movie>`;
    expect((await pixels(await ask({ template, frame: '7' }))).length).toBe(320 * 180 * 3);
    expect(await (await ask({ template, frame: '4' })).json()).toMatchObject({
      code: 'render/invalid',
      issues: [{ code: 'source/not-found', path: 'movie/scene[1]/video@src' }],
    });
  });

  test('can be smaller than the film', async () => {
    const template = '<movie width="640" height="360" framerate="25"><scene duration="5"/></movie>';
    expect(await pixels(await ask({ template, width: '160' }))).toEqual(new Uint8Array(160 * 90 * 3));
  });
});

describe('an invalid request is refused as for a render', () => {
  const template = '<movie width="64" height="36" framerate="25"><scene duration="5"/></movie>';
  test.each([
    [{ template, frame: '5' }, 'render/invalid'],
    [{ template, frame: '-1' }, 'render/invalid'],
    [{ template, width: '65' }, 'render/invalid'],
    [{ template: '<movie' }, 'template/invalid'],
    [{ template: template.replace('/>', '><video src="none.mp4"/></scene>') }, 'render/invalid'],
    [{ movie: 'none' }, 'movie/not-found'],
    [{}, 'render/invalid'],
  ])('reports the problem of %j', async (fields, code) => {
    const answer = await ask(fields as Readonly<Record<string, string>>);
    expect(await answer.json()).toMatchObject({ code });
  });
});
