import { useQuery } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { namesInTrash, type TrashEntry } from '#renderer/api/client/trash-list.ts';
import type { MissingAsset } from '#renderer/api/queries/use-publishing.ts';
import { useTrash } from '#renderer/api/queries/use-trash.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { formatSize } from '#renderer/ui/format/size.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { MAX_LISTED } from '#shared/contract/calls/assets.ts';
import type { Client } from '#shared/contract/client.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { TrashList, type TrashListProps } from './trash-list.tsx';
import styles from './trash-panel.module.css';
import type { TrashCommands } from './use-trash-commands.ts';

/** The number of rows that each press of the button adds. */
const PAGE_ROWS = 200;

export interface TrashPanelProps {
  readonly project: string;
  readonly commands: TrashCommands;
  /** Called before a menu opens at the row, with the commands for the menu. */
  readonly onMenu: (entry: TrashEntry, commands: TrashListProps['commands']) => void;
}

/** The deleted assets of the project, newest first, with a button that empties the trash. */
export function TrashPanel({ project, commands, onMenu }: TrashPanelProps) {
  const strings = useStrings().assets.trash;
  const [limit, setLimit] = useState(PAGE_ROWS);
  const query = useTrash(project, limit);
  const { data } = query;
  const [askedTarget, setAskedTarget] = useState<DeleteForGoodDialogProps['target'] | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const askToDelete = (target: DeleteForGoodDialogProps['target']) => {
    // Close the toast, which would cover the dialog.
    commands.closeUndo();
    setAskedTarget(target);
  };
  const ofRow = { restore: commands.restore, remove: askToDelete };
  return (
    <>
      <div className={styles.tools}>
        <span className={`${styles.amount} tabular`} role="status">
          {data !== undefined && data.count > 0 && strings.amount(data.count, formatSize(data.bytes))}
        </span>
        <Button
          size="sm"
          disabled={data === undefined || data.count === 0}
          onClick={() => {
            if (data !== undefined) askToDelete({ count: data.count, bytes: data.bytes });
          }}
        >
          {strings.empty}
        </Button>
      </div>
      {data === undefined ? (
        <LoadFallback query={query} title={strings.failed}>
          <div className={styles.waiting} aria-busy={true}>
            <Skeleton height={44} />
            <Skeleton height={44} />
            <Skeleton height={44} />
          </div>
        </LoadFallback>
      ) : (
        <TrashList area={list} entries={data.assets} commands={ofRow} onMenu={(entry) => onMenu(entry, ofRow)}>
          {data.count > data.assets.length && limit < MAX_LISTED && (
            <Button
              size="sm"
              variant="quiet"
              busy={query.isPlaceholderData}
              className={styles.more}
              onClick={() => setLimit(Math.min(limit + PAGE_ROWS, MAX_LISTED))}
            >
              {strings.more(formatCount(data.count))}
            </Button>
          )}
        </TrashList>
      )}
      {askedTarget !== null && (
        <DeleteForGoodDialog
          project={project}
          target={askedTarget}
          commands={commands}
          onClose={() => setAskedTarget(null)}
          focusAfter={list}
        />
      )}
    </>
  );
}

interface DeleteForGoodDialogProps {
  readonly project: string;
  /** The target of the question: one asset, or the whole trash. */
  readonly target: TrashEntry | { readonly count: number; readonly bytes: number };
  readonly commands: Pick<TrashCommands, 'empty' | 'remove'>;
  readonly onClose: () => void;
  /** The element that gets the focus after a deletion. */
  readonly focusAfter: RefObject<HTMLElement | null>;
}

/** The maximum number of listed file names. The others are counted. */
const MAX_NAMED = 100;

/**
 * The dialog that asks before a permanent deletion. It lists the deleted assets that templates still use, once they are
 * loaded.
 */
function DeleteForGoodDialog({ project, target, commands, onClose, focusAfter }: DeleteForGoodDialogProps) {
  const strings = useStrings().assets.trash;
  const cancel = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);
  const isDeleted = useRef(false);
  const single = 'id' in target ? target : null;
  const missed = useMissedInTrash(project, single?.name ?? null);
  const { count, bytes } = 'id' in target ? { count: 1, bytes: target.size } : target;
  const submit = async () => {
    setBusy(true);
    isDeleted.current = single === null ? await commands.empty() : await commands.remove(single);
    if (single !== null || isDeleted.current) return onClose();
    setBusy(false);
  };
  return (
    <Dialog
      open={true}
      onClose={onClose}
      size="sm"
      initialFocus={cancel}
      finalFocus={() => (isDeleted.current ? focusAfter.current : null)}
      title={single === null ? strings.emptyTitle : strings.removeTitle(single.name)}
      onSubmit={() => void submit()}
      footer={
        <>
          <Button ref={cancel} onClick={onClose}>
            {strings.emptyCancel}
          </Button>
          <Button type="submit" variant="danger" busy={isBusy} disabled={missed.data === undefined && !missed.isError}>
            {single === null ? strings.emptySubmit : strings.remove}
          </Button>
        </>
      }
    >
      <p>
        {strings.emptyMeans(count, formatSize(bytes))} {strings.emptyWarning}
      </p>
      <div aria-live="polite" aria-busy={missed.isPending}>
        {missed.data === undefined ? (
          <LoadFallback query={missed} title={strings.missedFailed}>
            <p className={styles.missedLabel}>{strings.missedLooking}</p>
            <Skeleton width="100%" height={32} />
          </LoadFallback>
        ) : (
          missed.data.length > 0 && (
            <>
              <p className={styles.missedLabel}>
                {single === null && count > 1 ? strings.missed(missed.data.length) : strings.missedOne}
              </p>
              <ul className={styles.missed} aria-label={strings.missedList}>
                {missed.data.slice(0, MAX_NAMED).map(({ name, templates }) => (
                  <li key={name}>
                    <FileName name={name} />
                    <span className={styles.missedBy} title={templates.join(', ')}>
                      {templates.join(', ')}
                    </span>
                  </li>
                ))}
                {missed.data.length > MAX_NAMED && (
                  <li>{strings.missedMore(formatCount(missed.data.length - MAX_NAMED))}</li>
                )}
              </ul>
            </>
          )
        )}
      </div>
    </Dialog>
  );
}

/**
 * Queries the assets in the trash that templates still use. If `name` is set, checks only that asset. The query runs
 * each time the dialog opens.
 */
function useMissedInTrash(project: string, name: string | null) {
  const { client } = useApi();
  return useQuery({
    queryKey: [...queryKeys.project(project), 'missed-in-trash', name],
    queryFn: ({ signal }) => readMissedInTrash(client, project, name, signal),
    staleTime: 0,
    gcTime: 0,
  });
}

/** Reads the assets in the trash that templates still use. */
async function readMissedInTrash(
  client: Client<Response>,
  project: string,
  name: string | null,
  signal?: AbortSignal,
): Promise<readonly MissingAsset[]> {
  const { projects } = await client.call('listMissing', { ...(signal && { signal }) });
  const missing = projects.find(({ uid }) => uid === project)?.assets ?? [];
  if (missing.length === 0) return [];
  return missingInTrash(missing, name === null ? await namesInTrash(client, project) : [name]);
}

/** Returns the missing assets that are in the trash, spelled as in the templates. */
export function missingInTrash(missing: readonly MissingAsset[], inTrash: readonly string[]): readonly MissingAsset[] {
  const keys = new Set(inTrash.map(nameKey));
  return missing.filter(({ name }) => keys.has(nameKey(name)));
}
