import { appendFile, copyFile, readFile, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, ffprobe, makeClip } from '#service/testing/make-media.ts';
import { testTools, tryFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { announcedIn } from '../containers/announced-bytes.ts';
import { createAnswerReader } from './packet-ends.ts';
import { probeMedia } from './probe.ts';
import { factsOf } from './testing/facts-of.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

const at = (name: string) => join(folder.path, name);
const small = { width: 64, height: 36, seconds: 4 };
const toTheFront = { extra: ['-movflags', '+faststart'] };
const uncompressed = ['-c:a', 'pcm_s16le'];

/** Copies only the first bytes of a file, as an interrupted transfer does. */
async function cutCopy(path: string, bytes: number): Promise<string> {
  const cut = path.replace(/(\.\w+)$/, '-cut$1');
  await copyFile(path, cut);
  await truncate(cut, bytes);
  return cut;
}

async function sizeOf(path: string): Promise<number> {
  const { format } = (await ffprobe(path, '-show_entries', 'format=size')) as { format: { size: string } };
  return Number(format.size);
}

/** Returns the number of frames that FFmpeg decodes. */
async function decodedFrames(path: string): Promise<number> {
  const { streams } = (await ffprobe(
    path,
    '-v',
    'quiet',
    '-count_frames',
    '-select_streams',
    'v:0',
    '-show_streams',
  )) as {
    streams: readonly { nb_read_frames: string }[];
  };
  return Number(streams[0]?.nb_read_frames);
}

test.each([
  ['joined.mp4', {}],
  ['joined.mov', toTheFront],
  ['joined.wmv', {}],
  ['joined.y4m', { extra: ['-an'] }],
])('the facts report a second file that follows the first: %s', async (name, options) => {
  const path = at(name);
  await makeClip(path, { ...small, ...options });
  const whole = await factsOf(path);
  expect(whole.damage).toBeNull();
  await appendFile(path, await readFile(path));
  const { damage, durationSeconds } = await factsOf(path);
  expect(durationSeconds).toBeCloseTo(whole.durationSeconds, 0);
  expect(damage).toMatchObject({ several: true, from: durationSeconds });
});

test.each(['flv', 'mkv', 'wmv'])(
  'a complete file whose sound is longer than its picture is intact: %s',
  async (kind) => {
    const path = at(`longer-sound.${kind}`);
    await ffmpeg(
      ...['-f', 'lavfi', '-i', 'color=red:s=64x36:r=25:d=1', '-f', 'lavfi', '-i', 'sine=440:r=44100:d=4'],
      ...['-c:v', kind === 'wmv' ? 'wmv2' : 'flv1', '-c:a', kind === 'wmv' ? 'wmav2' : 'libmp3lame', path],
    );
    const { damage, durationSeconds } = await factsOf(path);
    expect(damage).toBeNull();
    expect(durationSeconds).toBeCloseTo(4, 0);
  },
);

test('an edit list that shows nothing of the picture is refused with the reason', async () => {
  const path = at('hidden.mp4');
  await makeClip(path, small);
  const bytes = await readFile(path);
  bytes.writeUInt32BE(0, bytes.indexOf('elst') + 12);
  await writeFile(path, bytes);
  const xml = '<movie width="64" height="36" framerate="25"><scene><video src="hidden.mp4"/></scene></movie>';
  const result = await tryFilm(xml, { folder: folder.path });
  expect(result.ok ? [] : result.error.map(({ says }) => inEnglish(says))).toEqual([
    '“hidden.mp4” has an edit list that leaves out its whole picture. Export it again.',
  ]);
});

test('an edit list with a gap in the middle or at the end is refused with the place', async () => {
  const path = at('edits.mp4');
  await makeClip(path, small);
  const whole = await readFile(path);
  const gapped = async (name: string, track: 0 | 1, edits: readonly (readonly [length: number, media: number])[]) => {
    const bytes = Buffer.from(whole);
    const list = bytes.indexOf('elst', track === 0 ? 0 : bytes.indexOf('elst') + 4);
    const start = bytes.readInt32BE(list + 16);
    const rows = edits.map(([length, media]) => {
      const row = Buffer.alloc(12);
      row.writeUInt32BE(length, 0);
      row.writeInt32BE(media < 0 ? -1 : start + media, 4);
      row.writeUInt32BE(0x1_0000, 8);
      return row;
    });
    const inserted = Buffer.concat(rows);
    const added = inserted.length - 12;
    // The tables follow the data, so no offset changes.
    for (const box of ['moov', 'trak', 'edts', 'elst']) {
      const size = bytes.lastIndexOf(box, list) - 4;
      bytes.writeUInt32BE(bytes.readUInt32BE(size) + added, size);
    }
    bytes.writeUInt32BE(edits.length, list + 8);
    await writeFile(at(name), Buffer.concat([bytes.subarray(0, list + 12), inserted, bytes.subarray(list + 24)]));
    const probed = await probeMedia(at(name), await testTools(), new AbortController().signal);
    return probed.ok ? '' : inEnglish(probed.error);
  };
  const gap = (of: string, seconds: number) =>
    `has an edit list with a gap in its ${of} at ${seconds} s. Export it again without the gap`;
  const [first, empty, last] = [
    [1000, 0],
    [600, -1],
    [1000, 12_800],
  ] as const;
  expect(await gapped('middle.mp4', 0, [first, empty, last])).toBe(gap('picture', 1));
  expect(await gapped('end.mp4', 0, [first, empty])).toBe(gap('picture', 1));
  expect(await gapped('sound.mp4', 1, [first, empty, last])).toBe(gap('sound', 1));
  expect(await gapped('late.mp4', 0, [empty, first, last])).toBe('');
});

test('a transport stream with a range of zeros reports the place', async () => {
  const path = at('zeros.ts');
  await makeClip(path, { ...small, extra: ['-output_ts_offset', '5000'] });
  expect((await factsOf(path)).faults ?? []).toEqual([]);
  const bytes = await readFile(path);
  bytes.fill(0, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 20 * 188);
  await writeFile(path, bytes);
  const [fault, ...others] = (await factsOf(path)).faults ?? [];
  expect(others).toEqual([]);
  expect(fault?.from).toBeGreaterThan(1);
  expect(fault?.from).toBeLessThan(3.5);
});

test('the facts report the links of chained Ogg that FFmpeg skips', async () => {
  const codecs = ['libtheora', 'libvorbis', 'libopus'] as const;
  for (const codec of codecs) {
    const source = codec === 'libtheora' ? 'color=red:s=64x36:r=25:d=1' : 'sine=440:r=48000:d=1';
    await ffmpeg('-f', 'lavfi', '-i', source, codec === 'libtheora' ? '-c:v' : '-c:a', codec, at(`${codec}.ogg`));
  }
  for (const [name, serial] of [
    ['film.ogg', '10'],
    ['other.ogg', '20'],
  ] as const)
    await ffmpeg(
      ...['-i', at('libtheora.ogg'), '-i', at('libvorbis.ogg'), '-c', 'copy', '-serial_offset', serial, at(name)],
    );
  const damageOf = async (...links: readonly string[]) => {
    await writeFile(at('chain.ogg'), Buffer.concat(await Promise.all(links.map((name) => readFile(at(name))))));
    return (await factsOf(at('chain.ogg'))).damage;
  };
  for (const name of ['film.ogg', ...codecs.map((codec) => `${codec}.ogg`)])
    expect(await damageOf(name, name), name).toBe(null);
  expect(await damageOf('film.ogg', 'other.ogg')).toBe(null);
  for (const links of [
    ['libvorbis.ogg', 'libopus.ogg'],
    ['libvorbis.ogg', 'film.ogg'],
  ])
    expect(await damageOf(...links), links.join(' ')).toMatchObject({ from: expect.closeTo(1, 1), several: true });
});

test('the facts report a link with another codec and equal serial number', async () => {
  for (const codec of ['libopus', 'libvorbis'])
    await ffmpeg(
      ...['-f', 'lavfi', '-i', 'sine=440:r=48000:d=1', '-c:a', codec, '-bitexact', '-serial_offset', '7', '-f', 'ogg'],
      at(`same-${codec}`),
    );
  const links = await Promise.all(['libopus', 'libvorbis'].map((codec) => readFile(at(`same-${codec}`))));
  expect(links[0]?.readUInt32LE(14)).toBe(links[1]?.readUInt32LE(14));
  await writeFile(at('codecs.ogg'), Buffer.concat(links));
  expect((await factsOf(at('codecs.ogg'))).damage).toMatchObject({ several: true });
});

test('a cut after all pictures of the last fragment concerns the sound', async () => {
  const options = ['-g', '25', '-movflags', 'frag_keyframe+empty_moov+default_base_moof'];
  const whole = await makeClip(at('sound-cut.mp4'), { ...small, extra: options });
  const bytes = await readFile(whole);
  // The pictures of a fragment precede its sound.
  const fragment = bytes.indexOf('moof', bytes.indexOf('moof', bytes.indexOf('moof') + 4) + 4);
  const data = bytes.indexOf('mdat', fragment);
  await writeFile(at('sound-cut.mp4'), bytes.subarray(0, data + 4 + bytes.readUInt32BE(data - 4) - 4000));
  const { damage, video, audio } = await factsOf(at('sound-cut.mp4'));
  expect(damage).toMatchObject({ of: 'sound', from: audio?.endSeconds, until: video?.endSeconds });
});

/**
 * Returns the place of a cut in the pictures. In the third fragment, which begins at 2 s, the pictures precede the sound.
 */
async function cutAt(whole: string): Promise<number> {
  if (!whole.endsWith('fragments.mp4')) return Math.round((await sizeOf(whole)) * 0.6);
  return (await fragmentAt(whole, 2)) + 1500;
}

/** Returns the place of the `moof` box with this index. */
async function fragmentAt(whole: string, index: number): Promise<number> {
  const bytes = await readFile(whole);
  let type = -1;
  for (let fragment = 0; fragment <= index; fragment++) type = bytes.indexOf('moof', type + 1);
  return type - 4;
}

test.each(cases(1, [400, 16, 30, 200]))(
  'a file that ends %i bytes after the start of a fragment is played up to that fragment',
  async (bytes) => {
    const extra = ['-movflags', '+frag_keyframe+empty_moov'];
    const whole = await makeClip(at('in-moof.mp4'), { ...small, extra });
    const cut = await cutCopy(whole, (await fragmentAt(whole, 2)) + bytes);
    const { damage, durationSeconds } = await factsOf(cut);
    expect(damage).toMatchObject({ there: 50 });
    expect(durationSeconds).toBeCloseTo(2, 1);
    const film = await tryFilm(
      `<movie width="64" height="36" framerate="25"><scene duration="50"><video src="${basename(cut)}"/></scene></movie>`,
      { folder: folder.path },
    );
    expect(film.ok).toBe(true);
  },
);

describe('the probe of an incomplete file', () => {
  test.each(
    cases(1, [
      ['film.mp4', toTheFront],
      ['film.mov', toTheFront],
      ['fragments.mp4', { extra: ['-movflags', '+frag_keyframe+empty_moov'] }],
      ['film.mkv', {}],
      ['film.webm', {}],
      ['film.avi', {}],
      ['film.flv', {}],
      ['film.wmv', {}],
    ]),
  )('reports the number of remaining pictures: %s', { tags: ['promise:F37'] }, async (name, options) => {
    const whole = await makeClip(at(name), { ...small, ...options });
    expect((await factsOf(whole)).damage).toBe(null);
    const cut = await cutCopy(whole, await cutAt(whole));
    const { damage, video, durationSeconds } = await factsOf(cut);
    const decoded = await decodedFrames(cut);
    // A partial picture does not count, although FFmpeg may decode it and fill the missing part with gray.
    expect([decoded, decoded - 1]).toContain(damage?.there);
    expect(decoded).toBeLessThan(100);
    expect(video?.endSeconds).toBe(damage?.from);
    expect(Math.abs((damage?.from ?? 0) - decoded / 25)).toBeLessThan(0.15);
    expect(durationSeconds).toBeLessThan(4);
    // The original length is unknown for a cut WMV file and for fragments, which state only their own length.
    if (name.endsWith('.wmv') || name.startsWith('fragments')) return;
    expect(Math.abs((damage?.there ?? 0) + (damage?.lacking ?? 0) - 100)).toBeLessThan(3);
    expect(Math.abs((damage?.until ?? 0) - 4)).toBeLessThan(0.1);
  });

  test.each(cases(1, ['tone.wav', 'tone.aiff', 'tone.w64', 'tone.caf', 'tone.flac']))(
    'reports the length of the remaining sound: %s',
    async (name) => {
      await ffmpeg(
        '-f',
        'lavfi',
        '-i',
        'sine=440:r=48000:d=4',
        ...(name.endsWith('flac') ? [] : uncompressed),
        '-y',
        at(name),
      ).catch(() => ffmpeg('-f', 'lavfi', '-i', 'sine=440:r=48000:d=4', at(name)));
      expect((await factsOf(at(name))).damage).toBe(null);
      const cut = await cutCopy(at(name), Math.round((await sizeOf(at(name))) / 2));
      const { damage, audio } = await factsOf(cut);
      expect(damage).toMatchObject({ there: null, lacking: null });
      expect(audio?.endSeconds).toBe(damage?.from);
      expect(Math.abs((damage?.from ?? 0) - 2)).toBeLessThan(0.3);
    },
  );

  test('reports a transport stream that ends inside a packet', async () => {
    for (const [name, packet, extra] of [
      ['stream.ts', 188, []],
      ['stream.m2ts', 192, ['-mpegts_m2ts_mode', '1', '-f', 'mpegts', '-c:a', 'ac3']],
    ] as const) {
      const whole = await makeClip(at(name), { ...small, extra });
      expect((await factsOf(whole)).damage).toBe(null);
      const packets = Math.floor(((await sizeOf(whole)) / packet) * 0.6) * packet;
      expect((await factsOf(await cutCopy(whole, packets))).damage).toBe(null);
      for (const more of [1, packet - 1]) {
        const { damage, video, audio } = await factsOf(await cutCopy(whole, packets + more));
        // FFmpeg 7 returns no sound from the incomplete last packets.
        expect(damage).toMatchObject(
          damage?.of === 'sound'
            ? { from: audio?.endSeconds, until: video?.endSeconds, lacking: null }
            : { from: video?.endSeconds, until: null, lacking: null },
        );
      }
    }
  });

  test.each(cases(1, ['tone.aac', 'tone.ac3', 'tone.eac3', 'tone.mp2', 'plain.mp3']))(
    'reports a bare stream that ends inside a frame: %s',
    async (name) => {
      const tone = ['-f', 'lavfi', '-i', 'sine=440:r=48000:d=4'];
      await ffmpeg(...tone, ...(name.endsWith('mp3') ? ['-write_xing', '0', '-id3v2_version', '0'] : []), at(name));
      expect((await factsOf(at(name))).damage).toBe(null);
      const whole = await readFile(at(name));
      const tagged = at(`tagged-${name}`);
      await writeFile(tagged, Buffer.concat([whole, Buffer.from('TAG'.padEnd(128, '\0'))]));
      expect((await factsOf(tagged)).damage).toBe(null);
      // The first bytes of the next frame, the middle of a frame, and its last byte.
      const half = whole.indexOf(whole.subarray(0, 2), whole.length / 2);
      const next = whole.indexOf(whole.subarray(0, 2), half + 2);
      for (const bytes of [half + 1, Math.round((half + next) / 2), next - 1]) {
        const { damage, audio } = await factsOf(await cutCopy(at(name), bytes));
        expect(damage, `${bytes}`).toMatchObject({ from: audio?.endSeconds, there: null, until: null });
        expect(Math.abs((damage?.from ?? 0) - 2)).toBeLessThan(0.2);
      }
    },
  );

  test.each(
    cases(1, [
      ['tone.amr', '#!AMR\n', 7, 31],
      ['tone.awb', '#!AMR-WB\n', 8, 60],
    ] as const),
  )('reports an AMR file that ends inside a frame: %s', async (name, head, type, bytes) => {
    const frame = Buffer.from([(type << 3) | 4, ...Array.from({ length: bytes }, (_, index) => (index * 7) % 256)]);
    const whole = Buffer.concat([Buffer.from(head), ...Array.from({ length: 200 }, () => frame)]);
    await writeFile(at(name), whole);
    expect(await factsOf(at(name))).toMatchObject({ durationSeconds: 4, damage: null });
    const hundred = head.length + 100 * frame.length;
    expect((await factsOf(await cutCopy(at(name), hundred))).damage).toBe(null);
    for (const more of [1, bytes]) {
      const { damage, audio } = await factsOf(await cutCopy(at(name), hundred + more));
      expect(damage, `${more}`).toEqual({ from: audio?.endSeconds, until: null, there: null, lacking: null });
      expect(Math.abs((damage?.from ?? 0) - 2)).toBeLessThan(0.03);
    }
  });

  test.each(
    cases(1, [
      ['film.mpg', { extra: ['-c:v', 'mpeg2video', '-c:a', 'mp2'] }],
      ['film.vob', { extra: ['-c:v', 'mpeg2video', '-c:a', 'ac3'] }],
      ['film.y4m', { extra: ['-an'] }],
      ['film.gif', { extra: ['-an'] }],
    ]),
  )('reports a file of unstated length that ends inside a packet: %s', async (name, options) => {
    const whole = await makeClip(at(name), { ...small, ...options });
    expect((await factsOf(whole)).damage).toBe(null);
    const { damage, video, audio } = await factsOf(await cutCopy(whole, Math.round((await sizeOf(whole)) * 0.6) + 1));
    expect(damage).toMatchObject(
      // The sound of a program stream may be stored a second after its picture.
      damage?.of === 'sound'
        ? { from: audio?.endSeconds, until: video?.endSeconds, lacking: null }
        : { from: video?.endSeconds, until: null, lacking: null },
    );
    expect(damage?.there ?? 0).toBeLessThan(100);
  });

  test('reports an MXF file that ends before its last partition', async () => {
    const whole = await makeClip(at('film.mxf'), {
      ...small,
      extra: ['-c:v', 'mpeg2video', '-c:a', 'pcm_s16le', '-ar', '48000'],
    });
    expect((await factsOf(whole)).damage).toBe(null);
    const cut = await cutCopy(whole, Math.round((await sizeOf(whole)) * 0.6));
    const { damage, video } = await factsOf(cut);
    expect(damage?.from).toBe(video?.endSeconds);
    expect(damage?.until).toBeCloseTo(4, 1);
    expect(Math.abs((damage?.there ?? 0) + (damage?.lacking ?? 0) - 100)).toBeLessThan(3);
  });

  test('reports an Ogg file that ends inside a page', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'sine=440:d=4', '-c:a', 'libopus', at('tone.ogg'));
    expect((await factsOf(at('tone.ogg'))).damage).toBe(null);
    const cut = await cutCopy(at('tone.ogg'), Math.round((await sizeOf(at('tone.ogg'))) * 0.6));
    expect((await factsOf(cut)).damage).toMatchObject({ there: null, until: null });
  });

  test('keeps the last whole samples of raw sound', async () => {
    await ffmpeg('-f', 'lavfi', '-i', 'sine=440:r=48000:d=2', ...uncompressed, at('samples.wav'));
    const head = (await sizeOf(at('samples.wav'))) - 2 * 96_000;
    for (const samples of [48_000, 48_001, 2048 * 20]) {
      const { audio } = await factsOf(await cutCopy(at('samples.wav'), head + 2 * samples));
      expect(audio?.endSeconds).toBeCloseTo(samples / 48_000, 5);
    }
  });

  full.test('has no damage if all pictures are complete', async () => {
    const whole = await makeClip(at('tail.mkv'), small);
    // The index of a Matroska file is at its end.
    const cut = await cutCopy(whole, (await sizeOf(whole)) - 20);
    expect((await factsOf(cut)).damage).toBe(null);
  });

  test('finds an AVI with a repeated picture and a cut index complete', async () => {
    const still = ['-f', 'lavfi', '-i', 'testsrc=s=64x36:r=25:d=2', '-f', 'lavfi', '-i', 'sine=440:r=48000:d=2'];
    // The picture has 25 frames per second, but its first frame lasts twice as long.
    const late = ['-vf', 'setpts=PTS+gt(N\\,0)/25/TB', '-fps_mode', 'passthrough', '-c:v', 'mjpeg'];
    await ffmpeg(...still, ...late, at('repeated.avi'));
    const bytes = await readFile(at('repeated.avi'));
    const index = bytes.lastIndexOf('idx1', undefined, 'latin1');
    // The header counts the repetition as a frame.
    expect(bytes.readUInt32LE(48)).toBeGreaterThan(50);
    for (const size of [index + 1, index + 100, bytes.length - 8])
      expect((await factsOf(await cutCopy(at('repeated.avi'), size))).damage, `${size}`).toBe(null);
    const { damage } = await factsOf(await cutCopy(at('repeated.avi'), Math.round(index / 2)));
    expect((damage?.there ?? 0) + (damage?.lacking ?? 0)).toBe(50);
  });

  test('gives a reason for a file without a remaining picture', async () => {
    const whole = await makeClip(at('nothing.mp4'), { ...small, ...toTheFront });

    const { packets } = (await ffprobe(whole, '-show_packets')) as { packets: readonly { pos: string }[] };
    const first = Math.min(...packets.map(({ pos }) => Number(pos)));
    await expect(factsOf(await cutCopy(whole, first + 1))).rejects.toThrow(/is incomplete|is damaged or incomplete/);
  });
});

describe('the announced size of a file', () => {
  test('is unknown for a file that was written into a pipe', () => {
    const riff = (size: number) => {
      const head = Buffer.alloc(64);
      head.write('RIFF', 'latin1');
      head.writeUInt32LE(size, 4);
      return announcedIn(head, 'wav');
    };
    expect(riff(0)).toBe(null);
    expect(riff(0xff_ff_ff_ff)).toBe(null);
    expect(riff(36)).toBe(44);
    const ebml = '1a45dfa3801853806701ffffffffffffff';
    expect(announcedIn(Buffer.from(ebml, 'hex'), 'matroska')).toBe(null);
    expect(announcedIn(Buffer.from('1a45dfa380185380678a', 'hex'), 'matroska')).toBe(20);
  });

  test('is unknown or not negative for an incomplete or invalid head', () => {
    for (const demuxer of ['avi', 'wav', 'aiff', 'w64', 'asf', 'matroska', 'mp3'] as const)
      for (const head of [Buffer.alloc(0), Buffer.alloc(5, 0xff), Buffer.alloc(4096), Buffer.alloc(4096, 0xff)])
        expect(announcedIn(head, demuxer), demuxer).toSatisfy((bytes) => bytes === null || bytes >= 0);
  });
});

test('an incomplete MP3 states its full length', async () => {
  await ffmpeg('-f', 'lavfi', '-i', 'sine=440:d=4', '-c:a', 'libmp3lame', '-metadata', 'title=whole', at('tone.mp3'));
  expect((await factsOf(at('tone.mp3'))).damage).toBe(null);
  const { damage, durationSeconds } = await factsOf(
    await cutCopy(at('tone.mp3'), Math.round((await sizeOf(at('tone.mp3'))) / 2)),
  );
  expect(damage).toMatchObject({ from: durationSeconds, there: null, lacking: null });
  expect(damage?.from).toBeCloseTo(2, 0);
  expect(damage?.until).toBeCloseTo(4, 0);
});

test('an incomplete packet is not counted', () => {
  const reader = createAnswerReader({ demuxer: 'mov', cutAt: 1000 });
  const packets = [
    [0, 400, 100],
    [0.04, 400, 500],
    [0.08, 100, 900],
  ].map(
    ([at, size, pos]) =>
      `        { "codec_type": "video", "stream_index": 0, "pts_time": "${at}", "duration_time": "0.04", "size": "${size}", "pos": "${pos}", "flags": "__" }`,
  );
  reader.push(Buffer.from(`{\n    "packets": [\n${packets.join(',\n')}\n    ],\n    "streams": []\n}`));
  expect(reader.streams(new Map()).get(0)).toMatchObject({ end: 0.08, packets: 2 });
  expect(JSON.parse(reader.answer())).toEqual({ streams: [] });
});
