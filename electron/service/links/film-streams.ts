import { type FileHandle, mkdir, open, rm } from 'node:fs/promises';
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
import type { RenderId } from '../renders/records/render-record.ts';
import type { BlobDigest, BlobStore, Foundation } from '../storage/ports.ts';
import { createSharedWork } from '../waiting/shared-work.ts';
import { withTimeout } from '../waiting/with-timeout.ts';
import {
  type MakingPace,
  type StreamedFilm,
  type StreamedTrack,
  type StreamFile,
  type StreamSegment,
  streamFileName,
  type TrackName,
} from './playlists.ts';

/** A film whose segments can be read. */
export interface ReadableStream extends StreamedFilm {
  /** Returns the bytes of a file of a track; null if the film has other bytes. Throws errors of the disk. */
  read(track: TrackName, file: StreamFile, signal: AbortSignal): Promise<Uint8Array | null>;
}

/** A film that is being made, or whose render has failed. */
export interface GrowingStream extends ReadableStream {
  pace(): MakingPace;
  /** Whether a playlist was sent. After that, the playlist is never held back. */
  isReleased: boolean;
}

/** The streams of this service: films that are being made, and films that are stored. */
export interface FilmStreams {
  /** Opens the receiver of the segments of a render. It replaces the receiver of an earlier attempt. */
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
  /** Deletes all files of films that are being made. */
  stop(): Promise<void>;
}

/** The maximum number of finished films whose tables are cached. */
const MAX_FILMS = 100;
const POLL_MILLISECONDS = 100;
/** The time in milliseconds in which FFmpeg starts and reads ahead. It is excluded from the speed. */
const START_MILLISECONDS = 500;

/** @param folder The folder of the segments, which is emptied at the start of the service. */
export function createFilmStreams(
  folder: string,
  { blobs, clock, events }: Pick<Foundation, 'blobs' | 'clock' | 'events'>,
): FilmStreams {
  const growing = new Map<RenderId, Growing>();
  const films = new Map<BlobDigest, ReadableStream>();
  const opening = createSharedWork<ReadableStream>();
  let opened = 0;
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
  // When the render of a finished film is deleted, read its segments from the film from then on.
  const subscription = events.subscribe(({ type, data }) => {
    if (type === 'render.deleted' && 'id' in data) forget(String(data.id) as RenderId);
  });

  return {
    open: (render) => {
      forget(render);
      const stream = createGrowing(join(folder, `${render}.${opened++}.stream`), clock, notify);
      growing.set(render, stream);
      for (const [id, other] of growing)
        if (clock() - (other.endedAt ?? clock()) > serviceLimits.filmLinks.failureMinutes * 60_000) forget(id);
      return stream.receiver;
    },
    of: (render) => growing.get(render)?.stream() ?? null,
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
      const all = [...growing.values()];
      growing.clear();
      await Promise.all(all.map((stream) => stream.remove()));
      await opening.ended();
    },
  };
}

/** The stream of a film that is being made. */
interface Growing {
  readonly receiver: FilmStream & AsyncDisposable;
  stream(): GrowingStream | null;
  /** The time of its end; null while the film is being made. */
  readonly endedAt: number | null;
  remove(): Promise<void>;
}

interface GrowingTrack {
  readonly track: StreamTrack;
  readonly init: StreamFile & { readonly content: Uint8Array };
  readonly segments: (StreamSegment & { readonly start: number })[];
  readonly file: FileHandle;
  end: number;
}

function createGrowing(folder: string, clock: () => number, notify: () => void): Growing {
  const tracks: Partial<Record<TrackName, GrowingTrack>> = {};
  const facts = { seconds: 0, beganAt: 0, first: null as { made: number; at: number } | null, latest: 0 };
  let endedAt: number | null = null;
  let isRemoved = false;
  const madeOf = (name: TrackName): number =>
    tracks[name]?.segments.reduce((sum, { seconds }) => sum + seconds, 0) ?? 0;

  const remove = async () => {
    isRemoved = true;
    await Promise.all(Object.values(tracks).map(({ file }) => file.close().catch(() => undefined)));
    await rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
  };
  const receiver: Growing['receiver'] = {
    begin: async ({ seconds }) => {
      await mkdir(folder, { recursive: true });
      Object.assign(facts, { seconds, beganAt: performance.now() });
    },
    track: async (track) => {
      const content = initSegment(track);
      const init = { name: streamFileName(track.kind, null, content), bytes: content.length, content };
      const file = await open(join(folder, track.kind), 'wx+', 0o600);
      tracks[track.kind] = { track, init, segments: [], file, end: 0 };
    },
    segment: async (kind, { seconds, bytes }) => {
      const track = tracks[kind];
      if (track === undefined || isRemoved) return;
      await track.file.write(bytes, 0, bytes.length, track.end);
      const name = streamFileName(kind, track.segments.length, bytes);
      track.segments.push({ name, seconds, bytes: bytes.length, start: track.end });
      track.end += bytes.length;
      if (kind === 'picture') {
        facts.latest = performance.now();
        facts.first ??= { made: seconds, at: facts.latest };
      }
      notify();
    },
    [Symbol.asyncDispose]: async () => {
      endedAt = clock();
      notify();
    },
  };
  const stream: GrowingStream = {
    get picture() {
      return tracks.picture ?? null;
    },
    get sound() {
      return tracks.sound ?? null;
    },
    get hasEnded() {
      return endedAt !== null;
    },
    isReleased: false,
    pace: () => {
      const made = madeOf('picture');
      const { seconds, first, beganAt, latest } = facts;
      const isFirst = first === null || latest === first.at;
      const length = isFirst ? made : made - first.made;
      const milliseconds = isFirst ? latest - beganAt - START_MILLISECONDS : latest - first.at;
      const speed = latest > 0 ? (1000 * length) / Math.max(1, milliseconds) : null;
      return { seconds, made: Math.min(made, madeOf('sound')), speed };
    },
    read: async (name, file) => {
      const track = tracks[name];
      if (track?.init.name === file.name) return track.init.content;
      const segment = track?.segments.find((each) => each.name === file.name);
      if (track === undefined || segment === undefined || isRemoved) return null;
      const { buffer: bytes } = await track.file.read(Buffer.alloc(segment.bytes), 0, segment.bytes, segment.start);
      return streamFileName(name, track.segments.indexOf(segment), bytes) === file.name ? bytes : null;
    },
  };
  return {
    receiver,
    stream: () => (isRemoved ? null : stream),
    get endedAt() {
      return endedAt;
    },
    remove,
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
