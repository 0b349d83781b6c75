import { clsx } from 'clsx';
import { Captions, File, Film, Image, Type } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import { assertNever } from '../../../../shared/lib/assert.ts';
import type { AssetEntry } from '../../../api/client/asset-list.ts';
import { assetUrl, type MediaSource, posterUrl, stripUrl } from '../../../api/client/media-urls.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { PictureFrame } from '../../../ui/display/picture-frame.tsx';
import { Skeleton } from '../../../ui/display/skeleton.tsx';
import { formatDuration } from '../../../ui/format/duration.ts';
import styles from './asset-thumb.module.css';
import { SoundWave } from './sound-wave.tsx';
import { tileFace } from './tile-face.ts';

const POSTER_WIDTH = 320;
const STRIP = { count: 24, width: 240 } as const;

export interface AssetThumbProps {
  readonly project: string;
  readonly entry: AssetEntry;
  /** So small that its duration stands elsewhere. */
  readonly small?: boolean;
}

/** The picture of an asset; under the pointer it runs through the film. */
export function AssetThumb({ project, entry, small = false }: AssetThumbProps) {
  const { media } = entry;
  const [share, setShare] = useState<number | null>(null);
  const duration = media?.durationSeconds ?? null;
  const canScrub = duration !== null && duration > 0 && (media?.kind === 'video' || media?.kind === 'audio');
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (canScrub && event.pointerType !== 'touch') setShare(within((event.clientX - left) / width));
  };
  return (
    <PictureFrame
      className={media?.kind === 'audio' ? styles.sound : undefined}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setShare(null)}
    >
      <Picture project={project} entry={entry} share={share} />
      {share !== null && <i className={styles.line} style={{ left: `${share * 100}%` }} />}
      {!small && duration !== null && duration > 0 && (
        <span className={clsx(styles.duration, 'tabular')}>{formatDuration((share ?? 1) * duration)}</span>
      )}
    </PictureFrame>
  );
}

interface PictureProps extends AssetThumbProps {
  /** Where the pointer is, from 0 to 1; null where it is not here. */
  readonly share: number | null;
}

function Picture({ project, entry, share }: PictureProps) {
  const { name, etag } = entry;
  const face = tileFace(entry);
  switch (face) {
    case 'unknown':
      return <Skeleton width="100%" height="100%" radius={0} />;
    case 'wave':
      return <SoundWave project={project} asset={entry} />;
    case 'still':
      return <StillPicture key={etag} project={project} entry={entry} />;
    case 'poster':
      // Another file under the same name starts anew.
      return <Poster key={etag} project={project} source={{ kind: 'asset', name, etag }} share={share} />;
    case 'font-icon':
    case 'captions-icon':
    case 'file-icon':
    case 'image-icon':
      return <Icon icon={ICONS[face]} size={20} className={styles.icon} />;
    default:
      return assertNever(face);
  }
}

const ICONS = { 'font-icon': Type, 'captions-icon': Captions, 'file-icon': File, 'image-icon': Image } as const;

/** A picture as it is: the browser makes it small. */
function StillPicture({ project, entry }: Omit<AssetThumbProps, 'small'>) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Icon icon={Image} size={20} className={styles.icon} />;
  return (
    <img
      src={assetUrl(project, entry.name)}
      alt=""
      loading="lazy"
      draggable={false}
      decoding="async"
      className={styles.poster}
      onError={() => setFailed(true)}
    />
  );
}

interface PosterProps {
  readonly project: string;
  readonly source: MediaSource;
  readonly share: number | null;
}

function Poster({ project, source, share }: PosterProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  // Asked for with the first hover, and kept: the pointer often comes back.
  const [wantsStrip, setWantsStrip] = useState(false);
  const [hasStrip, setHasStrip] = useState(false);
  if (share !== null && !wantsStrip) setWantsStrip(true);
  if (state === 'failed') return <Icon icon={Film} size={20} className={styles.icon} />;
  const strip = stripUrl(project, source, STRIP);
  const tile = Math.min(STRIP.count - 1, Math.floor((share ?? 0) * STRIP.count));
  return (
    <>
      {state === 'loading' && <Skeleton width="100%" height="100%" radius={0} className={styles.under} />}
      <img
        src={posterUrl(project, source, { width: POSTER_WIDTH })}
        alt=""
        draggable={false}
        decoding="async"
        className={clsx(styles.poster, state === 'loading' && styles.hidden)}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
      {wantsStrip && <img src={strip} alt="" hidden={true} draggable={false} onLoad={() => setHasStrip(true)} />}
      {hasStrip && share !== null && (
        <span
          className={styles.strip}
          style={{
            backgroundImage: `url("${strip}")`,
            backgroundSize: `${STRIP.count * 100}% 100%`,
            backgroundPosition: `${(tile / (STRIP.count - 1)) * 100}% 0`,
          }}
        />
      )}
    </>
  );
}

function within(share: number): number {
  return Math.min(1, Math.max(0, share));
}
