import { History } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { firstToCompare } from '#renderer/common/revisions/revision-marks.ts';
import { useRevisionMarks, useRevisions, useRevisionText } from '#renderer/common/revisions/use-revisions.ts';
import { Unread } from '#renderer/shell/frame/unread.tsx';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { selectStepLabels } from '#renderer/state/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { statement } from '#shared/statements/statement.ts';
import { ComparisonPanel } from './comparison-panel.tsx';
import { RevisionList } from './revision-list.tsx';
import styles from './revisions-dialog.module.css';
import { useOpenVersion, useOtherVersion } from './use-open-version.ts';

/** What was saved of the open template: each revision beside what is open, and back to it. */
export function RevisionsDialog({ onClose }: { readonly onClose: () => void }) {
  const { revisions: words, kit } = useStrings();
  const name = useEditor((state) => state.template);
  const text = useEditor((state) => state.text);
  const store = useEditorStore();
  const { actions } = store;
  const toasts = useToast();
  const list = useRef<HTMLDivElement>(null);
  const query = useRevisions();
  const revisions = query.data ?? [];
  const marks = useRevisionMarks(revisions);
  const [chosen, setChosen] = useState<number | null>(null);
  const current = revisions.find(({ revision }) => revision === chosen) ?? firstToCompare(revisions, marks);
  const saved = useRevisionText(current);
  const before = useOtherVersion(current === null ? '' : words.revision(current.revision), saved.data?.text ?? null);
  const after = useOpenVersion(words.now);
  const isLoaded = query.isSuccess && revisions.length > 0;
  // The focus goes to the list once there is one; in a frame, in which the dialog takes back what a button had that
  // went.
  useEffect(() => {
    if (!isLoaded) return;
    const frame = requestAnimationFrame(() => list.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, [isLoaded]);

  const restore = () => {
    if (current === null || before === null) return;
    const { revision } = current;
    const done = actions.dispatch({
      type: 'text/replace',
      text: before.text,
      label: statement('step/restore-revision', { revision }),
    });
    if (!done.ok) {
      toasts.show({ message: say(done.error), tone: 'danger' });
      return;
    }
    // Later steps are not what this takes back.
    const takeBack = () => {
      if (selectStepLabels(store.getState()).undo === done.value.label) actions.undo();
    };
    toasts.show({ message: words.restored(revision), action: { label: words.undo, run: takeBack } });
    onClose();
  };

  const isOpen = before?.text === text;
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.title(name)}
      size="xl"
      flush
      className={styles.dialog}
      initialFocus={list}
      footer={
        <>
          <span className={styles.hint}>{isOpen ? words.isOpen : words.restoreHint}</span>
          <Button onClick={onClose}>{kit.close}</Button>
          <Button variant="primary" disabled={before === null || isOpen} onClick={restore}>
            {words.restore}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        {isLoaded ? (
          <>
            <RevisionList
              listRef={list}
              revisions={revisions}
              marks={marks}
              current={current?.revision ?? -1}
              onCurrent={setChosen}
            />
            {before === null ? (
              <Unread query={saved} title={words.textFailed}>
                <LoadingPanel />
              </Unread>
            ) : (
              <ComparisonPanel before={before} after={after} />
            )}
          </>
        ) : query.isSuccess ? (
          <EmptyState icon={History} title={words.none} hint={words.noneHint} />
        ) : (
          <Unread query={query} title={words.listFailed}>
            <LoadingPanel />
          </Unread>
        )}
      </div>
    </Dialog>
  );
}

/** The place of the comparison, at its size. */
function LoadingPanel() {
  const { revisions: words } = useStrings();
  return (
    <div className={styles.loading} role="status" aria-label={words.reading}>
      <Skeleton width="40%" height={16} />
      <Skeleton width="100%" height={212} />
      <Skeleton width="70%" height={16} />
      <Skeleton width="60%" height={16} />
    </div>
  );
}
