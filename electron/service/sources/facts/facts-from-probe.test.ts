import { describe, expect, test } from 'vitest';
import { inEnglish } from '#shared/messages/english.ts';
import { fc } from '#shared/testing/properties.ts';
import { factsFromProbe } from './facts-from-probe.ts';
import { isOnlyRotated } from './picture-facts.ts';
import { parseProbe } from './probe-json.ts';

const tools = { decoders: new Set(['h264', 'aac', 'libvpx-vp9']), readableCodecs: new Set(['h264', 'vp9', 'aac']) };

const picture = {
  index: 0,
  codec_type: 'video',
  codec_name: 'h264',
  codec_tag_string: 'avc1',
  width: 640,
  height: 360,
  pix_fmt: 'yuv420p',
  avg_frame_rate: '25/1',
  r_frame_rate: '25/1',
  start_time: '0.000000',
  duration: '4.000000',
};

function factsOf(...streams: readonly object[]) {
  const probed = parseProbe(JSON.stringify({ streams, format: { start_time: '0.000000', duration: '4.000000' } }));
  if (probed === null) throw new Error('not an answer');
  return factsFromProbe(probed, 'mov', tools);
}

describe('factsFromProbe', () => {
  test('counts unused tracks, except for cover art', () => {
    const sound = { index: 1, codec_type: 'audio', codec_name: 'aac', channels: 2, sample_rate: '48000' };
    const cover = { ...picture, index: 3, disposition: { attached_pic: 1 } };
    const tracksOf = (...streams: readonly object[]) => {
      const facts = factsOf(...streams);
      return facts.ok ? facts.value.otherTracks : facts.error;
    };
    expect(tracksOf(picture, sound, cover, { index: 4, codec_type: 'subtitle' })).toBeUndefined();
    expect(tracksOf(picture, sound, { ...sound, index: 2 }, { ...picture, index: 3 })).toEqual({ video: 1, audio: 1 });
  });

  test.each([
    ['nothing in it', [], 'has no video or audio'],
    ['subtitles alone', [{ index: 0, codec_type: 'subtitle', codec_name: 'subrip' }], 'has no video or audio'],
    [
      'protection',
      [{ ...picture, codec_tag_string: 'encv' }],
      'is copy-protected (DRM) and can’t be decoded. Use a copy without protection',
    ],
    ['an unknown coding', [{ ...picture, codec_name: 'unknown' }], 'contains a picture in an unknown format'],
    [
      'a coding without decoder',
      [{ ...picture, codec_name: 'avs3' }],
      'contains a picture in avs3 format, which this FFmpeg can’t decode',
    ],
    ['no picture size', [{ ...picture, width: 0 }], 'contains a picture that can’t be decoded'],
    ['a vast picture', [{ ...picture, width: 20_000, height: 100 }], 'is 20000×100 pixels, too large to decode here'],
    ['many pixels', [{ ...picture, width: 16_000, height: 16_000 }], 'is 16000×16000 pixels, too large to decode here'],
    [
      'sound without channels',
      [{ index: 0, codec_type: 'audio', codec_name: 'aac', channels: 0, sample_rate: '0' }],
      'contains sound that can’t be decoded',
    ],
  ])('refuses a file: %s', (_, streams, error) => {
    const result = factsOf(...streams);
    expect(result.ok ? null : inEnglish(result.error)).toBe(error);
  });

  test('uses a readable second sound instead of an unreadable first', () => {
    const sound = { codec_type: 'audio', channels: 2, sample_rate: '48000' };
    const result = factsOf(
      picture,
      { ...sound, index: 1, codec_name: 'apac' },
      { ...sound, index: 2, codec_name: 'aac' },
    );
    expect(result).toMatchObject({ ok: true, value: { audio: { streamIndex: 2 } } });
  });

  test.each([
    ['0:1', 640, 360],
    ['N/A', 640, 360],
    ['1000000:1', 640, 360],
    ['4:3', 853, 360],
  ])('applies the pixel aspect %s', (sample_aspect_ratio, displayWidth, displayHeight) => {
    expect(factsOf({ ...picture, sample_aspect_ratio })).toMatchObject({
      value: { video: { displayWidth, displayHeight } },
    });
  });

  test.each([
    [-90, 90],
    [90, 270],
    [-180, 180],
    [180, 180],
    [0, 0],
    [-2147483648, 0],
    ['nan', 0],
    [-45, 45],
  ])('applies a display matrix of %s as a rotation by %i', (rotation, expected) => {
    const side_data_list = [{ side_data_type: 'Display Matrix', rotation }];
    expect(factsOf({ ...picture, side_data_list })).toMatchObject({ value: { video: { rotation: expected } } });
  });

  test.each([
    [[65_536, 0, 0, 65_536], 0, true],
    [[0, 65_536, -65_536, 0], 90, true],
    [[-65_536, 0, 0, -65_536], 180, true],
    [[-65_536, 0, 0, 65_536], 180, false],
    [[65_536, 0, 0, -65_536], 0, false],
    [[0, 65_536, 65_536, 0], 90, false],
    [[46_341, 46_341, -46_341, 46_341], 45, false],
    // Angles of 89.2, 89.6, -0.7, and 0.7 degrees.
    [[915, 65_530, -65_530, 915], 89, false],
    [[458, 65_534, -65_534, 458], 90, true],
    [[65_531, -801, 801, 65_531], 359, false],
    [[65_531, 801, -801, 65_531], 0, true],
    [[0, 0, 0, 0], 0, true],
  ])('reads the display matrix %j', ([a = 0, b = 0, c = 0, d = 0], rotation, plain) => {
    const displaymatrix = `\n00000000: ${a} ${b} 0\n00000001: ${c} ${d} 0\n00000002: 0 0 1073741824\n`;
    const stream = { ...picture, side_data_list: [{ side_data_type: 'Display Matrix', displaymatrix }] };
    expect(factsOf(stream)).toMatchObject({ value: { video: { rotation } } });
    const [parsed] = parseProbe(JSON.stringify({ streams: [stream], format: {} }))?.streams ?? [];
    expect(parsed && isOnlyRotated(parsed)).toBe(plain);
  });

  test.each([
    ['30000/1001', '30/1', { numerator: 30_000, denominator: 1001 }],
    ['2997/100', '2997/100', { numerator: 30_000, denominator: 1001 }],
    ['0/0', '50/1', { numerator: 50, denominator: 1 }],
    ['0/0', '90000/1', null],
    ['19001/1000', '90000/1', { numerator: 19_001, denominator: 1000 }],
    ['2000000/100001', '90000/1', { numerator: 20, denominator: 1 }],
  ])('chooses a frame rate from %s and %s', (avg_frame_rate, r_frame_rate, frameRate) => {
    expect(factsOf({ ...picture, avg_frame_rate, r_frame_rate })).toMatchObject({ value: { video: { frameRate } } });
  });

  test('reports alpha only with a decoder for it', () => {
    const alpha = { ...picture, codec_name: 'vp9', tags: { alpha_mode: '1' } };
    expect(factsOf(alpha)).toMatchObject({ value: { video: { hasAlpha: true, decoder: 'libvpx-vp9' } } });
    const probed = parseProbe(JSON.stringify({ streams: [alpha], format: {} }));
    const plain = probed && factsFromProbe(probed, 'matroska', { ...tools, decoders: new Set() });
    expect(plain).toMatchObject({ value: { video: { hasAlpha: false, decoder: null, pixelFormat: 'yuv420p' } } });
  });

  test('never throws for an answer of any shape', () => {
    const field = fc.constantFrom(
      ...Object.keys(picture),
      'tags',
      'disposition',
      'side_data_list',
      'sample_aspect_ratio',
      'channels',
    );
    const stream = fc.dictionary(
      field,
      fc.oneof(fc.anything(), fc.constantFrom('video', 'audio', 'h264', 'aac', '1/0', 640, 'yuv420p')),
    );
    const answer = fc.record({ streams: fc.oneof(fc.array(stream), fc.anything()), format: fc.anything() });
    fc.assert(
      fc.property(answer, (value) => {
        const probed = parseProbe(
          JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'bigint' ? null : inner)),
        );
        if (probed !== null) expect(typeof factsFromProbe(probed, 'mov', tools).ok).toBe('boolean');
      }),
      { numRuns: 500 },
    );
  });
});
