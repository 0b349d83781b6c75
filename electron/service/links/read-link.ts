import {
  encoded,
  type LinkFormat,
  type LinkParameter,
  linkFormats,
  linkQuery,
  PHOTOS_PARAMETER,
  variableOf,
  varying,
} from '#shared/contract/shapes/film-link.ts';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { PictureFormat } from '#shared/contract/shapes/picture-formats.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { isFormatName } from '../engine/formats/formats.ts';
import { ServiceError } from '../errors/service-error.ts';
import { EXPIRY } from './link-guard.ts';

/**
 * The requested frame of a picture, by number or by time; null if the service chooses a frame that is neither black nor
 * plain.
 */
export type RequestedMoment = { readonly frame: number } | { readonly seconds: number } | null;

/** The parsed request of a link. Its film may not exist. */
export interface FilmLink {
  readonly movie: string;
  readonly format: LinkFormat;
  readonly quality: string;
  readonly moment: RequestedMoment;
  readonly width: number | null;
  /** The values by variable name. */
  readonly values: ReadonlyMap<string, string>;
  /** The checked signature; null if the request has credentials. */
  readonly signature: string | null;
  /** The expiry in seconds since 1970; null if there is none. */
  readonly expires: number | null;
  /** Whether the signature permits other values. */
  readonly varies: boolean;
  /** The id of the form whose photos the values can contain; null if photos are not accepted. */
  readonly photoForm: string | null;
  /** All parameters except `sig`, in their signed form. */
  readonly parameters: readonly LinkParameter[];
}

/** The picture format of each ending. A WebP without a frame is an animated film, and with a frame a picture. */
const PICTURES: Readonly<Partial<Record<LinkFormat, PictureFormat>>> = {
  jpg: 'jpeg',
  png: 'png',
  webp: 'webp',
  avif: 'avif',
};
const MAX_WIDTH = 1920;

/** Returns the picture format of a link; null for a link to a film. */
export function pictureOfLink({ format, moment }: Pick<FilmLink, 'format' | 'moment'>): PictureFormat | null {
  return (isFormatName(format) && moment === null ? null : PICTURES[format]) ?? null;
}

/** The query of a link. A repeated parameter is a list. */
export type LinkQuery = Readonly<Record<string, string | readonly string[] | undefined>>;

/** Returns the parameters of a link. Throws `link/invalid` for a repeated parameter. */
export function linkParameters(query: LinkQuery): readonly LinkParameter[] {
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return [];
    if (typeof value !== 'string') throw invalid(message('link/twice', { name: shortenedName(name) }));
    return [[name, value] as const];
  });
}

/**
 * Parses the last segment of a link, such as `greeting.mp4`, and the query. Throws `link/invalid` for all errors that
 * are independent of the movie.
 */
export function readLink(film: string, query: LinkQuery): FilmLink {
  const { movie, format } = filmIn(film);
  const parameters = linkParameters(query);
  const signed = parameters.filter(([name]) => name !== 'sig');
  const limit = serviceLimits.filmLinks.characters;
  if (linkQuery(signed).length > limit) throw invalid(message('link/values-too-long', { most: limit }));
  const valuesByName = new Map(parameters);
  const signature = valuesByName.get('sig') ?? null;
  const vary = varying(parameters);
  for (const name of vary)
    if (variableOf(name) === null) throw invalid(message('link/vary-reserved', { name: shortenedName(name) }));
  const moment = momentIn(valuesByName.get('frame'));
  const isOfPicture = pictureOfLink({ format, moment }) !== null;
  for (const field of isOfPicture ? ['quality'] : ['frame', 'width'])
    if (valuesByName.has(field)) throw invalid(message('link/not-of-format', { field, format }));
  return {
    movie,
    format,
    quality: valuesByName.get('quality') ?? 'standard',
    moment,
    width: widthIn(valuesByName.get('width')),
    values: valuesIn(parameters),
    signature,
    expires: signature === null ? null : expiryIn(valuesByName.get('expires')),
    varies: signature !== null && vary.length > 0,
    photoForm: valuesByName.get(PHOTOS_PARAMETER) ?? null,
    parameters: signed,
  };
}

/** Returns the parameters for a picture of the film, with the same values and without a signature. */
export function parametersOfPicture({ parameters }: FilmLink, width: number): readonly LinkParameter[] {
  const others = parameters.filter(([name]) => !['quality', 'frame', 'width'].includes(name));
  return [...others, ['width', String(width)]];
}

/** Returns an address relative to the folder of the link: the file name and the query. */
export function relativeLink(film: string, parameters: readonly LinkParameter[]): string {
  return `${encoded(film)}?${linkQuery(parameters)}`;
}

function filmIn(film: string): { readonly movie: string; readonly format: LinkFormat } {
  const dot = film.lastIndexOf('.');
  const ending = film.slice(dot + 1).toLowerCase();
  const format = linkFormats.find((name) => name === ending);
  if (dot < 1 || format === undefined) throw invalid(message('link/no-format', { names: linkFormats }));
  return { movie: film.slice(0, dot), format };
}

function valuesIn(parameters: readonly LinkParameter[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const [parameter, value] of parameters) {
    const variable = variableOf(parameter);
    if (variable === null) continue;
    if (values.has(variable)) throw invalid(message('link/twice', { name: shortenedName(variable) }));
    values.set(variable, value);
  }
  return values;
}

function momentIn(text: string | undefined): RequestedMoment {
  if (text === undefined) return null;
  if (/^\d{1,9}$/.test(text)) return { frame: Number(text) };
  const [, seconds] = /^(\d{1,6}(?:\.\d{1,6})?)s$/.exec(text) ?? [];
  if (seconds === undefined) throw invalid(message('link/no-frame'));
  return { seconds: Number(seconds) };
}

function widthIn(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,4}$/.test(text)) throw invalid(message('field/no-whole-number', { field: 'width' }));
  const width = Number(text);
  if (width >= 1 && width <= MAX_WIDTH) return width;
  throw invalid(message('field/out-of-bounds', { field: 'width', minimum: 1, maximum: MAX_WIDTH }));
}

/** Returns the expiry; null if the link does not expire. Throws `link/invalid` for an invalid time. */
function expiryIn(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!EXPIRY.test(text)) throw invalid(message('link/no-expiry'));
  return Number(text);
}

function invalid(says: Message): ServiceError {
  return new ServiceError('link/invalid', says);
}

/** Returns a name for a message, cut to 255 characters. */
export function shortenedName(name: string): string {
  return name.slice(0, 255);
}
