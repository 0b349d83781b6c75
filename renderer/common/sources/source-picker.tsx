import { clsx } from 'clsx';
import { Captions, ChevronDown, Film, Image, Link, type LucideIcon, Music } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useComing } from '#renderer/api/queries/use-uploads.ts';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { sourceName } from '#shared/editing/planning/labels.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { MediaSource } from '#shared/template/movie/media-source.ts';
import { type ShownKind, SourceList } from './source-list.tsx';
import styles from './source-picker.module.css';

export interface SourcePickerProps {
  /** Null where there is none, or several. */
  readonly value: MediaSource | null;
  /** Which can be given; both without. */
  readonly kinds?: MediaSource['kind'] | undefined;
  /** Which assets are offered; videos without it. */
  readonly shows?: readonly ShownKind[] | undefined;
  readonly label: string;
  readonly placeholder: string;
  readonly invalid?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** At the right of the name. */
  readonly end?: ReactNode;
  readonly onChange: (source: MediaSource) => void;
}

/** What is chosen here; film where it may be several kinds. */
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

/** A source by name; opens the assets of the project, and takes an address. */
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
  // An empty name is none, and nothing that is missing: what may be left out is written so.
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

/** Whether a source is an asset that the project does not have. False while it is not known. */
export function useIsMissing(source: MediaSource | null): boolean {
  const project = useEditor((state) => state.project);
  const { data: assets } = useAssets(project);
  return useMemo(() => {
    if (source?.kind !== 'asset' || assets === undefined) return false;
    const key = nameKey(source.name);
    return !assets.some(({ name }) => name === source.name || nameKey(name) === key);
  }, [source, assets]);
}

/** Whether an upload brings the asset now; false for an upload that failed or waits for the user. */
export function useIsUploading(source: MediaSource | null): boolean {
  const coming = useComing(useEditor((state) => state.project));
  return source?.kind === 'asset' && coming.get(nameKey(source.name)) === 'uploading';
}
