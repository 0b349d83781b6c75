import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { pictureDigest } from '#shared/drawings/testing/picture-digest.ts';
import { sampleDigests } from '#shared/drawings/testing/sample-digests.ts';
import { sampleDrawings } from '#shared/drawings/testing/sample-drawings.ts';
import { type SampleImage, sampleImage } from '#shared/drawings/testing/sample-images.ts';
import { image, shape, text } from '#shared/drawings/testing/some-drawings.ts';
import { required } from '#shared/lib/assert.ts';
import { createDrawings } from './drawings.ts';

const drawings = createDrawings();
afterAll(() => drawings[Symbol.asyncDispose]());

const signal = new AbortController().signal;
const bytesOf = (digest: string) => Promise.resolve(sampleImage(digest as SampleImage));

test('the thread draws the same pixels as other environments', async () => {
  for (const name of ['emoji', 'shrunk', 'ellipse', 'image: turnedJpeg']) {
    const drawing = required(sampleDrawings[name], name);
    expect(await pictureDigest(await drawings.draw(drawing, bytesOf, signal))).toBe(sampleDigests[name]);
  }
});

test('concurrent requests get their own answers', async () => {
  const answers = await Promise.all([
    drawings.layOut(text('Hello'), bytesOf, signal),
    drawings.draw(text('Hello'), bytesOf, signal),
    drawings.layOut(image('turnedJpeg'), bytesOf, signal),
  ]);
  const [layout, drawn, turned] = answers.map((answer) => (answer.ok ? answer.value : answer.error));
  expect(layout).toMatchObject({ width: 98, height: 48 });
  expect(drawn).toMatchObject({ layout });
  expect(turned).toMatchObject({ width: 32, height: 48 });
});

test('a fault of a source is a result, not a rejection', async () => {
  const notAnImage = () => Promise.resolve(new Uint8Array(10));
  expect(await drawings.draw(image('words'), notAnImage, signal)).toEqual({
    ok: false,
    error: { code: 'source/kind', digest: 'words' },
  });
});

test('an aborted request rejects alone and immediately', async () => {
  const abort = new AbortController();
  const given = drawings.draw(text('given up'), bytesOf, abort.signal);
  const other = drawings.draw(shape(), bytesOf, signal);
  abort.abort(new Error('given up'));
  await expect(given).rejects.toThrow('given up');
  expect((await other).ok).toBe(true);
  await expect(drawings.layOut(shape(), bytesOf, abort.signal)).rejects.toThrow('given up');
});

test('missing bytes fail only the requests for them', async () => {
  const gone = () => Promise.reject(new Error('the file is gone'));
  await expect(drawings.draw(image('gone'), gone, signal)).rejects.toThrow('the file is gone');
  const font = text('x', { fonts: ['gone', ...text('').fonts] });
  await expect(drawings.draw(font, gone, signal)).rejects.toThrow('the file is gone');
  expect((await drawings.draw(text('x'), gone, signal)).ok).toBe(true);
});

test('a drawing that takes too long fails alone', async () => {
  await using impatient = createDrawings({ seconds: 0, idleSeconds: 20 });
  const faults = await Promise.all([
    impatient.draw(image('png'), bytesOf, signal),
    impatient.draw(
      text('x', { fonts: ['theirs', ...text('').fonts] }),
      () => Promise.resolve(new Uint8Array(9)),
      signal,
    ),
    impatient.draw(shape({ outline: { kind: 'path', data: 'M0 0H9V9z' } }), bytesOf, signal),
  ]);
  expect(faults.map((fault) => !fault.ok && fault.error)).toEqual([
    { code: 'source/unreadable', digest: 'png' },
    { code: 'font/unreadable', digest: 'theirs' },
    { code: 'template/path', at: 0 },
  ]);
  await expect(impatient.draw(shape(), bytesOf, signal)).rejects.toThrow('took longer');
});

test('a thread that was started before the first request can draw', async () => {
  await using ahead = createDrawings();
  ahead.warm();
  ahead.warm();
  expect((await ahead.draw(shape(), bytesOf, signal)).ok).toBe(true);
  const room = join(import.meta.dirname, 'drawings.ts');
  const program = `
    import { createDrawings } from ${JSON.stringify(room)};
    createDrawings().warm();
    console.log('warmed');`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('warmed\n');
});

test('a thread that ends while CanvasKit compiles fails its task without waiting', async () => {
  await using folder = await temporaryFolder();
  const preload = join(folder.path, 'end-threads.cjs');
  await writeFile(preload, "if (!require('node:worker_threads').isMainThread) process.exit(3);");
  const program = `
    import { setTimeout } from 'node:timers/promises';
    import { createDrawings } from ${JSON.stringify(join(import.meta.dirname, 'drawings.ts'))};
    const { compile } = WebAssembly;
    WebAssembly.compile = async (bytes) => (await setTimeout(1000), compile(bytes));
    const layout = await createDrawings().layOut(${JSON.stringify(text('x'))}, () => Promise.reject(), new AbortController().signal);
    console.log(layout.error.code);`;
  const options = { env: { ...process.env, NODE_OPTIONS: `--require ${preload}` }, timeout: 30_000 };
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], options);
  expect(stdout).toBe('text/too-slow\n');
});

test('a process ends after a drawing', async () => {
  const room = join(import.meta.dirname, 'drawings.ts');
  const program = `
    import { createDrawings } from ${JSON.stringify(room)};
    const layout = await createDrawings().layOut(${JSON.stringify(image('png'))},
      () => Promise.resolve(Buffer.from(${JSON.stringify(Buffer.from(sampleImage('png')).toString('base64'))}, 'base64')),
      new AbortController().signal);
    console.log(layout.value.width);`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  expect(stdout).toBe('48\n');
});
