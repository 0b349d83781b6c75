import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findMediaTools } from '#service/ffmpeg/find-tools.ts';
import type { MediaTools } from '#service/ffmpeg/tools.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { box, fullBox, u32, u64, zeros } from '../containers/iso-boxes.ts';
import { probeMedia } from './probe.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tools: MediaTools;
beforeAll(async () => {
  folder = await temporaryFolder();
  tools = await findMediaTools(process.env);
  await promisify(execFile)('mkfifo', [secret()]);
});
afterAll(() => folder[Symbol.asyncDispose]());

const never = new AbortController().signal;
/**
 * The path of a named pipe that represents any other local file. The test can detect each process that opens it for
 * reading.
 */
const secret = () => join(folder.path, 'secret.ts');

/**
 * Checks whether a process has opened the pipe for reading. Only then can the pipe be opened for writing without
 * blocking.
 */
async function secretIsOpen(): Promise<boolean> {
  const pipe = await open(secret(), constants.O_WRONLY | constants.O_NONBLOCK).catch(() => null);
  await pipe?.close();
  return pipe !== null;
}

/** Checks whether the pipe was opened before the work ended. */
async function secretIsOpenedDuring(work: Promise<unknown>): Promise<boolean> {
  let done = false;
  let opened = false;
  const watching = waitUntil(async () => {
    opened ||= await secretIsOpen();
    return done || opened;
  });
  await work.finally(() => {
    done = true;
  });
  await watching;
  return opened;
}

const TRAPS = {
  'a playlist': ['hls', '#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\nsecret.ts\n#EXT-X-ENDLIST\n'],
  'a list of other files': ['concat', 'ffconcat version 1.0\nfile secret.ts\n'],
} as const;

describe.runIf(process.platform !== 'win32')('media files that refer to other files', { tags: ['promise:F37'] }, () => {
  test.each(Object.entries(TRAPS))('are refused, and their targets are not opened: %s', async (what, [, text]) => {
    const evil = join(folder.path, 'evil.mp4');
    await writeFile(evil, text);
    const probing = probeMedia(evil, tools, never);
    expect(await secretIsOpenedDuring(probing)).toBe(false);
    const result = await probing;
    expect(result.ok ? null : inEnglish(result.error)).toBe(`is ${what}, not a video`);
  });

  test.each(Object.entries(TRAPS))(
    'FFmpeg without these checks opens the targets of %s',
    async (_, [demuxer, text]) => {
      const evil = join(folder.path, 'control.mp4');
      await writeFile(evil, text);
      // FFmpeg 7 and later do not recognize a playlist with this name. Force the demuxer, which still opens the
      // targets.
      const chosen = Number.parseInt(tools.version, 10) >= 7 ? ['-f', demuxer] : [];
      const naive = spawn(tools.ffprobe, ['-v', 'quiet', '-protocol_whitelist', 'file', ...chosen, evil]);
      try {
        await waitUntil(secretIsOpen);
      } finally {
        naive.kill('SIGKILL');
        // The pipe stays open until the process has exited.
        await once(naive, 'exit');
      }
    },
  );

  test('a video with a playlist after its last byte is accepted', async () => {
    const clip = await makeClip(join(folder.path, 'both.mp4'), { seconds: 0.2 });
    await writeFile(clip, Buffer.concat([await readFile(clip), Buffer.from(TRAPS['a playlist'][1])]));
    const probing = probeMedia(clip, tools, never);
    expect(await secretIsOpenedDuring(probing)).toBe(false);
    expect((await probing).ok).toBe(true);
  });

  test('a QuickTime reference to pictures in another file is ignored', async () => {
    const clip = await makeClip(join(folder.path, 'references.mov'), { seconds: 0.2, sound: null });
    await writeFile(clip, referringTo(await readFile(clip), secret()));
    expect(await secretIsOpenedDuring(probeMedia(clip, tools, never))).toBe(false);

    const following = ['-f', 'mov', '-enable_drefs', '1', '-use_absolute_path', '1'];
    const naive = spawn(tools.ffprobe, ['-v', 'quiet', '-protocol_whitelist', 'file', ...following, clip]);
    try {
      await waitUntil(secretIsOpen);
    } finally {
      naive.kill('SIGKILL');
    }
  });
});

describe('an MP4 file with hostile tables', () => {
  const head = box('ftyp', 'isom', u32(512), 'isom');
  const fragment = (...parts: readonly Uint8Array[]) => box('moof', box('traf', ...parts));
  const files: Readonly<Record<string, Buffer>> = {
    'too many boxes': Buffer.concat([head, box('moov', Buffer.concat(Array(100_000).fill(box('free'))))]),
    'too many tracks': Buffer.concat([head, box('moov', Buffer.concat(Array(100_000).fill(box('trak'))))]),
    'many empty fragments': Buffer.concat([head, box('moov', box('mvex')), ...Array(2000).fill(box('moof'))]),
    'a size of 2^63': Buffer.concat([head, u32(1), Buffer.from('moov'), Buffer.from('8000000000000000', 'hex')]),
    'a size of 7': Buffer.concat([head, u32(7), Buffer.from('moov'), zeros(100)]),
    'a run with too many samples': Buffer.concat([
      head,
      box('moov', box('mvex', fullBox('trex', u32(1), zeros(16)))),
      fragment(fullBox('tfhd', u32(1)), fullBox('tfdt', u64(0)), box('trun', u32(0x300), u32(0xffff_ffff))),
    ]),
  };
  test.each(Object.entries(files))('is refused with one message: %s', async (name, bytes) => {
    const path = join(folder.path, `${name.replaceAll(/\W/g, '-')}.mp4`);
    await writeFile(path, bytes);
    const result = await probeMedia(path, tools, never);
    expect(result.ok ? null : result.error.code).toMatch(/^media\/(?:damaged|nothing-in-it|too-much-metadata)$/);
  });
});

/**
 * Returns the movie with an alias to a path as its data reference. A `url ` box of 12 bytes, which means "this file",
 * becomes an `alis` box that names the file. Every enclosing box grows. (QuickTime File Format, data reference atoms.)
 */
function referringTo(movie: Buffer, path: string): Buffer {
  const type = movie.indexOf('url ', movie.indexOf('dref'));
  const alias = aliasTo(path);
  const grown = Buffer.concat([movie.subarray(0, type - 4), alias, movie.subarray(type + 8)]);
  const growth = alias.length - 12;
  for (const parent of ['moov', 'trak', 'mdia', 'minf', 'dinf', 'dref']) {
    const at = grown.lastIndexOf(parent, type) - 4;
    grown.writeUInt32BE(grown.readUInt32BE(at) + growth, at);
  }
  return grown;
}

function aliasTo(path: string): Buffer {
  const name = path.slice(path.lastIndexOf('/') + 1);
  // FFmpeg reads this layout: 10 bytes, volume name (1 + 27), 12 bytes, file name (1 + 63), 16 bytes, levels from and
  // to, 16 bytes.
  const body = Buffer.alloc(10 + 28 + 12 + 64 + 16 + 4 + 16);
  body.writeUInt8(1, 10);
  body.write('/', 11);
  body.writeUInt8(name.length, 50);
  body.write(name, 51);
  body.writeInt16BE(1, 130);
  body.writeInt16BE(1, 132);
  const target = Buffer.from(path);
  const record = Buffer.alloc(4 + target.length + (target.length % 2));
  record.writeInt16BE(2, 0);
  record.writeInt16BE(target.length, 2);
  target.copy(record, 4);
  const end = Buffer.from([0xff, 0xff, 0, 0]);
  const content = Buffer.concat([Buffer.from('alis'), Buffer.alloc(4), body, record, end]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(content.length + 4);
  return Buffer.concat([size, content]);
}
