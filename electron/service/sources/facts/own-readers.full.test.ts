import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import {
  type ClipOptions,
  makeClip,
  makeEditList,
  makeRotated,
  makeVariableRate,
} from '#service/testing/make-media.ts';
import { cases } from '#shared/testing/scale.ts';
import { readMovieBox } from '../containers/sync-frames.ts';
import { movieRecord } from './movie-record.ts';
import { h264, never, probeFixture, RATES, spread } from './testing/probe-fixture.ts';

const fixture = probeFixture();
const { at, factsIn, probedFacts } = fixture;

/** Returns the record of the service's own reader; null if the reader leaves the file to ffprobe. */
async function ownRecord(path: string) {
  const movie = await readMovieBox(path);
  return movie === null ? null : await movieRecord(path, movie, never);
}

const AAC = ['-c:a', 'aac'];

/** The variations of a picture. Each is combined with all rates, sounds, and containers. */
const PICTURES: readonly (readonly [name: string, options: ClipOptions])[] = [
  ['reordered', { codecs: [...h264('-bf', '3', '-g', '30'), ...AAC] }],
  ['plain', { codecs: [...h264('-bf', '0', '-profile:v', 'baseline'), ...AAC] }],
  ['colors', { codecs: [...h264('-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'), ...AAC] }],
  [
    'wide colors',
    { codecs: [...h264('-x264-params', 'colorprim=bt2020:transfer=smpte2084:colormatrix=bt2020nc'), ...AAC] },
  ],
  ['full range', { filters: 'scale=out_range=pc', codecs: [...h264('-color_range', 'pc'), ...AAC] }],
  ['wide pixels', { filters: 'setsar=16/11', codecs: [...h264('-preset', 'veryfast'), ...AAC] }],
  ['cropped', { width: 322, height: 182, codecs: [...h264('-tune', 'film', '-preset', 'faster'), ...AAC] }],
  [
    'slices',
    { codecs: [...h264('-slices', '4', '-aud', '1', '-maxrate', '1M', '-bufsize', '1M', '-nal-hrd', 'vbr'), ...AAC] },
  ],
];
const SOUNDS = [
  { name: 'mono', sound: 'sine=440:r=48000', extra: [] },
  { name: 'stereo', sound: 'sine=440:r=44100', extra: ['-ac', '2', '-movflags', '+faststart'] },
  { name: 'silent', sound: null, extra: ['-movflags', '+write_colr'] },
] as const;
const CONTAINERS = ['mp4', 'mov'] as const;

const CLIPS = PICTURES.flatMap(([name, picture], nth) =>
  RATES.flatMap((rate, rated) =>
    SOUNDS.flatMap(({ name: heard, sound, extra }, sounded) =>
      CONTAINERS.map((container, contained) => ({
        name: `${name}, ${rate}, ${heard}, ${container}`,
        container,
        options: {
          ...picture,
          rate,
          sound,
          extra,
          seconds: 1 + ((nth + rated + sounded + contained) % 4) / 3,
        } satisfies ClipOptions,
      })),
    ),
  ),
);

const SPREAD = spread(CLIPS);

describe('the reader of usual MP4 files', () => {
  test.each(cases(10, SPREAD))('returns the facts of ffprobe: $name', async ({ name, container, options }) => {
    const path = await makeClip(at(`${name.replaceAll(/[^\w]/g, '-')}.${container}`), options);
    const own = await ownRecord(path);
    expect(own).not.toBeNull();
    expect(factsIn(own)).toEqual(await probedFacts(path));
  });

  test.each(cases(1, [90, 180, 270] as const))(
    'returns the facts of a picture that is rotated by %i degrees',
    async (degrees) => {
      const path = await makeRotated(at(`turned-${degrees}.mp4`), degrees, { seconds: 1 });
      const own = await ownRecord(path);
      expect(factsIn(own)).toEqual(await probedFacts(path));
    },
  );

  test('returns the facts of a long take with distant sync frames', async () => {
    const path = await makeClip(at('take.mp4'), { seconds: 20, codecs: [...h264('-g', '250'), ...AAC] });
    const own = await ownRecord(path);
    expect(factsIn(own)).toEqual(await probedFacts(path));
  });
});

describe('ffprobe reads an unusual MP4 file', () => {
  const unusual: readonly (readonly [name: string, make: (path: string) => Promise<unknown>])[] = [
    ['fragments', (path) => makeClip(path, { extra: ['-movflags', '+frag_keyframe+empty_moov'] })],
    ['interlaced frames', (path) => makeClip(path, { codecs: h264('-x264-params', 'interlaced=1'), sound: null })],
    ['ten bits', (path) => makeClip(path, { pixelFormat: 'yuv420p10le' })],
    ['a variable frame rate', makeVariableRate],
    ['an edit list that cuts', makeEditList],
    ['another codec', (path) => makeClip(path, { codecs: ['-c:v', 'mpeg4', '-c:a', 'aac'] })],
    ['several sounds', (path) => makeClip(path, { extra: ['-map', '0', '-map', '1', '-map', '1'] })],
    ['an unusual rate', (path) => makeClip(path, { rate: '23.9', sound: null })],
    ['six channels', (path) => makeClip(path, { extra: ['-ac', '6'] })],
    ['a low sample rate', (path) => makeClip(path, { extra: ['-ar', '22050'] })],
  ];
  test.each(cases(4, unusual))('if it has %s', async (name, make) => {
    const path = at(`${name.replaceAll(' ', '-')}.mp4`);
    await make(path);
    expect(await ownRecord(path)).toBeNull();
  });

  /** Returns the bytes of a clip that the reader understands. */
  const usual = async () => await readFile(await makeClip(at('usual.mp4'), { seconds: 1 }));

  test('if it is cut or another file follows it', async () => {
    const bytes = await usual();
    await writeFile(at('cut.mp4'), bytes.subarray(0, -100));
    await writeFile(at('two.mp4'), Buffer.concat([bytes, bytes]));
    expect(await ownRecord(at('usual.mp4'))).not.toBeNull();
    expect(await ownRecord(at('cut.mp4'))).toBeNull();
    expect(await ownRecord(at('two.mp4'))).toBeNull();
  });

  test('if its packets have damaged units or other parameter sets', async () => {
    const bytes = await readFile(await makeClip(at('silent.mp4'), { seconds: 1, sound: null }));
    const slice = bytes.indexOf('mdat') + 4;
    const length = Buffer.from(bytes);
    length.writeUInt32BE(0x7fff_ffff, slice);
    await writeFile(at('length.mp4'), length);
    const type = Buffer.from(bytes);
    type[slice + 4] = 0x67;
    await writeFile(at('type.mp4'), type);
    expect(await ownRecord(at('length.mp4'))).toBeNull();
    expect(await ownRecord(at('type.mp4'))).toBeNull();
  });

  test('if it does not state its length', async () => {
    const bytes = await usual();
    bytes.writeUInt32BE(0xffff_ffff, bytes.indexOf('mdhd') + 20);
    await writeFile(at('endless.mp4'), bytes);
    expect(await ownRecord(at('endless.mp4'))).toBeNull();
  });

  test('if its tables end too early', async () => {
    for (const table of ['stsz', 'stco', 'stsc', 'stts', 'avcC', 'esds', 'elst']) {
      const bytes = await usual();
      const count = bytes.indexOf(table) + (table === 'stsz' ? 12 : 8);
      bytes.writeUInt32BE(0x00ff_ffff, count);
      await writeFile(at(`${table}.mp4`), bytes);
      expect(await ownRecord(at(`${table}.mp4`)), table).toBeNull();
    }
  });
});
