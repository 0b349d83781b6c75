import {
  encoded,
  type LinkParameter,
  linkPath,
  type PageLanguage,
  parameterOf,
} from '#shared/contract/shapes/film-link.ts';
import type { Movie } from '#shared/template/movie/movie.ts';
import type { Size } from '#shared/template/values/placement.ts';
import { boxIn, framedLayers } from '#shared/timeline/boxes.ts';
import { formatOf, isFormatName } from '../engine/formats/formats.ts';
import { ServiceError } from '../errors/service-error.ts';
import { parseFields } from '../http/form-fields.ts';
import type { CallAnswer, CallRequest, HandlersOf } from '../http/handler.ts';
import { brandFor } from '../renders/accept/render-request.ts';
import type { ProjectUid } from '../storage/ports.ts';
import { type ListedVariable, listedVariables, requirePhotoVariable } from './check-link.ts';
import { EXPIRY } from './link-guard.ts';
import { captionsOf, type LinkRouteOptions } from './link-routes.ts';
import type { RequestedFilm } from './linked-films.ts';
import { escapeHtml, htmlDocument, NO_INDEX, pageLanguage, pageTexts } from './page-html.ts';
import {
  captionsAddress,
  filmAddress,
  type PageAddress,
  type PageLink,
  pageAddress,
  pictureAddress,
  queryWith,
  readPageLink,
  streamAddress,
  withFreeValues,
} from './page-link.ts';
import type { FilmLink } from './read-link.ts';
import { formDocument, type VisitorForm } from './visitor-form.ts';
import type { VisitorPhotos } from './visitor-photos.ts';

export interface PageRouteOptions extends LinkRouteOptions {
  readonly photos: VisitorPhotos;
}

/** A link to a page with the state of its project. */
interface OpenedPage extends PageAddress {
  readonly link: PageLink;
  readonly project: ProjectUid;
  readonly language: PageLanguage;
  readonly variables: readonly ListedVariable[];
}

/** The width of the poster in pixels. Link previews display pictures of at least this width without scaling. */
const POSTER_WIDTH = 1200;
const PROVIDER = 'Scenewright';

export function pageHandlers(
  options: PageRouteOptions,
): HandlersOf<'readFilmPage' | 'readFormPage' | 'addFormPhoto' | 'readOembed'> {
  const { films, photos, requests, signer, publicAddress, requireProject, clock } = options;
  const openPage = async (
    target: 'form' | 'page',
    name: string,
    {
      parameters,
      query,
      headers,
    }: Pick<CallRequest<'readFormPage'>, 'query' | 'headers'> & {
      readonly parameters: { readonly project: string };
    },
  ): Promise<OpenedPage> => {
    const project = requireProject(parameters.project);
    const link = readPageLink(target, name, query);
    const variables = await listedVariables(
      { movie: link.movie, project },
      requests,
      brandFor(project, null, requests),
    );
    if (link.upload !== null) await requirePhotoVariable(link.upload, { movie: link.movie, project }, requests);
    const language = pageLanguage(link.language, headers['accept-language']);
    return {
      link: withFreeValues(link, (value, variable) => freeValue(value, variable, variables)),
      project,
      language,
      variables,
      signer,
    };
  };
  const answerForm = async (
    page: OpenedPage,
    { issues = [], photoProblem = null }: Partial<Pick<VisitorForm, 'issues' | 'photoProblem'>> = {},
  ): Promise<CallAnswer> => {
    const isFine = issues.length === 0 && photoProblem === null;
    const isSpent = films.isSpent(page.link);
    const { film } = page.link;
    const made = await frameOfFilm({ ...film, project: page.project, frame: 0 }, requests);
    const size = made ?? (await frameOfFilm({ ...film, ...sampleFilm(page), frame: 0 }, requests));
    const photoShape = await shapeOfPhoto(page, requests);
    const hasPicture = made !== null && issues.length === 0;
    return answerHtml(
      await formDocument({ ...page, issues, photoProblem, isSpent, photoShape, size, hasPicture }),
      page.link,
      isFine ? 200 : 422,
    );
  };
  return {
    readFormPage: async (request) => answerForm(await openPage('form', request.parameters.movie, request)),
    readFilmPage: async (request) => {
      const page = await openPage('page', request.parameters.film, request);
      const { link, project } = page;
      films.count(link.stream ?? link.film, project);
      try {
        const film = await films.ask(link.stream ?? link.film, { project, origin: request.origin }, request.signal);
        const captions = await captionsOf(link.film, project, options, request.signal).catch(ignoreProblem);
        const size = await frameOfFilm({ ...link.film, project, frame: 0 }, requests);
        const base = publicAddress.get() ?? request.origin;
        return answerHtml(await filmDocument({ ...page, film, captions, size, base }), link, 200);
      } catch (error) {
        // Show the form again, because its visitor can correct the values.
        if (!(error instanceof ServiceError) || error.code !== 'render/invalid' || link.vary.length === 0) throw error;
        return await answerForm(page, { issues: error.issues });
      }
    },
    addFormPhoto: async (request) => {
      const page = await openPage('form', request.parameters.movie, request);
      const { upload, film } = page.link;
      if (upload === null || film.photoForm === null)
        throw new ServiceError('link/invalid', 'This form accepts no photos: its link has no `upload`.');
      const place = { project: page.project, form: film.photoForm };
      if (!prefersHtml(request.headers['accept'])) {
        const { name, width, height, expiresAt } = await photos.add(request.body, place, request.signal);
        return { status: 201, json: { photo: name, width, height, expiresAt: new Date(expiresAt).toISOString() } };
      }
      const added = await photos.add(request.body, place, request.signal).catch((error: unknown) => {
        if (error instanceof ServiceError && PHOTO_PROBLEMS.has(error.code)) return error;
        throw error;
      });
      // A browser without the script sends all fields of the form with the photo.
      const photo: readonly LinkParameter[] =
        added instanceof ServiceError ? [] : [[parameterOf(upload, 'page'), added.name]];
      const query = queryWith(page.link, [...(request.body.formFields ?? []), ...photo]);
      const filled = await openPage('form', request.parameters.movie, { ...request, query });
      return await answerForm(filled, {
        photoProblem: added instanceof ServiceError ? photoProblemText(added, page.language) : null,
      });
    },
    readOembed: async ({ query, origin }) => {
      if (query.format !== undefined && query.format !== 'json')
        throw new ServiceError('link/invalid', 'Only `format=json` is available.');
      const { project, name, path, fields } = pageIn(query.url);
      const link = readPageLink('page', name, fields);
      if (link.signature === null || !signer.isGenuine(path, link.parameters, link.signature))
        throw new ServiceError('link/signature');
      const expires = link.parameters.find(([parameter]) => parameter === 'expires')?.[1];
      if (expires !== undefined && EXPIRY.test(expires) && clock() >= Number(expires) * 1000)
        throw new ServiceError('link/expired');
      const page = { link, project: requireProject(project), signer };
      const size = await frameOfFilm({ ...link.film, project: page.project, frame: 0 }, requests);
      return { status: 200, json: oembedOf(page, size, { ...query, base: publicAddress.get() ?? origin }) };
    },
  };
}

const PHOTO_PROBLEMS: ReadonlySet<string> = new Set(['link/photo', 'link/too-many']);

function photoProblemText({ code, says }: ServiceError, language: PageLanguage): string {
  const { photosSpent, photosBusy, photoKind } = pageTexts[language].script;
  if (code !== 'link/too-many') return photoKind;
  return says?.code === 'link/photos-a-day' ? photosSpent : photosBusy;
}

/** Converts a value from a form to the value in a link; null for a value that the visitor omitted. */
function freeValue(value: string, name: string, variables: readonly ListedVariable[]): string | null {
  const type = variables.find((variable) => variable.name === name)?.type;
  if (value === '' && type !== 'text') return null;
  // Convert the line ends, because browsers send CRLF (HTML, 4.10.21.7).
  return value.replaceAll('\r\n', '\n');
}

/** The name of a photo that no visitor can have. It identifies the layer that shows the photo. */
const SAMPLE_PHOTO = 'visitor-photo.jpg';

/**
 * Returns the aspect ratio (width divided by height) in which the first scene with the photo shows it. Returns null if
 * the photo keeps its own ratio, or if the other values cannot be resolved yet.
 */
async function shapeOfPhoto(
  { link, project, variables }: OpenedPage,
  requests: LinkRouteOptions['requests'],
): Promise<number | null> {
  const { upload, movie } = link;
  const photo = variables.find(({ name }) => name === upload);
  if (upload === null || photo === undefined) return null;
  const { values } = sampleFilm({ link, project, variables });
  const shown = { movie, project, values: new Map([...values, [upload, SAMPLE_PHOTO]]), frame: photo.offset ?? 0 };
  const scene = await frameOfFilm(shown, requests);
  if (scene === null) return null;
  const found = framedLayers(scene).find(
    ({ layer }) => layer.kind === 'image' && layer.source.kind === 'asset' && layer.source.name === SAMPLE_PHOTO,
  );
  if (found === undefined || found.layer.kind !== 'image') return null;
  const { fit, box } = found.layer;
  if ((fit !== 'cover' && fit !== 'stretch') || (box.width === null) !== (box.height === null)) return null;
  const { width, height } = boxIn(box, found.frame);
  return width > 0 && height > 0 ? width / height : null;
}

/** Returns the film with samples of missing values, with which its size and its layers can be determined. */
function sampleFilm({ link, project, variables }: Pick<OpenedPage, 'link' | 'project' | 'variables'>) {
  return { project, values: new Map([...variables.flatMap(sampleOf), ...link.film.values]) };
}

/** Returns a sample value for a variable without a value. */
function sampleOf({ name, type, defaultvalue, brand, choices = [] }: ListedVariable): readonly LinkParameter[] {
  if (defaultvalue !== null || brand !== undefined) return [];
  const samples = { media: SAMPLE_PHOTO, color: '#000000', time: '1', number: '1', boolean: 'true', text: name };
  return [[name, choices[0] ?? samples[type]]];
}

/** Returns the movie with only the scene of a frame; null if the values cannot be resolved. */
async function frameOfFilm(
  {
    movie,
    project,
    values,
    frame,
  }: Pick<FilmLink, 'movie' | 'values'> & { readonly project: ProjectUid; readonly frame: number },
  requests: LinkRouteOptions['requests'],
): Promise<Movie | null> {
  const text = { xml: requests.movieXml(project, movie), values: [...brandFor(project, null, requests), ...values] };
  const { totalFrames } = await requests.inspector.film({ ...text, missing: 'error' });
  if (totalFrames === null || totalFrames < 1) return null;
  const found = await requests.inspector.frame(text, { frame: Math.min(frame, totalFrames - 1), filters: new Set() });
  return found.movie;
}

function ignoreProblem(error: unknown): null {
  // Ignore the error: the page then shows the film without captions.
  if (error instanceof ServiceError) return null;
  throw error;
}

function answerHtml(text: string, { embed }: PageLink, status: number): CallAnswer {
  return { status, text, contentType: 'text/html; charset=utf-8', vary: 'accept-language', framedBy: embed };
}

function prefersHtml(accept: string | undefined): boolean {
  return accept?.includes('text/html') === true;
}

interface FilmPage extends OpenedPage {
  readonly film: RequestedFilm;
  readonly captions: { readonly language: string } | null;
  /** The size of the film; null if it is unknown. */
  readonly size: Size | null;
  /** The scheme and host for addresses that other programs use. */
  readonly base: string;
}

async function filmDocument(page: FilmPage): Promise<string> {
  const { link, language, film } = page;
  const words = pageTexts[language];
  const title = link.title ?? link.movie;
  const address = escapeHtml(filmAddress(page));
  const isReady = film.kind === 'ready';
  const poster = escapeHtml(pictureAddress(page, { width: POSTER_WIDTH }));
  const player = playerHtml(page, {
    address: link.stream === null ? address : escapeHtml(streamAddress(page)),
    poster,
  });
  const actions = [
    // A stream has other bytes than the MP4, which only browsers without HLS request.
    ...(link.offersDownload
      ? [
          `<a id="download" href="${address}" download="${escapeHtml(`${title}.${link.format}`)}"${isReady && link.stream === null ? '' : ' hidden'}>${escapeHtml(words.download)}</a>`,
        ]
      : []),
    ...(link.vary.length > 0
      ? [`<a href="${escapeHtml(pageAddress(page, 'form'))}">${escapeHtml(words.makeOwn)}</a>`]
      : []),
  ];
  const state = isReady
    ? ''
    : `<p id="state" role="status">${escapeHtml(words.making)} <noscript>${escapeHtml(words.makingHint)}</noscript></p>
<progress id="progress" aria-label="${escapeHtml(words.making)}"></progress>`;
  const body = `<main class="film"><h1>${escapeHtml(title)}</h1>
<figure id="player">${isReady ? player : `<img src="${poster}" alt="${escapeHtml(title)}">`}</figure>
${state}<p class="actions">${actions.join('\n')}</p></main>`;
  const head = [
    ...(link.isListed ? [] : [NO_INDEX]),
    // Reload the page if its script cannot run.
    ...(isReady ? [] : [`<noscript><meta http-equiv="refresh" content="${RELOAD_SECONDS}"></noscript>`]),
    ...linkPreview(page, title),
  ];
  const needsScript = !isReady || link.stream !== null;
  const data = needsScript && {
    ...{ texts: words.script, film: filmAddress(page), player: playerHtml(page, { address, poster }) },
    ...(link.stream && { stream: { address: streamAddress(page), player, isReady } }),
  };
  return await htmlDocument({ language, title, head, body, ...(data && { data }) });
}

const RELOAD_SECONDS = 5;

function isVideo({ format }: Pick<PageLink, 'format'>): boolean {
  return format === 'mp4' || format === 'webm';
}

function playerHtml(
  page: FilmPage,
  { address, poster }: { readonly address: string; readonly poster: string },
): string {
  const { link, captions, language, size } = page;
  const title = escapeHtml(link.title ?? link.movie);
  if (!isVideo(link)) return `<img src="${address}" alt="${title}">`;
  const sides = size === null ? '' : ` width="${size.width}" height="${size.height}"`;
  const track =
    captions === null
      ? ''
      : `<track kind="captions" src="${escapeHtml(captionsAddress(page))}" srclang="${escapeHtml(captions.language)}" label="${escapeHtml(pageTexts[language].captions)}">`;
  const controls = link.offersDownload ? '' : ' controlslist="nodownload"';
  return `<video controls playsinline preload="metadata" src="${address}" poster="${poster}" aria-label="${title}"${sides}${controls}>${track}</video>`;
}

/** Returns the elements for previews of the link: Open Graph (https://ogp.me) and oEmbed (https://oembed.com). */
function linkPreview(page: FilmPage, title: string): readonly string[] {
  const { link, size, base } = page;
  const at = (relative: string) => absolute(relative, page, base);
  const self = at(pageAddress(page, 'page'));
  const mimeType = isFormatName(link.format) ? formatOf(link.format).mimeType : '';
  const meta = (property: string, content: string) => `<meta property="${property}" content="${escapeHtml(content)}">`;
  return [
    meta('og:title', title),
    meta('og:type', isVideo(link) ? 'video.other' : 'website'),
    meta('og:url', self),
    meta('og:image', at(pictureAddress(page, { width: POSTER_WIDTH }))),
    meta('og:image:type', 'image/jpeg'),
    ...(isVideo(link)
      ? [
          meta('og:video', at(filmAddress(page))),
          meta('og:video:type', mimeType),
          ...(size === null
            ? []
            : [meta('og:video:width', String(size.width)), meta('og:video:height', String(size.height))]),
        ]
      : []),
    '<meta name="twitter:card" content="summary_large_image">',
    ...(link.signature === null
      ? []
      : [
          `<link rel="alternate" type="application/json+oembed" href="${escapeHtml(`${base}/v1/oembed?url=${encoded(self)}`)}" title="${escapeHtml(title)}">`,
        ]),
  ];
}

/** Returns an absolute address for other programs. `relative` is relative to the page. */
function absolute(relative: string, { project, link }: Pick<PageAddress, 'project' | 'link'>, base: string): string {
  return new URL(relative, `${base}${linkPath(project, link.movie, 'page')}`).href;
}

const DEFAULT_SIZE = { width: 1280, height: 720 };

function oembedOf(
  page: PageAddress & { readonly link: PageLink },
  film: Size | null,
  {
    base,
    maxwidth,
    maxheight,
  }: { readonly base: string; readonly maxwidth?: number | undefined; readonly maxheight?: number | undefined },
) {
  const { link } = page;
  const { width, height } = film ?? DEFAULT_SIZE;
  const scaled = (factor: number) => ({
    width: Math.max(1, Math.round(width * factor)),
    height: Math.max(1, Math.round(height * factor)),
  });
  const shown = scaled(Math.min(1, (maxwidth ?? width) / width, (maxheight ?? height) / height));
  const thumbnail = scaled(Math.min(1, POSTER_WIDTH / width));
  const at = (relative: string) => escapeHtml(absolute(relative, page, base));
  const title = link.title ?? link.movie;
  const sides = `width="${shown.width}" height="${shown.height}"`;
  const address = at(filmAddress(page));
  const picture = absolute(pictureAddress(page, { width: POSTER_WIDTH }), page, base);
  const framed = `<iframe src="${at(pageAddress(page, 'page'))}" ${sides} title="${escapeHtml(title)}" allowfullscreen></iframe>`;
  const html =
    link.embed.length > 0
      ? framed
      : isVideo(link)
        ? `<video controls playsinline src="${address}" poster="${escapeHtml(picture)}" ${sides}></video>`
        : `<img src="${address}" alt="${escapeHtml(title)}" ${sides}>`;
  return {
    ...{ version: '1.0', type: 'video', title, provider_name: PROVIDER, html, ...shown, thumbnail_url: picture },
    ...{ thumbnail_width: thumbnail.width, thumbnail_height: thumbnail.height },
  };
}

/** Returns the parts of the address of a page. Throws `link/invalid` for any other address. */
function pageIn(text: string) {
  const url = URL.canParse(text) ? new URL(text) : null;
  const [, ...parts] = /\/v1\/page\/([^/]+)\/([^/]+)$/.exec(url?.pathname ?? '') ?? [];
  const [project = null, name = null] = parts.map(decoded);
  if (url === null || project === null || name === null)
    throw new ServiceError('link/invalid', '`url` must be the address of the page of a film.');
  return { project, name, path: linkPath(project, name, 'page'), fields: parseFields(url.search.slice(1)) };
}

/** Returns the text of a percent-encoded part of an address; null if it is not UTF-8. */
function decoded(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
