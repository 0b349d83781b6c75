import { Link } from 'lucide-react';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetPicture } from '#renderer/api/client/asset-picture.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { WholePicture } from '#renderer/ui/display/whole-picture.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { formatDuration } from '#renderer/ui/format/duration.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { isOfKinds } from './is-of-kinds.ts';
import styles from './source-picker.module.css';

/** What an asset is, as lists of sources tell them apart. */
export type ShownKind = NonNullable<AssetEntry['media']>['kind'];

const VIDEOS: readonly ShownKind[] = ['video'];

interface SourceListProps {
  readonly value: MediaSource | null;
  readonly kinds?: MediaSource['kind'] | undefined;
  /** Which assets are listed; videos without it. */
  readonly shows?: readonly ShownKind[] | undefined;
  readonly onChoose: (source: MediaSource) => void;
}

/** More would not be looked through: searching is faster. */
const MOST_SHOWN = 200;
const THUMB_WIDTH = 96;

/** The videos of the project with their pictures, or assets of other kinds, and a place for an address. */
export function SourceList({ value, kinds, shows = VIDEOS, onChoose }: SourceListProps) {
  const { inspector } = useStrings();
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => matching(assets ?? [], shows, search), [assets, shows, search]);
  const current = value?.kind === 'asset' ? value.name : null;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const rows = [...(list.current?.querySelectorAll('button') ?? [])];
    const here = rows.findIndex((row) => row.matches(':focus'));
    rows.at(Math.min(rows.length - 1, Math.max(0, here + step)))?.focus();
  };

  return (
    <div className={styles.popup}>
      {kinds !== 'url' && (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrows go from the search to the rows
        <div onKeyDown={onKeyDown} className={styles.assets}>
          <SearchField value={search} onChange={setSearch} label={inspector.searchSources} size="sm" autoFocus />
          <div ref={list} className={styles.list}>
            {shown.map((asset) => (
              <button
                key={asset.name}
                type="button"
                className={styles.asset}
                aria-pressed={asset.name === current}
                onClick={() => onChoose({ kind: 'asset', name: asset.name })}
              >
                <Thumb project={project} asset={asset} />
                <FileName name={asset.name} className={styles.assetName} />
                <span className={styles.meta}>{metaOf(asset)}</span>
              </button>
            ))}
            {shown.length === 0 && assets !== undefined && (
              <p className={styles.nothing}>{search === '' ? inspector.noAssets : inspector.noSources}</p>
            )}
          </div>
        </div>
      )}
      {kinds !== 'asset' && <UrlEntry value={value} onChoose={onChoose} />}
    </div>
  );
}

function UrlEntry({ value, onChoose }: Pick<SourceListProps, 'value' | 'onChoose'>) {
  const { inspector } = useStrings();
  const [text, setText] = useState(value?.kind === 'url' ? value.url : '');
  const read = elementRegistry.video.attributes.url.type.parse(text, null);
  const problem = text === '' || read.ok ? undefined : `${inspector.sourceUrl}: ${say(read.error)}`;
  const use = () => {
    if (read.ok) onChoose({ kind: 'url', url: read.value });
  };
  return (
    <form
      className={styles.url}
      onSubmit={(event) => {
        event.preventDefault();
        use();
      }}
    >
      <TextField
        value={text}
        onChange={setText}
        label={inspector.sourceUrl}
        placeholder={inspector.sourceUrlHint}
        size="sm"
        icon={Link}
        invalid={problem}
        boxClassName={styles.grow}
      />
      <Button type="submit" size="sm" disabled={!read.ok} tooltip={problem}>
        {inspector.useUrl}
      </Button>
    </form>
  );
}

function Thumb({ project, asset }: { readonly project: string; readonly asset: AssetEntry }) {
  const url = assetPicture(project, asset, THUMB_WIDTH);
  return <span className={styles.thumb}>{url !== null && <WholePicture src={url} />}</span>;
}

/** Of the kinds that are wanted. */
function matching(assets: readonly AssetEntry[], shows: readonly ShownKind[], search: string): readonly AssetEntry[] {
  const words = search
    .toLocaleLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  return assets
    .filter(({ name, media }) => {
      const lower = name.toLocaleLowerCase();
      return isOfKinds(media, shows) && words.every((word) => lower.includes(word));
    })
    .slice(0, MOST_SHOWN);
}

function metaOf({ media }: AssetEntry): string {
  const parts = [
    media?.width && media.height ? `${media.width}×${media.height}` : null,
    media?.durationSeconds ? formatDuration(media.durationSeconds) : null,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}
