import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { fakeTool } from '#service/testing/fake-tool.ts';
import { ffmpeg, makeClip, makeRotated } from '#service/testing/make-media.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { frameRate } from '#shared/template/values/frame-rate.ts';
import type { MediaFacts } from './media-facts.ts';
import { probeMedia } from './probe.ts';
import { factsOf, videoOf } from './testing/facts-of.ts';
import { never, probeFixture } from './testing/probe-fixture.ts';

const fixture = probeFixture();
const { at } = fixture;

describe('the facts of a clip', () => {
  test('contain all facts that rendering needs', async () => {
    expect(await factsOf(await makeClip(at('plain.mp4')))).toEqual({
      demuxer: 'mov',
      durationSeconds: 2,
      video: {
        streamIndex: 0,
        codec: 'h264',
        decoder: null,
        codedWidth: 320,
        codedHeight: 180,
        displayWidth: 320,
        displayHeight: 180,
        rotation: 0,
        pixelFormat: 'yuv420p',
        hasAlpha: false,
        frameRate: frameRate(25),
        startSeconds: 0,
        endSeconds: 2,
        gaps: [],
        fields: null,
        keyFrames: [],
        matrix: 'bt601',
        range: 'limited',
        transfer: 'sdr',
      },
      audio: {
        streamIndex: 1,
        codec: 'aac',
        channels: 1,
        channelLayout: 'mono',
        sampleRate: 48_000,
        startSeconds: 0,
        endSeconds: 2,
        gaps: [],
        priming: 1024,
        padding: 0,
        leadSeconds: 0,
      },
      damage: null,
      changes: [],
    } satisfies MediaFacts);
  });

  test.each([
    [0, 320, 180],
    [90, 180, 320],
    [180, 320, 180],
    [270, 180, 320],
  ] as const)(
    'have the display size after a rotation by %i degrees: %i×%i',
    async (rotation, displayWidth, displayHeight) => {
      const video = await videoOf(await makeRotated(at(`turned-${rotation}.mp4`), rotation, { seconds: 0.5 }));
      expect(video).toMatchObject({ rotation, displayWidth, displayHeight, codedWidth: 320, codedHeight: 180 });
    },
  );

  test('include the times of distant sync frames', async () => {
    const take = (name: string, distance: string) =>
      makeClip(at(name), { seconds: 12, rate: '5', width: 64, height: 36, extra: ['-g', distance, '-bf', '2'] });
    expect((await videoOf(await take('far.mp4', '20'))).keyFrames).toEqual([0, 4, 8]);
    expect((await videoOf(await take('near.mp4', '10'))).keyFrames).toEqual([]);
    expect((await videoOf(await take('far.mkv', '20'))).keyFrames).toEqual([]);
  });

  test('include the rotation that FFmpeg applies', async () => {
    const halves = {
      picture: 'color=black',
      filters: 'drawbox=w=iw/2:color=white:t=fill',
      sound: null,
      seconds: 0.2,
      width: 64,
      height: 32,
    };
    const path = await makeRotated(at('halves.mp4'), 90, halves);
    const shown = await ffmpeg('-i', path, '-frames:v', '1', '-pix_fmt', 'gray', '-f', 'rawvideo', 'pipe:1');
    expect(shown.length).toBe(32 * 64);
    expect(shown[10 * 32 + 16]).toBeGreaterThan(200);
    expect(shown[54 * 32 + 16]).toBeLessThan(50);
  });
});

describe('the reason why a file is unusable', () => {
  async function reasonFor(path: string, someTools = fixture.tools): Promise<string> {
    const result = await probeMedia(path, someTools, never);
    return result.ok ? 'accepted' : inEnglish(result.error);
  }

  test('names a missing path, an empty file, or a folder', async () => {
    await mkdir(at('folder.mp4'));
    await writeFile(at('empty.mp4'), '');
    expect(await reasonFor(at('missing.mp4'))).toBe('doesn’t exist');
    expect(await reasonFor(at('folder.mp4'))).toBe('isn’t a file');
    expect(await reasonFor('/dev/zero')).toBe('isn’t a file');
    expect(await reasonFor(at('empty.mp4'))).toBe('is empty');
  });

  test('names a cut before the index', async () => {
    const whole = await readFile(await makeClip(at('whole.mp4')));
    await writeFile(at('cut.mp4'), whole.subarray(0, whole.length / 2));
    expect(await reasonFor(at('cut.mp4'))).toBe('is damaged or incomplete (moov atom not found)');
  });

  test('names the copy protection', async () => {
    const key = '0123456789abcdef0123456789abcdef';
    const clip = await makeClip(at('clear.mp4'), { seconds: 0.4 });
    const encryption = ['-encryption_scheme', 'cenc-aes-ctr', '-encryption_key', key, '-encryption_kid', key];
    await ffmpeg('-i', clip, '-c', 'copy', ...encryption, at('encrypted.mp4'));
    const reason = 'is copy-protected (Common Encryption) and can’t be decoded. Use a copy without protection';
    expect(await reasonFor(at('encrypted.mp4'))).toBe(reason);
    const bytes = await readFile(clip);
    bytes.write('drms', bytes.lastIndexOf('mp4a'), 'latin1');
    await writeFile(at('fairplay.m4v'), bytes);
    expect(await reasonFor(at('fairplay.m4v'))).toBe(reason.replace('Common Encryption', 'Apple FairPlay'));
  });

  test('names an unknown codec', async () => {
    const clip = await makeClip(at('uncommon.mp4'), { seconds: 0.2 });
    const without = { ...fixture.tools, readableCodecs: new Set(['aac']) };
    expect(await reasonFor(clip, without)).toBe('contains a picture in h264 format, which this FFmpeg can’t decode');
  });

  test('a canceled render stops an ffprobe that hangs', async () => {
    const clip = await makeClip(at('hangs.avi'), { seconds: 0.2 });
    const ffprobe = await fakeTool(fixture.folder, 'hanging-ffprobe', `touch ${at('hangs')}; sleep 60`);
    const canceled = new AbortController();
    const probing = probeMedia(clip, { ...fixture.tools, ffprobe }, canceled.signal);
    await waitUntil(() => existsSync(at('hangs')));
    canceled.abort(new Error('canceled'));
    await expect(probing).rejects.toThrow('canceled');
  });

  test.each([
    ['crashes', 'kill -SEGV $$', 'is damaged or incomplete'],
    ['lies', 'echo "{}"', 'has an unknown format'],
    ['says nothing', 'true', 'has an unknown format'],
    ['never stops talking', 'exec cat /dev/zero', 'has too much metadata'],
  ])('a file is refused if ffprobe %s', async (name, script, reason) => {
    const clip = await makeClip(at('probed.avi'), { seconds: 0.2 });
    const version = 'case "$*" in *-version) echo "ffprobe version 7"; exit ;; esac';
    const ffprobe = await fakeTool(fixture.folder, `ffprobe-${name.replaceAll(' ', '-')}`, `${version}\n${script}`);
    expect(await reasonFor(clip, { ...fixture.tools, ffprobe })).toBe(reason);
  });

  test.each([
    ['crashes', 'kill -SEGV $$'],
    ['says nothing', 'true'],
  ])('no file is refused if every start of ffprobe %s', async (name, script) => {
    const clip = await makeClip(at('probed.avi'), { seconds: 0.2 });
    const ffprobe = await fakeTool(fixture.folder, `broken-${name.replaceAll(' ', '-')}`, script);
    const probing = probeMedia(clip, { ...fixture.tools, ffprobe }, never);
    await expect(probing).rejects.toMatchObject({
      code: 'ffmpeg/not-found',
      message: expect.stringContaining(`${ffprobe} doesn’t work.`),
    });
  });
});
