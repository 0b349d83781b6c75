import { useRef, useState } from 'react';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { useTrash } from '#renderer/api/queries/use-trash.ts';
import { Unread } from '#renderer/shell/frame/unread.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { MOST_LISTED } from '#shared/contract/calls/assets.ts';
import { DeleteForGoodDialog, type DeleteForGoodDialogProps } from './delete-for-good-dialog.tsx';
import { TrashList, type TrashListProps } from './trash-list.tsx';
import styles from './trash-panel.module.css';
import type { TrashCommands } from './use-trash-commands.ts';

/** So many more are shown by each press. */
const STRETCH = 200;

export interface TrashPanelProps {
  readonly project: string;
  readonly commands: TrashCommands;
  /** The row that a menu is about to open at, and what the menu does. */
  readonly onMenu: (entry: TrashEntry, commands: TrashListProps['commands']) => void;
}

/** What was deleted of the project, the latest first, and the way to be rid of all of it. */
export function TrashPanel({ project, commands, onMenu }: TrashPanelProps) {
  const words = useStrings().assets.trash;
  const [limit, setLimit] = useState(STRETCH);
  const query = useTrash(project, limit);
  const { data } = query;
  const [asked, setAsked] = useState<DeleteForGoodDialogProps['what'] | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const ask = (what: DeleteForGoodDialogProps['what']) => {
    // It would lie over the question.
    commands.closeUndo();
    setAsked(what);
  };
  const ofRow = { restore: commands.restore, remove: ask };
  return (
    <>
      <div className={styles.tools}>
        <span className={`${styles.amount} tabular`} role="status">
          {data !== undefined && data.count > 0 && words.amount(data.count, formatSize(data.bytes))}
        </span>
        <Button
          size="sm"
          disabled={data === undefined || data.count === 0}
          onClick={() => {
            if (data !== undefined) ask({ count: data.count, bytes: data.bytes });
          }}
        >
          {words.empty}
        </Button>
      </div>
      {data === undefined ? (
        <Unread query={query} title={words.failed}>
          <div className={styles.waiting} aria-busy={true}>
            <Skeleton height={44} />
            <Skeleton height={44} />
            <Skeleton height={44} />
          </div>
        </Unread>
      ) : (
        <TrashList area={list} entries={data.assets} commands={ofRow} onMenu={(entry) => onMenu(entry, ofRow)}>
          {data.count > data.assets.length && limit < MOST_LISTED && (
            <Button
              size="sm"
              variant="quiet"
              busy={query.isPlaceholderData}
              className={styles.more}
              onClick={() => setLimit(Math.min(limit + STRETCH, MOST_LISTED))}
            >
              {words.more(formatCount(data.count))}
            </Button>
          )}
        </TrashList>
      )}
      {asked !== null && (
        <DeleteForGoodDialog
          project={project}
          what={asked}
          commands={commands}
          onClose={() => setAsked(null)}
          focusAfter={list}
        />
      )}
    </>
  );
}
