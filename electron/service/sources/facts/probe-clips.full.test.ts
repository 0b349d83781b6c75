import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { runTool } from '#service/ffmpeg/run-tool.ts';
import { ffmpeg, makeAlphaWebm, makeClip, makeEditList, makeVariableRate } from '#service/testing/make-media.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { inputArguments } from './media-input.ts';
import { factsOf, videoOf } from './testing/facts-of.ts';
import { never, probeFixture } from './testing/probe-fixture.ts';

const fixture = probeFixture();
const { at } = fixture;

describe('the facts of a clip', () => {
  test.each(
    cases(1, [
      ['2/1', 640, 180],
      ['1/2', 320, 360],
      ['1280/1281', 320, 180],
      ['16/11', 465, 180],
    ]),
  )('contain the display size for a pixel aspect ratio: %s, %i×%i', async (aspect, displayWidth, displayHeight) => {
    const path = await makeClip(at(`pixels-${aspect.replace('/', '-')}.mp4`), {
      seconds: 0.2,
      filters: `setsar=${aspect}`,
      sound: null,
    });
    expect(await videoOf(path)).toMatchObject({ displayWidth, displayHeight });
  });

  test.each(
    cases(1, [
      ['30000/1001', frameRate(30_000, 1001)],
      ['24', frameRate(24)],
      ['60', frameRate(60)],
      ['15/2', frameRate(15, 2)],
    ]),
  )('contain the frame rate %s', async (rate, expected) => {
    for (const container of ['mp4', 'mkv', 'ts']) {
      const path = await makeClip(at(`rate-${rate.replace('/', '-')}.${container}`), { rate, sound: null });
      expect(await videoOf(path), container).toMatchObject({ frameRate: expected });
    }
  });

  test.each([
    ['mpeg1video', '0'],
    ['mpeg2video', '0'],
    ['mpeg2video', '2'],
  ])(
    'contain the last frame of a program stream, which states not every time: %s with %s B-frames',
    async (codec, b) => {
      const codecs = ['-c:v', codec, '-bf', b, '-b:v', '300k', '-c:a', 'mp2'];
      const { startSeconds, endSeconds } = await videoOf(
        await makeClip(at(`${codec}-${b}.mpg`), { seconds: 3, codecs }),
      );
      expect(endSeconds - startSeconds).toBeCloseTo(3, 3);
    },
  );

  test('contain the end of a late picture of Windows Media', async () => {
    const tone = ['-f', 'lavfi', '-i', 'sine=440:r=48000:d=2'];
    const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=64x36:r=25:d=2'];
    await ffmpeg(...tone, ...picture, '-c:v', 'wmv2', '-c:a', 'wmav2', at('late.wmv'));
    const { startSeconds, endSeconds } = await videoOf(at('late.wmv'));
    expect(startSeconds).toBeGreaterThan(0.03);
    expect(endSeconds - startSeconds).toBeCloseTo(2, 2);
  });

  test('contain no change of a Vorbis sound with blocks of two sizes', async () => {
    const clicks = 'aevalsrc=if(lt(mod(t\\,0.25)\\,0.01)\\,0.9*sin(6000*t)\\,0):s=48000:d=2';
    await ffmpeg('-f', 'lavfi', '-i', clicks, '-c:a', 'libvorbis', at('clicks.ogg'));
    expect((await factsOf(at('clicks.ogg'))).changes).toEqual([]);
  });

  full.test('contain the average of a variable frame rate', async () => {
    expect(await videoOf(await makeVariableRate(at('variable.mp4')))).toMatchObject({
      frameRate: frameRate(15),
      endSeconds: 2,
    });
  });

  full.test('exclude frames outside of the edit list', async () => {
    expect(await factsOf(await makeEditList(at('edited.mp4')))).toMatchObject({
      durationSeconds: 2,
      video: { startSeconds: 0, endSeconds: 2 },
    });
  });

  test('ignore an empty edit in a silent file', async () => {
    const whole = await makeClip(at('unedited.mp4'), { seconds: 2, sound: null });
    await ffmpeg('-itsoffset', '0.4', '-i', whole, '-c', 'copy', at('empty-edit.mp4'));
    const bytes = await readFile(at('empty-edit.mp4'));
    // After version, flags, count, and duration, the media time of the first edit follows (ISO/IEC 14496-12, 8.6.6).
    expect(bytes.readInt32BE(bytes.indexOf('elst') + 16)).toBe(-1);
    expect(await factsOf(at('empty-edit.mp4'))).toMatchObject({
      durationSeconds: 2,
      video: { startSeconds: 0, endSeconds: 2 },
    });
  });

  test.each(cases(1, ['vp8', 'vp9'] as const))('name the decoder that reads the alpha of a %s WebM', async (codec) => {
    const path = await makeAlphaWebm(at(`alpha-${codec}.webm`), { codec, seconds: 0.2, width: 64, height: 64 });
    const video = await videoOf(path);
    expect(video).toMatchObject({
      hasAlpha: true,
      pixelFormat: 'yuva420p',
      decoder: codec === 'vp8' ? 'libvpx' : 'libvpx-vp9',
    });
    const decoding = ['-c:v', video.decoder ?? '', ...inputArguments(path, 'matroska')];
    const { stdout } = await runTool({
      program: fixture.tools.ffmpeg,
      arguments: [...decoding, '-frames:v', '1', '-vf', 'alphaextract', '-pix_fmt', 'gray', '-f', 'rawvideo', 'pipe:1'],
      signal: never,
    });
    expect(stdout[32 * 64 + 8]).toBeGreaterThan(240);
    expect(stdout[32 * 64 + 56]).toBeLessThan(15);
  });

  test.each(
    cases(2, [
      [
        'prores.mov',
        { pixelFormat: 'yuv422p10le', codecs: ['-c:v', 'prores_ks'] },
        { hasAlpha: false, pixelFormat: 'yuv422p10le' },
      ],
      [
        'prores4444.mov',
        { pixelFormat: 'yuva444p10le', codecs: ['-c:v', 'prores_ks', '-profile:v', '4444'] },
        { hasAlpha: true },
      ],
      ['png.mov', { pixelFormat: 'rgba', codecs: ['-c:v', 'png'] }, { hasAlpha: true, matrix: 'rgb', range: 'full' }],
      [
        'rgb.mkv',
        { pixelFormat: 'rgb24', codecs: ['-c:v', 'libx264rgb'] },
        { hasAlpha: false, matrix: 'rgb', range: 'full' },
      ],
      ['ten.mp4', { pixelFormat: 'yuv420p10le' }, { pixelFormat: 'yuv420p10le', matrix: 'bt601' }],
      ['full.mp4', { pixelFormat: 'yuvj420p' }, { range: 'full' }],
      ['high.mp4', { width: 1280, height: 720 }, { matrix: 'bt709', range: 'limited' }],
      ['tall.mp4', { width: 404, height: 720 }, { matrix: 'bt709' }],
      ['pal.mp4', { width: 720, height: 576 }, { matrix: 'bt601' }],
      ['tagged.mp4', { extra: ['-colorspace', 'bt709'] }, { matrix: 'bt709' }],
      [
        'pq.mp4',
        { pixelFormat: 'yuv420p10le', filters: 'setparams=color_trc=smpte2084' },
        { matrix: 'bt2020', transfer: 'pq' },
      ],
      [
        'hlg.mp4',
        { pixelFormat: 'yuv420p10le', filters: 'setparams=color_trc=arib-std-b67:colorspace=bt2020nc' },
        { matrix: 'bt2020', transfer: 'hlg' },
      ],
    ]),
  )('contain the colors of %s', async (name, options, expected) => {
    expect(await videoOf(await makeClip(at(name), { seconds: 0.2, sound: null, ...options }))).toMatchObject(expected);
  });
});
