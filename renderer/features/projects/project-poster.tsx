import { useQuery } from '@tanstack/react-query';
import { Clapperboard, Music } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { useApi } from '../../api/api-context.tsx';
import { frameUrl, type MediaSource, stripUrl } from '../../api/media-urls.ts';
import { queryKeys } from '../../api/query-keys.ts';
import { Icon } from '../../ui/icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import styles from './project-poster.module.css';

/** Pictures under the pointer: enough to tell what a clip is about. */
const tiles = 24;
const tileWidth = 304;
/** The first frame is often black. */
const posterAt = 0.15;
const looked = 20;

export interface ProjectPosterProps {
  readonly project: string;
  /** Another number where the content changed. */
  readonly updatedAt: string;
  readonly hasAssets: boolean;
}

/** A picture of a project's first film; the pointer over it plays through it. */
export function ProjectPoster({ project, updatedAt, hasAssets }: ProjectPosterProps) {
  const clip = usePosterClip(project, updatedAt, hasAssets);
  const [share, setShare] = useState<number | null>(null);
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  const { data, isPending } = clip;
  if (hasAssets && isPending) return <Skeleton className={styles.poster} />;
  if (data === undefined || data === null || state === 'failed') {
    return (
      <div className={styles.poster}>
        <span className={styles.none}>
          <Icon icon={data === null ? Music : Clapperboard} size={20} />
        </span>
      </div>
    );
  }
  const { source, seconds } = data;
  const tile = share === null ? 0 : Math.min(tiles - 1, Math.floor(share * tiles));
  return (
    <div
      className={styles.poster}
      onPointerMove={(event: PointerEvent) => {
        const box = event.currentTarget.getBoundingClientRect();
        setShare(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
      }}
      onPointerLeave={() => setShare(null)}
    >
      {state === 'loading' && <Skeleton className={styles.picture} />}
      <img
        src={frameUrl(project, source, { at: seconds * posterAt, width: tileWidth * 2 })}
        alt=""
        loading="lazy"
        draggable={false}
        className={styles.picture}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
      {share !== null && seconds > 0 && (
        <>
          <span
            className={styles.strip}
            style={{
              backgroundImage: `url("${stripUrl(project, source, { count: tiles, width: tileWidth })}")`,
              backgroundSize: `${tiles * 100}% 100%`,
              backgroundPositionX: `${(tile / (tiles - 1)) * 100}%`,
            }}
          />
          <span className={styles.time}>
            <span style={{ width: `${share * 100}%` }} />
          </span>
        </>
      )}
    </div>
  );
}

/** The first film among a project's assets; null where there is none among the first. */
function usePosterClip(project: string, updatedAt: string, enabled: boolean) {
  const { client } = useApi();
  return useQuery({
    queryKey: [...queryKeys.projects, project, 'poster', updatedAt],
    enabled,
    queryFn: async ({ signal }): Promise<{ readonly source: MediaSource; readonly seconds: number } | null> => {
      const { assets } = await client.call('listAssets', { parameters: { project }, query: { limit: looked }, signal });
      const film = assets.find(({ media }) => media?.kind === 'video');
      if (film === undefined) return null;
      return { source: { kind: 'asset', name: film.name, etag: film.etag }, seconds: film.media?.durationSeconds ?? 0 };
    },
  });
}
