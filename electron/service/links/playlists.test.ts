import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import type { StreamTrack } from '#service/engine/mp4/stream-segments.ts';
import { box, zeros } from '#service/sources/containers/iso-boxes.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { openFilmStreams } from './film-streams.ts';
import {
  isHeldBack,
  masterPlaylist,
  mediaPlaylist,
  readStreamName,
  readTrackList,
  type StreamedTrack,
  secondsHeldBack,
  segmentLine,
  streamFileName,
  trackLine,
} from './playlists.ts';

const picture: StreamTrack = {
  kind: 'picture',
  description: box('avc1', zeros(78), box('avcC', Uint8Array.of(1, 0x64, 0, 0x1f, 0xff))),
  ...{ ticksPerSecond: 30_000, sampleTicks: 1001, skippedTicks: 0 },
  size: { width: 1280, height: 720 },
};
const sound: StreamTrack = { ...picture, kind: 'sound', ticksPerSecond: 48_000, sampleTicks: 1024, size: null };
const streamed = (track: StreamTrack, sizes: readonly number[]): StreamedTrack => ({
  track,
  init: { name: `${track.kind}-i.mp4`, bytes: 700 },
  segments: sizes.map((bytes, number) => ({ name: `${track.kind}-${number}.m4s`, bytes, seconds: 2 })),
});
const query = 'name=Ada&sig=x';

describe('a playlist', () => {
  it('lists one picture and one sound', () => {
    const film = { picture: streamed(picture, [250_000, 500_000]), sound: streamed(sound, [32_000]) };
    const address = { film: 'a%20film.m3u8', query };
    expect(masterPlaylist({ ...film, hasEnded: true }, address)).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="sound",NAME="sound",DEFAULT=YES,AUTOSELECT=YES,CHANNELS="2",URI="a%20film.m3u8/sound.m3u8?name=Ada&sig=x"
#EXT-X-STREAM-INF:BANDWIDTH=2128000,CODECS="avc1.64001f,mp4a.40.2",RESOLUTION=1280x720,FRAME-RATE=29.970,AUDIO="sound"
a%20film.m3u8/picture.m3u8?name=Ada&sig=x
`);
    expect(masterPlaylist({ ...film, hasEnded: false }, address)).toContain('BANDWIDTH=4256000,');
  });

  it('grows, and ends with the film', () => {
    const growing = mediaPlaylist(streamed(picture, [1, 2]), false, { query });
    expect(growing).toBe(`#EXTM3U
#EXT-X-VERSION:7
#EXT-X-TARGETDURATION:2
#EXT-X-MEDIA-SEQUENCE:0
#EXT-X-PLAYLIST-TYPE:EVENT
#EXT-X-INDEPENDENT-SEGMENTS
#EXT-X-START:TIME-OFFSET=0
#EXT-X-MAP:URI="picture-i.mp4?name=Ada&sig=x"
#EXTINF:2.00000,
picture-0.m4s?name=Ada&sig=x
#EXTINF:2.00000,
picture-1.m4s?name=Ada&sig=x
`);
    const ended = mediaPlaylist(streamed(picture, [1, 2, 3]), true, { query });
    expect(ended.startsWith(growing)).toBe(true);
    expect(ended.endsWith('picture-2.m4s?name=Ada&sig=x\n#EXT-X-ENDLIST\n')).toBe(true);
  });

  it('has a longer target duration for frames of several seconds', () => {
    const slow = streamed(picture, [1]);
    const segments = slow.segments.map((segment) => ({ ...segment, seconds: 5 }));
    expect(mediaPlaylist({ ...slow, segments }, false, { query })).toContain('#EXT-X-TARGETDURATION:5\n');
  });
});

test('a file name states the track, the number, and the digest', () => {
  const name = streamFileName('sound', 12, Buffer.from('bytes'));
  expect(name).toMatch(/^sound-12-[0-9a-f]{24}\.m4s$/);
  expect(streamFileName('sound', 12, Buffer.from('other'))).not.toBe(name);
  expect(readStreamName(name)).toEqual({ kind: 'segment', track: 'sound', number: 12 });
  expect(readStreamName(streamFileName('picture', null, Buffer.from('x')))).toEqual({ kind: 'init', track: 'picture' });
  expect(readStreamName('picture.m3u8')).toEqual({ kind: 'playlist', track: 'picture' });
  for (const other of [
    '',
    'other.m3u8',
    'picture-1.m3u8',
    'picture.m4s',
    'picture-1.m4s',
    `${name}/..`,
    '../picture.m3u8',
  ])
    expect([other, readStreamName(other)]).toEqual([other, null]);
});

describe('a streamed film that is being made', () => {
  it.each([
    ['nothing is made', { made: 0, speed: null }, true],
    ['only a part of a piece is made', { made: 1, speed: 9 }, true],
    ['it is made fast', { made: 2, speed: 1.2 }, false],
    ['its speed is unknown', { made: 2, speed: null }, false],
    ['it is made slowly', { made: 2, speed: 1.19 }, true],
    ['its rest takes longer than the finished part plays', { made: 29, speed: 1 }, true],
    ['its rest takes as long as the finished part plays', { made: 30, speed: 1 }, false],
    ['it is finished', { made: 60, speed: 0.1 }, false],
  ])('plays or waits if %s', (_, pace, expected) => {
    expect(isHeldBack({ seconds: 60, ...pace })).toBe(expected);
  });

  it('plays when it is finished if it has less than two seconds', () => {
    expect(isHeldBack({ seconds: 1, made: 0.5, speed: 9 })).toBe(true);
    expect(isHeldBack({ seconds: 1, made: 1, speed: 9 })).toBe(false);
  });

  it('plays after the reported time', () => {
    for (const [made, speed] of [
      [2, 1],
      [5, 0.5],
      [2, 0.1],
    ] as const) {
      const wait = secondsHeldBack({ seconds: 60, made, speed }) ?? Number.NaN;
      const later = (seconds: number) => ({ seconds: 60, made: made + speed * seconds, speed });
      expect([isHeldBack(later(wait + 0.01)), isHeldBack(later(wait - 0.5))]).toEqual([false, true]);
    }
    expect(secondsHeldBack({ seconds: 60, made: 0, speed: null })).toBeNull();
    expect(secondsHeldBack({ seconds: 60, made: 50, speed: 1 })).toBe(0);
  });
});

test('the list of a track is read up to its first damaged line', () => {
  const segment = (name: string) => ({ name, seconds: 2, bytes: 100 });
  const names = (text: string) => readTrackList(text)?.segments.map(({ name }) => name);
  const [a, b, c] = ['a', 'b', 'c'].map(segment);
  if (a === undefined || b === undefined || c === undefined) throw new Error('unreachable');
  const list = trackLine(picture) + segmentLine(0, a) + segmentLine(1, b);
  expect(readTrackList(list)?.track).toEqual({ ...picture, description: Buffer.from(picture.description) });
  expect(names(list)).toEqual(['a', 'b']);
  // A later attempt made another first segment.
  expect(names(list + segmentLine(0, c))).toEqual(['c']);
  expect(names(list + segmentLine(2, c).slice(0, -1))).toEqual(['a', 'b']);
  expect(names(list + segmentLine(3, c))).toEqual(['a', 'b']);
  expect(names('{}\n')).toBeUndefined();
});

test('a damaged folder of an unfinished film does not stop the start', async () => {
  await using folder = await temporaryFolder();
  const damaged = {
    missing: { 'picture.jsonl': trackLine(picture), 'sound.jsonl': trackLine(sound) },
    folders: { 'picture.jsonl/inside': '', 'sound.jsonl': trackLine(sound), sound: '' },
  };
  for (const [name, files] of Object.entries(damaged))
    for (const [file, text] of Object.entries(files)) {
      const path = join(folder.path, name, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, text);
    }
  // The renders of both folders have not ended.
  const unfinished = { database: { get: () => ({}) }, events: { subscribe: () => new DisposableStack() } };
  const streams = await openFilmStreams(folder.path, { ...unfinished, clock: Date.now } as never);
  expect(await readdir(folder.path)).toEqual([]);
  await streams.stop();
});
