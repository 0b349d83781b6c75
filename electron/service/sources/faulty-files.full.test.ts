import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { damagePackets, ffmpeg, makeClip, makeSound } from '#service/testing/make-media.ts';
import { renderFilm, testTools } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { cases } from '#shared/testing/scale.ts';
import { factsOf } from './facts/testing/facts-of.ts';
import { openSourceStore } from './source-store.ts';
import { steadySource } from './steady-copy.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const small = { width: 64, height: 36 };

/** Renders a scene with the length of its source. Returns the number of frames and the warnings. */
async function filmOf(name: string, format: 'mp4' | 'mov' = 'mp4') {
  const layer = /\.(?:mp3|ogg|amr)$/.test(name) ? 'audio' : 'video';
  const xml = `<movie width="64" height="36" framerate="25"><scene><${layer} src="${name}"/></scene></movie>`;
  const { frames, path, warnings } = await renderFilm(xml, { folder: folder.path, format });
  return { frames, path, warnings: warnings.map(({ says }) => ({ code: says?.code, ...says?.values })) };
}

/** Returns the facts that a film uses for a source. */
async function usedFacts(name: string) {
  const store = openSourceStore(at('sources'));
  const tools = await testTools();
  const source = { path: at(name), sha256: name, stamp: null };
  const { signal } = new AbortController();
  const steady = await steadySource(source, await factsOf(at(name)), { tools, store, cacheFolder: null, signal });
  if (!steady.ok) throw new Error(steady.error.code);
  return steady.value;
}

async function soundOf(path: string): Promise<Int16Array> {
  const bytes = await ffmpeg('-i', path, '-f', 's16le', '-ac', '1', '-ar', '48000', '-');
  return new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length / 2);
}

describe('a file that begins in the middle of a picture group', () => {
  test.each(
    cases(1, [
      ['h264.ts', ['-c:v', 'libx264', '-preset', 'ultrafast', '-g', '200', '-c:a', 'aac'], 188],
      ['hevc.ts', ['-c:v', 'libx265', '-x265-params', 'log-level=none:keyint=200:min-keyint=200', '-c:a', 'aac'], 188],
      ['mpeg2.ts', ['-c:v', 'mpeg2video', '-g', '200', '-sc_threshold', '1000000000', '-c:a', 'mp2'], 188],
    ] as const),
  )('plays from its first sync frame: %s', async (name, codecs, packet) => {
    await makeClip(at(name), { ...small, seconds: 12, codecs: [...codecs, '-pix_fmt', 'yuv420p'] });
    const bytes = await readFile(at(name));
    const cut = `cut-${name}`;
    await writeFile(at(cut), bytes.subarray(packet * Math.floor(bytes.length / packet / 20)));
    const { lateStart = 0, faults, video } = await factsOf(at(cut));
    expect(video).toMatchObject({ displayWidth: 64, displayHeight: 36 });
    expect(lateStart).toBeGreaterThan(6);
    expect(faults).toEqual([{ from: 0, until: lateStart, skipped: true }]);
    // The second group begins after 8 s and lasts 4 s.
    const { facts, original } = await usedFacts(cut);
    expect(original?.lateStart).toBe(lateStart);
    expect(facts.video).toMatchObject({ startSeconds: 0, endSeconds: expect.closeTo(4, 1) });
    const { frames, warnings } = await filmOf(cut);
    expect(Math.abs(frames - facts.durationSeconds * 25)).toBeLessThan(1);
    expect(warnings).toEqual([{ code: 'source/skipped', source: cut, seconds: lateStart }]);
  });

  test('holds its first picture for less than a second', async () => {
    await makeClip(at('short.ts'), { ...small, seconds: 4 });
    const bytes = await readFile(at('short.ts'));
    await writeFile(at('head.ts'), bytes.subarray(188 * Math.floor(bytes.length / 188 / 8)));
    const { lateStart, faults, durationSeconds } = await factsOf(at('head.ts'));
    expect(lateStart).toBeUndefined();
    expect(faults).toEqual([{ from: 0, until: expect.closeTo(0.5, 0) }]);
    const { frames, warnings } = await filmOf('head.ts');
    expect(Math.abs(frames - durationSeconds * 25)).toBeLessThan(1);
    expect(warnings).toEqual([{ code: 'source/faulty', source: 'head.ts', seconds: 0, more: 0 }]);
  });
});

test.each(cases(1, ['removed.mp4', 'removed.mkv', 'removed.ts']))(
  'a file without its middle packets keeps its times: %s',
  async (name) => {
    const whole = `whole-${name}`;
    await makeClip(at(whole), { ...small, seconds: 6 });
    const drop = String.raw`noise=drop=between(pts*tb\,2\,4)`;
    await ffmpeg('-i', at(whole), '-c', 'copy', '-bsf:v', drop, '-bsf:a', drop, at(name));
    const facts = await factsOf(at(name));
    const intact = await factsOf(at(whole));
    // In MP4, the packet before the gap lasts until the end of the gap.
    const gap = { from: expect.closeTo(2, 0), until: expect.closeTo(4, 0) };
    expect(facts.video?.gaps).toEqual(name.endsWith('mp4') ? [] : [gap]);
    expect(facts.audio?.gaps).toEqual(name.endsWith('mp4') ? [] : [gap]);
    expect(facts.durationSeconds).toBeCloseTo(intact.durationSeconds, 1);
    expect((await usedFacts(name)).facts.durationSeconds).toBe(facts.durationSeconds);
    const { frames, path } = await filmOf(name);
    const film = await soundOf(path);
    expect(frames).toBe((await filmOf(whole)).frames);
    const level = (from: number, until: number) =>
      Math.max(...film.subarray(48_000 * from, 48_000 * until).map((sample) => Math.abs(sample)));
    expect([level(1, 1.9) > 1000, level(2.2, 3.8) < 100, level(4.2, 5.8) > 1000]).toEqual([true, true, true]);
  },
);

describe('an MP3 with a wrong number of frames', () => {
  /** Writes another number of frames into the Xing header. */
  async function withFrames(name: string, change: (frames: number) => number): Promise<void> {
    const bytes = await readFile(at('exact.mp3'));
    const header = Math.max(bytes.indexOf('Xing'), bytes.indexOf('Info'));
    bytes.writeUInt32BE(change(bytes.readUInt32BE(header + 8)), header + 8);
    await writeFile(at(name), bytes);
  }

  test.each(
    cases(2, [
      ['half.mp3', (frames: number) => Math.floor(frames / 2)],
      ['less.mp3', (frames: number) => frames - 1],
      ['one.mp3', () => 1],
      ['more.mp3', (frames: number) => frames * 3],
    ] as const),
  )('plays every sample at its time: %s', async (name, change) => {
    // The padding is 576 samples, which FFmpeg would remove from the middle of the sound.
    const sweep = 'aevalsrc=0.5*sin(300*t*t):s=48000:d=5.98';
    await ffmpeg('-f', 'lavfi', '-i', sweep, '-ac', '2', '-c:a', 'libmp3lame', '-b:a', '128k', at('exact.mp3'));
    await withFrames(name, change);
    const { frames, path, warnings } = await filmOf(name, 'mov');
    expect(warnings).toEqual([]);
    expect(frames).toBeGreaterThanOrEqual(150);
    const [film, exact] = [await soundOf(path), await soundOf(at('exact.mp3'))];
    const worst = exact.reduce((most, sample, index) => Math.max(most, Math.abs(sample - (film[index] ?? 0))), 0);
    expect(worst).toBeLessThan(200);
  });
});

/** Returns the checksum of a page of Ogg whose checksum field is 0 (RFC 3533, 6). */
function oggChecksum(page: Uint8Array): number {
  let sum = 0;
  for (const byte of page) {
    sum ^= byte << 24;
    for (let bit = 0; bit < 8; bit++) sum = (sum << 1) ^ (sum < 0 ? 0x04c1_1db7 : 0);
  }
  return sum >>> 0;
}

test.each(
  cases(1, [
    ['zero', 0n],
    ['large', 100_000_000n],
    ['unknown', -1n],
  ] as const),
)('a Vorbis file whose last position is wrong keeps its length: %s', async (_, position) => {
  await makeSound(at('tone.ogg'), { seconds: 6, extra: ['-c:a', 'libvorbis'] });
  const bytes = await readFile(at('tone.ogg'));
  const page = bytes.lastIndexOf('OggS');
  bytes.writeBigInt64LE(position, page + 6);
  bytes.writeUInt32LE(0, page + 22);
  bytes.writeUInt32LE(oggChecksum(bytes.subarray(page)), page + 22);
  await writeFile(at('wrong.ogg'), bytes);
  const { durationSeconds } = await factsOf(at('wrong.ogg'));
  expect(durationSeconds).toBeCloseTo(6, 1);
  expect(Math.abs((await filmOf('wrong.ogg')).frames - durationSeconds * 25)).toBeLessThan(1);
});

test.each(
  cases(1, [
    ['libopus', ['-ac', '1']],
    ['flac', ['-ac', '2']],
  ] as const),
)('chained Ogg with one serial number plays without a gap: %s', async (codec, extra) => {
  await makeSound(at('link.ogg'), { seconds: 2, extra: ['-c:a', codec, ...extra, '-f', 'ogg'] });
  const link = await readFile(at('link.ogg'));
  await writeFile(at('links.ogg'), Buffer.concat([link, link]));
  const { durationSeconds, faults, damage } = await factsOf(at('links.ogg'));
  expect({ durationSeconds, faults, damage }).toEqual({ durationSeconds: expect.closeTo(4, 1), damage: null });
  const { frames, path, warnings } = await filmOf('links.ogg', 'mov');
  expect({ frames, warnings }).toEqual({ frames: 100, warnings: [] });
  const sound = await soundOf(path);
  const loudest = Array.from({ length: 79 }, (_, part) =>
    sound.subarray(part * 2400, part * 2400 + 2400).reduce((most, sample) => Math.max(most, Math.abs(sample)), 0),
  );
  expect(Math.min(...loudest)).toBeGreaterThan(1000);
});

test.each(
  cases(3, [
    ['flac', 48_000, 44_100],
    ['libvorbis', 48_000, 48_000],
    ['libvorbis', 44_100, 48_000],
    ['flac', 44_100, 48_000],
  ] as const),
)('links of chained Ogg have exact lengths: %s, %i and %i Hz', async (codec, first, second) => {
  const parts: Buffer[] = [];
  for (const rate of [first, second, first]) {
    const sound = `sine=frequency=440:duration=2:sample_rate=${rate}`;
    const coding = ['-c:a', codec, '-ar', String(rate), '-ac', '2', '-serial_offset', '7', '-f', 'ogg'];
    await ffmpeg('-f', 'lavfi', '-i', sound, ...coding, at('part.ogg'));
    parts.push(await readFile(at('part.ogg')));
  }
  await writeFile(at('rates.ogg'), Buffer.concat(parts));
  expect((await factsOf(at('rates.ogg'))).durationSeconds).toBeCloseTo(6, 4);
  const { frames, path, warnings } = await filmOf('rates.ogg', 'mov');
  expect({ frames, warnings }).toEqual({ frames: 150, warnings: [] });
  const sound = await soundOf(path);
  // A gap or a shift at a join would change the phase of the tone after the join. A period has 109 samples.
  const phases = [0.5, 2.5, 4.5].map((from) => {
    const period = sound.subarray(from * 48_000, from * 48_000 + 109);
    return period.indexOf(Math.max(...period));
  });
  expect(Math.max(...phases) - Math.min(...phases)).toBeLessThan(8);
});

test.each(
  cases(2, [
    ['data.mp4', 'video'],
    ['data.mkv', 'video'],
    ['data.mp3', 'audio'],
  ] as const),
)('the facts name the place of damaged packets: %s', async (name, type) => {
  if (type === 'video') await makeClip(at(name), { ...small, seconds: 6, extra: ['-bf', '2'] });
  else await makeSound(at(name), { seconds: 6 });
  expect((await factsOf(at(name))).faults).toBeUndefined();
  await damagePackets(at(name), type, 3, 3.4);
  const [fault, ...more] = (await factsOf(at(name))).faults ?? [];
  expect([fault?.from, more]).toEqual([expect.closeTo(3, 0), []]);
});

test.each(
  cases(1, [
    ['mp3', 1.32],
    ['ac3', 0.72],
  ] as const),
)('compressed sound of AVI stays in sync after an in point: %s', async (codec, skip) => {
  const sound = "aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t,0.5),0.1)':s=48000:d=3";
  await makeClip(at('beeps.avi'), { ...small, seconds: 3, sound, codecs: ['-c:v', 'mpeg4', '-c:a', codec] });
  const onsetsOf = async (inPoint: number) => {
    const xml = `<movie width="64" height="36" framerate="25"><scene duration="1s"><video src="beeps.avi" skip="${inPoint}s"/></scene></movie>`;
    const samples = await soundOf((await renderFilm(xml, { folder: folder.path, format: 'mov' })).path);
    const loud = [...samples.keys()].filter((index) => Math.abs(samples[index] ?? 0) > 800);
    const onset = loud.find((index, place) => index - (loud[place - 1] ?? -9600) > 2400 && index > 2400) ?? 0;
    return onset / 48_000 + inPoint;
  };
  const [whole, later] = [await onsetsOf(0), await onsetsOf(skip)];
  expect(Math.abs(((later - whole + 0.25) % 0.5) - 0.25)).toBeLessThan(0.001);
});

test('a film from a converted source reports damage that the conversion found', async () => {
  await makeClip(at('first.ts'), { ...small, seconds: 2 });
  await makeClip(at('large.ts'), { width: 128, height: 72, seconds: 4 });
  const noise = String.raw`noise=amount=if(between(n\,40\,48)\,8\,0)`;
  await ffmpeg('-i', at('large.ts'), '-c', 'copy', '-bsf:v', noise, at('noisy.ts'));
  const concatenate = async (name: string, ...parts: readonly string[]) =>
    writeFile(at(name), Buffer.concat(await Promise.all(parts.map((part) => readFile(at(part))))));
  await concatenate('intact.ts', 'first.ts', 'large.ts');
  expect((await filmOf('intact.ts')).warnings).toEqual([]);
  await concatenate('both.ts', 'first.ts', 'noisy.ts');
  expect((await factsOf(at('both.ts'))).changes).not.toEqual([]);
  const { warnings } = await filmOf('both.ts');
  expect(warnings).toEqual([{ code: 'source/faulty', source: 'both.ts', seconds: expect.closeTo(3.6, 0), more: 0 }]);
});

test('damage in the middle of a Matroska file leaves its start intact', async () => {
  // FFmpeg states no length for the first packet of this sound.
  const codecs = ['-c:v', 'mpeg4', '-g', '12', '-c:a', 'aac'];
  await makeClip(at('middle.mkv'), { ...small, seconds: 10, sound: 'sine=440:r=44100', codecs });
  const bytes = await readFile(at('middle.mkv'));
  const id = Buffer.from([0x1f, 0x43, 0xb6, 0x75]);
  const cluster = bytes.indexOf(id, bytes.length * 0.6);
  bytes.fill(0, cluster, cluster + 60);
  await writeFile(at('middle.mkv'), bytes);
  const faults = (await factsOf(at('middle.mkv'))).faults ?? [];
  expect(faults.length).toBe(1);
  expect(faults[0]?.from).toBeGreaterThan(3);
});
