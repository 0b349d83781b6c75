import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg } from '#service/testing/make-media.ts';
import type { PartInput } from '../engine/parts/part-input.ts';
import { inputArguments } from '../sources/facts/media-input.ts';
import { copyNeededPackets } from './needed-packets.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scenewright-packets-'));
});
afterAll(() => rm(folder, { recursive: true }));

const RATE = 30;
const SECONDS = 8;
const MOVING = `testsrc2=s=320x180:r=${RATE},noise=alls=20:allf=t`;
const SOUND = 'sine=440:r=48000';
/** Three references among four pictures between two sync pictures, a second apart. */
const GROUPS = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-g',
  '30',
  '-bf',
  '3',
  '-sc_threshold',
  '0',
  '-pix_fmt',
  'yuv420p',
];

async function makeSource(name: string, codecs: readonly string[], picture = MOVING): Promise<string> {
  const path = join(folder, name);
  const inputs = ['-f', 'lavfi', '-i', picture, '-f', 'lavfi', '-i', SOUND];
  await ffmpeg(...inputs, '-t', String(SECONDS), ...codecs, '-c:a', 'aac', path);
  return path;
}

/** Returns the input of a frame of a film, and the filters that choose the frame. */
function frameAt(seconds: number, rate = RATE): { readonly input: PartInput; readonly filters: string } {
  const start = Math.max(0, Math.floor(seconds - 5 / RATE));
  const count = Math.round((seconds - start) * rate);
  const input: PartInput = {
    ...{ kind: 'source', sha256: 'source', demuxer: 'mov', clock: null, isCommon: false },
    options: start === 0 ? [] : ['-noaccurate_seek', '-ss', String(start)],
    lastBefore: start + (count + 0.5) / rate,
  };
  const trim = `trim=start_frame=${count}:end_frame=${count + 1}`;
  return { input, filters: `tpad=stop=-1:stop_mode=clone,fps=fps=${rate}:start_time=0:round=near,${trim}` };
}

async function copy(source: string, inputs: readonly PartInput[], to = folder): Promise<string | null> {
  const run = { sourcePath: () => source, folder: to, signal: new AbortController().signal };
  return (await copyNeededPackets(inputs, run))('source');
}

async function pictureOf(path: string, { input, filters }: ReturnType<typeof frameAt>): Promise<Buffer> {
  const { options } = input.kind === 'source' ? input : { options: [] };
  const output = ['-frames:v', '1', '-pix_fmt', 'yuv420p', '-f', 'rawvideo', 'pipe:1'];
  return await ffmpeg(...options, ...inputArguments(path, 'mov'), '-map', '0:v', '-vf', filters, ...output);
}

const TIMES = [0.1, 0.7, 1.5, 1.9, 2.5333, 3.0333, 5.9, 6.8, SECONDS - 1 / RATE, SECONDS + 1];

describe('the packets of single frames', () => {
  test.each([
    ['usual groups', GROUPS, RATE],
    ['a film with fewer frames', GROUPS, 10],
    ['a film with other frames', GROUPS, 24],
    ['a film with more frames', GROUPS, 60],
    ['a long group', [...GROUPS, '-g', '500'], RATE],
    ['many references', [...GROUPS, '-x264-params', 'b-pyramid=strict:ref=4:weightp=2'], RATE],
    ['several slices', [...GROUPS, '-x264-params', 'slices=4'], RATE],
  ] as const)('give equal pictures: %s', async (name, codecs, rate) => {
    const source = await makeSource(`${name}.mp4`, codecs);
    const frames = TIMES.map((seconds) => frameAt(seconds, rate));
    const short = await copy(
      source,
      frames.map(({ input }) => input),
    );
    expect(short).not.toBeNull();
    const sizes = await Promise.all([short ?? '', source].map(async (path) => (await stat(path)).size));
    expect(sizes[0]).toBeLessThan(sizes[1] ?? 0);
    for (const [index, frame] of frames.entries()) {
      const [own, original] = [await pictureOf(short ?? '', frame), await pictureOf(source, frame)];
      expect([TIMES[index], own.length, own.equals(original)]).toEqual([TIMES[index], 320 * 180 * 1.5, true]);
    }
  });

  test('are few: only references and the displayed pictures', async () => {
    const source = await makeSource('few.mp4', [...GROUPS, '-g', '100']);
    const frame = frameAt(6.2);
    const short = await copy(source, [frame.input]);
    expect((await stat(short ?? '')).size).toBeLessThan(0.4 * (await stat(source)).size);
  });

  test.each([
    ['pictures that are all references', 'intra.mp4', [...GROUPS, '-bf', '0']],
    ['single pictures', 'single.mp4', [...GROUPS, '-g', '1']],
    ['another codec', 'mpeg4.mp4', ['-c:v', 'mpeg4']],
    ['fragments', 'fragments.mp4', [...GROUPS, '-movflags', '+frag_keyframe+empty_moov']],
    ['sync pictures within a sequence', 'open.mp4', [...GROUPS, '-x264-params', 'open-gop=1:scenecut=0']],
  ] as const)('are not copied from a source with %s', async (_name, file, codecs) => {
    const source = await makeSource(file, codecs);
    expect(await copy(source, [frameAt(2.5).input])).toBeNull();
  });

  test('are read from the source if the copy cannot be written', async () => {
    const source = await makeSource('unwritable.mp4', GROUPS);
    const inputs = [frameAt(1.5).input, frameAt(6.5).input];
    expect(await copy(source, inputs)).not.toBeNull();
    expect(await copy(source, inputs, join(folder, 'missing'))).toBeNull();
  });

  test('are not copied if a frame of a film reads the source', async () => {
    const source = await makeSource('film.mp4', GROUPS);
    const { input } = frameAt(6.8);
    const { lastBefore: _, ...ofFilm } = { lastBefore: 0, ...input };
    expect(await copy(source, [input, ofFilm as PartInput])).toBeNull();
  });
});
