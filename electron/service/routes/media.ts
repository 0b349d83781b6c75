import { pictureFormats } from '#shared/contract/shapes/picture-formats.ts';
import { chosenValues, parseEditingRecord } from '#shared/editing/model/editing-record.ts';
import { formatFrameRate } from '#shared/template/values/frame-rate.ts';
import { ServiceError } from '../errors/service-error.ts';
import { evaluateConditions } from '../http/conditions.ts';
import type { CallAnswer, CallRequest, HandlersOf } from '../http/handler.ts';
import type { FilmLoudness, MeasuredFilm } from '../loudness/film-loudness.ts';
import { contentTypeOf, playability } from '../media-views/playability.ts';
import type { ViewCaptions, ViewSource } from '../media-views/view-sources.ts';
import type { MediaViews, View } from '../media-views/views-port.ts';
import type { EditingStore } from '../movies/editing-store.ts';
import { repeatedInForm } from '../renders/accept/render-form.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { isConfinedBy } from './templates.ts';

export interface MediaRouteOptions {
  readonly views: MediaViews;
  readonly loudness: Pick<FilmLoudness, 'measure'>;
  readonly editing: Pick<EditingStore, 'get'>;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
}

type MediaCalls =
  | 'readMediaFrame'
  | 'readMediaPoster'
  | 'readMediaStrip'
  | 'readMediaWaveform'
  | 'readMediaFacts'
  | 'readMediaOriginal'
  | 'readMediaImage'
  | 'startMediaProxy'
  | 'readMediaProxy'
  | 'readFilmPoster'
  | 'renderFrame'
  | 'measureLoudness';

type SourceRequest = Pick<CallRequest<'readMediaFacts'>, 'parameters' | 'query' | 'headers' | 'signal'>;

export function mediaHandlers({ views, loudness, editing, requireProject }: MediaRouteOptions): HandlersOf<MediaCalls> {
  const find = ({ parameters, query, signal }: SourceRequest): Promise<ViewSource> =>
    views.find(requireProject(parameters.project), query, signal);
  /** Finds a source. Also finds captions, which have facts although they are not media. */
  const findOrCaptions = async (request: SourceRequest): Promise<ViewSource | ViewCaptions> => {
    try {
      return await find(request);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'media/invalid') throw error;
      const { parameters, query, signal } = request;
      const captions = await captionsOr(error, () => views.captions(requireProject(parameters.project), query, signal));
      if (captions === null) throw error;
      return captions;
    }
  };
  /** Makes a view and returns it as a file. Returns 304 if the client already has it. */
  const answerView = async (
    request: SourceRequest,
    source: Pick<ViewSource, 'etag'>,
    { etag, open }: View,
    contentType: string,
  ): Promise<CallAnswer> => {
    if (isUnchanged(request, etag)) return { status: 304, etag };
    const file = await open(request.signal);
    return {
      status: 200,
      file: { ...file, etag, contentType, attachment: null, immutable: isPinned(request, source) },
    };
  };

  return {
    readMediaFrame: async (request) => {
      const source = await find(request);
      return answerView(request, source, await views.frame(source, request.query), 'image/jpeg');
    },
    readMediaPoster: async (request) => {
      const { parameters, query, signal } = request;
      const image = await views.imagePoster(requireProject(parameters.project), query, signal);
      if (image !== null) return answerView(request, { etag: image.sha256 }, image, 'image/jpeg');
      const source = await find(request);
      const view = await views.poster(source, request.query.width, request.signal);
      return answerView(request, source, view, 'image/jpeg');
    },
    readMediaStrip: async (request) => {
      const source = await find(request);
      return answerView(request, source, await views.strip(source, request.query), 'image/jpeg');
    },
    readMediaWaveform: async (request) => {
      const source = await find(request);
      const view = await views.waveform(source, request.query.perSecond);
      return answerView(request, source, view, 'application/json; charset=utf-8');
    },
    readMediaFacts: async (request) => {
      const source = await findOrCaptions(request);
      if (isUnchanged(request, source.etag)) return { status: 304, etag: source.etag };
      return { status: 200, json: 'facts' in source ? factsAnswer(source) : captionsAnswer(source), etag: source.etag };
    },
    readMediaOriginal: async (request) => {
      const source = await find(request);
      const { size, etag } = source;
      const { path, hold } = source.file;
      const contentType = contentTypeOf(source.original ?? source.facts);
      const immutable = isPinned(request, source);
      // Use a fixed time, because the entity tag already is the digest of the bytes.
      const file = { path, size, etag, modifiedAt: 0, contentType, attachment: null, immutable, hold: hold() };
      return { status: 200, file };
    },
    readMediaImage: async (request) => {
      const { parameters, query, signal } = request;
      const { format, ...image } = await views.image(requireProject(parameters.project), query, signal);
      // Restrict an SVG, because a browser runs its scripts if it opens the SVG as a page.
      const [contentType, attachment] = format === 'svg' ? ['image/svg+xml', 'image.svg'] : [`image/${format}`, null];
      return {
        status: 200,
        file: { ...image, modifiedAt: 0, contentType, attachment, hold: image.hold() },
      };
    },
    startMediaProxy: async (request) => {
      const { src, url, deinterlace, retry } = request.query;
      const source = await find(request);
      const caller = { project: requireProject(request.parameters.project), query: { src, url, deinterlace } };
      return { status: 200, json: await views.startProxy(source, caller, retry === 'true') };
    },
    readMediaProxy: async (request) => {
      const source = await find(request);
      const proxy = await views.proxy(source);
      if (proxy === null) throw new ServiceError('media/no-proxy');
      const { etag, file } = proxy;
      const contentType = source.facts.video === null ? 'audio/mp4' : 'video/mp4';
      const immutable = isPinned(request, source);
      return { status: 200, file: { ...file, etag, contentType, attachment: null, immutable } };
    },
    readFilmPoster: async ({ parameters, query, headers, signal }) => {
      const project = requireProject(parameters.project);
      const { format = 'jpeg', ...request } = query;
      const view = { ...request, picture: format };
      const poster = (variables?: string) =>
        views.filmPoster(parameters.movie, project, { ...view, ...(variables !== undefined && { variables }) }, signal);
      const { etag, open } = await poster().catch((error: unknown) => {
        const samples = lacksValues(error) ? sampleValues(editing, parameters) : null;
        if (samples === null) throw error;
        return poster(samples);
      });
      if (isUnchanged({ headers }, etag)) return { status: 304, etag };
      const contentType = pictureFormats[format].mimeType;
      return { status: 200, file: { ...(await open(signal)), etag, contentType, attachment: null } };
    },
    renderFrame: async ({ parameters, headers, body, signal }) => {
      const project = requireProject(parameters.project);
      const { format = 'png', ...form } = body;
      const picture = { ...form, picture: format, isConfined: isConfinedBy(headers) };
      const { etag, file, unusedValues } = await views.filmFrame(picture, project, signal);
      const notes = await inputNotes(body, unusedValues);
      return {
        status: 200,
        file: { ...file, etag, contentType: pictureFormats[format].mimeType, attachment: null },
        ...notes,
      };
    },
    measureLoudness: async ({ parameters, body, signal }) => {
      const project = requireProject(parameters.project);
      const film = await loudness.measure(body, project, signal);
      const { integrated, truePeak, range, durationSeconds, unusedValues } = film;
      const measured = {
        ...{ integratedLufs: integrated, truePeakDbtp: truePeak, rangeLu: range, durationSeconds },
        normalization: normalizationOf(film),
      };
      return { status: 200, json: measured, ...(await inputNotes(body, unusedValues)) };
    },
  };
}

/** Returns whether a film has no picture because variables have neither a value nor a default. */
function lacksValues(error: unknown): boolean {
  return error instanceof ServiceError && error.issues.some(({ code }) => code === 'variable/missing');
}

/** Returns the values of the data set that the editor displays, as JSON; null if there are none. */
function sampleValues(editing: Pick<EditingStore, 'get'>, { project, movie }: { project: string; movie: string }) {
  const samples = chosenValues(parseEditingRecord(JSON.parse(editing.get(project, movie).text)));
  return Object.keys(samples).length === 0 ? null : JSON.stringify(samples);
}

function normalizationOf({ gain }: Pick<MeasuredFilm, 'gain'>) {
  if (gain === null) return null;
  const truePeakDbtp = gain.truePeak === 0 ? null : 20 * Math.log10(gain.truePeak);
  return { gain: gain.gain, integratedLufs: gain.integrated, truePeakDbtp };
}

/** Returns the unused and the repeated fields of a film's form. */
async function inputNotes(
  body: Parameters<typeof repeatedInForm>[0],
  unusedValues: readonly string[],
): Promise<Pick<CallAnswer, 'unusedFields' | 'repeatedFields'>> {
  return {
    unusedFields: unusedValues.map((name) => `variables.${name}`),
    repeatedFields: await repeatedInForm(body),
  };
}

function isUnchanged({ headers }: Pick<SourceRequest, 'headers'>, etag: string): boolean {
  const condition = { 'if-none-match': headers['if-none-match'] };
  return evaluateConditions(condition, { etag, modifiedAt: 0 }) === 'not-modified';
}

/** Checks whether the address contains the digest of the current bytes. */
function isPinned({ query }: SourceRequest, { etag }: Pick<ViewSource, 'etag'>): boolean {
  return query.v !== undefined && query.v.replaceAll('"', '') === etag.replaceAll('"', '');
}

/**
 * Returns captions; null if there are none. Also returns null if the search fails with the code of `mediaError`, the
 * error of the earlier search for media.
 */
async function captionsOr(
  mediaError: ServiceError,
  findCaptions: () => Promise<ViewCaptions | null>,
): Promise<ViewCaptions | null> {
  try {
    return await findCaptions();
  } catch (error) {
    if (error instanceof ServiceError && error.code === mediaError.code) return null;
    throw error;
  }
}

/** Returns the facts about captions. They have no proxy, because browsers play captions only with a video. */
function captionsAnswer({ etag, size, endSeconds }: ViewCaptions): object {
  return {
    etag,
    size,
    container: 'captions',
    contentType: 'text/plain; charset=utf-8',
    durationSeconds: endSeconds,
    video: null,
    audio: null,
    damage: null,
    changes: [],
    playable: false,
    needsProxy: false,
    proxyReasons: [],
  };
}

/**
 * Returns the facts about a source. Times and sizes describe the source in a film; codecs and sound formats describe
 * the file.
 */
function factsAnswer({ facts, original, details, fieldChoice: named, etag, size }: ViewSource): object {
  const { durationSeconds, video, audio, damage } = facts;
  const fileFacts = original ?? facts;
  const { faults, otherTracks } = fileFacts;
  const codec = fileFacts.video?.codec ?? video?.codec ?? '';
  return {
    etag,
    size,
    container: fileFacts.demuxer,
    contentType: contentTypeOf(fileFacts),
    durationSeconds,
    video: video === null || details === null ? null : pictureAnswer({ ...video, codec }, details),
    audio: audio === null ? null : soundAnswer(audio, fileFacts.audio ?? audio),
    damage,
    ...(faults !== undefined && { faults }),
    ...(otherTracks !== undefined && { otherTracks }),
    changes: fileFacts.changes.map(({ of, at }) => ({ of, seconds: at })),
    ...playability(fileFacts, details, named),
  };
}

function pictureAnswer(
  video: NonNullable<ViewSource['facts']['video']>,
  details: NonNullable<ViewSource['details']>,
): object {
  const { profile, variableRate, frames, sampleAspect, bitDepth } = details;
  const { codec, codedWidth, codedHeight, displayWidth, displayHeight, rotation, pixelFormat, hasAlpha } = video;
  const { frameRate, startSeconds, endSeconds, gaps, fields, matrix, range, transfer } = video;
  // Each field is listed, so that a new fact for the engine doesn't leak into the answer.
  return {
    ...{ codec, profile, variableRate, frames, startSeconds, endSeconds, gaps },
    ...{ codedWidth, codedHeight, displayWidth, displayHeight, sampleAspect, rotation },
    ...{ pixelFormat, bitDepth, hasAlpha, matrix, range, transfer, hdr: transfer !== 'sdr' },
    frameRate: frameRate === null ? null : formatFrameRate(frameRate),
    fieldOrder: fields?.first ?? null,
  };
}

type SoundFacts = NonNullable<ViewSource['facts']['audio']>;

function soundAnswer({ startSeconds, endSeconds, gaps }: SoundFacts, fileFacts: SoundFacts): object {
  const { codec, sampleRate, channels, channelLayout, priming, padding } = fileFacts;
  return { codec, sampleRate, channels, channelLayout, startSeconds, endSeconds, priming, padding, gaps };
}
