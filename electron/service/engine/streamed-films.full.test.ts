import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ffmpeg, makeClip } from '#service/testing/make-media.ts';
import { renderFilm } from '#service/testing/render-film.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { required } from '#shared/lib/assert.ts';
import { full } from '#shared/testing/full.ts';
import type { FilmStream } from './make/follow-film.ts';
import { findBoxes } from './mp4/mp4-segment.ts';
import { initSegment, type StreamTrack, segmentHead, segmentsOfFilm } from './mp4/stream-segments.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const at = (name: string): string => join(folder.path, name);
const KINDS = ['picture', 'sound'] as const;

beforeAll(async () => {
  folder = await temporaryFolder();
  const codecs = ['-c:v', 'libx264', '-c:a', 'aac'];
  await makeClip(at('clip.mp4'), { width: 128, height: 72, picture: 'testsrc2', rate: '25', seconds: 8, codecs });
});
afterAll(() => folder[Symbol.asyncDispose]());

/** A receiver that collects the bytes of each track. */
function collector() {
  const pieces = { picture: [] as Uint8Array[], sound: [] as Uint8Array[] };
  const seconds = { picture: [] as number[], sound: [] as number[] };
  const stream: FilmStream = {
    begin: () => Promise.resolve(),
    track: (track: StreamTrack) => {
      pieces[track.kind].push(initSegment(track));
      return Promise.resolve();
    },
    segment: (kind, segment) => {
      pieces[kind].push(segment.bytes);
      seconds[kind].push(segment.seconds);
      return Promise.resolve();
    },
  };
  return { stream, pieces, seconds };
}

/** Returns the init segment and the segments of a track of a finished film. */
async function piecesOfFilm(film: Buffer, kind: (typeof KINDS)[number]): Promise<readonly Buffer[]> {
  const bodies = required(
    await findBoxes(film.length, (from, count) => Promise.resolve(film.subarray(from, from + count))),
    'a film',
  );
  const { start, bytes } = bodies.movie;
  const { track, segments } = required(segmentsOfFilm(film.subarray(start, start + bytes)), 'tables')[kind];
  return [
    Buffer.from(initSegment(track)),
    ...segments.map((segment) =>
      Buffer.concat(
        segment.flatMap((piece) => [
          segmentHead(track, piece),
          ...piece.ranges.map((range) => film.subarray(range.start, range.start + range.bytes)),
        ]),
      ),
    ),
  ];
}

/** Returns a line for each decoded frame, or one digest of all samples. */
async function decoded(path: string, kind: (typeof KINDS)[number], samples = ''): Promise<string> {
  // FFmpeg since version 7 would remove the priming itself.
  const manual = samples === '' ? [] : ['-flags2', '+skip_manual'];
  const map = kind === 'picture' ? ['-map', '0:v', '-f', 'framemd5'] : ['-map', '0:a', '-af', `anull${samples}`];
  const output = kind === 'picture' ? [] : ['-c:a', 'pcm_s16le', '-f', 'md5'];
  return (await ffmpeg(...manual, '-i', path, ...map, ...output, '-')).toString();
}

const TITLED = '<scene duration="3s"><solid color="#204080"/><text content="Ada" size="20"/></scene>';
const MOVING = '<scene duration="130"><video src="clip.mp4"/></scene>';

describe('a streamed film', () => {
  test.each([
    ['of videos', 25, `${MOVING}<scene duration="1"><video src="clip.mp4" skip="40"/></scene>${MOVING}`],
    ['of drawings and videos', 30, `${TITLED}${MOVING}<scene duration="7"><solid color="#ff0000"/></scene>`],
    ['at a broken rate', '30000/1001', `${MOVING}${TITLED}`],
  ] as const)('has segments with the bytes of the film: %s', async (name, rate, scenes) => {
    const { stream, pieces, seconds } = collector();
    const path = at(`${name}.mp4`);
    const film = await renderFilm(`<movie width="128" height="72" framerate="${rate}">${scenes}</movie>`, {
      ...{ folder: folder.path, output: path, stream },
    });
    const bytes = await readFile(path);
    for (const kind of KINDS) {
      expect(await piecesOfFilm(bytes, kind)).toEqual(pieces[kind].map((piece) => Buffer.from(piece)));
      expect(Math.max(...seconds[kind])).toBeLessThan(2.45);
      expect(Math.min(...seconds[kind])).toBeGreaterThan(0.3);
      await writeFile(at(`${kind}.mp4`), Buffer.concat(pieces[kind]));
      const total = seconds[kind].reduce((sum, each) => sum + each, 0);
      expect(Math.abs(total - film.durationSeconds)).toBeLessThan(0.03);
    }
    // All frames have the same times.
    expect(await decoded(at('picture.mp4'), 'picture')).toBe(await decoded(path, 'picture'));
    // FFmpeg decodes the priming of a fragmented file, whose packet has a negative time; players omit it.
    expect(await decoded(at('sound.mp4'), 'sound', ',atrim=start_sample=1024')).toBe(await decoded(path, 'sound'));
  });

  test('gets its first segment while the film is made', async () => {
    const { stream, pieces } = collector();
    const order: string[] = [];
    const scenes = `<scene duration="40s"><solid color="#ff0000"/><text content="long" size="20"/></scene>`;
    await renderFilm(`<movie width="640" height="360" framerate="30">${scenes}</movie>`, {
      folder: folder.path,
      output: at('long.mp4'),
      stream: {
        ...stream,
        segment: async (kind, segment) => {
          order.push(kind);
          await stream.segment(kind, segment);
        },
      },
      onProgress: ({ stage, done, total }) => {
        if (stage === 'rendering' && done === total) order.push('made');
      },
    });
    expect(order.indexOf('picture')).toBeLessThan(order.indexOf('made'));
    // 40 s are 17 pieces of at most 2.4 s. They follow the header of the track.
    expect(pieces.picture).toHaveLength(1 + 17);
  });

  test('uses cached parts and leaves the bytes of other films unchanged', async () => {
    const xml = `<movie width="128" height="72" framerate="25">${MOVING}${TITLED}</movie>`;
    const options = { folder: folder.path, workshop: { folder: at('workshop'), isCacheOn: true } };
    const plain = await renderFilm(xml, { ...options, workshop: {} });
    const [first, second] = [collector(), collector()];
    const made = await renderFilm(xml, { ...options, stream: first.stream });
    // Without the cached film, the parts are joined again.
    const again = await renderFilm(xml.replace('Ada', 'Eve'), { ...options, stream: second.stream });
    expect(again.cachedScenes).toBe(1);
    expect(second.pieces.picture.slice(0, 3)).toEqual(first.pieces.picture.slice(0, 3));
    expect(made.sha256).not.toBe(plain.sha256);
    expect((await renderFilm(xml, { ...options, workshop: {} })).sha256).toBe(plain.sha256);
  });

  full.test('fails and leaves no process if the receiver fails', async () => {
    const { stream } = collector();
    const xml = `<movie width="128" height="72" framerate="25">${MOVING}</movie>`;
    const failing = { ...stream, segment: () => Promise.reject(new Error('no space for the segment')) };
    await expect(renderFilm(xml, { folder: folder.path, stream: failing })).rejects.toThrow('no space');
  });
});
