import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { type ReactNode, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import {
  type DesignView as DesignAddress,
  type DesignLook,
  designPosterQuery,
  designPosterUrl,
  designPreviewUrl,
} from '#renderer/api/client/media-urls.ts';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatDuration, formatLength } from '#renderer/ui/format/duration.ts';
import { ProblemError } from '#shared/contract/client.ts';
import type { DesignSize } from '#shared/designs/design-file.ts';
import styles from './design-picture.module.css';

export interface DesignPictureProps {
  readonly design: DesignEntry;
  readonly sized: DesignEntry['sizes'][number];
  /** The brand and the values that replace the brand and the values of the design. */
  readonly look?: DesignLook | undefined;
  /** Whether the preview film plays in front of the poster. */
  readonly playing: boolean;
  /** A button over the picture. */
  readonly children?: ReactNode;
}

type DesignView = DesignAddress & { readonly size: DesignSize };

const OWN_LOOK: DesignLook = { values: {}, brand: null };

function hasOtherLook({ values, brand }: DesignLook): boolean {
  return brand !== null || Object.keys(values).length > 0;
}

/** The poster of a design. During playback, the film covers it, and a line below shows the progress. */
export function DesignPicture({ design, sized, look = OWN_LOOK, playing, children }: DesignPictureProps) {
  const view = { name: design.name, version: design.version, size: sized.size };
  return (
    <span className={styles.well}>
      <span className={styles.frame} style={{ '--shape': sized.width / sized.height }}>
        <Poster key={designPosterUrl(view)} src={designPosterUrl(view)} />
        {hasOtherLook(look) && <OtherPoster key={designPosterUrl(view, look)} view={view} look={look} />}
        {playing && <Film key={designPreviewUrl(view)} src={designPreviewUrl(view)} seconds={sized.seconds} />}
      </span>
      {children}
    </span>
  );
}

function Poster({ src }: { readonly src: string }) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  return (
    <span className={styles.picture} aria-busy={state === 'loading'}>
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
    </span>
  );
}

/**
 * The poster that the engine renders with this look. The design's own poster is behind it, and is visible until this
 * poster is loaded, or if loading fails.
 */
function OtherPoster({ view, look }: { readonly view: DesignView; readonly look: DesignLook }) {
  const { designs: strings } = useStrings();
  const { client } = useApi();
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  // An image element does not expose the reason for a failure, so request the reason separately.
  const { error } = useQuery({
    queryKey: [...queryKeys.designs, 'refused', view, look],
    queryFn: async ({ signal }) => {
      const query = { ...designPosterQuery(view, look), size: view.size };
      const response = client.open('readDesignPoster', { parameters: { design: view.name }, query, signal });
      await (await response).body?.cancel();
      return null;
    },
    enabled: state === 'failed',
    retry: false,
  });
  const refusal = error === null ? null : refusalOf(error);
  return (
    <>
      {state !== 'failed' && (
        <img
          className={clsx(styles.picture, state === 'loading' && styles.coming)}
          src={designPosterUrl(view, look)}
          alt=""
          draggable={false}
          onLoad={() => setState('shown')}
          onError={() => setState('failed')}
        />
      )}
      <span role="status">
        {state === 'loading' && <span className={styles.note}>{strings.rendering}</span>}
        {refusal !== null && <span className={styles.note}>{refusal}</span>}
      </span>
    </>
  );
}

/** Returns the reason why a design refuses a value. For other errors, returns their text. */
function refusalOf(error: Error): string {
  const issue = error instanceof ProblemError ? error.problem.issues?.[0] : undefined;
  return issue === undefined ? problemText(error) : say(issue, { plain: true });
}

function Film({ src, seconds }: { readonly src: string; readonly seconds: number }) {
  const { designs: strings } = useStrings();
  const [share, setShare] = useState<number | null>(null);
  const [failed, setFailed] = useState(false);
  // A user's design can have no film. The poster then stays visible.
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
            {strings.timeOf(formatDuration(share * seconds), formatLength(seconds))}
          </span>
          <span className={styles.line}>
            <i style={{ width: `${share * 100}%` }} />
          </span>
        </>
      )}
    </>
  );
}
