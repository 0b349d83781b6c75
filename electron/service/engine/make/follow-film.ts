import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { type FrameRate, SAMPLE_RATE } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { systemCode } from '../../errors/system-code.ts';
import { readerOf } from '../../files/read-at.ts';
import { abortable } from '../../waiting/abortable.ts';
import { runTogether } from '../../waiting/pool.ts';
import { withTimeout } from '../../waiting/with-timeout.ts';
import { ADTS_HEADER_BYTES, adtsPackets } from '../mp4/adts.ts';
import { createFragmentReader, FragmentError, type FragmentReader } from '../mp4/fragments.ts';
import {
  pieceFrames,
  piecesPerSegment,
  type SegmentSamples,
  type StreamTrack,
  segmentHead,
  segmentSeconds,
  soundCuts,
  soundStreamTrack,
} from '../mp4/stream-segments.ts';
import type { RenderPlan, ScenePlan } from '../plan/plan.ts';
import { trackTimes } from '../plan/track-segments.ts';

/** A complete segment of a film that is being made. */
export interface FilmSegment {
  readonly seconds: number;
  /** The bytes: `moof` and `mdat` (ISO/IEC 14496-12, 8.8). */
  readonly bytes: Uint8Array;
}

/** The receiver of a film's segments. The segments of each track arrive in order. */
export interface FilmStream {
  /** Starts a stream, which replaces an earlier stream of the same film. */
  begin(film: { readonly frameRate: FrameRate; readonly seconds: number }): Promise<void>;
  /** Takes the facts about a track before its first segment. */
  track(track: StreamTrack): Promise<void>;
  segment(kind: StreamTrack['kind'], segment: FilmSegment): Promise<void>;
}

/** The files of the film that is being made. */
interface FollowedFiles {
  /** The folder in which the name of a finished file is its key. */
  readonly folder: string;
  /** Returns the path of a picture part that FFmpeg is writing. */
  readonly growingPath: (key: string) => string;
  /** Resolves when the file with this key is complete. */
  readonly arrivalOf: (key: string) => Promise<void>;
  /** The keys of the sound segments. */
  readonly track: readonly string[];
}

/** The interval between reads of a growing file, in milliseconds. A player waits for the first segment. */
const POLL_MILLISECONDS = 50;

/**
 * Follows the parts of a streamed film while they are made, and passes on each segment as soon as it is complete. Throws
 * a {@link ServiceError} `render/wrong-output` if a part is malformed, errors of the receiver, or the signal's reason.
 */
export async function followFilm(
  plan: RenderPlan,
  files: FollowedFiles,
  stream: FilmStream,
  signal: AbortSignal,
): Promise<void> {
  await stream.begin({ frameRate: plan.canvas.frameRate, seconds: plan.samples / SAMPLE_RATE });
  await runTogether(
    signal,
    (either) => followPictures(plan, files, stream, either),
    (either) => followSound(plan, files, stream, either),
  );
}

async function followPictures(
  { scenes, canvas }: RenderPlan,
  files: FollowedFiles,
  stream: FilmStream,
  signal: AbortSignal,
): Promise<void> {
  const { frameRate } = canvas;
  const shown = scenes.flatMap(({ picture, length }) => (picture === null ? [] : [{ key: picture.key, length }]));
  const lengths = shown.flatMap(({ length }) => pieceLengths(length, frameRate));
  const counts = piecesPerSegment(lengths, frameRate.numerator / frameRate.denominator);
  let track: StreamTrack | null = null;
  let number = 0;
  let first = 0;
  let waiting: { readonly seconds: number; readonly bytes: Uint8Array }[] = [];
  let segment = 0;
  for (const { key, length } of shown) {
    for await (const piece of piecesOf(key, length, files, signal)) {
      const { head, delay, sizes, compositionOffsets, bytes } = piece;
      const { description, ticksPerSecond, frameTicks: sampleTicks } = head;
      const next: StreamTrack = {
        ...{ kind: 'picture', description, ticksPerSecond, sampleTicks, skippedTicks: 0 },
        size: { width: canvas.width, height: canvas.height },
      };
      if (track === null) await stream.track(next);
      else if (Buffer.compare(track.description, description) !== 0 || track.ticksPerSecond !== ticksPerSecond)
        throw unreadable(null);
      track ??= next;
      const samples: SegmentSamples = {
        ...{ number, first, sizes },
        compositionOffsets: compositionOffsets.map((offset) => offset - delay),
        lastTicks: track.sampleTicks,
      };
      if (sizes.length !== lengths[number]) throw unreadable(null);
      waiting.push({
        seconds: segmentSeconds(track, samples),
        bytes: Buffer.concat([segmentHead(track, samples), bytes]),
      });
      number++;
      first += sizes.length;
      if (waiting.length < (counts[segment] ?? 1)) continue;
      const seconds = waiting.reduce((sum, each) => sum + each.seconds, 0);
      await stream.segment('picture', { seconds, bytes: Buffer.concat(waiting.map((each) => each.bytes)) });
      waiting = [];
      segment++;
    }
  }
}

/** Returns the length of each piece of a scene in frames. */
function pieceLengths(length: number, frameRate: FrameRate): readonly number[] {
  const frames = pieceFrames(length, frameRate);
  return Array.from({ length: Math.ceil(length / frames) }, (_, piece) => Math.min(frames, length - piece * frames));
}

/** A piece of a part's pictures. */
interface Piece {
  readonly head: NonNullable<ReturnType<FragmentReader['head']>>;
  /** The composition offset of the part's first frame. */
  readonly delay: number;
  readonly sizes: readonly number[];
  readonly compositionOffsets: readonly number[];
  readonly bytes: Buffer;
}

/** Reads the pieces of a part while FFmpeg writes it, until all its frames were read. */
async function* piecesOf(
  key: string,
  length: ScenePlan['length'],
  { folder, growingPath, arrivalOf }: FollowedFiles,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  const reader = createFragmentReader();
  const arrival = arrivalOf(key).then(() => true as const);
  let delay: number | null = null;
  let frames = 0;
  for (let isWhole = false; !isWhole; ) {
    isWhole = (await withTimeout(arrival, POLL_MILLISECONDS, signal)) !== null;
    for (const piece of await newPieces(isWhole ? join(folder, key) : growingPath(key), reader, isWhole)) {
      delay ??= piece.compositionOffsets[0] ?? 0;
      frames += piece.sizes.length;
      yield { ...piece, head: required(reader.head(), 'the head of a fragment'), delay };
    }
  }
  if (frames !== length)
    throw new ServiceError('render/wrong-output', message('film/scene-frames', { there: frames, wanted: length }));
}

/** Returns the unread pieces of a file. A growing file may not exist yet, or may already be renamed. */
async function newPieces(
  path: string,
  reader: FragmentReader,
  isWhole: boolean,
): Promise<readonly Omit<Piece, 'head' | 'delay'>[]> {
  try {
    await using file = await open(path);
    const read = readerOf(file);
    const { size } = await file.stat();
    const pieces: Omit<Piece, 'head' | 'delay'>[] = [];
    for (let each = await reader.next(size, read); each !== null; each = await reader.next(size, read))
      pieces.push({ ...each, bytes: await read(each.place.start, each.place.bytes) });
    return pieces;
  } catch (error) {
    if (!isWhole && systemCode(error) === 'ENOENT') return [];
    throw error instanceof FragmentError ? unreadable(error) : error;
  }
}

async function followSound(
  { format, samples: filmSamples }: RenderPlan,
  { folder, track: segments, arrivalOf }: FollowedFiles,
  stream: FilmStream,
  signal: AbortSignal,
): Promise<void> {
  const { priming } = required(format.sound, 'a format with sound');
  const times = trackTimes(priming, filmSamples);
  const track = soundStreamTrack(times.skippedSamples);
  await stream.track(track);
  const packetCount = Math.ceil(times.samples / track.sampleTicks);
  const cuts = soundCuts(packetCount);
  let waiting: Uint8Array[] = [];
  let number = 0;
  for (const key of segments) {
    await abortable(arrivalOf(key), signal);
    const packets = required(adtsPackets(await readFile(join(folder, key))), 'a segment that was whole');
    for (const packet of packets) waiting.push(packet.subarray(ADTS_HEADER_BYTES));
    for (let first = cuts[number]; first !== undefined; first = cuts[number]) {
      const end = cuts[number + 1] ?? packetCount;
      const taken = waiting.slice(0, end - first);
      if (taken.length < end - first) break;
      waiting = waiting.slice(taken.length);
      const isLast = end === packetCount;
      const samples: SegmentSamples = {
        ...{ number, first, sizes: taken.map(({ length }) => length), compositionOffsets: [] },
        lastTicks: isLast ? times.samples - (packetCount - 1) * track.sampleTicks : track.sampleTicks,
      };
      const bytes = Buffer.concat([segmentHead(track, samples), ...taken]);
      await stream.segment('sound', { seconds: segmentSeconds(track, samples), bytes });
      number++;
    }
  }
}

function unreadable(cause: unknown): ServiceError {
  return new ServiceError('render/wrong-output', message('film/scene-unreadable'), { cause });
}
