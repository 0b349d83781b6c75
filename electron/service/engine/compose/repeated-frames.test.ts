import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { planFilm } from '#service/testing/plan-film.ts';
import { createCompositor } from '#shared/compositor/compositor.ts';
import { type ComposeTask, type Drawn, frameBytes } from '#shared/compositor/scene/composed-scene.ts';
import { type Composer, createComposer, type OpenKernels } from '#shared/compositor/scene/composer.ts';
import { openCompiled } from '#shared/compositor/testing/open-compositors.ts';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';
import { required } from '#shared/lib/assert.ts';

const CUES = '<cue start="0s" end="1s">one two three four</cue><cue start="1.2s" end="2s">five six</cue>';
const RESTING = '<animation><key time="0" position="-8, 0"/><key time="50%" position="4, 0"/></animation>';
const LAYERS = {
  captions: `<captions look="pill" words="spread" size="8">${CUES}</captions>`,
  'captions with a shadow': `<captions look="karaoke" words="spread" size="8">${CUES}</captions>`,
  'a text that comes to rest': `<text content="Rest" size="9">${RESTING}</text>`,
  'a text that fades':
    '<text content="Fade"><animation><key time="0" opacity="0"/><key time="20%" opacity="1"/></animation></text>',
  'a solid that changes its color':
    '<solid width="20"><animation><key time="0" color="#ff0000"/><key time="30%" color="#00ff00"/></animation></solid>',
  'a group': `<group><solid color="#ff0000" width="20" height="9"/><captions look="grow" words="spread" size="7">${CUES}</captions></group>`,
  'a text that appears for a part of the scene': '<text content="Part" offset="5" duration="9"/>',
};

function taskOf(layers: string, attributes: string): ComposeTask & { readonly length: number } {
  const scene = `<scene duration="2s" background="#335566">${layers}</scene>`;
  const xml = `<movie width="64" height="48" framerate="15" ${attributes}>${attributes === '' ? scene : scene.replace(/ background="[^"]*"/, '')}</movie>`;
  const part = planFilm(xml, { format: attributes === '' ? 'mp4' : 'mov' }).scenes[0]?.picture?.part;
  if (part?.kind !== 'composed') throw new Error('a composed scene');
  return {
    scene: part.scene,
    over: part.over ?? null,
    canvases: [],
    decoded: [],
    tables: new Map(),
    length: part.length,
  };
}

/** Returns a picture that depends on the data of the drawing, with a box in the middle of the picture. */
function drawnOf(drawing: Drawing): Promise<Drawn> {
  const [width, height] = [24, 12];
  const seed = createHash('sha256').update(JSON.stringify(drawing)).digest();
  const rgba = Uint8Array.from({ length: 4 * width * height }, (_, at) => (at % 4 === 3 ? 255 : (seed[at % 29] ?? 0)));
  const layout = { width: 20, height: 8, lines: [], size: 8, overflows: false, missing: [] };
  return Promise.resolve({
    layout,
    picture: { width, height, originX: 2, originY: 2, scaleX: 1, scaleY: 1, layout, rgba },
  });
}

async function open(onCompose: () => void = () => undefined): Promise<OpenKernels> {
  const { kernels, memory } = await openCompiled();
  return {
    memory,
    kernels,
    createCompositor: () => {
      const compositor = createCompositor(kernels, memory);
      return {
        ...compositor,
        composeFrame: (frame, canvas) => {
          onCompose();
          compositor.composeFrame(frame, canvas);
        },
      };
    },
  };
}

async function bytesOf(composer: Composer, number: number, decoded: readonly number[] = []): Promise<Buffer> {
  const location = await composer.compose({ number, decoded, canvas: null });
  if (location.kind !== 'memory') throw new Error('a frame in memory');
  return Buffer.from(location.bytes);
}

const films = Object.entries(LAYERS).flatMap(([name, layers]) => [
  { name, layers, attributes: '' },
  { name: `${name}, transparent`, layers, attributes: 'background="transparent"' },
]);

test.each(films)('each frame equals the frame of a new composer: $name', async ({ layers, attributes }) => {
  const task = taskOf(layers, attributes);
  const kernels = await open();
  const composer = createComposer(task, kernels, drawnOf);
  for (let number = 0; number < task.length; number++) {
    composer.foresee(number + 2);
    const alone = createComposer(task, kernels, drawnOf);
    const expected = await bytesOf(alone, number);
    alone.dispose();
    expect(await bytesOf(composer, number), `frame ${number}`).toEqual(expected);
  }
  composer.dispose();
});

test('a video whose picture changes in place is composed in each frame', async () => {
  const xml =
    '<movie width="64" height="48" framerate="15"><scene duration="3"><video src="a.mp4" width="20" height="12" fit="stretch"/></scene></movie>';
  const part = planFilm(xml).scenes[0]?.picture?.part;
  if (part?.kind !== 'composed') throw new Error('a composed scene');
  const slot = new Uint8Array(frameBytes(required(part.decoders[0], 'a decoder').picture));
  const decoded = part.decoders.map(({ picture }) => ({ picture, slots: [slot.buffer] }));
  const task = { scene: part.scene, over: null, canvases: [], decoded, tables: new Map() };
  const composer = createComposer(task, await open(), drawnOf);
  const made: Buffer[] = [];
  for (const number of [0, 1, 2]) {
    slot.fill(40 + 60 * number);
    made.push(await bytesOf(composer, number, [0]));
  }
  expect(new Set(made.map((bytes) => bytes.toString('hex'))).size).toBe(3);
});

test('a frame that equals the frame before is not composed again', async () => {
  let composed = 0;
  const task = taskOf(LAYERS.captions, '');
  const kernels = await open(() => {
    composed += 1;
  });
  const composer = createComposer(task, kernels, drawnOf);
  const distinct = new Set<string>();
  for (let number = 0; number < task.length; number++) distinct.add((await bytesOf(composer, number)).toString('hex'));
  expect(distinct.size).toBeGreaterThan(5);
  // The end of the film shows no caption, as does the pause between the cues.
  expect(composed).toBeLessThanOrEqual(distinct.size + 2);
});

test('a drawing of a later frame is requested once', async () => {
  const requested: string[] = [];
  const task = taskOf(LAYERS['captions with a shadow'], '');
  const composer = createComposer(task, await open(), (drawing) => {
    requested.push(JSON.stringify(drawing));
    return drawnOf(drawing);
  });
  await bytesOf(composer, 0);
  const before = requested.length;
  composer.foresee(1);
  expect(requested.length).toBeGreaterThan(before);
  const after = requested.length;
  await bytesOf(composer, 1);
  expect(requested).toHaveLength(after);
});

test('a failed early request fails the frame that uses it', async () => {
  const task = taskOf(LAYERS.captions, '');
  const composer = createComposer(task, await open(), () => Promise.reject(new Error('no drawing')));
  composer.foresee(0);
  await expect(bytesOf(composer, 0)).rejects.toThrow('no drawing');
});
