import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import { COUNTER_FILTERS, COUNTER_HEIGHT, COUNTER_WIDTH, readCounters } from '#service/testing/measure-film.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { factsOf } from './facts/testing/facts-of.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
  await makeClip(at('whole.mp4'), {
    ...{ width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS, seconds: 3 },
    codecs: ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', '3', '-g', '25', '-sc_threshold', '0', '-c:a', 'aac'],
  });
});
afterAll(() => folder[Symbol.asyncDispose]());

const movie = (scenes: string) =>
  `<movie width="${COUNTER_WIDTH}" height="${COUNTER_HEIGHT}" framerate="25">${scenes}</movie>`;

/** Returns the numbers of the frames of a film at 25 frames per second, and its warnings. */
async function filmOf(name: string) {
  const xml = movie(`<scene><video src="${name}"/></scene>`);
  const { path, warnings } = await renderFilm(xml, { folder: folder.path });
  return { frames: await readCounters(path), warnings: warnings.map(({ says }) => inEnglish(says)) };
}

function numbers(from: number, until: number): readonly number[] {
  return Array.from({ length: until - from }, (_, index) => from + index);
}

describe('a film', () => {
  /** The arguments that copy packets of the clip, and the expected frames. */
  const cuts: readonly (readonly [start: string, extra: readonly string[], first: number])[] = [
    ['0.53', [], 14],
    ['1.3', ['-an'], 33],
    ['1.05', ['-movflags', '+faststart', '-video_track_timescale', '90000'], 27],
  ];
  test.each(cases(1, cuts))('has the decoded frames of a cut between two frames: %s', async (start, extra, first) => {
    await ffmpeg('-ss', start, '-i', at('whole.mp4'), '-c', 'copy', ...extra, at('cut.mp4'));
    const { frames } = await filmOf('cut.mp4');
    expect(frames).toEqual(await readCounters(at('cut.mp4')));
    expect(frames).toEqual(numbers(first, 75));
  });
});

describe('a film of a rare file', () => {
  full.test('has every frame of an AVI with reordered pictures', async () => {
    await ffmpeg('-i', at('whole.mp4'), '-c:v', 'mpeg4', '-bf', '2', '-q:v', '2', '-an', at('reordered.avi'));
    // FFmpeg shows the first picture after one chunk.
    expect((await filmOf('reordered.avi')).frames).toEqual([0, ...numbers(0, 75)]);
  });

  test('has the last picture that starts after the stated end', async () => {
    await ffmpeg('-t', '1.01', '-i', at('whole.mp4'), '-c', 'copy', '-an', at('late-end.mp4'));
    const decoded = await readCounters(at('late-end.mp4'));
    const { frames } = await filmOf('late-end.mp4');
    expect([...new Set(frames)]).toEqual(decoded);
  });

  full.test('has every frame of transport streams whose clocks jump unevenly', async () => {
    for (const name of ['one', 'two']) await ffmpeg('-i', at('whole.mp4'), '-c', 'copy', at(`${name}.ts`));
    await writeFile(at('joined.ts'), Buffer.concat([await readFile(at('one.ts')), await readFile(at('two.ts'))]));
    const { frames } = await filmOf('joined.ts');
    expect(frames.filter((frame, index) => frame !== frames[index - 1])).toEqual([
      ...numbers(0, 75),
      ...numbers(0, 75),
    ]);
  });
});

test('a film at another speed has the frames of the documented rule', async () => {
  const speeds = cases(2, [0.5, 3, 1.5, 2]);
  const video = (speed: number) => `<scene duration="20"><video src="whole.mp4" skip="3" speed="${speed}"/></scene>`;
  const { path } = await renderFilm(movie(speeds.map(video).join('')), { folder: folder.path });
  // The last frame that starts before `skip` + (m + ½) × `speed`.
  const shown = (speed: number) => numbers(0, 20).map((frame) => Math.ceil(3 + (frame + 0.5) * speed) - 1);
  expect(await readCounters(path)).toEqual(speeds.flatMap(shown));
});

describe('a film of chained Theora', () => {
  const one = { frames: 30, sound: '1.2' };
  /** The links, each with its number of frames and the length of its sound in seconds, and the expected frames. */
  const chains: readonly (readonly [name: string, links: readonly (typeof one)[], frames: readonly number[]])[] = [
    ['equal lengths', [one, one, one], [...numbers(0, 30), ...numbers(0, 30), ...numbers(0, 30)]],
    ['longer picture', [{ frames: 40, sound: '1.2' }, one], [...numbers(0, 40), ...numbers(0, 30)]],
    ['longer sound', [{ frames: 25, sound: '1.2' }, one], [...numbers(0, 25), ...Array(5).fill(24), ...numbers(0, 30)]],
  ];
  const linkOf = async ({ frames, sound }: typeof one, name: string, serial = '7') => {
    await makeClip(at('theora.ogv'), {
      ...{ width: COUNTER_WIDTH, height: COUNTER_HEIGHT, picture: 'color=black', filters: COUNTER_FILTERS },
      ...{ seconds: 2, codecs: ['-c:v', 'libtheora', '-q:v', '9', '-c:a', 'libvorbis'] },
    });
    const inputs = [String(frames / 25), sound].flatMap((seconds) => ['-t', seconds, '-i', at('theora.ogv')]);
    const copy = ['-map', '0:v', '-map', '1:a', '-c', 'copy', '-bitexact', '-serial_offset', serial];
    await ffmpeg(...inputs, ...copy, at(name));
    return await readFile(at(name));
  };

  test.each(cases(1, chains))('joins the links by their positions: %s', async (name, links, expected) => {
    const parts: Buffer[] = [];
    for (const link of links) parts.push(await linkOf(link, 'link.ogv'));
    await writeFile(at('chain.ogv'), Buffer.concat(parts));
    const { durationSeconds, changes } = await factsOf(at('chain.ogv'));
    expect(durationSeconds).toBeCloseTo(expected.length / 25, 1);
    const [first = one] = links;
    const joinedAt = Math.max(first.frames / 25, Number(first.sound));
    expect(changes[0]).toEqual({ of: 'clock', at: expect.closeTo(joinedAt, 1), form: '' });
    const { frames, warnings } = await filmOf('chain.ogv');
    expect(frames, name).toEqual(expected);
    expect(warnings).toEqual([]);
  });

  test('joins links with other serial numbers, and names a link that cannot be decoded', async () => {
    const [first, second] = [await linkOf(one, 'link.ogv'), await linkOf(one, 'other.ogv', '9')];
    const broken = Buffer.from(second);
    broken.fill(0, broken.indexOf('\x82theora', 0, 'latin1'), broken.indexOf('\x82theora', 0, 'latin1') + 200);
    await writeFile(at('serials.ogv'), Buffer.concat([first, broken, second]));
    expect(await factsOf(at('serials.ogv'))).toMatchObject({ damage: null, durationSeconds: expect.closeTo(3.6, 1) });
    const { frames, warnings } = await filmOf('serials.ogv');
    expect(frames).toEqual([...numbers(0, 30), ...numbers(0, 30)]);
    expect(warnings.join()).toMatch(/“serials.ogv” is damaged at 1\.2\d? s/);
  });
});

describe('a film of an MP4 with a part before its fragments', () => {
  const boxesOf = (bytes: Buffer) => {
    const boxes: { readonly type: string; readonly from: number; readonly end: number }[] = [];
    for (let from = 0; from < bytes.length; ) {
      const end = from + bytes.readUInt32BE(from);
      boxes.push({ type: bytes.toString('latin1', from + 4, from + 8), from, end });
      from = end;
    }
    return boxes;
  };
  let hybrid: Buffer;
  let starts: readonly number[] = [];
  let whole: readonly number[] = [];
  beforeAll(async () => {
    await ffmpeg('-i', at('whole.mp4'), '-c', 'copy', '-movflags', 'frag_keyframe', at('hybrid.mp4'));
    hybrid = await readFile(at('hybrid.mp4'));
    starts = boxesOf(hybrid).flatMap(({ type, from }) => (type === 'moof' ? [from] : []));
    whole = await readCounters(at('hybrid.mp4'));
    expect([starts.length, whole]).toEqual([2, numbers(0, 75)]);
  });
  const filmOfBytes = async (...parts: readonly Buffer[]) => {
    await writeFile(at('changed.mp4'), Buffer.concat(parts));
    const { frames, warnings } = await filmOf('changed.mp4');
    return { frames: frames.filter((frame, index) => frame !== frames[index - 1]), warnings };
  };

  test.each(cases(1, [0, 1]))('continues after zero bytes before fragment %i', async (index) => {
    const start = starts[index];
    const changed = await filmOfBytes(hybrid.subarray(0, start), Buffer.alloc(64), hybrid.subarray(start));
    expect(changed).toEqual({ frames: whole, warnings: [] });
  });

  test('names the place of an overwritten fragment', async () => {
    const bytes = Buffer.from(hybrid);
    bytes.fill(0, (starts[0] ?? 0) + 100, (starts[0] ?? 0) + 3000);
    const { frames, warnings } = await filmOfBytes(bytes);
    expect(frames).toEqual([...numbers(0, 25), ...numbers(50, 75)]);
    expect(warnings.join()).toMatch(/“changed.mp4” is damaged at 1(?:\.0\d)? s/);
  });

  test('reports a cut fragment', async () => {
    const { warnings } = await filmOfBytes(hybrid.subarray(0, (starts[1] ?? 0) + 3000));
    expect(warnings.join()).toContain('the file is incomplete or damaged');
  });

  full.test('omits and reports fragments that the file does not announce', async () => {
    const changed = await filmOfBytes(await readFile(at('whole.mp4')), hybrid.subarray(starts[0]));
    expect(changed.frames).toEqual(whole);
    expect(changed.warnings.join()).toContain('the file holds several files one after another');
  });
});
