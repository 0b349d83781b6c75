import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useRestoredUploads, useUploads } from '#renderer/api/queries/use-uploads.ts';
import { countUploads, firstRows, NO_UPLOADS, type UploadRow } from '#renderer/api/uploads/upload-row.ts';
import { UploadItem } from '#renderer/common/uploads/upload-item.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import styles from './upload-list.module.css';
import { useDoneUploads } from './use-done-uploads.ts';

/** Rows that fit at the panel's foot. More rows get a head with their count, and the others are hidden. */
const MOST_ROWS = 4;

/** Uploads into the project, at the panel's foot. Takes no room while there are none. */
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
  const said = useDoneUploads(project, uploads.rows);
  const [count, setCount] = useState(NO_UPLOADS);
  const [isOpen, setOpen] = useState(false);
  const now = countUploads(count, rows);
  if (now !== count) setCount(now);
  const hasHead = now.seen.size > MOST_ROWS;
  const clashes = rows.filter(({ phase }) => phase.type === 'conflict').length;
  return (
    <>
      <span role="status" className="visually-hidden">
        {said}
      </span>
      {hasHead && rows.length > 0 && (
        <div className={styles.head}>
          <span className={styles.count}>{assets.uploads.count(now.done.size, now.seen.size)}</span>
          <CancelAll rows={rows} />
          {rows.length > MOST_ROWS && (
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
          {(hasHead && !isOpen ? firstRows(rows, MOST_ROWS) : rows).map((row) => (
            <UploadItem key={row.id} row={row} clashes={clashes} />
          ))}
        </ul>
      )}
    </>
  );
}

/** Cancels all uploads that are not done; asks first if a part of a file is on the service, which would be deleted. */
function CancelAll({ rows }: { readonly rows: readonly UploadRow[] }) {
  const words = useStrings().assets.uploads;
  const { uploads } = useApi();
  const [isAsking, setAsking] = useState(false);
  const open = rows.filter(({ phase: { type } }) => type !== 'done' && type !== 'cancelling' && type !== 'finishing');
  const cancel = () => {
    setAsking(false);
    // The last come first, so that none of them starts when one before it ends.
    for (const { id } of open.toReversed()) void uploads.cancel(id);
  };
  const press = () => (open.some(({ bytesDone }) => bytesDone > 0) ? setAsking(true) : cancel());
  return (
    <>
      <Button size="sm" variant="quiet" icon={X} disabled={open.length === 0} onClick={press}>
        {words.cancelAll}
      </Button>
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        size="sm"
        title={words.cancelTitle(open.length)}
        onSubmit={cancel}
        footer={
          <>
            <Button onClick={() => setAsking(false)}>{words.goOn}</Button>
            <Button variant="danger" type="submit">
              {words.cancelAll}
            </Button>
          </>
        }
      >
        {words.cancelHint}
      </Dialog>
    </>
  );
}
