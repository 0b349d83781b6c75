import { defaultLanguage } from '#renderer/strings/language.ts';
import { pageLanguage } from '#renderer/strings/page-language.ts';
import { queryText } from '#shared/contract/request-target.ts';
import { ownAddress } from './own-address.ts';

/** Where media is: an asset of the project, with its entity tag where it is known, or a remote address. */
export type MediaSource = (
  | { readonly kind: 'asset'; readonly name: string; readonly etag: string | null }
  | { readonly kind: 'remote'; readonly url: string }
) & {
  /** The fields of an interlaced picture stay. */
  readonly fields?: 'keep';
};

export interface FrameView {
  /** Seconds from the start of the source. */
  readonly at: number;
  /** Pixels. */
  readonly width: number;
}

export interface StripView {
  /** Tiles, side by side. */
  readonly count: number;
  /** Pixels of one tile. */
  readonly width: number;
  /** Seconds; the whole source without. */
  readonly range?: { readonly from: number; readonly to: number };
  /** Where the stretch is long, its very frames instead of the key frames near by; takes longer. */
  readonly exact?: boolean;
}

/** One picture of a source: JPEG. */
export function frameUrl(project: string, source: MediaSource, { at, width }: FrameView): string {
  return viewUrl(project, 'frame', source, { at: seconds(at), width });
}

/** One picture of a source that shows something, wherever in it that is: JPEG. */
export function posterUrl(project: string, source: MediaSource, { width }: { readonly width: number }): string {
  return viewUrl(project, 'poster', source, { width });
}

export interface FilmPosterView {
  /** Pixels. */
  readonly width: number;
  /** Whatever is another text where the film is another. */
  readonly version: string;
  /** How far into the film, from 0 to 1; without, where it shows something. */
  readonly at?: number;
}

/** One picture of a saved film: JPEG. */
export function filmPosterUrl(project: string, movie: string, { width, version, at }: FilmPosterView): string {
  const path = ownAddress('/v1/poster/:project/:movie', { project, movie });
  return `${path}${queryText({ width, v: version, ...(at !== undefined && { at: seconds(at) }) }, '?')}`;
}

/** Pictures of a source at equal distances, in one row of one JPEG. */
export function stripUrl(project: string, source: MediaSource, { count, width, range, exact }: StripView): string {
  const part = range === undefined ? {} : { from: seconds(range.from), to: seconds(range.to) };
  return viewUrl(project, 'strip', source, { count, width, ...part, ...(exact === true && { exact: 'true' }) });
}

/** The bytes themselves, with Range. */
export function originalUrl(project: string, source: MediaSource): string {
  return viewUrl(project, 'original', source, {});
}

/** An image as films read it, also of formats that browsers cannot show. */
export function imageUrl(project: string, source: MediaSource): string {
  return viewUrl(project, 'image', source.kind === 'asset' ? { ...source, etag: null } : source, {});
}

/** The proxy: GET the film, POST to have it made and to hear how far it is. */
export function proxyUrl(project: string, source: MediaSource): string {
  return viewUrl(project, 'proxy', source, source.fields === 'keep' ? { deinterlace: 'false' } : {});
}

/** An asset as a file to be saved or opened. */
export function assetUrl(project: string, name: string): string {
  return ownAddress('/v1/data/:project/:name', { project, name });
}

/** A rendered film. */
export function filmUrl(project: string, render: string): string {
  return ownAddress('/v1/renders/:project/:render/film', { project, render });
}

/** `v` is not read by the service: it makes another address of other bytes, so that no cache shows the old ones. */
function viewUrl(project: string, view: string, source: MediaSource, query: object): string {
  const path = ownAddress('/v1/media/:project/:view', { project, view });
  return `${path}${queryText({ ...sourceQuery(source), ...query }, '?')}`;
}

function sourceQuery(source: MediaSource): object {
  if (source.kind === 'remote') return { url: source.url };
  return source.etag === null ? { src: source.name } : { src: source.name, v: source.etag.replaceAll('"', '') };
}

/** Milliseconds are finer than any frame, and keep addresses alike. */
function seconds(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}

/** The bytes of a font that was added to the program. */
export function addedFontUrl(name: string, sha256: string): string {
  return ownAddress('/v1/fonts/:package/:sha256', { package: name, sha256 });
}

export interface DesignView {
  readonly name: string;
  /** Another text whenever the design is another. */
  readonly version: string;
  readonly size: string;
}

/** What a design is shown with instead of its own. */
export interface DesignLook {
  /** Of variables. */
  readonly values: Readonly<Record<string, string>>;
  /** The project in whose brand it is shown, and that brand's tag, which is another whenever the brand is. */
  readonly brand: { readonly project: string; readonly etag: string } | null;
}

/** What of a look stands in the address of a poster; the same address is the same picture. */
export function designPosterQuery({ version, size }: DesignView, { values, brand }: DesignLook) {
  return {
    size,
    ...inPageLanguage(),
    v: brand === null ? version : `${version} ${brand.etag}`,
    ...(Object.keys(values).length > 0 && { values: JSON.stringify(values) }),
    ...(brand !== null && { project: brand.project }),
  };
}

/** Designs show their default texts in the language of the page. */
function inPageLanguage() {
  const language = pageLanguage();
  return language === defaultLanguage ? {} : { language };
}

/** The picture that stands for a design: JPEG; with a look, as the engine renders it so. */
export function designPosterUrl(view: DesignView, look: DesignLook = { values: {}, brand: null }): string {
  const query = queryText(designPosterQuery(view, look), '?');
  return `${ownAddress('/v1/designs/:design/poster', { design: view.name })}${query}`;
}

/** A design as a small film without sound: MP4. */
export function designPreviewUrl({ name, version, size }: DesignView): string {
  const query = queryText({ size, ...inPageLanguage(), v: version }, '?');
  return `${ownAddress('/v1/designs/:design/preview', { design: name })}${query}`;
}

/** A whole design as one file. */
export function designBundleUrl(name: string): string {
  return ownAddress('/v1/designs/:design', { design: name });
}
