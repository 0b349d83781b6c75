import { type FileHandle, mkdir, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { FilmStream } from '../engine/make/follow-film.ts';
import { findBoxes } from '../engine/mp4/mp4-segment.ts';
import {
  initSegment,
  type PlacedTrack,
  type StreamTrack,
  segmentHead,
  segmentSeconds,
  segmentsOfFilm,
} from '../engine/mp4/stream-segments.ts';
import { ServiceError } from '../errors/service-error.ts';
import { systemCode } from '../errors/system-code.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../files/rights.ts';
import { isBeingMade } from '../renders/records/linked-films.ts';
import type { RenderId } from '../renders/records/render-record.ts';
import type { BlobDigest, BlobStore, Foundation } from '../storage/ports.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { withTimeout } from '../waiting/with-timeout.ts';
import {
  createPaceMeter,
  type MakingPace,
  readTrackList,
  type StreamedFilm,
  type StreamedTrack,
  type StreamFile,
  type StreamSegment,
  segmentLine,
  streamFileName,
  type TrackName,
  trackLine,
  trackNames,
} from './playlists.ts';

/** A film whose segments can be read. */
export interface ReadableStream extends StreamedFilm {
  /** Returns the bytes of a file of a track; null if the film has other bytes. Throws errors of the disk. */
  read(track: TrackName, file: StreamFile, signal: AbortSignal): Promise<Uint8Array | null>;
}

/** A film that is being made, or whose render has failed. */
export interface GrowingStream extends ReadableStream {
  /** Returns the progress of the current attempt. */
  pace(): MakingPace;
  /** Whether a playlist was sent. After that, the playlist is never held back. */
  readonly isReleased: boolean;
  /** Records that a playlist is sent. */
  release(): Promise<void>;
}

/** The streams of this service: films that are being made, and films that are stored. */
export interface FilmStreams {
  /**
   * Opens the receiver of the segments of a render. It replaces the receiver of an earlier attempt, whose segments stay
   * available until the new attempt makes other ones.
   */
  open(render: RenderId): FilmStream & AsyncDisposable;
  /** Returns the stream of a render; null before its start and some minutes after its end. */
  of(render: RenderId): GrowingStream | null;
  /** Returns the stream of a finished film. Throws `render/wrong-output` if its tables are malformed. */
  ofFilm(sha256: BlobDigest, bytes: number, signal: AbortSignal): Promise<ReadableStream>;
  /**
   * Waits until a condition is met or `milliseconds` have passed. Checks the condition at each segment and at
   * intervals.
   */
  waitUntil(condition: () => boolean, milliseconds: number, signal: AbortSignal): Promise<void>;
  /** Deletes the files of all films that have ended. The next start continues the other films. */
  stop(): Promise<void>;
}

/** The maximum number of finished films whose tables are cached. */
const MAX_FILMS = 100;
const POLL_MILLISECONDS = 100;

/**
 * Opens the streams. Films that a previous start did not finish have their segments again, so that players continue.
 * @param folder The folder of the segments, with a folder for each render.
 */
export async function openFilmStreams(
  folder: string,
  { blobs, clock, events, database }: Pick<Foundation, 'blobs' | 'clock' | 'events' | 'database'>,
): Promise<FilmStreams> {
  const growing = new Map<RenderId, Growing>();
  const films = new Map<BlobDigest, ReadableStream>();
  const opening = createSharedWork<ReadableStream>();
  let changed = Promise.withResolvers<void>();
  const notify = () => {
    changed.resolve();
    changed = Promise.withResolvers<void>();
  };
  const forget = (render: RenderId): void => {
    const stream = growing.get(render);
    growing.delete(render);
    void stream?.remove();
  };
  const create = (render: RenderId, stored: StoredStream): Growing => {
    const isMaking = () => isBeingMade(database, render);
    const stream = createGrowing(join(folder, render), { clock, notify, isMaking }, stored);
    growing.set(render, stream);
    return stream;
  };
  for (const name of await namesIn(folder)) {
    const render = name as RenderId;
    const stored = isBeingMade(database, render) ? await readStored(join(folder, name)) : null;
    if (stored === null) await rm(join(folder, name), { recursive: true, force: true });
    else create(render, stored);
  }
  // When the render of a finished film is deleted, read its segments from the film from then on.
  const subscription = events.subscribe(({ type, data }) => {
    if (type === 'render.deleted' && 'id' in data) forget(String(data.id) as RenderId);
  });

  return {
    open: (render) => {
      for (const [id, { closedAt }] of growing) {
        const isOld = clock() - (closedAt ?? clock()) > serviceLimits.filmLinks.failureMinutes * 60_000;
        if (isOld && !isBeingMade(database, id)) forget(id);
      }
      const stream = growing.get(render) ?? create(render, { tracks: {}, isReleased: false });
      return stream.open();
    },
    of: (render) => growing.get(render)?.stream ?? null,
    ofFilm: async (sha256, bytes, signal) => {
      const known = films.get(sha256);
      if (known !== undefined) return known;
      return await opening.run(sha256, signal, async (shared) => {
        const stream = await openFilm(sha256, bytes, blobs, shared);
        films.set(sha256, stream);
        const [oldest] = films.keys();
        if (films.size > MAX_FILMS && oldest !== undefined) films.delete(oldest);
        return stream;
      });
    },
    waitUntil: async (condition, milliseconds, signal) => {
      const end = performance.now() + milliseconds;
      while (!condition()) {
        const left = end - performance.now();
        if (left <= 0) return;
        await withTimeout(changed.promise, Math.min(left, POLL_MILLISECONDS), signal);
      }
    },
    stop: async () => {
      subscription[Symbol.dispose]();
      const all = [...growing];
      growing.clear();
      await Promise.all(
        all.map(([render, stream]) => (isBeingMade(database, render) ? stream.close() : stream.remove())),
      );
      await opening.ended();
    },
  };
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return [];
    throw error;
  }
}

/** The stream of a film that is being made. */
interface Growing {
  readonly stream: GrowingStream;
  /** Opens the receiver of an attempt. The receiver of an earlier attempt does nothing from then on. */
  open(): FilmStream & AsyncDisposable;
  /** The time when the last receiver was closed, or when the stored files were opened; null while one is open. */
  readonly closedAt: number | null;
  close(): Promise<void>;
  /** Closes the stream and deletes its files. */
  remove(): Promise<void>;
}

interface GrowingTrack {
  readonly track: StreamTrack;
  readonly init: StreamFile & { readonly content: Uint8Array };
  readonly segments: (StreamSegment & { readonly start: number })[];
  /** The bytes of all segments. */
  readonly file: FileHandle;
  /** The list of the segments (`readTrackList`). */
  readonly list: FileHandle;
}

type GrowingTracks = Partial<Record<TrackName, GrowingTrack>>;

/** The files of a film that a previous start did not finish. */
interface StoredStream {
  readonly tracks: GrowingTracks;
  readonly isReleased: boolean;
}

const listOf = (folder: string, name: TrackName) => join(folder, `${name}.jsonl`);
const markOf = (folder: string) => join(folder, 'released');

/** Opens the files of a film that a previous start did not finish; null if there are none or they are damaged. */
async function readStored(folder: string): Promise<StoredStream | null> {
  const names = await namesIn(folder);
  const tracks: GrowingTracks = {};
  for (const name of trackNames) {
    const track = names.includes(`${name}.jsonl`) ? await readTrack(folder, name).catch(ignoreUnreadable) : null;
    if (track !== null) tracks[name] = track;
  }
  if (tracks.picture === undefined || tracks.sound === undefined) {
    await closeAll(tracks);
    return null;
  }
  return { tracks, isReleased: names.includes('released') };
}

/** Returns null for an error of the system, such as a missing file: the film is then made from its start. */
function ignoreUnreadable(error: unknown): null {
  if (systemCode(error) === null) throw error;
  return null;
}

async function readTrack(folder: string, name: TrackName): Promise<GrowingTrack | null> {
  const list = readTrackList(await readFile(listOf(folder, name), 'utf8'));
  if (list === null) return null;
  const file = await open(join(folder, name), 'r+');
  const { size } = await file.stat();
  const segments: GrowingTrack['segments'] = [];
  for (const segment of list.segments) {
    const start = startOf(segments, segments.length);
    if (start + segment.bytes > size) break;
    segments.push({ ...segment, start });
  }
  const { track } = list;
  return { ...{ track, init: initOf(track), segments, file }, list: await open(listOf(folder, name), 'a') };
}

/** Returns the offset of a segment in the file of its track. */
function startOf(segments: GrowingTrack['segments'], number: number): number {
  const before = segments[number - 1];
  return before === undefined ? 0 : before.start + before.bytes;
}

function initOf(track: StreamTrack): GrowingTrack['init'] {
  const content = initSegment(track);
  return { name: streamFileName(track.kind, null, content), bytes: content.length, content };
}

async function closeAll(tracks: GrowingTracks): Promise<void> {
  const files = Object.values(tracks).flatMap(({ file, list }) => [file, list]);
  await Promise.all(files.map((file) => file.close().catch(() => undefined)));
}

async function createTrack(folder: string, track: StreamTrack): Promise<GrowingTrack> {
  const file = await open(join(folder, track.kind), 'w+', PRIVATE_FILE);
  const list = await open(listOf(folder, track.kind), 'w', PRIVATE_FILE);
  await list.write(trackLine(track));
  return { ...{ track, init: initOf(track), segments: [], file }, list };
}

interface GrowingRun {
  readonly clock: () => number;
  readonly notify: () => void;
  /** Returns whether the render has not ended. */
  readonly isMaking: () => boolean;
}

function createGrowing(folder: string, { clock, notify, isMaking }: GrowingRun, stored: StoredStream): Growing {
  const { tracks } = stored;
  let isReleased = stored.isReleased;
  let attempt = createPaceMeter(0);
  let receiver: object | null = null;
  let closedAt: number | null = clock();
  let isClosed = false;

  const close = async () => {
    isClosed = true;
    await closeAll(tracks);
  };
  const createReceiver = (): FilmStream & AsyncDisposable => {
    const own: FilmStream & AsyncDisposable = {
      begin: async ({ seconds }) => {
        if (receiver !== own || isClosed) return;
        await mkdir(folder, { recursive: true, mode: PRIVATE_FOLDER });
        attempt = createPaceMeter(seconds);
      },
      track: async (track) => {
        if (receiver !== own || isClosed) return;
        const earlier = tracks[track.kind];
        if (earlier?.init.name === initOf(track).name) return;
        if (earlier !== undefined) await closeAll({ [track.kind]: earlier });
        tracks[track.kind] = await createTrack(folder, track);
      },
      segment: async (kind, { seconds, bytes }) => {
        const track = tracks[kind];
        if (track === undefined || receiver !== own || isClosed) return;
        const number = attempt.counts[kind];
        const start = startOf(track.segments, number);
        const segment = { name: streamFileName(kind, number, bytes), seconds, bytes: bytes.length };
        // Write a known segment again, because a power failure can have lost its bytes.
        await track.file.write(bytes, 0, bytes.length, start);
        if (track.segments[number]?.name !== segment.name) {
          await track.list.write(segmentLine(number, segment));
          track.segments.splice(number, track.segments.length, { ...segment, start });
        }
        attempt.add(kind, seconds);
        notify();
      },
      [Symbol.asyncDispose]: async () => {
        if (receiver !== own) return;
        receiver = null;
        closedAt = clock();
        notify();
      },
    };
    return own;
  };
  const stream: GrowingStream = {
    get picture() {
      return tracks.picture ?? null;
    },
    get sound() {
      return tracks.sound ?? null;
    },
    get hasEnded() {
      return receiver === null && !isMaking();
    },
    get isReleased() {
      return isReleased;
    },
    release: async () => {
      if (isReleased) return;
      isReleased = true;
      // Ignore a full disk: without the mark, a playlist can be held back after a restart.
      await writeFile(markOf(folder), '', { mode: PRIVATE_FILE }).catch(() => undefined);
    },
    pace: () => attempt.pace(),
    read: async (name, file) => {
      const track = tracks[name];
      if (track?.init.name === file.name) return track.init.content;
      const number = track?.segments.findIndex((each) => each.name === file.name) ?? -1;
      const segment = track?.segments[number];
      if (track === undefined || segment === undefined || isClosed) return null;
      const { buffer: bytes } = await track.file.read(Buffer.alloc(segment.bytes), 0, segment.bytes, segment.start);
      return streamFileName(name, number, bytes) === file.name ? bytes : null;
    },
  };
  return {
    stream,
    open: () => {
      const opened = createReceiver();
      receiver = opened;
      closedAt = null;
      return opened;
    },
    get closedAt() {
      return closedAt;
    },
    close,
    remove: async () => {
      await close();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
    },
  };
}

/**
 * Opens a finished film as a stream. Reads the whole film once, because the names of its segments contain digests of
 * their bytes.
 */
async function openFilm(
  sha256: BlobDigest,
  bytes: number,
  blobs: Pick<BlobStore, 'read' | 'hold'>,
  signal: AbortSignal,
): Promise<ReadableStream> {
  using _hold = blobs.hold(sha256);
  const readBytes = async (start: number, count: number, stop: AbortSignal): Promise<Buffer> =>
    count === 0 ? Buffer.alloc(0) : await buffer(await blobs.read(sha256, { start, end: start + count }, stop));
  const boxes = await findBoxes(bytes, (start, count) => readBytes(start, count, signal));
  const placed = boxes && segmentsOfFilm(await readBytes(boxes.movie.start, boxes.movie.bytes, signal));
  if (placed === null) throw new ServiceError('render/wrong-output');
  const readSegment = async ({ track, segments }: PlacedTrack, number: number, stop: AbortSignal) => {
    const segment = segments[number];
    if (segment === undefined) return null;
    const content: Uint8Array[] = [];
    for (const piece of segment) {
      content.push(segmentHead(track, piece));
      for (const { start, bytes: count } of piece.ranges) content.push(await readBytes(start, count, stop));
    }
    return Buffer.concat(content);
  };
  const namedTrack = async (name: TrackName): Promise<StreamedTrack> => {
    const { track, segments } = placed[name];
    const init = initSegment(track);
    const named: StreamSegment[] = [];
    for (const [number, segment] of segments.entries()) {
      const content = (await readSegment(placed[name], number, signal)) ?? Buffer.alloc(0);
      const seconds = segment.reduce((sum, piece) => sum + segmentSeconds(track, piece), 0);
      named.push({ name: streamFileName(name, number, content), seconds, bytes: content.length });
    }
    return { track, init: { name: streamFileName(name, null, init), bytes: init.length }, segments: named };
  };
  const tracks = { picture: await namedTrack('picture'), sound: await namedTrack('sound') };
  return {
    ...tracks,
    hasEnded: true,
    read: async (name, file, stop) => {
      const { init, segments } = tracks[name];
      if (file.name === init.name) return initSegment(placed[name].track);
      const number = segments.findIndex((each) => each.name === file.name);
      const content = await readSegment(placed[name], number, stop);
      return content !== null && streamFileName(name, number, content) === file.name ? content : null;
    },
  };
}
