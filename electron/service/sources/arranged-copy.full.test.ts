import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, makeSound } from '#service/testing/make-media.ts';
import { testTools, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { cases } from '#shared/testing/scale.ts';
import { readBoxHead } from './containers/iso-boxes.ts';
import { probeMedia } from './facts/probe.ts';
import { factsOf } from './facts/testing/facts-of.ts';
import { openSourceStore, type SourceStore } from './source-store.ts';
import { steadySource } from './steady-copy.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let store: SourceStore;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  store = openSourceStore(at('store'));
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

interface Fragmented {
  /** The boxes before the fragments, and each fragment with its media data. */
  readonly head: Buffer;
  readonly fragments: readonly Buffer[];
}

/** Makes a fragmented film of four seconds with a fragment per second. */
async function fragmented(name: string, flags = '+default_base_moof', size = '64x36'): Promise<Fragmented> {
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=s=${size}:r=25:d=4`, '-f', 'lavfi', '-i', 'sine=440:r=48000:d=4'],
    ...['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '25', '-c:a', 'aac'],
    ...['-movflags', `+frag_keyframe+empty_moov+skip_trailer${flags}`, at(name)],
  );
  const bytes = await readFile(at(name));
  const starts: number[] = [];
  for (let from = 0; from < bytes.length; ) {
    const box = readBoxHead(bytes.subarray(from));
    if (box === null) throw new Error('the file ends inside a box');
    if (box.type === 'moof') starts.push(from);
    from += box.bytes;
  }
  const fragments = starts.map((start, index) => bytes.subarray(start, starts[index + 1] ?? bytes.length));
  return { head: bytes.subarray(0, starts[0]), fragments };
}

/** Returns fragments in another order with corrected positions of their data. */
function rebased(head: Buffer, fragments: readonly Buffer[], order: readonly number[]): readonly Buffer[] {
  const start = (before: readonly (Buffer | undefined)[]) =>
    before.reduce((sum, part) => sum + (part?.length ?? 0), head.length);
  return order.map((index, place) => {
    const moved = Buffer.from(fragments[index] ?? []);
    const shift = start(order.slice(0, place).map((other) => fragments[other])) - start(fragments.slice(0, index));
    for (let header = moved.indexOf('tfhd'); header >= 0; header = moved.indexOf('tfhd', header + 4))
      moved.writeBigUInt64BE(moved.readBigUInt64BE(header + 12) + BigInt(shift), header + 12);
    return moved;
  });
}

/** Returns the source that films read, with the digests and times of its frames. */
async function usedSource(name: string, ...parts: readonly (Buffer | undefined)[]) {
  await writeFile(at(name), Buffer.concat(parts.map((part) => part ?? Buffer.alloc(0))));
  const path = at(name);
  const facts = await factsOf(path);
  const options = { tools: await testTools(), store, cacheFolder: null, signal: new AbortController().signal };
  const source = await steadySource({ path, sha256: name.padEnd(64, '0'), stamp: null }, facts, options);
  if (!source.ok) throw new Error(source.error.code);
  const framesOf = async (stream: string) => {
    const ofStream = ['-i', source.value.path, '-map', stream, '-fps_mode', 'passthrough', '-f', 'framehash', '-'];
    const lines = (await ffmpeg(...ofStream)).toString().split('\n');
    return lines.filter((line) => line !== '' && !line.startsWith('#'));
  };
  return { ...source.value, pictures: await framesOf('0:v'), sounds: await framesOf('0:a') };
}

describe('a fragmented MP4 file', () => {
  const orders: readonly (readonly [name: string, order: readonly number[]])[] = [
    ['swapped', [0, 2, 1, 3]],
    ['first-last', [1, 2, 3, 0]],
    ['reversed', [3, 2, 1, 0]],
    ['repeated', [0, 1, 1, 2, 3]],
  ];
  test.each(cases(2, orders))('plays its fragments in order if they are %s', async (name, order) => {
    for (const flags of [
      '+default_base_moof',
      ...(name === 'swapped' ? ['', '+separate_moof+default_base_moof'] : []),
    ]) {
      const { head, fragments } = await fragmented('whole.mp4', flags);
      const expected = await usedSource('whole.mp4', head, ...fragments);
      expect(expected).toMatchObject({ original: null, facts: { damage: null } });
      const perSecond = fragments.length / 4;
      const indexes = order.flatMap((second) =>
        Array.from({ length: perSecond }, (_, part) => second * perSecond + part),
      );
      // Without the first flag, the positions of the data are absolute.
      const moved = flags === '' ? rebased(head, fragments, indexes) : indexes.map((index) => fragments[index]);
      const used = await usedSource(`${name}${flags}.mp4`, head, ...moved);
      const { durationSeconds } = expected.facts;
      expect(used.original).toMatchObject({ fragments: { of: 'order' }, durationSeconds });
      expect(used.pictures).toEqual(expected.pictures);
      expect(used.sounds).toEqual(expected.sounds);
    }
  });

  test('is played unchanged if it repeats its description', async () => {
    const { head, fragments } = await fragmented('again.mp4');
    const used = await usedSource('continued.mp4', head, ...fragments.slice(0, 2), head, ...fragments.slice(2));
    expect(used.original).toBeNull();
    expect(used.facts).toMatchObject({ damage: null });
    expect(used.pictures).toHaveLength(100);
  });

  test('is played after another one with the same description', async () => {
    const { head, fragments } = await fragmented('one.mp4');
    const alone = await usedSource('alone.mp4', head, ...fragments);
    const used = await usedSource('joined.mp4', head, ...fragments, head, ...fragments.slice(0, 3));
    expect(used.original).toMatchObject({ fragments: { of: 'joined' }, damage: null });
    expect(used.facts).toMatchObject({ damage: null, changes: [] });
    expect(used.facts.durationSeconds).toBeCloseTo(alone.facts.durationSeconds + 3, 1);
    expect(used.pictures).toHaveLength(175);
    const digestOf = (line: string | undefined) => line?.split(',').at(-1);
    expect(digestOf(used.pictures[100])).toBe(digestOf(alone.pictures[0]));
  });

  test('films omit and report a second file with another description', async () => {
    const [one, other] = [await fragmented('small.mp4'), await fragmented('large.mp4', undefined, '128x72')];
    const used = await usedSource('other.mp4', one.head, ...one.fragments, other.head, ...other.fragments);
    expect(used.facts.damage).toMatchObject({ several: true, from: used.facts.durationSeconds });
    expect(used.facts.durationSeconds).toBeCloseTo(4, 0);
    expect(used.pictures).toHaveLength(100);
    const xml =
      '<movie width="64" height="36" framerate="25"><scene duration="125"><video src="other.mp4"/></scene></movie>';
    const film = await tryFilm(xml, { folder: folder.path });
    const warnings = film.ok ? film.value.warnings.map(({ says }) => inEnglish(says)) : [];
    expect(warnings.join()).toContain('the file holds several files one after another');
  });

  test('is refused with advice if a segment has no start', async () => {
    const { fragments } = await fragmented('segments.mp4');
    await writeFile(at('segment.mp4'), Buffer.concat(fragments));
    const probed = await probeMedia(at('segment.mp4'), await testTools(), new AbortController().signal);
    expect(probed.ok ? '' : inEnglish(probed.error)).toContain('Join it with its initialization segment first');
  });

  test('is played up to its last complete fragment if it is cut', async () => {
    const { head, fragments } = await fragmented('cut.mp4');
    const last = fragments[3]?.subarray(0, -4000);
    const used = await usedSource('cut-order.mp4', head, fragments[1], fragments[0], fragments[2], last);
    expect(used.pictures).toHaveLength(75);
    expect(used.facts.damage).not.toBeNull();
  });
});

test('ALAC in a Core Audio Format file has its exact length', async () => {
  for (const [seconds, samples] of [
    [2, 96_000],
    [1.3, 62_400],
  ] as const) {
    const path = await makeSound(at(`${seconds}.caf`), { seconds, extra: ['-c:a', 'alac'] });
    const { durationSeconds, audio } = await factsOf(path);
    expect(durationSeconds).toBe(samples / 48_000);
    expect(audio).toMatchObject({ gaps: [], padding: 4096 * Math.ceil(samples / 4096) - samples });
  }
});
