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
  /** A version that changes with the project's assets. */
  readonly assets: string;
  /** The width in device pixels. */
  readonly width: number;
}

/** A thumbnail of a template's movie, or a placeholder. It is decorative, because its parent shows the name. */
export function FilmPoster(props: FilmPosterProps) {
  // Remount for each version, because a new version can have a picture even if the previous one had none.
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

/** The width of a project's poster in the list of projects, in device pixels: twice its width in CSS pixels. */
export const PROJECT_POSTER_WIDTH = 608;

/** The URLs of posters that this page has loaded. They are therefore in the browser's cache. */
const shownPosters = new Set<string>();

export function markPosterShown(poster: string): void {
  shownPosters.add(poster);
}

export function wasPosterShown(poster: string): boolean {
  return shownPosters.has(poster);
}

/** An item with pictures. The functions return URLs for a width in pixels. */
export interface PosterPicture {
  readonly poster: (width: number) => string;
  /** Returns the URL of the picture at a fraction (0 to 1) of the movie or clip. */
  readonly at: (share: number, width: number) => string;
}

/**
 * Returns the poster candidates of a project, best first: the template that was edited last, followed by the first
 * clip.
 */
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
 * Returns a version that changes with the movie. Assets do not change the version of their template, so `content` is
 * added.
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
