import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { runTool } from '#service/ffmpeg/run-tool.ts';
import { ffmpeg, makeClip, makeSound } from '#service/testing/make-media.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { clockOutput, clockStream, inputArguments } from './media-input.ts';
import { factsOf, videoOf } from './testing/facts-of.ts';
import { never, probeFixture } from './testing/probe-fixture.ts';

const fixture = probeFixture();
const { at } = fixture;

describe('the time of a file', () => {
  const TIMED = {
    mp4: [],
    mkv: [],
    flv: [],
    ts: ['-output_ts_offset', '100'],
    mpg: ['-c:v', 'mpeg2video', '-c:a', 'mp2'],
    ogv: ['-c:v', 'libtheora', '-c:a', 'libvorbis'],
  };

  test.each(cases(1, Object.entries(TIMED)))(
    'starts at 0 with its earliest stream, as in FFmpeg: %s',
    async (container, options) => {
      const clip = await makeClip(at('ontime.mp4'), {
        codecs: ['-c:v', 'libx264', '-bf', '0', '-c:a', 'aac'],
        sound: 'sine=440:r=44100',
      });
      const late = at(`late.${container}`);
      const offset = ['-itsoffset', '0.4', '-i', clip, '-i', clip, '-map', '0:v', '-map', '1:a'];
      await ffmpeg(...offset, '-c', 'copy', ...options, late);
      const facts = await factsOf(late);
      expect(facts.audio?.startSeconds).toBeCloseTo(0, 1);
      const { startSeconds, streamIndex } = await videoOf(late);
      const times = [
        '-fps_mode',
        'passthrough',
        '-enc_time_base',
        '1/1000',
        '-c:v',
        'rawvideo',
        '-f',
        'framecrc',
        'pipe:1',
      ];
      const clock = clockStream(facts, streamIndex);
      const { stdout } = await runTool({
        program: fixture.tools.ffmpeg,
        arguments: [
          ...inputArguments(late, facts.demuxer),
          '-map',
          `0:${streamIndex}`,
          ...times,
          ...(clock === null ? [] : clockOutput(0, clock)),
        ],
        signal: never,
      });
      const first = Number(/^0, *\d+, *(\d+)/m.exec(stdout.toString())?.[1]);
      expect(first / 1000).toBeCloseTo(startSeconds, 2);
    },
  );

  full.test('measures the length if the container states none', async () => {
    const recorded = await makeClip(at('recorded.webm'), { extra: ['-live', '1'] });
    const facts = await factsOf(recorded);
    expect(facts.durationSeconds).toBeCloseTo(2, 1);
    expect(facts.video?.endSeconds).toBeCloseTo(2, 1);
  });

  test.each(cases(1, ['aac', 'mp3', 'ac3']))(
    'measures the length of a bare .%s instead of guessing it',
    async (extension) => {
      // Start with silence. Its low bit rate makes FFmpeg's own guess far too long.
      const extra = extension === 'mp3' ? ['-write_xing', '0', '-q:a', '5'] : [];
      const path = at(`bare.${extension}`);
      await ffmpeg('-f', 'lavfi', '-i', 'aevalsrc=if(lt(t\\,5)\\,0\\,random(0)):s=48000:d=10', ...extra, path);
      const { audio, durationSeconds } = await factsOf(path);
      expect(durationSeconds).toBeGreaterThan(9.9);
      expect(durationSeconds).toBeLessThan(10.1);
      expect(audio?.endSeconds).toBe(durationSeconds);
    },
  );
});

describe('the streams of a file', () => {
  full.test('do not include a cover picture as video', async () => {
    const cover = at('cover.png');
    await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=400x400:d=1', '-frames:v', '1', cover);
    for (const extension of ['mp3', 'm4a']) {
      const plain = await makeSound(at(`song.${extension}`));
      const path = at(`covered.${extension}`);
      await ffmpeg(
        '-i',
        plain,
        '-i',
        cover,
        '-map',
        '0',
        '-map',
        '1',
        '-c',
        'copy',
        '-disposition:v',
        'attached_pic',
        path,
      );
      expect(await factsOf(path), extension).toMatchObject({ video: null, audio: { sampleRate: 48_000 } });
    }
  });

  full.test('are the default or largest picture and the default sound', async () => {
    const small = await makeClip(at('small.mp4'), { seconds: 0.5, width: 64, height: 64 });
    const large = await makeClip(at('large.mp4'), { seconds: 0.5, width: 320, height: 180 });
    const both = ['-i', small, '-i', large, '-map', '0', '-map', '1', '-c', 'copy'];
    await ffmpeg(...both, '-disposition:v:0', '0', '-disposition:v:1', '0', at('largest.mkv'));
    expect(await factsOf(at('largest.mkv'))).toMatchObject({ video: { streamIndex: 2 }, audio: { streamIndex: 1 } });
    await ffmpeg(
      ...both,
      '-disposition:v:0',
      'default',
      '-disposition:v:1',
      '0',
      '-disposition:a:0',
      '0',
      '-disposition:a:1',
      'default',
      at('default.mkv'),
    );
    expect(await factsOf(at('default.mkv'))).toMatchObject({ video: { streamIndex: 0 }, audio: { streamIndex: 3 } });
  });

  test('a name may contain any characters', async () => {
    const odd = at(`concat:a|b %03d 'x' "y" $(z) ü.mp4`);
    await writeFile(odd, await readFile(await makeClip(at('odd.mp4'), { seconds: 0.2 })));
    expect((await factsOf(odd)).video?.codec).toBe('h264');
  });
});
