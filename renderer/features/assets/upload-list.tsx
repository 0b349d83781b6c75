import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { StoreApi } from 'zustand';
import { useApi } from '#renderer/api/api-context.tsx';
import { useRestoredUploads, useUploads } from '#renderer/api/queries/use-uploads.ts';
import { countUploads, firstRows, NO_UPLOADS, type UploadRow } from '#renderer/api/uploads/upload-row.ts';
import { UploadItem } from '#renderer/project/upload-item.tsx';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './upload-list.module.css';

/** The maximum number of rows. A longer list starts with a total and hides the remaining rows. */
const MAX_ROWS = 4;

/** The uploads into the project, at the bottom of the panel. Hidden while there are none. */
export function UploadList({ project }: { readonly project: string }) {
  const { assets } = useStrings();
  const { uploads } = useApi();
  const rows = useUploads(project);
  useRestoredUploads(project);
  const toasts = useToast();
  useEffect(
    () =>
      uploads.onRenamed(({ from, to }) =>
        toasts.show({ message: assets.uploadRenamed(from, to), detail: assets.uploadRenamedHint }),
      ),
    [uploads, toasts, assets],
  );
  const announcement = useDoneUploads(project, uploads.rows);
  const [count, setCount] = useState(NO_UPLOADS);
  const [isOpen, setOpen] = useState(false);
  const currentCount = countUploads(count, rows);
  if (currentCount !== count) setCount(currentCount);
  const hasHead = currentCount.seen.size > MAX_ROWS;
  const clashes = rows.filter(({ phase }) => phase.type === 'conflict').length;
  return (
    <>
      <span role="status" className="visually-hidden">
        {announcement}
      </span>
      {hasHead && rows.length > 0 && (
        <div className={styles.head}>
          <span className={styles.count}>{assets.uploads.count(currentCount.done.size, currentCount.seen.size)}</span>
          <CancelAll rows={rows} />
          {rows.length > MAX_ROWS && (
            <IconButton
              size="sm"
              iconSize={14}
              icon={isOpen ? ChevronDown : ChevronUp}
              label={isOpen ? assets.uploads.showFewer : assets.uploads.showAll(rows.length)}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            />
          )}
        </div>
      )}
      {rows.length > 0 && (
        <ul className={styles.list} aria-label={assets.uploads.list}>
          {(hasHead && !isOpen ? firstRows(rows, MAX_ROWS) : rows).map((row) => (
            <UploadItem key={row.id} row={row} clashes={clashes} />
          ))}
        </ul>
      )}
    </>
  );
}

/**
 * A button that cancels all unfinished uploads. If the service has already received data, the button asks first,
 * because that data would be deleted.
 */
function CancelAll({ rows }: { readonly rows: readonly UploadRow[] }) {
  const strings = useStrings().assets.uploads;
  const { uploads } = useApi();
  const [isAsking, setAsking] = useState(false);
  const unfinished = rows.filter(
    ({ phase: { type } }) => type !== 'done' && type !== 'cancelling' && type !== 'finishing',
  );
  const cancel = () => {
    setAsking(false);
    // Cancel the last upload first. Otherwise, waiting uploads would start as others end.
    for (const { id } of unfinished.toReversed()) void uploads.cancel(id);
  };
  const press = () => (unfinished.some(({ bytesDone }) => bytesDone > 0) ? setAsking(true) : cancel());
  return (
    <>
      <Button size="sm" variant="quiet" icon={X} disabled={unfinished.length === 0} onClick={press}>
        {strings.cancelAll}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        size="sm"
        title={strings.cancelTitle(unfinished.length)}
        onSubmit={cancel}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{strings.goOn}</Button>
            <Button variant="danger" type="submit">
              {strings.cancelAll}
            </Button>
          </>
        }
      >
        {strings.cancelHint}
      </Dialog>
    </>
  );
}

/** The time in milliseconds for which a finished row stays visible. */
const STAY_MILLISECONDS = 4000;

/**
 * Removes each row some time after its upload has finished. Returns the announcement of the latest finished or failed
 * upload.
 */
function useDoneUploads(project: string, rows: StoreApi<readonly UploadRow[]>): string {
  const { uploads } = useApi();
  const { assets } = useStrings();
  const [announcement, setAnnouncement] = useState('');
  useEffect(() => {
    const timers = new Map<string, ReturnType<typeof setTimeout>>();
    const phases = new Map<string, string>();
    const announceChanges = (all: readonly UploadRow[]) => {
      for (const row of all) {
        const { id, phase, project: uploadProject } = row;
        const before = phases.get(id);
        phases.set(id, phase.type);
        if (uploadProject !== project || before === phase.type) continue;
        const words = announcementOf(row, before, assets.uploads);
        if (words !== null) setAnnouncement(words);
        if (phase.type !== 'done') continue;
        timers.set(
          id,
          setTimeout(() => uploads.dismiss(id), STAY_MILLISECONDS),
        );
      }
    };
    announceChanges(rows.getState());
    const unsubscribe = rows.subscribe(announceChanges);
    return () => {
      unsubscribe();
      for (const timer of timers.values()) clearTimeout(timer);
    };
  }, [project, rows, uploads, assets]);
  return announcement;
}

/** Returns the announcement for a phase of an upload; null if the phase is not announced. */
function announcementOf(
  { name, phase, sameAs }: UploadRow,
  before: string | undefined,
  words: Catalogue['assets']['uploads'],
): string | null {
  if (phase.type === 'failed') return words.announceFailed(name);
  if (phase.type !== 'done') return null;
  if (phase.isKnown === true) return words.announceKnown(name);
  if (before === undefined) return null;
  return sameAs === undefined ? words.announceDone(name) : words.announceSame(name, sameAs);
}
