import { type ReactNode, useState } from 'react';
import { designPosterUrl, designPreviewUrl } from '../../../api/client/media-urls.ts';
import type { DesignEntry } from '../../../api/queries/use-designs.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { formatDuration } from '../../../ui/format/duration.ts';
import styles from './design-picture.module.css';

export interface DesignPictureProps {
  readonly design: DesignEntry;
  readonly sized: DesignEntry['sizes'][number];
  /** Of variables: those that it is shown with instead of its own. */
  readonly values?: Readonly<Record<string, string>>;
  /** Whether its small film plays over its poster. */
  readonly playing: boolean;
  /** Lies over it: a button. */
  readonly children?: ReactNode;
}

/** What a design looks like: its poster, and over it the film while that plays; the line below is the time. */
export function DesignPicture({ design, sized, values, playing, children }: DesignPictureProps) {
  const view = { name: design.name, version: design.version, size: sized.size };
  const poster = designPosterUrl(view, values);
  return (
    <span className={styles.well}>
      <span className={styles.frame} style={{ '--shape': sized.width / sized.height }}>
        <Poster key={poster} src={poster} />
        {playing && <Film key={designPreviewUrl(view)} src={designPreviewUrl(view)} seconds={sized.seconds} />}
      </span>
      {children}
    </span>
  );
}

function Poster({ src }: { readonly src: string }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  return (
    <>
      {state === 'loading' && <Skeleton className={styles.picture} />}
      {state !== 'failed' && (
        <img
          className={styles.picture}
          src={src}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
    </>
  );
}

function Film({ src, seconds }: { readonly src: string; readonly seconds: number }) {
  const { designs: words } = useStrings();
  const [share, setShare] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  // One's own design may have no film yet: its poster stays.
  if (failed) return null;
  return (
    <>
      <video
        className={styles.picture}
        src={src}
        muted
        loop
        autoPlay
        playsInline
        disablePictureInPicture
        aria-hidden={true}
        tabIndex={-1}
        onTimeUpdate={({ currentTarget: { currentTime, duration } }) =>
          setShare(duration > 0 ? currentTime / duration : 0)
        }
        onError={() => setFailed(true)}
      />
      {share !== null && (
        <>
          <span className={`${styles.time} tabular`}>
            {words.timeOf(formatDuration(share * seconds), formatDuration(seconds))}
          </span>
          <span className={styles.line}>
            <i style={{ width: `${share * 100}%` }} />
          </span>
        </>
      )}
    </>
  );
}
