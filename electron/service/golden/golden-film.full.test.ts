import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import { createSourceLocator } from '#service/sources/locate-source.ts';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import { compareGolden, isDifferent } from '#shared/golden/compare-golden.ts';
import { type Golden, goldenText, parseGolden } from '#shared/golden/golden-file.ts';
import { goldenFrames } from '#shared/golden/spread-frames.ts';
import { required } from '#shared/lib/assert.ts';
import { ok } from '#shared/lib/result.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { cases } from '#shared/testing/scale.ts';
import { openFilmPictures } from './film-pictures.ts';
import { type GoldenRun, measureFilm } from './golden-film.ts';

let folder: string;
let run: GoldenRun;
let base: Golden;
const scope = new AsyncDisposableStack();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenewright-golden-'));
  scope.defer(() => rm(folder, { recursive: true, force: true }));
  await makeClip(join(folder, 'clip.mp4'), { width: 160, height: 90, seconds: 2 });
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=96x64', '-frames:v', '1', join(folder, 'photo.png'));
  await ffmpeg(
    '-i',
    join(folder, 'photo.png'),
    '-vf',
    'drawbox=x=40:y=30:w=1:h=1:color=white:t=fill',
    join(folder, 'other.png'),
  );
  await ffmpeg('-f', 'lavfi', '-i', 'sine=880:d=3', join(folder, 'tone.wav'));
  const tools = await findMediaTools(process.env, {});
  const sources = scope.use(
    createSourceLocator({
      ...{ tools, assetsFolder: folder, cacheFolder: null, scratchFolder: folder },
      ...{ allowHosts: new Set<string>(), allowLoopback: false },
    }),
  );
  const workshop = { folder: join(folder, 'workshop'), isCacheOn: true, limitBytes: 1e9 };
  const { signal } = new AbortController();
  run = { locating: { locate: sources.locate }, tools, folder, workshop, signal };
  base = await goldenOf(XML);
});
afterAll(() => scope.disposeAsync());

const XML = `<movie width="320" height="180" framerate="25" background="#101820">
<scene name="Opening" duration="50" background="#203040">
<solid name="Ground" color="#334455" width="300" height="160" opacity="0.8"/>
<image name="Photo" src="photo.png" width="120" height="90" fit="cover" position="-90, 0" crop="0, 0, 0, 0"/>
<shape name="Line" type="rectangle" width="80" height="10" fill="#ff0000" position="0, 60" rotation="3"/>
<text name="Title" size="30" weight="400" color="#ffffff" position="40, -40" content="Hello there"><animation type="custom"><key time="0" opacity="0.2"/><key time="30" opacity="1"/></animation></text>
<text name="Note" size="16" position="40, 20" content="A note"><filter type="blur" radius="1"/><animation type="slidein" duration="20" easing="ease" direction="left"/></text>
</scene>
<scene name="Masked" duration="50">
<group name="Card" position="10, 0" scale="0.9"><solid name="Fill" color="#00aa55" width="200" height="120"/><text name="Inside" size="20" content="Inside"/><mask><shape name="Hole" type="ellipse" width="180" height="110" fill="#ffffff"/></mask></group>
<text name="Typed" size="18" position="0, 70" content="Typed text"><animation type="typewriter" duration="40"/></text>
</scene>
<transition type="wipe" direction="left" duration="20"/>
<scene name="Clip" duration="50"><video name="Video" src="clip.mp4" skip="5" audio="false" width="160" height="90"/><text name="Over" size="20" content="Over"/></scene>
<audio name="Tone" src="tone.wav" volume="0.5"/>
<overlay><text name="Mark" size="12" position="140, 80" content="Mark" opacity="0.5"/></overlay>
</movie>`;

async function goldenOf(xml: string, frames?: readonly number[], threads?: number): Promise<Golden> {
  const source = required(readTemplate(xml).source, 'a template');
  const choice = frames === undefined ? { count: 12 } : { frames };
  const measured = await measureFilm({ source, values: new Map() }, choice, { ...run, ...(threads && { threads }) });
  if (!measured.ok) throw new Error(JSON.stringify(measured.error));
  return measured.value.golden;
}

/**
 * A change of the template: its name, the text before and after, and the layer and property that the difference must
 * name.
 */
type Seeded = readonly [name: string, from: string, to: string, layer: string | null, property: string];

const SEEDED: readonly Seeded[] = [
  ['a position by 0.1 pixels', 'position="0, 60"', 'position="0.1, 60"', 'Line', 'matrix'],
  ['a color by 1', 'color="#ffffff"', 'color="#feffff"', 'Title', 'color'],
  ['an opacity by 0.01', 'opacity="0.5"', 'opacity="0.49"', 'Mark', 'opacity'],
  ['a letter', 'content="Hello there"', 'content="Hello therf"', 'Title', 'text'],
  ['a font', 'name="Title" size', 'name="Title" font="Noto Sans Thai" size', 'Title', 'font'],
  ['a weight', 'weight="400"', 'weight="700"', 'Title', 'weight'],
  ['a font size', 'size="30"', 'size="31"', 'Title', 'size'],
  ['an outline', 'name="Title" ', 'name="Title" outline="2, #ff0000" ', 'Title', 'outline'],
  ['letter spacing', 'name="Title" ', 'name="Title" letterspacing="1" ', 'Title', 'letterspacing'],
  ['the value of a key', 'opacity="0.2"', 'opacity="0.3"', 'Title', 'opacity'],
  ['the time of a key by a frame', 'time="30"', 'time="31"', 'Title', 'opacity'],
  ['the easing of a key', '<key time="0"', '<key easing="ease-in" time="0"', 'Title', 'opacity'],
  ['the amount of a filter', 'radius="1"', 'radius="3"', 'Note', 'effect 1'],
  [
    'another filter',
    '<filter type="blur" radius="1"/>',
    '<filter type="blur" radius="1"/><filter type="sepia"/>',
    'Note',
    'effect 2',
  ],
  ['a filter that is gone', '<filter type="blur" radius="1"/>', '', 'Note', 'effect 1'],
  ['the easing of a preset', 'easing="ease"', 'easing="linear"', 'Note', 'matrix'],
  ['the duration of a preset', 'duration="20" easing', 'duration="24" easing', 'Note', 'matrix'],
  ['the side of a preset', 'direction="left"/></text>', 'direction="right"/></text>', 'Note', 'matrix'],
  ['a crop', 'crop="0, 0, 0, 0"', 'crop="0, 8, 0, 0"', 'Photo', 'crop'],
  ['the fit of an image', 'fit="cover"', 'fit="stretch"', 'Photo', 'fit'],
  ['the size of an image', 'width="120"', 'width="121"', 'Photo', 'width'],
  ['an image with one other pixel', 'src="photo.png"', 'src="other.png"', 'Photo', 'source'],
  ['a blend mode', 'fit="cover"', 'fit="cover" blendmode="multiply"', 'Photo', 'blend'],
  ['the fill of a shape', 'fill="#ff0000"', 'fill="#ff0400"', 'Line', 'fill'],
  ['the outline of a shape', 'type="rectangle" width="80"', 'type="ellipse" width="80"', 'Line', 'outline'],
  ['a rotation', 'rotation="3"', 'rotation="4"', 'Line', 'matrix'],
  ['the color of a solid', 'color="#334455"', 'color="#334456"', 'Ground', 'color'],
  ['the background of a scene', 'background="#203040"', 'background="#203340"', 'Opening', 'background'],
  ['the scale of a group', 'scale="0.9"', 'scale="0.89"', 'Card', 'matrix'],
  ['a layer in a group', 'size="20" content="Inside"', 'size="20" content="inside"', 'Inside', 'text'],
  ['a layer of a mask', 'width="180"', 'width="170"', 'Hole', 'width'],
  ['the channel of a mask', '<mask>', '<mask invert="true">', 'Card', 'mask'],
  ['the speed of a typewriter', 'duration="40"', 'duration="36"', 'Typed', 'animation'],
  ['the kind of a transition', 'type="wipe"', 'type="push"', null, 'type'],
  ['the easing of a transition', 'type="wipe"', 'type="wipe" easing="ease-out"', null, 'progress'],
  ['the in point of a video', 'skip="5"', 'skip="6"', 'Video', 'source frame'],
  ['the speed of a video', 'skip="5"', 'skip="5" speed="1.5"', 'Video', 'source frame'],
  ['an overlay', 'content="Mark"', 'content="Mork"', 'Mark', 'text'],
  ['the times of a layer', 'name="Line" ', 'name="Line" offset="25" ', 'Line', 'gone'],
  ['a new layer', '<text name="Over"', '<solid name="New" width="20" height="20"/><text name="Over"', 'New', 'new'],
];

const MOVED =
  '<shape name="Line" type="rectangle" width="80" height="10" fill="#ff0000" position="0, 60" rotation="3"/>';

describe('a seeded difference', () => {
  test('is one of at least 40', () => {
    expect(SEEDED.length).toBeGreaterThanOrEqual(40);
    for (const [name, from] of SEEDED) expect(XML.split(from).length, name).toBe(2);
  });

  test.each(cases(6, SEEDED))('names its layer and property: %s', async (_, from, to, layer, property) => {
    const compared = compareGolden(base, await goldenOf(XML.replace(from, to), framesOf(base)));
    const changed = compared.frames.filter(({ equal }) => equal === false);
    expect(changed.length).toBeGreaterThan(0);
    const named = changed.flatMap(({ layers }) => layers);
    expect(named).toContainEqual(expect.objectContaining({ name: layer, what: expect.arrayContaining([property]) }));
    expect(named.flatMap(({ what }) => what)).not.toContain('minsize');
    expect([...new Set(named.map(({ name }) => name))]).toEqual([layer]);
    expect(compared.sound).toEqual([]);
  });

  test('names a centered text that moves by 0.1 pixels', async () => {
    // A centered text with an odd width starts on half a pixel. The spacing gives the two texts different widths.
    const changes = await Promise.all(
      ['0', '0.5'].map(async (spacing) => {
        const at = (x: string) =>
          `<movie width="320" height="180" framerate="25"><scene duration="10"><text name="Title" size="30" letterspacing="${spacing}" position="${x}, -20" content="Title"/></scene></movie>`;
        const before = await goldenOf(at('0'), [2]);
        return compareGolden(before, await goldenOf(at('0.1'), [2])).frames;
      }),
    );
    const changed = changes.flat().filter(({ equal }) => equal === false);
    expect(changed.length).toBeGreaterThan(0);
    for (const { layers } of changed) expect(layers).toEqual([{ at: 'scene/text', name: 'Title', what: ['matrix'] }]);
  });

  test('names a layer whose stacking order changed', async () => {
    const xml = XML.replace(`${MOVED}\n`, '').replace('<solid name="Ground"', `${MOVED}\n<solid name="Ground"`);
    const { frames } = compareGolden(base, await goldenOf(xml, framesOf(base)));
    const named = frames.flatMap(({ layers }) => layers);
    expect(named).toContainEqual({ at: 'scene[1]/shape', name: 'Line', what: ['order'] });
    expect([...new Set(named.map(({ name }) => name))]).toEqual(['Line']);
  });

  test('names a sound whose volume changed', async () => {
    const compared = compareGolden(base, await goldenOf(XML.replace('volume="0.5"', 'volume="0.6"'), framesOf(base)));
    expect(compared.sound).toEqual([{ from: 0, to: 3 }]);
    expect(compared.sounds).toEqual([{ at: 'audio', name: 'Tone', what: ['volume'] }]);
    expect(compared.frames.every(({ equal }) => equal)).toBe(true);
  });
});

describe('a film is equal', () => {
  test.each([
    ['a comment', '<scene name="Opening"', '<!-- new --><scene name="Opening"'],
    ['another name', 'name="Note"', 'name="Remark"'],
    ['a duration behind the end of the scene', 'name="Line" ', 'name="Line" duration="400" '],
    ['white space', '<movie ', '<movie   '],
    ['a disabled layer', '<text name="Over"', '<text enabled="false" content="x"/><text name="Over"'],
    ['a hidden attribute', 'name="Ground" ', 'name="Ground" unchecked="*" '],
  ])('after a change without pixels: %s', async (_, from, to) => {
    const xml = XML.replace(from, to);
    expect(xml).not.toBe(XML);
    expect(isDifferent(compareGolden(base, await goldenOf(xml, framesOf(base))))).toBe(false);
  });

  test('with one thread and with eight threads', async () => {
    const one = await goldenOf(XML, framesOf(base), 1);
    const eight = await goldenOf(XML, framesOf(base), 8);
    expect(one).toEqual(base);
    expect(eight).toEqual(base);
  });
});

test('a frame records whether the compositor, decoders, or FFmpeg made it', async () => {
  const xml =
    '<movie width="320" height="180" framerate="25"><scene duration="20"><video src="clip.mp4"/></scene></movie>';
  const { frames } = await goldenOf(xml, [3]);
  expect(frames.map(({ basis }) => basis)).toEqual(['filtered']);
  expect(new Set(base.frames.map(({ basis }) => basis))).toEqual(new Set(['composed', 'decoded']));
  expect(await readFile(join(folder, 'photo.png'))).not.toEqual(await readFile(join(folder, 'other.png')));
});

test('frames that share decoders equal frames that are made alone', async () => {
  const sparse = { seconds: 12, width: 160, height: 90, rate: '30000/1001' };
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-bf', '2', '-g', '120', '-c:a', 'aac'];
  await makeClip(join(folder, 'sparse.mp4'), { ...sparse, codecs });
  const over = '<text content="Over" size="20"/></scene>';
  const scene = `<scene duration="20"><video src="clip.mp4" skip="5" width="50%"/>${over}`;
  const plain = '<scene duration="20"><video src="clip.mp4"/></scene>';
  const longs = ['skip="31"', 'skip="7" speed="1.1"'].map(
    (some) => `<scene duration="240"><video src="sparse.mp4" ${some} width="50%"/>${over}`,
  );
  const { movie } = resolveTemplate(
    required(
      readTemplate(`<movie width="320" height="180" framerate="25">${scene}${plain}${longs.join('')}</movie>`).source,
      'a template',
    ).document,
    { values: new Map(), missing: 'error' },
  );
  const opened = await openFilmPictures(required(movie, 'a movie'), run);
  if (!opened.ok) throw new Error('the film has problems');
  const frames = [2, 3, 17, 20, 33, 40, 59, 88, 117, 146, 200, 279, 281, 290, 310, 400, 424, 448, 519];
  for await (const { frame, planes } of opened.value.planes(frames, 1)) {
    const path = join(folder, `alone-${frame}.planes`);
    await opened.value.write(frame, { width: null, picture: 'planes' as never }, path);
    expect([frame, Buffer.compare(planes, await readFile(path))]).toEqual([frame, 0]);
  }
});

test('a golden file contains all layers in less space', () => {
  const text = goldenText(base);
  expect(parseGolden(text)).toEqual(ok(base));
  expect(text.length).toBeLessThan(JSON.stringify(base).length * 0.7);
  const full = { ...base, golden: 1 };
  expect(parseGolden(JSON.stringify(full))).toEqual(ok(full));
});

test('a new golden film has a frame of each transition and of each overlay', () => {
  const scenes = [
    { start: 0, end: 44 },
    { start: 44, end: 100 },
  ];
  const others = [
    { start: 40, end: 48 },
    { start: 10, end: 90 },
  ];
  expect(goldenFrames({ length: 100, scenes, others: [] }, 2)).toEqual([22, 25, 72, 75]);
  expect(goldenFrames({ length: 100, scenes, others }, 2)).toEqual([22, 25, 44, 72, 75]);
});

test('a measured film has a frame of a short transition and of a short overlay', async () => {
  const scenes = ['#ff0000', '#0000ff'].map((color) => `<scene duration="100" background="${color}"/>`);
  const { frames } = await goldenOf(`<movie width="64" height="36" framerate="25">
${scenes.join('<transition type="crossfade" duration="4"/>')}
<overlay><solid color="#ffffff" width="8" height="8" duration="3"/></overlay></movie>`);
  // The 12 frames of the sheet are about 16 frames apart.
  expect(frames.map(({ frame }) => frame)).toEqual(expect.arrayContaining([1, 98]));
});

test('frames from another FFmpeg version are incomparable unless they are composed', () => {
  const other = { ...base, ffmpeg: '99' };
  const { frames, sound } = compareGolden(other, base);
  expect(sound).toBeNull();
  for (const { basis, equal } of frames) expect(equal).toBe(basis === 'composed' ? true : null);
  expect(isDifferent(compareGolden(other, base))).toBe(false);
});

test('a difference without a layer names the engine', () => {
  const [first, ...rest] = base.frames;
  const other = {
    ...base,
    engine: '0.0',
    frames: [{ ...required(first, 'a frame'), planes: '0'.repeat(64) }, ...rest],
  };
  const compared = compareGolden(other, base);
  expect(compared.frames.filter(({ equal }) => equal === false)).toMatchObject([{ layers: [] }]);
  expect(compared.causes).toEqual(['engine']);
});

function framesOf({ frames }: Golden): readonly number[] {
  return frames.map(({ frame }) => frame);
}
