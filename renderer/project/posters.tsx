import { Braces, ImageOff, type LucideIcon, SquareDashed } from 'lucide-react';
import { useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { filmPosterUrl, frameUrl, posterUrl } from '#renderer/api/client/media-urls.ts';
import type { TemplateEntry } from '#renderer/api/queries/use-templates.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { PictureFrame } from '#renderer/ui/display/picture-frame.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import styles from './film-poster.module.css';

export interface FilmPosterProps {
  readonly project: string;
  readonly template: TemplateEntry;
  /** Another text where the project has other assets. */
  readonly assets: string;
  /** Pixels of the screen. */
  readonly width: number;
}

/** A small picture of a template's film; a sign where it has none. Decoration: whoever shows it says its name. */
export function FilmPoster(props: FilmPosterProps) {
  // Another film may have a picture where the last had none.
  return <Poster key={filmVersion(props.template.updatedAt, props.assets)} {...props} />;
}

function Poster({ project, template, assets, width }: FilmPosterProps) {
  const { name, updatedAt, durationFrames } = template;
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const sign: LucideIcon | null =
    durationFrames === 0 ? SquareDashed : state !== 'failed' ? null : durationFrames === null ? Braces : ImageOff;
  return (
    <PictureFrame aria-hidden={true}>
      {sign === null ? (
        <>
          {state === 'loading' && <Skeleton className={styles.picture} />}
          <img
            src={filmPosterUrl(project, name, { width: width * 2, version: filmVersion(updatedAt, assets) })}
            alt=""
            loading="lazy"
            decoding="async"
            draggable={false}
            className={styles.picture}
            onLoad={() => setState('shown')}
            onError={() => setState('failed')}
          />
        </>
      ) : (
        <Icon icon={sign} size={14} />
      )}
    </PictureFrame>
  );
}

/** Pixels across of a project's picture in the list of projects, for dense screens. */
export const PROJECT_POSTER_WIDTH = 608;

/** Addresses of posters that this page has shown: the browser has them at hand. */
const shownPosters = new Set<string>();

export function noteShown(poster: string): void {
  shownPosters.add(poster);
}

export function wasShown(poster: string): boolean {
  return shownPosters.has(poster);
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
