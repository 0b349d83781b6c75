import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { readerOf } from '../../files/read-at.ts';
import { ADTS_HEADER_BYTES, adtsPackets } from '../mp4/adts.ts';
import { readFragmentedSegment } from '../mp4/fragments.ts';
import { type Chunk, type FilmLayout, layOut } from '../mp4/mp4-film.ts';
import { findBoxes, type PictureSegment, readPictureSegment } from '../mp4/mp4-segment.ts';
import { pictureTrack, soundTrack, type Track } from '../mp4/mp4-tracks.ts';
import { createFrameCheck } from '../mp4/nal-units.ts';
import type { RenderPlan, ScenePlan } from '../plan/plan.ts';
import { trackTimes } from '../plan/track-segments.ts';
import type { RenderContext } from './render-context.ts';
import type { CheckedFrames } from './verify.ts';

/** The size of a write. */
const WRITE_BYTES = 2 ** 20;
const READ_BYTES = 2 ** 18;

/** A track and its encoded samples in order. A yielded piece can have any length and can end within a sample. */
interface Stream {
  readonly track: Track;
  samples(): AsyncIterable<Uint8Array>;
}

/**
 * Writes the pictures and the sound segments of a film into one MP4 file at `output`. Copies the encoded bytes and
 * writes new sample tables with the times. Returns null and writes nothing if the pictures differ too much to form one
 * track. Checks every frame. Throws a {@link ServiceError} `render/wrong-output` if a part is malformed.
 */
export async function joinMp4(plan: RenderPlan, output: string, context: RenderContext): Promise<CheckedFrames | null> {
  const picture = await pictureStream(plan, context);
  if (picture === null && plan.isStreamed !== true) return null;
  // Segments of a stream share one description and always form one track. Null means that a part is malformed.
  if (picture === null) throw new ServiceError('render/wrong-output', message('film/scene-unreadable'));
  const streams = [picture, await encodedSound(plan, context)];
  await writeFilm(output, streams, context.signal);
  const { syncFrames, sizes } = picture.track;
  // Sync frames have the same indices in decoding order and in display order: frames that are decoded before a sync
  // frame are also displayed before it.
  return { syncFrames: syncFrames ?? [...sizes.keys()] };
}

/** Writes the sound segments of a film into a separate MP4 file, from which other containers copy the sound. */
export async function writeSoundTrack(path: string, plan: RenderPlan, context: RenderContext): Promise<void> {
  await writeFilm(path, [await encodedSound(plan, context)], context.signal);
}

async function pictureStream(
  { scenes, canvas, isStreamed }: RenderPlan,
  { folder, signal }: RenderContext,
): Promise<Stream | null> {
  const opened: { readonly path: string; readonly segment: PictureSegment }[] = [];
  for (const { picture, length } of scenes) {
    signal.throwIfAborted();
    if (picture === null) continue;
    const path = join(folder, picture.key);
    opened.push({ path, segment: await openSegment(path, length, isStreamed === true) });
  }
  const track = pictureTrack(
    opened.map(({ segment }) => segment),
    canvas,
  );
  if (track === null) return null;
  return {
    track,
    async *samples() {
      for (const { path, segment } of opened) yield* framesOf(path, segment);
    },
  };
}

async function openSegment(path: string, length: ScenePlan['length'], isStreamed: boolean): Promise<PictureSegment> {
  await using file = await open(path, 'r');
  const read = readerOf(file);
  const { size } = await file.stat();
  const segment = await (isStreamed ? readFragmentedSegment(size, read) : wholeSegment(size, read));
  if (!segment) throw new ServiceError('render/wrong-output', message('film/scene-unreadable'));
  if (segment.sizes.length !== length)
    throw new ServiceError(
      'render/wrong-output',
      message('film/scene-frames', { there: segment.sizes.length, wanted: length }),
    );
  return segment;
}

async function wholeSegment(
  fileBytes: number,
  read: (start: number, bytes: number) => Promise<Buffer>,
): Promise<PictureSegment | null> {
  const bodies = await findBoxes(fileBytes, read);
  return bodies && readPictureSegment(await read(bodies.movie.start, bodies.movie.bytes), bodies);
}

/** Reads and checks the bytes of a scene's frames. A piece is valid until the next one is requested. */
async function* framesOf(path: string, { start, sizes, ranges }: PictureSegment): AsyncGenerator<Uint8Array> {
  const check = createFrameCheck(sizes);
  await using file = await open(path, 'r');
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  for (const range of ranges ?? [{ start, bytes: bytesOf(sizes) }]) {
    const end = range.start + range.bytes;
    for (let offset = range.start; offset < end; ) {
      const { bytesRead } = await file.read(buffer, 0, Math.min(READ_BYTES, end - offset), offset);
      if (bytesRead === 0) return;
      offset += bytesRead;
      const piece = buffer.subarray(0, bytesRead);
      const fault = check.take(piece);
      if (fault !== null) throw new ServiceError('render/wrong-output', fault);
      yield piece;
    }
  }
}

/** Returns the packets of all segments without their ADTS headers. */
async function encodedSound({ format, samples }: RenderPlan, { keys, folder, signal }: RenderContext): Promise<Stream> {
  const { priming } = required(format.sound, 'a format with sound');
  const paths = required(keys.track, 'sound in segments').map((key) => join(folder, key));
  async function* segments(): AsyncGenerator<readonly Uint8Array[]> {
    for (const path of paths) {
      signal.throwIfAborted();
      const packets = required(adtsPackets(await readFile(path)), 'a segment that was whole');
      yield packets.map((packet) => packet.subarray(ADTS_HEADER_BYTES));
    }
  }
  const sizes: number[] = [];
  for await (const packets of segments()) for (const { length } of packets) sizes.push(length);
  return {
    track: soundTrack(sizes, trackTimes(priming, samples)),
    async *samples() {
      for await (const packets of segments()) yield Buffer.concat(packets);
    },
  };
}

async function writeFilm(path: string, streams: readonly Stream[], signal: AbortSignal): Promise<void> {
  const layout = layOut(streams.map(({ track }) => track));
  await using file = await open(path, 'w');
  // Use one buffer for the whole film: allocating one per piece would burden the garbage collector.
  const buffer = Buffer.allocUnsafeSlow(WRITE_BYTES);
  let bytes = 0;
  for await (const piece of filmBytes(layout, streams)) {
    signal.throwIfAborted();
    for (let offset = 0; offset < piece.length; ) {
      const part = piece.subarray(offset, offset + WRITE_BYTES - bytes);
      buffer.set(part, bytes);
      offset += part.length;
      bytes += part.length;
      if (bytes === WRITE_BYTES) {
        await file.appendFile(buffer);
        bytes = 0;
      }
    }
  }
  await file.appendFile(buffer.subarray(0, bytes));
}

async function* filmBytes({ head, chunks }: FilmLayout, streams: readonly Stream[]): AsyncGenerator<Uint8Array> {
  yield head;
  const readers = streams.map((stream) => createByteReader(stream.samples()));
  try {
    for (const { track, bytes } of chunks) yield* required(readers[track], 'a track').take(bytes);
  } finally {
    for (const reader of readers) await reader.close();
  }
}

/** Cuts a stream of bytes into pieces of requested lengths. */
function createByteReader(source: AsyncIterable<Uint8Array>) {
  const pieces = source[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array();
  return {
    async *take(bytes: Chunk['bytes']): AsyncGenerator<Uint8Array> {
      for (let missing = bytes; missing > 0; ) {
        if (rest.length === 0) {
          const next = await pieces.next();
          if (next.done === true)
            throw new ServiceError('render/wrong-output', message('film/part-short', { bytes: missing }));
          rest = next.value;
        }
        const piece = rest.subarray(0, missing);
        rest = rest.subarray(piece.length);
        missing -= piece.length;
        yield piece;
      }
    },
    close: async () => {
      await pieces.return?.();
    },
  };
}

function bytesOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}
