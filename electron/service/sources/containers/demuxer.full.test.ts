import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, makeClip, makeSound } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { fc } from '#shared/testing/properties.ts';
import { cases } from '#shared/testing/scale.ts';
import { chooseDemuxer, DEMUXERS, type Demuxer } from './demuxer.ts';
import { HEAD_BYTES, readFileHead } from './file-head.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Returns the English reason why a file that begins with these bytes is refused. */
function refusalOf(head: Uint8Array): string | null {
  const choice = chooseDemuxer(head);
  return choice.ok ? null : inEnglish(choice.error);
}

async function chosen(path: string) {
  return chooseDemuxer(await readFileHead(path));
}

describe('the demuxer of a file by its bytes', () => {
  test.each<[string, Demuxer]>(
    cases(4, [
      ['mp4', 'mov'],
      ['mov', 'mov'],
      ['mkv', 'matroska'],
      ['webm', 'matroska'],
      ['avi', 'avi'],
      ['flv', 'flv'],
      ['wmv', 'asf'],
      ['mpg', 'mpeg'],
      ['ts', 'mpegts'],
      ['m2ts', 'mpegts'],
      ['ogv', 'ogg'],
      ['gif', 'gif'],
    ]),
  )('a .%s clip is %s', async (extension, demuxer) => {
    const clip = await makeClip(join(folder.path, `clip.${extension}`), { seconds: 0.5, width: 64, height: 64 });
    expect(await chosen(clip)).toEqual({ ok: true, value: demuxer });
  });

  test.each<[string, Demuxer]>(
    cases(4, [
      ['mp3', 'mp3'],
      ['m4a', 'mov'],
      ['aac', 'aac'],
      ['wav', 'wav'],
      ['w64', 'w64'],
      ['flac', 'flac'],
      ['ogg', 'ogg'],
      ['opus', 'ogg'],
      ['aiff', 'aiff'],
      ['caf', 'caf'],
      ['ac3', 'ac3'],
      ['mp2', 'mp3'],
      ['mka', 'matroska'],
    ]),
  )('a .%s sound is %s', async (extension, demuxer) => {
    const sound = await makeSound(join(folder.path, `sound.${extension}`), { seconds: 0.5 });
    expect(await chosen(sound)).toEqual({ ok: true, value: demuxer });
  });

  test('recognizes an MP3 without a header by its chain of frames', async () => {
    const extra = ['-write_xing', '0', '-id3v2_version', '0', '-q:a', '5'];
    expect(await chosen(await makeSound(join(folder.path, 'bare.mp3'), { extra }))).toEqual({ ok: true, value: 'mp3' });
  });

  test('skips a cover picture larger than the file head', async () => {
    const path = join(folder.path, 'covered.aac');
    const sound = await makeSound(join(folder.path, 'plain.aac'));
    await ffmpeg('-i', sound, '-c', 'copy', path);
    const size = HEAD_BYTES * 3;
    const tag = Buffer.from([0x49, 0x44, 0x33, 4, 0, 0, ...[21, 14, 7, 0].map((shift) => (size >> shift) & 0x7f)]);
    await writeFile(path, Buffer.concat([tag, Buffer.alloc(size), await readFile(sound)]));
    expect(await chosen(path)).toEqual({ ok: true, value: 'aac' });
  });

  test.each(['wide', 'mdat', 'free', 'skip', 'moov', 'pnot'])('a QuickTime file may begin with %s', (box) => {
    const head = Buffer.concat([Buffer.from([0, 0, 0, 8]), Buffer.from(box), Buffer.alloc(100)]);
    expect(chooseDemuxer(head)).toEqual({ ok: true, value: 'mov' });
  });
});

describe('the reason for refusing a file', () => {
  const NOT_SUPPORTED = 'sound file, which isn’t supported. Convert it to WAV or FLAC first';
  const NO_CONTAINER = 'file, which isn’t supported. Convert it to MP4 or Matroska first';
  const WITHOUT_TIMES = 'stream without times. Put it into a container such as MP4 or Matroska first';

  test.each([
    ['#EXTM3U\n#EXTINF:10,\nfile:///etc/passwd\n', 'is a playlist, not a video'],
    ['\ufeff\r\n#EXTM3U\n', 'is a playlist, not a video'],
    ['[playlist]\nFile1=http://127.0.0.1/\n', 'is a playlist, not a video'],
    ['ffconcat version 1.0\nfile /etc/passwd\n', 'is a list of other files, not a video'],
    ["file '/etc/passwd'\n", 'is a list of other files, not a video'],
    ['v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\n', 'is a stream description (SDP), not a video'],
    ['<?xml version="1.0"?><MPD/>', 'is an XML document, not a video'],
    ['<MPD xmlns="urn:mpeg:dash:schema:mpd:2011"/>', 'is an XML document, not a video'],
    ['<!DOCTYPE html><html>', 'is a web page, not a video'],
    ['WEBVTT\n\n00:00.000 --> 00:01.000\nHi\n', 'contains subtitles, not a video'],
    ['1\n00:00:00,000 --> 00:00:01,000\nHi\n', 'contains subtitles, not a video'],
    ['The free lunch', 'is a text file, not a video'],
    ['GGGGG', 'is a text file, not a video'],
    ['', 'is empty'],
    ['\u0000\u0001\u0002', 'isn’t a readable video or sound file'],
  ])('starts with its kind: %j', (text, reason) => {
    expect(refusalOf(Buffer.from(text))).toBe(reason);
  });

  test.each([
    ['a PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], 'is an image, not a video'],
    ['a JPEG', [0xff, 0xd8, 0xff, 0xe0], 'is an image, not a video'],
    ['a HEIC', [0, 0, 0, 24, ...Buffer.from('ftypheic')], 'is an image, not a video'],
    ['a WebP', [...Buffer.from('RIFF'), 1, 0, 0, 0, ...Buffer.from('WEBP')], 'is an image, not a video'],
    ['a TrueType font', [0, 1, 0, 0, 0, 12, 0, 128], 'is a font, not a video'],
    ['an OpenType font', [...Buffer.from('OTTO'), 0, 10], 'is a font, not a video'],
    ['a WOFF2 font', [...Buffer.from('wOF2'), 0, 1, 0, 0], 'is a font, not a video'],
    ['a Type 1 font', [0x80, 1, 9, 0, 0, 0, ...Buffer.from('%!PS-AdobeFont-1.0')], 'is a font, not a video'],
    ['raw H.264', [0, 0, 0, 1, 0x67, 0x64, 0, 12], `is a raw H.264 ${WITHOUT_TIMES}`],
    ['raw H.264 after its description', [0, 0, 0, 1, 0x06, 0x05, 0xff, 12], `is a raw H.264 ${WITHOUT_TIMES}`],
    ['raw TrueHD', [0x00, 0x28, 0x12, 0x34, 0xf8, 0x72, 0x6f, 0xba], `is a raw TrueHD ${WITHOUT_TIMES}`],
    ['raw HEVC', [0, 0, 1, 0x40, 1, 12], `is a raw HEVC ${WITHOUT_TIMES}`],
    ['raw AV1', [0x12, 0, 0x0a, 11], `is a raw AV1 ${WITHOUT_TIMES}`],
    ['WavPack', [...Buffer.from('wvpk'), 0, 1], `is a WavPack ${NOT_SUPPORTED}`],
    ['AU', [...Buffer.from('.snd'), 0, 0, 0, 24], `is an AU ${NOT_SUPPORTED}`],
    ['NUT', [...Buffer.from('nut/multimedia container\0')], `is a NUT ${NO_CONTAINER}`],
    ['RealMedia', [...Buffer.from('.RMF'), 0, 0, 0, 18], `is a RealMedia ${NO_CONTAINER}`],
    ['a ZIP', [...Buffer.from('PK'), 3, 4], 'is a ZIP archive, not a video'],
    ['a playlist in UTF-16', [0xff, 0xfe, ...Buffer.from('#EXTM3U\n', 'utf16le')], 'is a playlist, not a video'],
  ])('states its kind: %s', (_, bytes, reason) => {
    expect(refusalOf(Uint8Array.from(bytes))).toBe(reason);
  });
});

describe('arbitrary bytes', () => {
  const starts = [
    '',
    'ID3',
    'RIFF',
    '\0\0\0\x18ftyp',
    '\xff\xfb',
    '\xff\xf1',
    'G',
    '#EXTM3U',
    'OggS',
    'FORM',
    '\x0b\x77',
  ];
  const anyHead = fc
    .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 2000, size: 'max' }))
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'latin1'), rest]));

  test('get a listed demuxer or a reason', () => {
    fc.assert(
      fc.property(anyHead, (head) => {
        const result = chooseDemuxer(head);
        if (result.ok) expect(DEMUXERS).toContain(result.value);
        else expect(inEnglish(result.error)).toMatch(/^(?:is|isn’t|contains) /);
      }),
      { numRuns: 2000 },
    );
  });

  test('text is refused for any first words', () => {
    const word = fc.string({ unit: 'grapheme-ascii', maxLength: 300 });
    fc.assert(
      fc.property(
        fc.constantFrom('', '#EXTM3U\n', 'ffconcat version 1.0\n', 'The free ', 'ID3', '<'),
        word,
        (start, rest) => {
          expect(chooseDemuxer(Buffer.from(start + rest)).ok).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });
});
