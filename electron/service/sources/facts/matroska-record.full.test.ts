import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type ClipOptions, ffmpeg, makeClip } from '#service/testing/make-media.ts';
import { cases } from '#shared/testing/scale.ts';
import { matroskaRecord } from './matroska-record.ts';
import { h264, never, probeFixture, RATES, spread } from './testing/probe-fixture.ts';

const fixture = probeFixture();
const { at, factsIn, probedFacts } = fixture;
const ownRecord = (path: string) => matroskaRecord(path, fixture.tools.version, never);

const vp8 = (...options: readonly string[]) => [
  '-c:v',
  'libvpx',
  '-deadline',
  'realtime',
  '-cpu-used',
  '8',
  ...options,
];
const vp9 = (...options: readonly string[]) => [
  ...['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', ...options],
];
const BT709 = ['-colorspace', 'bt709', '-color_primaries', 'bt709', '-color_trc', 'bt709'];

/** The variations of a picture. Each is combined with all rates and sounds. */
const PICTURES: readonly (readonly [name: string, options: ClipOptions & { readonly codecs: readonly string[] }])[] = [
  ['VP8', { codecs: vp8('-g', '25') }],
  [
    'VP8 with alternative references',
    { codecs: ['-c:v', 'libvpx', '-deadline', 'good', '-cpu-used', '5', '-auto-alt-ref', '1', '-lag-in-frames', '16'] },
  ],
  ['VP8 with alpha', { pixelFormat: 'yuva420p', codecs: vp8('-auto-alt-ref', '0') }],
  ['VP9', { codecs: vp9('-g', '10') }],
  ['VP9 with colors', { filters: 'format=yuv420p', codecs: vp9('-colorspace', 'bt709') }],
  ['VP9 with full range', { filters: 'scale=out_range=pc', codecs: vp9('-color_range', 'pc') }],
  ['H.264 with reordered frames', { codecs: ['-c:v', 'libx264', '-preset', 'faster', '-bf', '3', '-g', '30'] }],
  ['H.264 with colors', { codecs: h264(...BT709) }],
  ['H.264 with wide pixels', { filters: 'setsar=16/11', codecs: h264('-bf', '0') }],
  [
    'H.264 that is cropped',
    { width: 322, height: 182, codecs: ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'film'] },
  ],
];
const SOUNDS = [
  { name: 'mono', sound: 'sine=440:r=48000', extra: [] },
  { name: 'stereo', sound: 'sine=440:r=48000', extra: ['-ac', '2', '-cues_to_front', '1'] },
  { name: 'silent', sound: null, extra: ['-cluster_time_limit', '300', '-metadata', 'title=Ä'] },
] as const;
/** The codecs of sounds in Matroska; WebM has Opus. AAC is usual only with H.264 whose frames are in order. */
const SOUND_CODECS = [
  ['-c:a', 'flac'],
  ['-c:a', 'libopus', '-frame_duration', '40'],
  ['-c:a', 'aac'],
];

const CLIPS = PICTURES.flatMap(([name, picture], nth) =>
  RATES.flatMap((rate, rated) =>
    SOUNDS.map(({ name: heard, sound, extra }, sounded) => {
      const isWeb = picture.codecs.includes('libx264') ? false : (nth + rated + sounded) % 2 === 0;
      const codecs = isWeb
        ? ['-c:a', 'libopus']
        : (SOUND_CODECS[(rated + sounded) % (picture.codecs.includes('ultrafast') ? 3 : 2)] ?? []);
      return {
        name: `${name}, ${rate}, ${heard}, ${isWeb ? 'webm' : 'mkv'}`,
        container: isWeb ? 'webm' : 'mkv',
        options: {
          ...picture,
          codecs: [...picture.codecs, ...codecs],
          rate,
          sound,
          extra,
          seconds: 1 + ((nth + rated + sounded) % 4) / 3,
        } satisfies ClipOptions,
      };
    }),
  ),
);

const SPREAD = spread(CLIPS);

describe('the reader of usual Matroska files', () => {
  test.each(cases(12, SPREAD))('returns the facts of ffprobe: $name', async ({ name, container, options }) => {
    const path = await makeClip(at(`${name.replaceAll(/[^\w]/g, '-')}.${container}`), options);
    const own = await ownRecord(path);
    expect(own).not.toBeNull();
    expect(factsIn(own)).toEqual(await probedFacts(path));
  });

  test('returns the facts of sounds without a picture', async () => {
    for (const [name, codec] of [
      ['sound.webm', ['-c:a', 'libopus', '-ac', '2']],
      ['sound.mka', ['-c:a', 'flac', '-ar', '44100']],
    ] as const) {
      await ffmpeg('-f', 'lavfi', '-i', 'sine=440:d=3.3', ...codec, '-f', 'matroska', at(name));
      const own = await ownRecord(at(name));
      expect(factsIn(own), name).toEqual(await probedFacts(at(name)));
    }
  });
});

describe('ffprobe reads an unusual Matroska file', () => {
  const unusual: readonly (readonly [name: string, container: string, options: ClipOptions])[] = [
    ['live recording', 'webm', { extra: ['-live', '1', '-dash', '0'] }],
    ['Vorbis', 'webm', { codecs: [...vp8(), '-c:a', 'libvorbis'] }],
    ['AAC without H.264', 'mkv', { codecs: [...vp8(), '-c:a', 'aac'] }],
    ['PCM', 'mkv', { codecs: [...h264(), '-c:a', 'pcm_s16le'] }],
    ['six channels', 'webm', { extra: ['-ac', '6'] }],
    ['two sounds', 'mkv', { extra: ['-map', '0', '-map', '1', '-map', '1'] }],
    ['interlaced frames', 'mkv', { codecs: h264('-x264-params', 'interlaced=1'), sound: null }],
    ['ten bits', 'mkv', { pixelFormat: 'yuv420p10le' }],
    ['another codec', 'mkv', { codecs: ['-c:v', 'mpeg4', '-c:a', 'aac'] }],
    ['an unusual rate', 'mkv', { rate: '23.1', sound: null }],
    ['slow pictures', 'mkv', { rate: '1', sound: null, seconds: 10 }],
    ['lost pictures', 'webm', { extra: ['-vf', "select='lt(t,0.5)+gt(t,1.5)'", '-fps_mode', 'vfr'] }],
    ['lost sound', 'mkv', { extra: ['-af', "aselect='lt(t,0.5)+gt(t,1)'"] }],
  ];
  test.each(cases(4, unusual))('if it has %s', async (name, container, options) => {
    const path = await makeClip(at(`${name.replaceAll(' ', '-')}.${container}`), options);
    expect(await ownRecord(path)).toBeNull();
  });

  /** Returns the bytes of a clip that the reader understands. */
  const usual = async () => await readFile(await makeClip(at('usual.webm'), { seconds: 1 }));
  /** Writes the bytes to a file, and returns whether the reader understands it. */
  const isUsual = async (bytes: Buffer) => {
    await writeFile(at('changed.webm'), bytes);
    return (await ownRecord(at('changed.webm'))) !== null;
  };

  test('if it is cut, joined, or read with another version of FFmpeg', async () => {
    const bytes = await usual();
    expect(await isUsual(bytes)).toBe(true);
    expect(await isUsual(bytes.subarray(0, -100))).toBe(false);
    expect(await isUsual(Buffer.concat([bytes, bytes]))).toBe(false);
    await writeFile(at('changed.webm'), bytes);
    expect(await matroskaRecord(at('changed.webm'), '8.0', never)).toBeNull();
  });

  test('if its sizes, blocks, or codecs are invalid', async () => {
    const bytes = await usual();
    const cluster = bytes.indexOf('1f43b675', 'hex');
    const changes: Readonly<Record<string, (changed: Buffer) => void>> = {
      'a cluster of unknown size': (changed) => changed.write('01ffffffffffffff', cluster + 4, 'hex'),
      'a huge cluster': (changed) => changed.write('010fffffffffffff', cluster + 4, 'hex'),
      'an invalid size': (changed) => changed.write('00', cluster + 4, 'hex'),
      'a second time': (changed) => changed.write('e7', cluster + 15, 'hex'),
      'a lace': (changed) => {
        // The size of the cluster, its time, and the type and the size of its first block precede the track.
        const widthAt = (place: number) => Math.clz32(changed.readUInt8(place)) - 23;
        const block = cluster + 4 + widthAt(cluster + 4) + 3;
        const flags = block + 1 + widthAt(block + 1) + 3;
        changed.writeUInt8(changed.readUInt8(flags) | 0x06, flags);
      },
      'an unknown codec': (changed) => changed.write('V_VPX', changed.indexOf('V_VP8')),
      'an encoding': (changed) => changed.write('6d80', changed.indexOf('22b59c', 'hex'), 'hex'),
      'another size of the picture': (changed) =>
        changed.write('012a0001', changed.indexOf('9d012a', 'hex') + 1, 'hex'),
    };
    for (const [name, change] of Object.entries(changes)) {
      const changed = Buffer.from(bytes);
      change(changed);
      expect(await isUsual(changed), name).toBe(false);
    }
  });
});
