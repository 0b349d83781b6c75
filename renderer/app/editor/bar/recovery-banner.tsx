import { ArchiveRestore } from 'lucide-react';
import { useState } from 'react';
import { useEditor, useEditorActions } from '#renderer/state/editor-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatAge } from '#renderer/ui/format/age.ts';
import styles from '../../frame/banners.module.css';
import { RecoveryDialog } from './recovery-dialog.tsx';

/** Unsaved work of a session that ended: offered, never thrown away unasked. */
export function RecoveryBanner() {
  const { app, projects: words, revisions } = useStrings();
  const newest = useEditor((state) => state.recovered[0]);
  const { restoreRecovered, discardRecovered } = useEditorActions();
  const [comparing, setComparing] = useState(false);
  if (newest === undefined) return null;
  return (
    <div role="status" className={styles.banner}>
      <Icon icon={ArchiveRestore} />
      <span className={styles.hint}>{app.recovered(formatAge(new Date(newest.at), new Date(), words.justNow))}</span>
      <Button size="sm" onClick={() => setComparing(true)}>
        {revisions.compareMore}
      </Button>
      <Button size="sm" variant="primary" onClick={() => restoreRecovered(newest.key)}>
        {app.recoverRestore}
      </Button>
      <Button size="sm" onClick={() => void discardRecovered(newest.key)}>
        {app.recoverDiscard}
      </Button>
      {comparing && <RecoveryDialog record={newest} onClose={() => setComparing(false)} />}
    </div>
  );
}
