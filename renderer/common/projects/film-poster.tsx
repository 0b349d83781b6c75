import { Braces, ImageOff, type LucideIcon, SquareDashed } from 'lucide-react';
import { useState } from 'react';
import { filmPosterUrl } from '#renderer/api/client/media-urls.ts';
import type { TemplateEntry } from '#renderer/api/queries/use-templates.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { PictureFrame } from '#renderer/ui/display/picture-frame.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import styles from './film-poster.module.css';
import { filmVersion } from './poster-pictures.ts';

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
