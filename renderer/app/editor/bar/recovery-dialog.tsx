import { ComparisonPanel } from '#renderer/features/revisions/comparison-panel.tsx';
import { useOpenVersion, useOtherVersion } from '#renderer/features/revisions/use-open-version.ts';
import { useEditor, useEditorActions } from '#renderer/state/editor-context.tsx';
import type { RecoveryRecord } from '#renderer/state/saving/recovery.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { formatAge } from '#renderer/ui/format/age.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import styles from './comparing-dialog.module.css';

interface RecoveryDialogProps {
  readonly record: RecoveryRecord;
  readonly onClose: () => void;
}

/** What restoring unsaved work would change: the open template beside it. */
export function RecoveryDialog({ record, onClose }: RecoveryDialogProps) {
  const { app, kit, projects, revisions: words } = useStrings();
  const { restoreRecovered, discardRecovered } = useEditorActions();
  const isSaved = useEditor((state) => state.saving.kind === 'saved');
  const before = useOpenVersion(isSaved ? words.savedVersion : words.now);
  const after = useOtherVersion(words.unsavedWork, record.text);
  const age = formatAge(new Date(record.at), new Date(), projects.justNow);
  return (
    <Dialog
      open
      onClose={onClose}
      title={words.recoveryTitle}
      size="xl"
      flush
      className={styles.dialog}
      footer={
        <>
          <Button
            variant="danger"
            className={styles.first}
            onClick={() => {
              void discardRecovered(record.key);
              onClose();
            }}
          >
            {app.recoverDiscard}
          </Button>
          <Button onClick={onClose}>{kit.close}</Button>
          <Button
            variant="primary"
            onClick={() => {
              restoreRecovered(record.key);
              onClose();
            }}
          >
            {app.recoverRestore}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.text}>{words.recoveryText(age)}</p>
        {after !== null && <ComparisonPanel before={before} after={after} />}
      </div>
    </Dialog>
  );
}
