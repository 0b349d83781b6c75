import { Readable } from 'node:stream';
import { encoded, linkQuery } from '#shared/contract/shapes/film-link.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { CallAnswer, CallRequest, HandlersOf } from '../http/handler.ts';
import type { ProjectUid } from '../storage/ports.ts';
import type { FilmStreams, GrowingStream, ReadableStream } from './film-streams.ts';
import type { LinkedFilms, RequestedFilm } from './linked-films.ts';
import {
  isHeldBack,
  masterPlaylist,
  mediaPlaylist,
  type NamedFile,
  readStreamName,
  type StreamAddress,
  type StreamFile,
  streamFileName,
} from './playlists.ts';
import { type FilmLink, readLink } from './read-link.ts';

export interface StreamRouteOptions {
  readonly films: LinkedFilms;
  readonly streams: FilmStreams;
  /** Returns milliseconds since 1970. */
  readonly clock: () => number;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
}

/** The time in milliseconds that a request for a playlist waits for the first segment. */
const PLAYLIST_MILLISECONDS = 2000;
/**
 * The time in milliseconds that a request waits for a segment that is not made yet. Players wait longer for the first
 * byte (hls.js: 10 s) and try again after 503.
 */
const SEGMENT_MILLISECONDS = 8000;
/** The time in seconds for which caches can use a segment. Its address contains a digest of its bytes. */
const SEGMENT_SECONDS = 24 * 3600;
const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl';

/** Answers requests for the playlists of tracks and for segments. */
export function streamHandlers(options: StreamRouteOptions): HandlersOf<'readFilmStream'> {
  const { films, requireProject } = options;
  return {
    readFilmStream: async (request) => {
      const project = requireProject(request.parameters.project);
      const link = readLink(request.parameters.film, request.query);
      const named = link.format === 'm3u8' ? readStreamName(request.parameters.part) : null;
      if (named === null) throw new ServiceError('link/no-segment');
      films.count(link, project);
      return named.kind === 'playlist'
        ? await answerPlaylist(named, link, project, request, options)
        : await answerFile(named, link, project, request, options);
    },
  };
}

/**
 * Returns the master playlist of a film. Waits up to two seconds, or `milliseconds`, for the first segment. Returns null
 * if the film has no segment yet, or if a player would catch up with its render.
 */
export async function answerMaster(
  film: RequestedFilm,
  link: FilmLink,
  project: ProjectUid,
  { signal, parameters }: Pick<CallRequest<'readLinkedFilm'>, 'signal' | 'parameters'>,
  { films, streams }: Pick<StreamRouteOptions, 'films' | 'streams'>,
  milliseconds = PLAYLIST_MILLISECONDS,
): Promise<CallAnswer | null> {
  let current = film;
  if (film.kind === 'making') {
    const { id } = film.render;
    const isReady = () => {
      const again = films.again(link, project);
      if (again !== null) current = again;
      return current.kind === 'ready' || canPlay(streams.of(id));
    };
    await streams.waitUntil(isReady, milliseconds, signal);
  }
  const stream =
    current.kind === 'ready'
      ? await streams.ofFilm(current.sha256, current.bytes, signal)
      : await playable(streams.of(current.render.id));
  if (!stream?.picture || !stream.sound) return null;
  const { picture, sound, hasEnded } = stream;
  return playlistAnswer(masterPlaylist({ picture, sound, hasEnded }, addressOf(link, parameters.film)));
}

async function playable(stream: GrowingStream | null): Promise<GrowingStream | null> {
  if (stream === null || !canPlay(stream)) return null;
  await stream.release();
  return stream;
}

function canPlay(stream: GrowingStream | null): boolean {
  if (stream === null || !hasSegments(stream)) return false;
  return stream.isReleased || !isHeldBack(stream.pace());
}

function hasSegments({ picture, sound }: Pick<ReadableStream, 'picture' | 'sound'>): boolean {
  return picture !== null && picture.segments.length > 0 && sound !== null && sound.segments.length > 0;
}

async function answerPlaylist(
  { track }: NamedFile,
  link: FilmLink,
  project: ProjectUid,
  request: CallRequest<'readFilmStream'>,
  options: StreamRouteOptions,
): Promise<CallAnswer> {
  const stream = await streamWith((each) => hasSegments(each), link, project, request, PLAYLIST_MILLISECONDS, options);
  const shown = stream[track];
  if (shown === null || shown.segments.length === 0) throw new ServiceError('storage/busy');
  return playlistAnswer(mediaPlaylist(shown, stream.hasEnded, addressOf(link, request.parameters.film)));
}

async function answerFile(
  named: Exclude<NamedFile, { readonly kind: 'playlist' }>,
  link: FilmLink,
  project: ProjectUid,
  request: CallRequest<'readFilmStream'>,
  options: StreamRouteOptions,
): Promise<CallAnswer> {
  const { signal, parameters } = request;
  const name = parameters.part;
  const fileIn = (each: ReadableStream): StreamFile | undefined => {
    const track = each[named.track];
    return named.kind === 'init' ? track?.init : track?.segments[named.number];
  };
  const stream = await streamWith(
    (each) => fileIn(each) !== undefined,
    link,
    project,
    request,
    SEGMENT_MILLISECONDS,
    options,
  );
  const file = fileIn(stream);
  if (file === undefined && !stream.hasEnded) throw new ServiceError('storage/busy');
  const bytes = file?.name === name ? await stream.read(named.track, file, signal) : null;
  if (bytes === null) throw new ServiceError('link/no-segment');
  const { clock } = options;
  const secondsLeft = link.expires === null ? SEGMENT_SECONDS : link.expires - Math.floor(clock() / 1000);
  return {
    status: 200,
    file: {
      read: ({ start, end }) => Promise.resolve(Readable.from([bytes.subarray(start, end)])),
      size: bytes.length,
      etag: `"${name}"`,
      modifiedAt: 0,
      contentType: named.track === 'picture' ? 'video/mp4' : 'audio/mp4',
      attachment: null,
      immutable: true,
      ...(link.signature !== null && { freshSeconds: Math.max(0, Math.min(SEGMENT_SECONDS, secondsLeft)) }),
      hold: { [Symbol.dispose]: () => undefined },
    },
  };
}

/**
 * Returns the stream of a link as soon as it meets a condition, or after a time limit. A film that failed keeps its
 * first segments. Throws the errors of `LinkedFilms.ask`, and `storage/busy` if the film has not started.
 */
async function streamWith(
  condition: (stream: ReadableStream) => boolean,
  link: FilmLink,
  project: ProjectUid,
  { origin, signal }: Pick<CallRequest<'readFilmStream'>, 'origin' | 'signal'>,
  milliseconds: number,
  { films, streams }: StreamRouteOptions,
): Promise<ReadableStream> {
  const failed = (): GrowingStream | null => {
    const render = films.renderOf(link, project);
    const stream = render === null ? null : streams.of(render);
    return stream?.isReleased === true ? stream : null;
  };
  let film: RequestedFilm;
  try {
    film = await films.ask(link, { project, origin }, signal);
    if (film.kind === 'making') {
      const { id } = film.render;
      const isMet = () => {
        film = films.again(link, project) ?? film;
        const stream = film.kind === 'making' ? streams.of(id) : null;
        return film.kind === 'ready' || (stream !== null && (condition(stream) || stream.hasEnded));
      };
      await streams.waitUntil(isMet, milliseconds, signal);
    }
  } catch (error) {
    const stream = error instanceof ServiceError ? failed() : null;
    if (stream === null) throw error;
    return stream;
  }
  const stream =
    film.kind === 'ready' ? await streams.ofFilm(film.sha256, film.bytes, signal) : streams.of(film.render.id);
  if (stream === null) throw new ServiceError('storage/busy');
  return stream;
}

function playlistAnswer(text: string): CallAnswer {
  return {
    status: 200,
    text,
    contentType: PLAYLIST_TYPE,
    etag: `"${streamFileName('picture', null, Buffer.from(text))}"`,
  };
}

function addressOf({ parameters, signature }: FilmLink, film: string): StreamAddress {
  const query = linkQuery(parameters);
  const signed = signature === null ? query : `${query === '' ? '' : `${query}&`}sig=${encoded(signature)}`;
  return { film: encoded(film), query: signed };
}
