import { type RefObject, useRef, useState } from 'react';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { Unread } from '#renderer/shell/frame/unread.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import styles from './trash-panel.module.css';
import { useMissedInTrash } from './use-missed-in-trash.ts';
import type { TrashCommands } from './use-trash-commands.ts';

export interface DeleteForGoodDialogProps {
  readonly project: string;
  /** One of the trash, or all that is in it. */
  readonly what: TrashEntry | { readonly count: number; readonly bytes: number };
  readonly commands: Pick<TrashCommands, 'empty' | 'remove'>;
  readonly onClose: () => void;
  /** In it something has the focus once it is gone, or itself where nothing is left. */
  readonly focusAfter: RefObject<HTMLElement | null>;
}

/** Files that are named; of more their number is said. */
const MOST_NAMED = 100;

/** Asks before something is deleted for good, and says which films miss it, as soon as that is known. */
export function DeleteForGoodDialog({ project, what, commands, onClose, focusAfter }: DeleteForGoodDialogProps) {
  const words = useStrings().assets.trash;
  const cancel = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const isGone = useRef(false);
  const one = 'id' in what ? what : null;
  const missed = useMissedInTrash(project, one?.name ?? null);
  const { count, bytes } = 'id' in what ? { count: 1, bytes: what.size } : what;
  const submit = async () => {
    setBusy(true);
    isGone.current = one === null ? await commands.empty() : await commands.remove(one);
    if (one !== null || isGone.current) return onClose();
    setBusy(false);
  };
  return (
    <Dialog
      open={true}
      onClose={onClose}
      size="sm"
      initialFocus={cancel}
      finalFocus={() => (isGone.current ? focusAfter.current : null)}
      title={one === null ? words.emptyTitle : words.removeTitle(one.name)}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {words.emptyCancel}
          </Button>
          <Button type="submit" variant="danger" busy={isBusy} disabled={missed.data === undefined && !missed.isError}>
            {one === null ? words.emptySubmit : words.remove}
          </Button>
        </>
      }
    >
      <p>
        {words.emptyMeans(count, formatSize(bytes))} {words.emptyWarning}
      </p>
      <div aria-live="polite" aria-busy={missed.isPending}>
        {missed.data === undefined ? (
          <Unread query={missed} title={words.missedFailed}>
            <p className={styles.missedLabel}>{words.missedLooking}</p>
            <Skeleton width="100%" height={32} />
          </Unread>
        ) : (
          missed.data.length > 0 && (
            <>
              <p className={styles.missedLabel}>
                {one === null && count > 1 ? words.missed(missed.data.length) : words.missedOne}
              </p>
              <ul className={styles.missed} aria-label={words.missedList}>
                {missed.data.slice(0, MOST_NAMED).map(({ name, templates }) => (
                  <li key={name}>
                    <FileName name={name} />
                    <span className={styles.missedBy} title={templates.join(', ')}>
                      {templates.join(', ')}
                    </span>
                  </li>
                ))}
                {missed.data.length > MOST_NAMED && (
                  <li>{words.missedMore(formatCount(missed.data.length - MOST_NAMED))}</li>
                )}
              </ul>
            </>
          )
        )}
      </div>
    </Dialog>
  );
}
