import { clsx } from 'clsx';
import { Unlink } from 'lucide-react';
import { memo, type ReactNode } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { ProxyState } from '#renderer/api/client/entries.ts';
import { detailText } from '#renderer/api/client/problem-words.ts';
import { isUseless, kindName, notesOf, reasonOf } from '#renderer/project/asset-notes.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatLength } from '#renderer/ui/format/duration.ts';
import { codecName } from '#renderer/ui/format/media-names.ts';
import { formatNumber, formatPercent } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import type { AssetItem } from './asset-items.ts';
import { AssetThumb } from './asset-thumb.tsx';
import styles from './asset-tile.module.css';
import type { AssetLayout } from './grid-size.ts';

export interface AssetTileProps {
  readonly project: string;
  readonly item: AssetItem;
  readonly layout: AssetLayout;
  readonly proxy: ProxyState | undefined;
  readonly onRelink: (name: string) => void;
}

/** The content of a grid cell: picture, name, and facts. */
export const AssetTile = memo(function AssetTile({ project, item, layout, proxy, onRelink }: AssetTileProps) {
  const { assets } = useStrings();
  const isListed = layout === 'list';
  if (item.type === 'missing') {
    return (
      <>
        <button
          type="button"
          tabIndex={-1}
          className={clsx(styles.missing, isListed && styles.small)}
          aria-label={assets.relink}
          onClick={() => onRelink(item.name)}
        >
          <Icon icon={Unlink} size={isListed ? 12 : 16} />
          {!isListed && <span>{assets.relink}</span>}
        </button>
        <TileText name={item.name} isListed={isListed}>
          <span className={styles.danger}>{assets.missing}</span> · {assets.missingIn(item.scenes)}
        </TileText>
      </>
    );
  }
  const badges = (
    <>
      <ProxyBadge proxy={proxy} />
      {(item.entry.media?.damage || item.entry.media?.faults) && (
        <Badge tone="warning" className={styles.damage}>
          {item.entry.media.damage ? assets.cutShort : assets.faulty}
        </Badge>
      )}
    </>
  );
  return (
    <>
      <div className={clsx(styles.picture, isListed && styles.small)}>
        <AssetThumb project={project} entry={item.entry} small={isListed} />
        {!isListed && badges}
      </div>
      <TileText
        name={item.name}
        isListed={isListed}
        title={notesOf(item.entry, assets)[0] ?? (item.entry.tags.join(', ') || undefined)}
      >
        {isUseless(item.entry.media) ? (
          <span className={styles.reason}>{reasonOf(item.entry.media)}</span>
        ) : isListed ? (
          [`${durationOf(item.entry)}${factsOf(item.entry, assets)}`, ...item.entry.tags].join(' · ')
        ) : (
          factsOf(item.entry, assets)
        )}
      </TileText>
      {isListed && <span className={styles.badges}>{badges}</span>}
    </>
  );
});

interface TileTextProps {
  readonly name: string;
  /** Whether the texts are beside the picture and not below it. */
  readonly isListed: boolean;
  /** The full text as a tooltip, set if the text does not fit in the tile. */
  readonly title?: string | undefined;
  readonly children: ReactNode;
}

function TileText({ name, isListed, title, children }: TileTextProps) {
  const lines = (
    <>
      <FileName name={name} className={styles.name} />
      <div className={clsx(styles.facts, 'tabular')} title={title}>
        {children}
      </div>
    </>
  );
  return isListed ? <div className={styles.beside}>{lines}</div> : lines;
}

function ProxyBadge({ proxy }: { readonly proxy: ProxyState | undefined }) {
  const { assets } = useStrings();
  if (proxy === undefined || proxy.state === 'ready') return null;
  return (
    <Badge tone="picture" className={styles.badge} title={proxy.error === null ? undefined : detailText(proxy.error)}>
      {proxy.state === 'failed'
        ? assets.proxyFailed
        : proxy.state === 'queued'
          ? assets.proxyQueued
          : assets.proxy(formatPercent(proxy.progress))}
    </Badge>
  );
}

/** Returns the duration followed by a separator, such as `0:07 · `; an empty text for files without a duration. */
function durationOf({ media }: AssetEntry): string {
  return media?.durationSeconds ? `${formatLength(media.durationSeconds)} · ` : '';
}

/** Returns the size of an asset and the most useful fact about its kind: `1.1 MB · 29.97 fps`. */
export function factsOf(entry: AssetEntry, words: Catalogue['assets']): string {
  const { size, media } = entry;
  const second = media === null ? words.reading : mainFactOf(media, kindName(entry, words), words);
  return second === null ? formatSize(size) : `${formatSize(size)} · ${second}`;
}

function mainFactOf(media: NonNullable<AssetEntry['media']>, kind: string, words: Catalogue['assets']): string | null {
  if (media.kind === 'audio') return codecText(media.audioCodec);
  if (media.kind === 'other' || media.kind === 'captions') return kind;
  if (media.kind === 'font') return media.fontFamily ?? kind;
  if (media.kind === 'image')
    return media.width === null || media.height === null ? null : words.details.pixels(media.width, media.height);
  const rate = media.frameRate === null ? Number.NaN : rateOf(media.frameRate);
  return Number.isFinite(rate) ? words.fps(formatNumber(rate, 2)) : codecText(media.videoCodec);
}

function codecText(codec: string | null): string | null {
  return codec && codecName(codec);
}

function rateOf(fraction: string): number {
  const [numerator = '', denominator = '1'] = fraction.split('/');
  return Number(numerator) / Number(denominator);
}
