import { clsx } from 'clsx';
import { Captions, ChevronDown, Film, FolderOpen, Image, Link, type LucideIcon, Music } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useMemo, useRef, useState } from 'react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { assetPicture } from '#renderer/api/client/asset-picture.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useUploadStates } from '#renderer/api/queries/use-uploads.ts';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch } from '#renderer/editor/field-edit.ts';
import { nextInList } from '#renderer/interaction/focus.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { WholePicture } from '#renderer/ui/display/whole-picture.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { formatLength } from '#renderer/ui/format/duration.ts';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { sourceName } from '#shared/editing/planning/planning.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/movie.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { useAssetCommands } from './asset-commands.ts';
import relinkButtonStyles from './relink-button.module.css';
import styles from './source-picker.module.css';

export interface SourcePickerProps {
  /** The source; null if there is none, or if the layers differ. */
  readonly value: MediaSource | null;
  /** The only allowed kind of source; by default, both kinds. */
  readonly kinds?: MediaSource['kind'] | undefined;
  /** The media kinds to list; by default, videos. */
  readonly shows?: readonly MediaKind[] | undefined;
  readonly label: string;
  readonly placeholder: string;
  readonly invalid?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Content to the right of the name. */
  readonly end?: ReactNode;
  readonly onChange: (source: MediaSource) => void;
}

/** Returns the icon of an asset kind; the film icon for several kinds. */
function iconOf(shows: SourcePickerProps['shows']): LucideIcon {
  switch (shows?.[0]) {
    case 'image':
      return Image;
    case 'audio':
      return Music;
    case 'captions':
      return Captions;
    default:
      return Film;
  }
}

/** A field for a source. It opens a list of assets, and also accepts a URL. */
export function SourcePicker({
  value: given,
  kinds,
  shows,
  label,
  placeholder,
  invalid,
  disabled = false,
  end,
  onChange,
}: SourcePickerProps) {
  const { inspector } = useStrings();
  const [open, setOpen] = useState(false);
  // An empty name counts as no source, because templates use it for an optional source.
  const value = given?.kind === 'asset' && given.name.trim() === '' ? null : given;
  const isUploading = useIsUploading(value);
  const missing = useIsMissing(value) && !isUploading;
  const problem = invalid ?? (missing && value?.kind === 'asset' ? inspector.sourceMissing(value.name) : undefined);
  const name = value === null ? placeholder : value.kind === 'asset' ? value.name : sourceName(value.url);
  return (
    <Popover
      label={inspector.chooseSource}
      open={open}
      onOpenChange={(next) => setOpen(next && !disabled)}
      flush
      trigger={
        <button
          type="button"
          aria-label={name === '' ? label : `${label}: ${name}`}
          aria-invalid={problem !== undefined || undefined}
          aria-disabled={disabled || undefined}
          title={problem ?? (value?.kind === 'url' ? value.url : undefined)}
          className={clsx(styles.trigger, problem !== undefined && styles.invalid, disabled && styles.disabled)}
        >
          <Icon icon={value?.kind === 'url' ? Link : iconOf(shows)} size={14} />
          {value === null ? (
            <span className={styles.placeholder}>{placeholder}</span>
          ) : (
            <FileName name={name} className={styles.name} />
          )}
          {end}
          <Icon icon={ChevronDown} size={12} />
        </button>
      }
    >
      <SourceList
        value={value}
        kinds={kinds}
        shows={shows}
        onChoose={(source) => {
          setOpen(false);
          onChange(source);
        }}
      />
    </Popover>
  );
}

/** Returns whether the asset of a source is missing in the project. Returns false while the assets are loading. */
export function useIsMissing(source: MediaSource | null): boolean {
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  return useMemo(() => {
    if (source?.kind !== 'asset' || assets === undefined) return false;
    const key = nameKey(source.name);
    return !assets.some(({ name }) => name === source.name || nameKey(name) === key);
  }, [source, assets]);
}

/**
 * Returns whether the asset of a source is being uploaded. Returns false if the upload failed or is waiting for the
 * user.
 */
export function useIsUploading(source: MediaSource | null): boolean {
  const uploads = useUploadStates(useEditorValue(({ document }) => document.state.project));
  return source?.kind === 'asset' && uploads.get(nameKey(source.name)) === 'uploading';
}

export type MediaKind = NonNullable<AssetEntry['media']>['kind'];

const VIDEOS: readonly MediaKind[] = ['video'];

interface SourceListProps {
  readonly value: MediaSource | null;
  readonly kinds?: MediaSource['kind'] | undefined;
  /** The media kinds to list; by default, videos. */
  readonly shows?: readonly MediaKind[] | undefined;
  readonly onChoose: (source: MediaSource) => void;
}

/** The maximum number of listed assets. A search is faster than scrolling through longer lists. */
const MAX_SHOWN = 200;
const THUMB_WIDTH = 96;

/** The number of assets per page: as many as are visible without scrolling. */
const PAGE_ROWS = 6;

/** The list of assets with pictures, a search, and a field for a URL. */
export function SourceList({ value, kinds, shows = VIDEOS, onChoose }: SourceListProps) {
  const { inspector } = useStrings();
  const project = useEditorValue(({ document }) => document.state.project);
  const { data: assets } = useAssets(project);
  const [search, setSearch] = useState('');
  const list = useRef<HTMLDivElement>(null);
  const shown = useMemo(() => matching(assets ?? [], shows, search), [assets, shows, search]);
  const current = value?.kind === 'asset' ? value.name : null;

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const rows = [...(list.current?.querySelectorAll('button') ?? [])];
    const focused = rows.findIndex((row) => row.matches(':focus'));
    const next = nextInList(event.key, focused, rows.length, { page: PAGE_ROWS, isTyping: focused < 0 });
    if (next === null) return;
    event.preventDefault();
    rows[next]?.focus();
  };

  return (
    <div className={styles.popup}>
      {kinds !== 'url' && (
        // biome-ignore lint/a11y/noStaticElementInteractions: arrow keys move from the search to the rows
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

/** Returns the assets of these kinds that match the search. */
function matching(assets: readonly AssetEntry[], shows: readonly MediaKind[], search: string): readonly AssetEntry[] {
  return assets
    .filter(({ name, media }) => isOfKinds(media, shows) && matchesWords(search, [name]))
    .slice(0, MAX_SHOWN);
}

function metaOf({ media }: AssetEntry): string {
  const parts = [
    media?.width && media.height ? `${media.width}×${media.height}` : null,
    media?.durationSeconds ? formatLength(media.durationSeconds) : null,
  ];
  return parts.filter((part) => part !== null).join(' · ');
}

type Media = NonNullable<AssetEntry['media']>;

/**
 * Returns whether an asset has one of these kinds, or has not been inspected yet. The kind of a GIF is video, but it
 * also counts as an image.
 */
export function isOfKinds(media: Pick<Media, 'kind' | 'videoCodec'> | null, kinds: readonly Media['kind'][]): boolean {
  if (media === null || kinds.includes(media.kind)) return true;
  return media.videoCodec === 'gif' && kinds.includes('image');
}

interface RelinkButtonProps {
  readonly source: MediaSource;
  /** The media kinds to list; by default, videos. */
  readonly shows?: readonly MediaKind[];
  /** The tab index. Needed if the button is in a grid with roving focus. */
  readonly tabIndex?: number;
  readonly className?: string | undefined;
}

/**
 * A button that relinks a missing source. The user can upload a file under the same name, or choose another asset or
 * URL to use everywhere in the template.
 */
export function RelinkButton({ source, shows, tabIndex, className }: RelinkButtonProps) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const commands = useAssetCommands();
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={inspector.relinkSource}
      open={open}
      onOpenChange={setOpen}
      flush
      trigger={
        <Button size="sm" tabIndex={tabIndex} className={className}>
          {inspector.relink}
        </Button>
      }
    >
      {source.kind === 'asset' && (
        <div className={relinkButtonStyles.file}>
          <Button
            size="sm"
            icon={FolderOpen}
            onClick={() => {
              setOpen(false);
              void commands.provideContent(source.name);
            }}
          >
            {inspector.relinkFile}
          </Button>
          <span className={relinkButtonStyles.hint}>{inspector.relinkFileHint}</span>
        </div>
      )}
      <SourceList
        value={source}
        shows={shows}
        onChoose={(to) => {
          setOpen(false);
          dispatch({ type: 'layer/relink', from: source, to });
        }}
      />
    </Popover>
  );
}
