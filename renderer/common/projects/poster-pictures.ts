import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { filmPosterUrl, frameUrl, posterUrl } from '#renderer/api/client/media-urls.ts';
import type { TemplateEntry } from '#renderer/api/queries/use-templates.ts';

/** Pixels across of a project's picture in the list of projects, for dense screens. */
export const PROJECT_POSTER_WIDTH = 608;

/** Addresses of posters that this page has shown: the browser has them at hand. */
const shown = new Set<string>();

export function noteShown(poster: string): void {
  shown.add(poster);
}

export function wasShown(poster: string): boolean {
  return shown.has(poster);
}

/** Something that has pictures: addresses, each of a picture so many pixels wide. */
export interface PosterPicture {
  readonly poster: (width: number) => string;
  /** From 0 to 1 of its length. */
  readonly at: (share: number, width: number) => string;
}

/** Pictures that may stand for a project, the best first: the film of the template edited last, then the first clip. */
export function postersOf(
  project: { readonly uid: string; readonly updatedAt: string },
  templates: readonly Pick<TemplateEntry, 'name' | 'updatedAt' | 'durationFrames'>[],
  assets: readonly Pick<AssetEntry, 'name' | 'etag' | 'media'>[],
): readonly PosterPicture[] {
  const [film] = templates
    .filter(({ durationFrames }) => durationFrames !== 0)
    .toSorted((one, other) => other.updatedAt.localeCompare(one.updatedAt));
  const clip = assets.find(({ media }) => media?.kind === 'video');
  return [
    ...(film === undefined ? [] : [filmPicture(project, film)]),
    ...(clip === undefined ? [] : [clipPicture(project.uid, clip)]),
  ];
}

function filmPicture(
  { uid, updatedAt: content }: { readonly uid: string; readonly updatedAt: string },
  { name, updatedAt }: Pick<TemplateEntry, 'name' | 'updatedAt'>,
): PosterPicture {
  const version = filmVersion(updatedAt, content);
  return {
    poster: (width) => filmPosterUrl(uid, name, { width, version }),
    at: (share, width) => filmPosterUrl(uid, name, { width, version, at: share }),
  };
}

/**
 * Another text for another film: a template says which of its project's assets it shows, but not which bytes they have.
 */
export function filmVersion(template: string, content: string): string {
  return `${template} ${content}`;
}

function clipPicture(
  project: string,
  { name, etag, media }: Pick<AssetEntry, 'name' | 'etag' | 'media'>,
): PosterPicture {
  const source = { kind: 'asset', name, etag } as const;
  return {
    poster: (width) => posterUrl(project, source, { width }),
    at: (share, width) => frameUrl(project, source, { at: share * (media?.durationSeconds ?? 0), width }),
  };
}
