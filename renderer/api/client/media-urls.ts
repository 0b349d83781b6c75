import { defaultLanguage } from '#renderer/strings/language.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { queryText } from '#shared/contract/request-target.ts';
import { servicePath } from './service-path.ts';

/** A source of media: an asset of the project, with its etag if known, or a URL. */
export type MediaSource = (
  | { readonly kind: 'asset'; readonly name: string; readonly etag: string | null }
  | { readonly kind: 'remote'; readonly url: string }
) & {
  /** `keep` if the proxy of an interlaced source stays interlaced. */
  readonly fields?: 'keep';
};

export interface FrameView {
  /** The time of the frame in seconds from the start of the source. */
  readonly at: number;
  /** The width of the picture in pixels. */
  readonly width: number;
}

export interface FilmstripRequest {
  /** The number of adjacent tiles. */
  readonly count: number;
  /** The width of one tile in pixels. */
  readonly width: number;
  /** The range of the source in seconds; by default, the whole source. */
  readonly range?: { readonly from: number; readonly to: number };
  /** Whether the tiles of a long range are exact frames, which are slower than nearby sync frames. */
  readonly exact?: boolean;
}

/** Returns the URL of a frame of a source as JPEG. */
export function frameUrl(project: string, source: MediaSource, { at, width }: FrameView): string {
  return viewUrl(project, 'frame', source, { at: seconds(at), width });
}

/** Returns the URL of a representative picture of a source as JPEG. */
export function posterUrl(project: string, source: MediaSource, { width }: { readonly width: number }): string {
  return viewUrl(project, 'poster', source, { width });
}

export interface FilmPosterView {
  /** The width of the picture in pixels. */
  readonly width: number;
  /** A version that changes with the movie, so that the URL changes too. */
  readonly version: string;
  /** The position in the movie as a fraction (0 to 1); by default, a representative frame. */
  readonly at?: number;
}

/** Returns the URL of a picture of a saved movie as JPEG. */
export function filmPosterUrl(project: string, movie: string, { width, version, at }: FilmPosterView): string {
  const path = servicePath('/v1/poster/:project/:movie', { project, movie });
  return `${path}${queryText({ width, v: version, ...(at !== undefined && { at: seconds(at) }) }, '?')}`;
}

/** Returns the URL of a strip: equidistant pictures of a source side by side in one JPEG. */
export function stripUrl(
  project: string,
  source: MediaSource,
  { count, width, range, exact }: FilmstripRequest,
): string {
  const part = range === undefined ? {} : { from: seconds(range.from), to: seconds(range.to) };
  return viewUrl(project, 'strip', source, { count, width, ...part, ...(exact === true && { exact: 'true' }) });
}

/** Returns the URL of the original bytes, which supports Range requests. */
export function originalUrl(project: string, source: MediaSource): string {
  return viewUrl(project, 'original', source, {});
}

/** Returns the URL of an image as films use it, even in formats that browsers cannot display. */
export function imageUrl(project: string, source: MediaSource): string {
  return viewUrl(project, 'image', source.kind === 'asset' ? { ...source, etag: null } : source, {});
}

/** Returns the URL of the proxy. GET returns the video. POST starts making it and returns the progress. */
export function proxyUrl(project: string, source: MediaSource): string {
  return viewUrl(project, 'proxy', source, source.fields === 'keep' ? { deinterlace: 'false' } : {});
}

/** Returns the URL of an asset's file. */
export function assetUrl(project: string, name: string): string {
  return servicePath('/v1/data/:project/:name', { project, name });
}

/** Returns the URL of a rendered film. */
export function filmUrl(project: string, render: string): string {
  return servicePath('/v1/renders/:project/:render/film', { project, render });
}

/** Returns the URL of a file beside a rendered film. */
export function filmFileUrl(project: string, render: string, file: string): string {
  return servicePath('/v1/renders/:project/:render/files/:file', { project, render, file });
}

/**
 * Returns the URL of a view of a source. Its parameter `v`, which the service ignores, is the etag, so that caches do
 * not return old bytes.
 */
function viewUrl(project: string, view: string, source: MediaSource, query: object): string {
  const path = servicePath('/v1/media/:project/:view', { project, view });
  return `${path}${queryText({ ...sourceQuery(source), ...query }, '?')}`;
}

function sourceQuery(source: MediaSource): object {
  if (source.kind === 'remote') return { url: source.url };
  return source.etag === null ? { src: source.name } : { src: source.name, v: source.etag.replaceAll('"', '') };
}

/** Rounds to milliseconds, so that nearly equal times have the same URL. A frame is longer than a millisecond. */
function seconds(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** Returns the URL of a font that was added to the program. */
export function addedFontUrl(name: string, sha256: string): string {
  return servicePath('/v1/fonts/:package/:sha256', { package: name, sha256 });
}

export interface DesignView {
  readonly name: string;
  /** A version that changes with the design, so that the URL changes too. */
  readonly version: string;
  readonly size: string;
}

/** The values and the brand with which a design is shown. */
export interface DesignLook {
  /** The values of variables. */
  readonly values: Readonly<Record<string, string>>;
  /** The project whose brand is applied, and the etag of that brand. */
  readonly brand: { readonly project: string; readonly etag: string } | null;
}

/** Returns the query of a poster's URL. Posters with the same query are identical. */
export function designPosterQuery({ version, size }: DesignView, { values, brand }: DesignLook) {
  return {
    size,
    ...inPageLanguage(),
    v: brand === null ? version : `${version} ${brand.etag}`,
    ...(Object.keys(values).length > 0 && { values: JSON.stringify(values) }),
    ...(brand !== null && { project: brand.project }),
  };
}

/** Returns the page language as a query parameter, because the default texts of a design depend on it. */
function inPageLanguage() {
  const language = pageLanguage();
  return language === defaultLanguage ? {} : { language };
}

/** Returns the URL of a design's poster as JPEG. With values or a brand, the service renders it on request. */
export function designPosterUrl(view: DesignView, look: DesignLook = { values: {}, brand: null }): string {
  const query = queryText(designPosterQuery(view, look), '?');
  return `${servicePath('/v1/designs/:design/poster', { design: view.name })}${query}`;
}

/** Returns the URL of a design's preview as MP4 without sound. */
export function designPreviewUrl({ name, version, size }: DesignView): string {
  const query = queryText({ size, ...inPageLanguage(), v: version }, '?');
  return `${servicePath('/v1/designs/:design/preview', { design: name })}${query}`;
}

/** Returns the URL of a design's bundle (a single file). */
export function designBundleUrl(name: string): string {
  return servicePath('/v1/designs/:design', { design: name });
}
