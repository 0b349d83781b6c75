import { createHash } from 'node:crypto';
import {
  joinCells,
  type LinkFormat,
  type LinkParameter,
  type LinkTarget,
  linkPath,
  linkQuery,
  type PageLanguage,
  PHOTOS_PARAMETER,
  pageLanguages,
  pageParameters,
  parameterOf,
  STREAM_PARAMETER,
  signedText,
  variableOf,
  varying,
} from '#shared/contract/shapes/film-link.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { isFormatName } from '../engine/formats/formats.ts';
import { ServiceError } from '../errors/service-error.ts';
import { type FilmLink, type LinkQuery, linkParameters, readLink, shortenedName } from './read-link.ts';
import type { LinkSigner } from './sign-link.ts';

/** A link to a form or to the page of a film. */
export interface PageLink {
  readonly movie: string;
  readonly format: LinkFormat;
  /**
   * The link to the playlist that plays the film during rendering, for a page whose name ends in `.m3u8`; otherwise null.
   * `film` is then the MP4 for browsers without HLS.
   */
  readonly stream: FilmLink | null;
  /** Whether the pages of a form, or this page, play the film during rendering. */
  readonly isStreamed: boolean;
  /** The link to the film of the page. It contains the signature of the page's link. */
  readonly film: FilmLink;
  /** The title; null for the name of the movie. */
  readonly title: string | null;
  readonly offersDownload: boolean;
  /** Whether search engines can list the page. */
  readonly isListed: boolean;
  /** The language of the page; null for the language of the browser. */
  readonly language: PageLanguage | null;
  /** The origins of the pages that can embed the page. */
  readonly embed: readonly string[];
  /** The variable for which visitors can add a photo; null if they cannot. */
  readonly upload: string | null;
  /** The variables that visitors can change. */
  readonly vary: readonly string[];
  /** All parameters except `sig`. */
  readonly parameters: readonly LinkParameter[];
  /** The checked signature; null if the request has credentials. */
  readonly signature: string | null;
}

const MAX_TITLE = 200;
const MAX_EMBEDS = 5;
/** A web origin in the form that browsers send. Only the local machine may be reached without TLS. */
const ORIGIN = /^(?:https:\/\/[a-z0-9.-]+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/;

/**
 * Parses a link to a form (`name` is the movie) or to a page (`name` is a film such as `greeting.mp4`). Joins the fields
 * of items that a form without its script sends. Throws `link/invalid` for all errors that are independent of the movie.
 */
export function readPageLink(target: 'form' | 'page', name: string, query: LinkQuery): PageLink {
  const sent = linkParameters(query);
  const all = joinCells(sent, varying(sent));
  const settings = new Map(all.filter(([parameter]) => isOfPage(parameter)));
  const upload = settings.get('upload') ?? null;
  const parameters = all.filter(([parameter]) => parameter !== 'sig');
  const vary = varying(all).map((parameter) => {
    const variable = variableOf(parameter, 'page');
    if (variable !== null) return variable;
    throw invalid(message('link/vary-reserved', { name: shortenedName(parameter) }));
  });
  if (upload !== null && !vary.includes(upload)) throw invalid('`upload` must be one of the variables in `vary`.');
  const own = filmParameters(parameters, upload === null ? null : formId(movieIn(target, name), parameters));
  const signature = all.find(([parameter]) => parameter === 'sig')?.[1] ?? null;
  const filmQuery = Object.fromEntries(signature === null ? own : [...own, ['sig', signature]]);
  const linked = readLink(target === 'form' ? `${name}.mp4` : name, filmQuery);
  const stream = linked.format === 'm3u8' ? linked : null;
  const film = stream === null ? linked : readLink(`${linked.movie}.mp4`, filmQuery);
  if (!isFormatName(film.format)) throw invalid('Only films have a page: .mp4, .m3u8, .webm, .gif, .apng, or .webp.');
  return {
    ...{ movie: film.movie, format: film.format, stream, film, upload, vary, parameters, signature },
    title: titleIn(settings.get('title')),
    isStreamed: flagIn(settings.get(STREAM_PARAMETER), STREAM_PARAMETER, false) || stream !== null,
    offersDownload: flagIn(settings.get('download'), 'download', true),
    isListed: flagIn(settings.get('index'), 'index', false),
    language: languageIn(settings.get('lang')),
    embed: originsIn(settings.get('embed')),
  };
}

/**
 * Returns the parameters of a link to the film itself. Omits the parameters of the page, and renames variables as links
 * to films require.
 * @param photoForm The id of the form whose photos the film accepts; null for none.
 */
function filmParameters(parameters: readonly LinkParameter[], photoForm: string | null): readonly LinkParameter[] {
  const renamed = (parameter: string): string => {
    const variable = variableOf(parameter, 'page');
    return variable === null ? parameter : parameterOf(variable);
  };
  const own = parameters
    .filter(([name]) => !isOfPage(name) && name !== PHOTOS_PARAMETER)
    .map(
      ([name, value]): LinkParameter =>
        name === 'vary' ? [name, value.split(',').map(renamed).join(',')] : [renamed(name), value],
    );
  return photoForm === null ? own : [...own, [PHOTOS_PARAMETER, photoForm]];
}

function movieIn(target: 'form' | 'page', name: string): string {
  return target === 'form' ? name : name.slice(0, Math.max(0, name.lastIndexOf('.')));
}

/**
 * Returns the id of a form for links to its films. It derives from the movie and from the parameters that the signature
 * covers, so a form and its pages have the same id.
 */
function formId(movie: string, parameters: readonly LinkParameter[]): string {
  // Pages with and without a stream belong to the same form.
  const covered = parameters.filter(([name]) => name !== STREAM_PARAMETER);
  return createHash('sha256')
    .update(signedText(linkPath('', movie, 'form'), covered))
    .digest('base64url')
    .slice(0, 22);
}

/**
 * Returns the link with other values of the variables that visitors can change.
 * @param change Returns the value for the link; null to omit it.
 */
export function withFreeValues(link: PageLink, change: (value: string, variable: string) => string | null): PageLink {
  const free = new Set(link.vary);
  const changed = (parameters: readonly LinkParameter[], target: LinkTarget): readonly LinkParameter[] =>
    parameters.flatMap(([name, value]): readonly LinkParameter[] => {
      const variable = variableOf(name, target);
      if (variable === null || !free.has(variable)) return [[name, value]];
      const next = change(value, variable);
      return next === null ? [] : [[name, next]];
    });
  const { film } = link;
  const values = new Map(
    [...film.values].flatMap(([name, value]): readonly LinkParameter[] => {
      const next = free.has(name) ? change(value, name) : value;
      return next === null ? [] : [[name, next]];
    }),
  );
  return {
    ...link,
    parameters: changed(link.parameters, 'page'),
    film: { ...film, values, parameters: changed(film.parameters, 'film') },
  };
}

/** Returns the query of a link with the fields of its form in place of the values that visitors can change. */
export function queryWith(
  { parameters, signature }: PageLink,
  fields: readonly LinkParameter[],
): Record<string, string> {
  const free = new Set(varying(parameters));
  // The name of a cell starts with the name of its list.
  const parameterIn = (name: string) => (free.has(name) ? name : name.replace(/\[.*$/s, ''));
  const sent = fields.filter(([name]) => free.has(parameterIn(name)));
  const replaced = new Set(sent.map(([name]) => parameterIn(name)));
  const others = parameters.filter(([name]) => !replaced.has(name));
  return Object.fromEntries([...others, ...sent, ...(signature === null ? [] : [['sig', signature]])]);
}

/** A page and the project of its movie, which determine the addresses of the page's parts. */
export interface PageAddress {
  readonly link: Pick<PageLink, 'movie' | 'format' | 'isStreamed' | 'film' | 'parameters' | 'signature'>;
  readonly project: string;
  readonly signer: LinkSigner;
}

/** Returns the address of the film of a page, relative to the page. */
export function filmAddress({ link, ...at }: PageAddress): string {
  return relativeAddress({ link, ...at }, 'film', `${link.movie}.${link.format}`, link.film.parameters);
}

/** Returns the address of the playlist that plays the film during rendering, relative to the page. */
export function streamAddress({ link, ...at }: PageAddress): string {
  return relativeAddress({ link, ...at }, 'film', `${link.movie}.m3u8`, link.film.parameters);
}

/**
 * Returns the address of a picture of the film, relative to the page.
 * @param frame The frame; null for a representative frame.
 * @param values Whether the address contains the values that visitors can change.
 */
export function pictureAddress(
  at: PageAddress,
  { width, frame = null, values = true }: { width: number; frame?: number | null; values?: boolean },
): string {
  const { link } = at;
  const free = values ? new Set<string>() : new Set(varying(link.film.parameters));
  const others = link.film.parameters.filter(
    ([name]) => !['quality', 'film.maxbytes'].includes(name) && !free.has(name),
  );
  const place: readonly LinkParameter[] = frame === null ? [] : [['frame', String(frame)]];
  return relativeAddress(at, 'film', `${link.movie}.jpg`, [...others, ['width', String(width)], ...place]);
}

/** Returns the address of the captions of the film as WebVTT, relative to the page. */
export function captionsAddress(at: PageAddress): string {
  const others = at.link.film.parameters.filter(([name]) => !['quality', 'film.maxbytes'].includes(name));
  return relativeAddress(at, 'film', `${at.link.movie}.vtt`, others);
}

/** Returns the address of the form or of the page of the film, relative to the page. */
export function pageAddress(at: PageAddress, target: 'form' | 'page'): string {
  const { movie, format, isStreamed, parameters } = at.link;
  if (target === 'page') return relativeAddress(at, 'page', `${movie}.${isStreamed ? 'm3u8' : format}`, parameters);
  const isNamed = parameters.some(([name]) => name === STREAM_PARAMETER);
  const stream: readonly LinkParameter[] = isStreamed && !isNamed ? [[STREAM_PARAMETER, '1']] : [];
  return relativeAddress(at, 'form', movie, [...parameters, ...stream]);
}

/** The addresses of a form, and the values that it sends in addition to its fields. */
export interface FormAddresses {
  /** The address of the page that shows the film, without parameters. */
  readonly action: string;
  /** The parameters of the page that no field of the form contains, with the signature. */
  readonly hidden: readonly LinkParameter[];
  /** The address of the form itself, for photos. */
  readonly self: string;
}

/** @param fields The parameters that the fields of the form contain. */
export function formAddresses(at: PageAddress, fields: ReadonlySet<string>): FormAddresses {
  const [action = '', query = ''] = pageAddress(at, 'page').split('?');
  const sig = new URLSearchParams(query).get('sig');
  const others = at.link.parameters.filter(([name]) => !fields.has(name));
  return { action, hidden: sig === null ? others : [...others, ['sig', sig]], self: pageAddress(at, 'form') };
}

const FOLDERS = { film: 'render', form: 'form', page: 'page' } as const satisfies Record<LinkTarget, string>;

function relativeAddress(
  { link, project, signer }: PageAddress,
  target: LinkTarget,
  name: string,
  parameters: readonly LinkParameter[],
): string {
  const path = linkPath(project, name, target);
  const query = linkQuery(parameters);
  const sig = link.signature === null ? [] : [`sig=${signer.sign(path, parameters)}`];
  const [encodedProject, encodedName] = path.split('/').slice(-2);
  return `../../${FOLDERS[target]}/${encodedProject}/${encodedName}?${[query, ...sig].filter((part) => part !== '').join('&')}`;
}

function isOfPage(parameter: string): boolean {
  return pageParameters.some((pageParameter) => pageParameter === parameter);
}

function titleIn(text: string | undefined): string | null {
  if (text === undefined || text.trim() === '') return null;
  if (text.length > MAX_TITLE) throw invalid(`\`title\` can have up to ${MAX_TITLE} characters.`);
  return text.trim();
}

function flagIn(text: string | undefined, field: string, fallback: boolean): boolean {
  if (text === undefined) return fallback;
  if (text === '0' || text === '1') return text === '1';
  throw invalid(`\`${field}\` must be 0 or 1.`);
}

function languageIn(text: string | undefined): PageLanguage | null {
  if (text === undefined) return null;
  const language = pageLanguages.find((each) => each === text);
  if (language === undefined) throw invalid(`\`lang\` must be ${pageLanguages.join(' or ')}.`);
  return language;
}

function originsIn(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  const origins = text.split(',');
  if (origins.length <= MAX_EMBEDS && origins.every((origin) => ORIGIN.test(origin))) return origins;
  throw invalid(`\`embed\` must be up to ${MAX_EMBEDS} origins such as https://shop.example, separated by commas.`);
}

function invalid(says: Message | string): ServiceError {
  return new ServiceError('link/invalid', says);
}
