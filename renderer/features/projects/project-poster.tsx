import { useQuery } from '@tanstack/react-query';
import { Clapperboard, Music } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { markPosterShown, type PosterPicture, PROJECT_POSTER_WIDTH, postersOf } from '#renderer/project/posters.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import styles from './project-poster.module.css';

/** The number of pictures for scrubbing, which is enough to recognize a film. */
const tiles = 12;
const tileWidth = PROJECT_POSTER_WIDTH / 2;
const MAX_TRIED_CLIPS = 20;

export interface ProjectPosterProps {
  readonly project: string;
  /** A version that changes with the content of the project. */
  readonly updatedAt: string;
  readonly hasContent: boolean;
}

/**
 * A picture of the project's latest film, or else of its first clip. Moving the pointer across the picture scrubs
 * through the film.
 */
export function ProjectPoster({ project, updatedAt, hasContent }: ProjectPosterProps) {
  const { data, isPending } = usePosters(project, updatedAt, hasContent);
  const [failed, setFailed] = useState<readonly string[]>([]);
  if (hasContent && isPending)
    return (
      <div className={styles.poster} aria-busy={true}>
        <Skeleton className={styles.picture} />
      </div>
    );
  const picture = data?.pictures.find((each) => !failed.includes(each.poster(PROJECT_POSTER_WIDTH)));
  if (picture === undefined) {
    return (
      <div className={styles.poster}>
        <span className={styles.none}>
          <Icon icon={data?.isSound === true ? Music : Clapperboard} size={20} />
        </span>
      </div>
    );
  }
  const poster = picture.poster(PROJECT_POSTER_WIDTH);
  return (
    <Poster
      key={poster}
      picture={picture}
      poster={poster}
      onFailed={() => setFailed((before) => [...before, poster])}
    />
  );
}

interface PosterProps {
  readonly picture: PosterPicture;
  readonly poster: string;
  readonly onFailed: () => void;
}

function Poster({ picture, poster, onFailed }: PosterProps) {
  const [share, setShare] = useState<number | null>(null);
  const [isShown, setIsShown] = useState(false);
  const [hasTile, setHasTile] = useState(false);
  const tile = share === null ? null : Math.min(tiles - 1, Math.floor(share * tiles));
  return (
    <div
      className={styles.poster}
      aria-busy={!isShown}
      onPointerMove={(event: PointerEvent) => {
        const box = event.currentTarget.getBoundingClientRect();
        setShare(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
      }}
      onPointerLeave={() => {
        setShare(null);
        setHasTile(false);
      }}
    >
      {!isShown && <Skeleton className={styles.picture} />}
      <img
        src={poster}
        alt=""
        loading="lazy"
        draggable={false}
        className={styles.picture}
        onLoad={() => {
          setIsShown(true);
          markPosterShown(poster);
        }}
        onError={onFailed}
      />
      {tile !== null && isShown && (
        <>
          {/* Keep the previous picture until the next one is loaded. */}
          <img
            src={picture.at((tile + 0.5) / tiles, tileWidth)}
            alt=""
            draggable={false}
            className={styles.picture}
            hidden={!hasTile}
            onLoad={() => setHasTile(true)}
            onError={() => setHasTile(false)}
          />
          <span className={styles.time}>
            <span style={{ width: `${(share ?? 0) * 100}%` }} />
          </span>
        </>
      )}
    </div>
  );
}

/** Queries the poster candidates of a project, best first. */
function usePosters(project: string, updatedAt: string, enabled: boolean) {
  const { client } = useApi();
  return useQuery({
    queryKey: [...queryKeys.projects, project, 'poster', updatedAt],
    enabled,
    queryFn: async ({ signal }) => {
      const parameters = { project };
      const [{ templates }, { assets }] = await Promise.all([
        client.call('listTemplates', { parameters, signal }),
        client.call('listAssets', { parameters, query: { limit: MAX_TRIED_CLIPS }, signal }),
      ]);
      return {
        pictures: postersOf({ uid: project, updatedAt }, templates, assets),
        isSound: assets.length > 0 && assets.every(({ media }) => media?.kind === 'audio'),
      };
    },
  });
}
