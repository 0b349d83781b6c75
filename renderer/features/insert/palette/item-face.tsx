import {
  Captions,
  Clapperboard,
  Film,
  FolderOpen,
  Group,
  Image,
  Music,
  PaintBucket,
  Sparkles,
  Type,
} from 'lucide-react';
import { useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetPicture } from '#renderer/api/client/asset-picture.ts';
import { designPosterUrl } from '#renderer/api/client/media-urls.ts';
import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { WholePicture } from '#renderer/ui/display/whole-picture.tsx';
import { cornersOf, type ShapeStyle } from '#shared/editing/insert/shapes.ts';
import type { TextPreset } from '#shared/editing/insert/texts.ts';
import type { NewFile } from '#shared/editing/insert/thing.ts';
import type { InsertItem } from '../model/insert-items.ts';
import styles from './insert-palette.module.css';

/** What stands for an item. */
export function ItemFace({ item, project }: { readonly item: InsertItem; readonly project: string }) {
  const { thing, entry, design } = item;
  if (design !== undefined) return <DesignFace design={design} />;
  if (thing === null)
    return <Icon icon={(item.action === undefined ? null : ACTION_ICONS[item.action]) ?? FolderOpen} />;
  switch (thing.kind) {
    case 'text':
      return item.action === undefined ? <TextFace preset={thing.preset} words={thing.words} /> : <Icon icon={Type} />;
    case 'shape':
      return <ShapeFace style={thing.style} />;
    case 'solid':
      return <Icon icon={PaintBucket} />;
    case 'group':
      return <Icon icon={Group} />;
    default:
      return entry === undefined ? null : <FileFace kind={thing.kind} entry={entry} project={project} />;
  }
}

function DesignFace({ design: { name, version, sizes } }: { readonly design: DesignEntry }) {
  const [size] = sizes;
  if (size === undefined) return <Icon icon={Sparkles} />;
  const src = designPosterUrl({ name, version, size: size.size });
  return <img src={src} alt="" loading="lazy" draggable={false} className={styles.poster} />;
}

function TextFace({ preset, words }: { readonly preset: TextPreset; readonly words: readonly string[] }) {
  const [first, second] = words;
  return (
    <span className={styles.text} data-preset={preset}>
      <span>{first}</span>
      {second !== undefined && <span>{second}</span>}
    </span>
  );
}

const SIDE = 22;

function ShapeFace({ style }: { readonly style: ShapeStyle }) {
  const corners = cornersOf(style, SIDE);
  return (
    <svg aria-hidden={true} width={SIDE} height={SIDE} viewBox={`0 0 ${SIDE} ${SIDE}`} className={styles.shape}>
      {corners === null ? <PlainShape style={style} /> : <polygon points={corners} />}
    </svg>
  );
}

function PlainShape({ style }: { readonly style: ShapeStyle }) {
  if (style === 'ellipse') return <circle cx={SIDE / 2} cy={SIDE / 2} r={SIDE / 2 - 1} />;
  if (style === 'line') return <rect x={0} y={SIDE / 2 - 1} width={SIDE} height={2} />;
  return <rect x={1} y={4} width={SIDE - 2} height={SIDE - 8} rx={style === 'rounded' ? 4 : 0} />;
}

/** Of what is not put together before it is added. */
const ACTION_ICONS: Readonly<Record<string, typeof Captions>> = {
  'scene/add': Clapperboard,
  'captions/new': Captions,
  'captions/import': FolderOpen,
};
const ICONS = { video: Film, FolderOpen, image: Image, audio: Music, captions: Captions } as const;
const POSTER_WIDTH = 240;

interface FileFaceProps {
  readonly kind: NewFile['kind'];
  readonly entry: AssetEntry;
  readonly project: string;
}

function FileFace({ kind, entry, project }: FileFaceProps) {
  const [failed, setFailed] = useState(false);
  const picture = assetPicture(project, entry, POSTER_WIDTH);
  if (failed || picture === null) return <Icon icon={ICONS[kind]} />;
  return <WholePicture src={picture} onError={() => setFailed(true)} />;
}
