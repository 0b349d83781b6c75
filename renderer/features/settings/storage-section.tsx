import { clsx } from 'clsx';
import { useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import {
  type CacheName,
  type StorageArea,
  type StorageLimits,
  useEmptyCache,
  useSetStorageLimits,
  useStorage,
} from '#renderer/api/queries/use-storage.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { NumberField } from '#renderer/ui/fields/number-field.tsx';
import { formatSize } from '#renderer/ui/format/size.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import shared from './settings.module.css';
import { SettingsGroup } from './settings-group.tsx';
import styles from './storage-section.module.css';

const GIGABYTE = 1e9;

/** The storage of the workspace: its size, its limits, and the caches that can be emptied. */
export function StorageSection() {
  const { settings: strings } = useStrings();
  const query = useStorage();
  const { data } = query;
  return (
    <SettingsGroup name="storage" title={strings.storage}>
      {data === undefined ? (
        <LoadFallback query={query} title={strings.storageFailed}>
          <Skeleton height={150} />
        </LoadFallback>
      ) : (
        <>
          <StorageBar areas={data.areas} />
          <ul aria-label={strings.storageParts}>
            {boundedAreas(data.areas).map((area) => (
              <AreaRow key={area.name} area={area} limits={data.limits} />
            ))}
          </ul>
          <p className={shared.hint}>{strings.storageHint}</p>
          <p className={shared.hint}>{strings.trashHint(serviceLimits.trashDays)}</p>
        </>
      )}
    </SettingsGroup>
  );
}

function StorageBar({ areas }: { readonly areas: readonly StorageArea[] }) {
  const { settings: strings } = useStrings();
  const total = areas.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <>
      <div role="img" aria-label={strings.storageTotal(formatSize(total))} className={styles.bar}>
        {barWidths(areas).map(({ name, percent }) => (
          <i key={name} data-area={name} style={{ width: `${percent}%` }} />
        ))}
      </div>
      <div className={clsx(styles.legend, 'tabular')}>
        {areas.map(({ name, bytes }) => (
          <span key={name} data-area={name}>
            {strings.areas[name]} {formatSize(bytes)}
          </span>
        ))}
      </div>
    </>
  );
}

function AreaRow({ area, limits }: { readonly area: StorageArea; readonly limits: StorageLimits }) {
  const { settings: strings } = useStrings();
  const toasts = useToast();
  const limit = useSetStorageLimits();
  const [asking, setAsking] = useState(false);
  const { name, bytes } = area;
  const label = strings.areas[name];
  if (name === 'media' || name === 'trash' || name === 'uploads' || name === 'database') return null;
  return (
    <li className={styles.area}>
      <span className={shared.itemName}>{label}</span>
      <span className={clsx(shared.text, styles.amount, 'tabular')}>
        {strings.areaAmount(formatSize(bytes), area.files)}
      </span>
      <NumberField
        size="sm"
        align="end"
        label={strings.limitOf(label)}
        unit={strings.gigabytes}
        value={Math.round(limits[name] / (GIGABYTE / 10)) / 10}
        min={0.1}
        max={100_000}
        precision={1}
        className={styles.limit}
        onCommit={(gigabytes) =>
          limit.mutate(
            { [name]: Math.round(gigabytes * GIGABYTE) },
            {
              onError: (error) =>
                toasts.show({ message: strings.limitStays, detail: problemText(error), tone: 'danger' }),
            },
          )
        }
      />
      {isCache(name) ? (
        <Button
          size="sm"
          variant="quiet"
          disabled={bytes === 0}
          aria-label={strings.emptyArea(label)}
          onClick={() => setAsking(true)}
        >
          {strings.empty}
        </Button>
      ) : (
        <span />
      )}
      {asking && isCache(name) && <EmptyCacheDialog area={name} bytes={bytes} onClose={() => setAsking(false)} />}
    </li>
  );
}

export interface EmptyCacheDialogProps {
  readonly area: CacheName;
  readonly bytes: number;
  readonly onClose: () => void;
}

/** A confirmation before a cache is emptied. Filling the cache again takes time. */
function EmptyCacheDialog({ area, bytes, onClose }: EmptyCacheDialogProps) {
  const { settings: strings } = useStrings();
  const toasts = useToast();
  const empty = useEmptyCache();
  const carryOut = () =>
    empty.mutate(area, {
      onSuccess: ({ freedBytes }) => {
        toasts.show({ message: strings.freed(formatSize(freedBytes)), tone: 'success' });
        onClose();
      },
      onError: (error) => toasts.show({ message: strings.notEmptied, detail: problemText(error), tone: 'danger' }),
    });
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title={strings.emptyTitle(strings.areas[area])}
      description={strings.emptyMeans[area]}
      onSubmit={carryOut}
      footer={
        <>
          <Button onClick={onClose}>{strings.cancel}</Button>
          <Button type="submit" variant="danger" busy={empty.isPending}>
            {strings.emptyNow(formatSize(bytes))}
          </Button>
        </>
      }
    >
      <p>{strings.emptyWhileRendering}</p>
    </Dialog>
  );
}

function isCache(name: StorageArea['name']): name is CacheName {
  return name === 'segments' || name === 'views' || name === 'sources' || name === 'links';
}

/** Returns the areas with a limit that the user can set. Caches come first. */
export function boundedAreas(areas: readonly StorageArea[]): readonly StorageArea[] {
  const bounded = areas.filter(({ limitBytes }) => limitBytes !== null);
  return [...bounded.filter(({ canEmpty }) => canEmpty), ...bounded.filter(({ canEmpty }) => !canEmpty)];
}

/** The minimum width in percent of an area with content, so that it is visible. */
const MIN_PERCENT = 1;

/** Returns the widths of the areas with content in a common bar, in percent. */
export function barWidths(
  areas: readonly Pick<StorageArea, 'name' | 'bytes'>[],
): readonly { readonly name: StorageArea['name']; readonly percent: number }[] {
  const usedAreas = areas.filter(({ bytes }) => bytes > 0);
  const total = usedAreas.reduce((sum, { bytes }) => sum + bytes, 0);
  const requested = usedAreas.map(({ name, bytes }) => ({
    name,
    percent: Math.max(MIN_PERCENT, (100 * bytes) / total),
  }));
  const sum = requested.reduce((all, { percent }) => all + percent, 0);
  return requested.map(({ name, percent }) => ({ name, percent: (100 * percent) / sum }));
}
