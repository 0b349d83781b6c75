import { readFile } from 'node:fs/promises';
import { textsOfValue } from '#shared/batch/given-texts.ts';
import { webVtt } from '#shared/captions/write-captions.ts';
import {
  filmParameters,
  type LinkParameter,
  linkPath,
  linkQuery,
  parameterOf,
  STREAM_PARAMETER,
} from '#shared/contract/shapes/film-link.ts';
import { pictureFormats } from '#shared/contract/shapes/picture-formats.ts';
import { message } from '#shared/messages/message.ts';
import type { LanguageCaptions } from '#shared/timeline/film-package.ts';
import { formatOf, isFormatName } from '../engine/formats/formats.ts';
import { fieldIssue, refusal } from '../errors/issues.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { CallAnswer, CallRequest, HandlersOf } from '../http/handler.ts';
import type { MadeView, MediaViews } from '../media-views/views-port.ts';
import type { RequestContext } from '../renders/accept/render-request.ts';
import type { RenderScheduler } from '../renders/queue/render-scheduler.ts';
import { prefersJson } from '../routes/shapes/preferred-type.ts';
import type { BlobStore, ProjectUid } from '../storage/ports.ts';
import { withTimeout } from '../waiting/with-timeout.ts';
import { checkLink, linkedValues, requirePhotoVariable, requireVariables } from './check-link.ts';
import type { FilmStreams } from './film-streams.ts';
import type { LinkedFilms, RequestedFilm } from './linked-films.ts';
import { readPageLink } from './page-link.ts';
import { secondsHeldBack } from './playlists.ts';
import type { PublicAddress } from './public-address.ts';
import { type FilmLink, parametersOfPicture, pictureOfLink, readLink, relativeLink } from './read-link.ts';
import type { LinkSigner } from './sign-link.ts';
import { answerMaster } from './stream-routes.ts';

export interface LinkRouteOptions {
  readonly films: LinkedFilms;
  readonly streams: FilmStreams;
  readonly views: Pick<MediaViews, 'filmFrame' | 'filmPoster' | 'filmCaptions'>;
  readonly queue: Pick<RenderScheduler, 'progressOf'>;
  readonly requests: RequestContext;
  readonly blobs: BlobStore;
  readonly signer: LinkSigner;
  readonly publicAddress: PublicAddress;
  readonly clock: () => number;
  /** Returns the uid as a `ProjectUid` if the project exists. Throws `project/not-found`. */
  readonly requireProject: (uid: string) => ProjectUid;
}

type FilmRequest = CallRequest<'readLinkedFilm'>;

const POSTER_WIDTH = 640;
/** The time limit for a poster in milliseconds. After it, the answer only reports that the film is being made. */
const POSTER_MILLISECONDS = 10_000;
/** The time in seconds for which clients and proxies may use a film without revalidation. */
const FRESH_SECONDS = 60;
const MAX_WIDTH = 1920;

export function linkHandlers(
  options: LinkRouteOptions,
): HandlersOf<'readLinkedFilm' | 'createLink' | 'readLinkAddress' | 'setLinkAddress'> {
  const { films, requests, signer, publicAddress, clock, requireProject } = options;
  return {
    readLinkedFilm: async (request) => {
      const project = requireProject(request.parameters.project);
      const link = readLink(request.parameters.film, request.query);
      films.count(link, project);
      if (link.format === 'vtt') return await answerCaptions(link, project, request, options);
      if (pictureOfLink(link) !== null) return await answerPicture(link, project, request, options);
      const film = await films.ask(link, { project, origin: request.origin }, request.signal);
      if (link.format === 'm3u8') {
        const playlist = await answerMaster(film, link, project, request, options);
        if (playlist !== null) return playlist;
      }
      return film.kind === 'ready'
        ? answerFilm(film, link, options)
        : await answerMaking(film, link, project, request, options);
    },
    readLinkAddress: () => ({ status: 200, json: { address: publicAddress.get() } }),
    setLinkAddress: ({ body }) => ({ status: 200, json: { address: publicAddress.set(body.address) } }),
    createLink: async ({ body, origin, signal }) => {
      const project = requireProject(body.project);
      const { movie, format = 'mp4', target = 'film', values = {}, vary = [], expires = null } = body;
      const settings: readonly LinkParameter[] = [
        ...(['quality', 'frame', 'width'] as const).flatMap((name) => {
          const value = body[name];
          return value === undefined ? [] : [[name, String(value)] as const];
        }),
        ...(['language', 'loudness', 'truepeak'] as const).flatMap((name) => {
          const value = body[name];
          return value === undefined ? [] : [[filmParameters[name], String(value)] as const];
        }),
        ...(target === 'film' ? [] : pageSettings(body)),
        ...(expires === null ? [] : [expirySetting(expires, clock())]),
        ...(vary.length === 0 ? [] : [['vary', vary.map((name) => parameterOf(name, target)).join(',')] as const]),
      ];
      const texts = Object.entries(values).flatMap(([name, value]) => textsOf(name, value));
      const pairs = texts.map(([name, text]) => [parameterOf(name, target), text] as const);
      const parameters = [...settings, ...pairs];
      const film = target === 'form' ? movie : `${movie}.${format}`;
      const path = linkPath(project, film, target);
      const sig = signer.sign(path, parameters);
      const query = Object.fromEntries([...parameters, ['sig', sig]]);
      const page = target === 'film' ? null : readPageLink(target, film, query);
      await requireVariables(vary, { movie, project }, requests);
      if (page?.upload != null) await requirePhotoVariable(page.upload, { movie, project }, requests);
      // A visitor of a form will provide the missing values.
      if (target === 'form' && page !== null) await linkedValues(page.film, project, requests);
      else await checkLink(page?.stream ?? page?.film ?? readLink(film, query), project, requests, signal);
      const signedPath = `${path}?${[linkQuery(parameters), `sig=${sig}`].filter((part) => part !== '').join('&')}`;
      const address = publicAddress.get();
      const publicUrl = address === null ? null : `${address}${signedPath}`;
      return { status: 200, json: { url: `${origin}${signedPath}`, path: signedPath, public: publicUrl, expires } };
    },
  };
}

/** Returns the parameter of an expiry time. Throws `link/invalid` if the time has passed. */
function expirySetting(expires: number, now: number): LinkParameter {
  if (expires * 1000 > now) return ['expires', String(expires)];
  const says = message('field/past', { field: 'expires' });
  throw refusal('link/invalid', [fieldIssue('link/invalid', 'expires', says)]);
}

/** Returns the texts of the variables in a value. Throws `link/invalid` for objects that are nested too deeply. */
function textsOf(name: string, value: unknown) {
  const texts = textsOfValue(name, value);
  if (texts !== null) return texts;
  throw new ServiceError('link/invalid', message('field/value-of-no-simple-kind', { name: name.slice(0, 255) }));
}

/** Returns the parameters of a link to a form or to the page of a film. */
function pageSettings(body: CallRequest<'createLink'>['body']): readonly LinkParameter[] {
  const { title, download = true, index = false, lang, embed = [], upload, target, format } = body;
  return [
    ...(title === undefined || title === '' ? [] : [['title', title] as const]),
    ...(download ? [] : [['download', '0'] as const]),
    ...(index ? [['index', '1'] as const] : []),
    ...(lang === undefined ? [] : [['lang', lang] as const]),
    ...(embed.length === 0 ? [] : [['embed', embed.join(',')] as const]),
    ...(upload === undefined ? [] : [['upload', upload] as const]),
    ...(target === 'form' && format === 'm3u8' ? [[STREAM_PARAMETER, '1'] as const] : []),
  ];
}

function answerFilm(
  { sha256, bytes, madeAt }: Extract<RequestedFilm, { readonly kind: 'ready' }>,
  link: FilmLink,
  { blobs, clock }: Pick<LinkRouteOptions, 'blobs' | 'clock'>,
): CallAnswer {
  return {
    status: 200,
    file: {
      read: (range, signal) => blobs.read(sha256, range, signal),
      size: bytes,
      etag: `"${sha256}"`,
      modifiedAt: madeAt,
      contentType: isFormatName(link.format) ? formatOf(link.format).mimeType : 'application/octet-stream',
      attachment: null,
      ...shared(link, clock),
      hold: blobs.hold(sha256),
    },
  };
}

/** Returns the caching rule and the inline name of a linked file. A genuine link allows shared caches. */
function shared(link: FilmLink, clock: () => number): { readonly inline: string; readonly freshSeconds?: number } {
  const inline = `${link.movie}.${link.format}`;
  if (link.signature === null) return { inline };
  const secondsLeft = link.expires === null ? FRESH_SECONDS : link.expires - Math.floor(clock() / 1000);
  return { inline, freshSeconds: Math.max(0, Math.min(FRESH_SECONDS, secondsLeft)) };
}

async function answerPicture(
  link: FilmLink,
  project: ProjectUid,
  { signal }: FilmRequest,
  { films, views, requests, clock }: LinkRouteOptions,
): Promise<CallAnswer> {
  const { etag, file } = await films.inTurn(signal, async () => {
    return await pictureOf(link, project, link.width ?? MAX_WIDTH, { views, requests }, signal);
  });
  const contentType = pictureFormats[pictureOfLink(link) ?? 'jpeg'].mimeType;
  return { status: 200, file: { ...file, etag, contentType, attachment: null, ...shared(link, clock) } };
}

async function answerCaptions(
  link: FilmLink,
  project: ProjectUid,
  { signal }: FilmRequest,
  { films, views, requests }: LinkRouteOptions,
): Promise<CallAnswer> {
  const captions = await films.inTurn(signal, () => captionsOf(link, project, { views, requests }, signal));
  const text = webVtt(captions?.cues ?? []);
  return { status: 200, text, contentType: 'text/vtt; charset=utf-8' };
}

/**
 * Returns the captions that a player displays beside the picture, in the language of the link or otherwise in the first
 * language. Returns null if the film has none.
 */
export async function captionsOf(
  link: FilmLink,
  project: ProjectUid,
  { views, requests }: Pick<LinkRouteOptions, 'views' | 'requests'>,
  signal: AbortSignal,
): Promise<LanguageCaptions | null> {
  const { movie } = link;
  // Check the text first, because most movies have no captions, and the following steps take longer.
  if (!/captions/.test(requests.movieXml(project, movie))) return null;
  const { values, settings } = await linkedValues(link, project, requests);
  const variables = JSON.stringify(Object.fromEntries(values));
  const { language } = settings;
  const captions = await views.filmCaptions({ movie, variables, language }, project, signal);
  return captions.find((each) => each.language === language) ?? captions[0] ?? null;
}

async function pictureOf(
  link: FilmLink,
  project: ProjectUid,
  width: number,
  { views, requests }: Pick<LinkRouteOptions, 'views' | 'requests'>,
  signal: AbortSignal,
): Promise<MadeView> {
  const { movie, moment } = link;
  const { values, settings } = await linkedValues(link, project, requests);
  const { language } = settings;
  const variables = JSON.stringify(Object.fromEntries(values));
  const picture = pictureOfLink(link) ?? 'jpeg';
  if (moment === null) {
    const { etag, open } = await views.filmPoster(movie, project, { width, variables, language, picture }, signal);
    return { etag, file: await open(signal) };
  }
  const at = 'frame' in moment ? { frame: String(moment.frame) } : { seconds: moment.seconds };
  return await views.filmFrame({ movie, variables, language, ...at, widthAtMost: width, picture }, project, signal);
}

/**
 * Answers 202 with the progress as JSON, or with a poster. Answers with the film or its playlist if it can be played in
 * the meantime.
 */
async function answerMaking(
  making: Extract<RequestedFilm, { readonly kind: 'making' }>,
  link: FilmLink,
  project: ProjectUid,
  request: FilmRequest,
  options: LinkRouteOptions,
): Promise<CallAnswer> {
  const { render } = making;
  const { headers, head, signal } = request;
  const { films, queue, signer, streams } = options;
  const progress = queue.progressOf(render.id);
  const isStreamed = link.format === 'm3u8';
  const pace = isStreamed ? streams.of(render.id)?.pace() : undefined;
  // The remaining time until playback. A streamed film is played before it is finished, usually after its first seconds.
  const etaSeconds = isStreamed ? (pace ? secondsHeldBack(pace) : null) : (progress?.etaSeconds ?? null);
  const usualSeconds = isStreamed ? 1 : render.state === 'queued' ? 5 : 2;
  const retryAfter = retrySeconds(render.state === 'queued' ? usualSeconds : (etaSeconds ?? usualSeconds));
  const jsonAnswer = (): CallAnswer => {
    const film = `${link.movie}.jpg`;
    const parameters = parametersOfPicture(link, POSTER_WIDTH);
    const sig = link.signature === null ? null : signer.sign(linkPath(project, film), parameters);
    const poster = `${relativeLink(film, parameters)}${sig === null ? '' : `&sig=${sig}`}`;
    const { done = 0, total = render.request.total } = progress ?? {};
    const json = { state: render.state, done, total, etaSeconds, poster };
    return { status: 202, json, retryAfter };
  };
  // Make no poster for a HEAD request, which only checks whether the film exists.
  if (head || prefersJson(headers['accept'])) return jsonAnswer();
  const posterLink: FilmLink = { ...link, format: 'jpg', moment: null };
  const stopping = new AbortController();
  const either = AbortSignal.any([signal, stopping.signal]);
  const poster = posterBytes(posterLink, project, either, options);
  const playlist = isStreamed
    ? answerMaster(making, link, project, { ...request, signal: either }, options, POSTER_MILLISECONDS)
    : Promise.resolve(null);
  let bytes: Uint8Array | null;
  try {
    const playable = await Promise.race([playlist, poster.then(() => null)]);
    if (playable !== null) return playable;
    bytes = await poster;
  } finally {
    stopping.abort();
    await Promise.allSettled([poster, playlist]);
  }
  const made = link.format === 'm3u8' ? null : films.again(link, project);
  if (made?.kind === 'ready') return answerFilm(made, link, options);
  return bytes === null ? jsonAnswer() : { status: 202, text: bytes, contentType: 'image/jpeg', retryAfter };
}

/** Returns a poster of the film; null if it fails or takes too long. */
async function posterBytes(
  link: FilmLink,
  project: ProjectUid,
  signal: AbortSignal,
  { films, views, requests }: Pick<LinkRouteOptions, 'films' | 'views' | 'requests'>,
): Promise<Uint8Array | null> {
  try {
    const picture = films.inTurn(signal, () => pictureOf(link, project, POSTER_WIDTH, { views, requests }, signal));
    const made = await withTimeout(picture.then(bytesOf), POSTER_MILLISECONDS, signal);
    return made;
  } catch (error) {
    // Ignore the error: the answer reports that the film is being made. The film's own failure is reported later.
    if (error instanceof ServiceError) return null;
    throw error;
  }
}

async function bytesOf({ file }: MadeView): Promise<Uint8Array> {
  using _hold = file.hold;
  return await readFile(file.path);
}

function retrySeconds(seconds: number): number {
  return Math.max(1, Math.min(30, Math.ceil(seconds)));
}
