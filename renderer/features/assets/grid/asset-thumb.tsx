import { clsx } from 'clsx';
import { Captions, File, Film, Image, Type } from 'lucide-react';
import { type PointerEvent, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { isDrawnByService } from '#renderer/api/client/asset-picture.ts';
import { assetUrl, type MediaSource, posterUrl, stripUrl } from '#renderer/api/client/media-urls.ts';
import { useFontFace } from '#renderer/project/fonts.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { PictureFrame } from '#renderer/ui/display/picture-frame.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { WholePicture } from '#renderer/ui/display/whole-picture.tsx';
import { formatDuration, formatLength } from '#renderer/ui/format/duration.ts';
import { assertNever } from '#shared/lib/assert.ts';
import styles from './asset-thumb.module.css';
import { SoundWave } from './sound-wave.tsx';

const POSTER_WIDTH = 320;
/** The aspect ratio of a tile: width divided by height. */
const TILE_SHAPE = 16 / 9;
const STRIP = { count: 24, width: 240 } as const;

export interface AssetThumbProps {
  readonly project: string;
  readonly entry: AssetEntry;
  /** Whether the thumbnail is too small to show the duration. */
  readonly small?: boolean;
}

/** The picture of an asset. While the pointer moves over a video, the picture follows its horizontal position. */
export function AssetThumb({ project, entry, small = false }: AssetThumbProps) {
  const { media } = entry;
  const [share, setShare] = useState<number | null>(null);
  const duration = media?.durationSeconds ?? null;
  const canScrub = duration !== null && duration > 0 && (media?.kind === 'video' || media?.kind === 'audio');
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    if (canScrub && event.pointerType !== 'touch') setShare(clamped((event.clientX - left) / width));
  };
  return (
    <PictureFrame
      className={clsx(styles.frame, media?.kind === 'audio' && styles.sound)}
      onPointerMove={onPointerMove}
      onPointerLeave={() => setShare(null)}
    >
      <Picture project={project} entry={entry} share={share} small={small} />
      {share !== null && <i className={styles.line} style={{ left: `${share * 100}%` }} />}
      {!small && duration !== null && duration > 0 && (
        <span className={clsx(styles.duration, 'tabular')}>
          {share === null ? formatLength(duration) : formatDuration(share * duration)}
        </span>
      )}
    </PictureFrame>
  );
}

interface PictureProps extends AssetThumbProps {
  /** The horizontal position of the pointer as a fraction (0 to 1); null outside the thumbnail. */
  readonly share: number | null;
}

function Picture({ project, entry, share, small = false }: PictureProps) {
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
      // The key resets the state when a file is replaced.
      return (
        <Poster
          key={etag}
          project={project}
          source={{ kind: 'asset', name, etag }}
          share={share}
          box={sizeInTile(entry.media)}
        />
      );
    case 'font':
      return <FontSample project={project} entry={entry} small={small} />;
    case 'captions-icon':
    case 'file-icon':
    case 'image-icon':
      return <Icon icon={ICONS[face]} size={20} className={styles.icon} />;
    default:
      return assertNever(face);
  }
}

const ICONS = { 'captions-icon': Captions, 'file-icon': File, 'image-icon': Image } as const;

/** The original picture, scaled by the browser. */
function StillPicture({ project, entry }: Omit<AssetThumbProps, 'small'>) {
  const [failed, setFailed] = useState(false);
  if (failed) return <Icon icon={Image} size={20} className={styles.icon} />;
  return <WholePicture src={assetUrl(project, entry.name)} onError={() => setFailed(true)} />;
}

/** A sample in a font of the project; an icon until the browser has loaded the font. */
function FontSample({ project, entry, small = false }: AssetThumbProps) {
  const { assets } = useStrings();
  const face = useFontFace(project, entry);
  if (face === null) return <Icon icon={Type} size={20} className={styles.icon} />;
  return (
    <span aria-hidden={true} className={styles.font} style={{ fontFamily: `"${face}"` }}>
      {small ? 'Aa' : assets.fonts.pangram}
    </span>
  );
}

/** Returns the size of the largest box with the picture's aspect ratio in a tile, in percent of the tile. */
export function sizeInTile(media: AssetEntry['media']): { readonly width: string; readonly height: string } {
  const shape = media?.width && media.height ? media.width / media.height / TILE_SHAPE : 1;
  return { width: `${100 * Math.min(1, shape)}%`, height: `${100 * Math.min(1, 1 / shape)}%` };
}

interface PosterProps {
  readonly project: string;
  readonly source: MediaSource;
  readonly share: number | null;
  readonly box: ReturnType<typeof sizeInTile>;
}

function Poster({ project, source, share, box }: PosterProps) {
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading');
  // The strip is loaded when the pointer first enters, and then stays mounted.
  const [loadsStrip, setLoadsStrip] = useState(false);
  const [hasStrip, setHasStrip] = useState(false);
  if (share !== null && !loadsStrip) setLoadsStrip(true);
  if (state === 'failed') return <Icon icon={Film} size={20} className={styles.icon} />;
  const strip = stripUrl(project, source, STRIP);
  const tile = Math.min(STRIP.count - 1, Math.floor((share ?? 0) * STRIP.count));
  return (
    <span className={styles.box} style={box} aria-busy={state === 'loading'}>
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
      {loadsStrip && <img src={strip} alt="" hidden={true} draggable={false} onLoad={() => setHasStrip(true)} />}
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
    </span>
  );
}

function clamped(share: number): number {
  return Math.min(1, Math.max(0, share));
}

/** The kind of picture in an asset's tile. `still` is the original picture; `poster` is a picture from the service. */
export type TileFace = 'unknown' | 'wave' | 'still' | 'poster' | 'font' | 'captions-icon' | 'file-icon' | 'image-icon';

/**
 * The maximum size in bytes of an original picture in a tile. For a larger file, the browser would have to read too
 * much for a small tile.
 */
const MAX_ORIGINAL_BYTES = 16 * 2 ** 20;

export function tileFace({ media, size }: Pick<AssetEntry, 'media' | 'size'>): TileFace {
  if (media === null) return 'unknown';
  switch (media.kind) {
    case 'video':
      return 'poster';
    case 'audio':
      return 'wave';
    case 'image':
      if (isDrawnByService(media)) return 'poster';
      return size > MAX_ORIGINAL_BYTES ? 'image-icon' : 'still';
    case 'font':
      return 'font';
    case 'captions':
      return 'captions-icon';
    case 'other':
      return 'file-icon';
    default:
      return assertNever(media.kind);
  }
}
