import { useState } from 'react';
import { useTemplates } from '#renderer/api/queries/use-templates.ts';
import { copyName } from '#renderer/common/projects/project-list.ts';
import { ComparisonPanel } from '#renderer/features/revisions/comparison-panel.tsx';
import { useOpenVersion, useOtherVersion } from '#renderer/features/revisions/use-open-version.ts';
import { useEditor, useEditorActions } from '#renderer/state/editor-context.tsx';
import type { ConflictChoice } from '#renderer/state/saving/saving.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import styles from './comparing-dialog.module.css';

/** Somebody saved the template elsewhere: both versions are there until one is chosen. Nothing is lost on closing. */
export function ConflictDialog({ onClose }: { readonly onClose: () => void }) {
  const { app, kit, projects: words, revisions } = useStrings();
  const { resolveConflict } = useEditorActions();
  const project = useEditor((state) => state.project);
  const name = useEditor((state) => state.template);
  const theirs = useEditor(({ saving }) => (saving.kind === 'conflict' ? saving.theirs : null));
  const mine = useOpenVersion(revisions.mine);
  const other = useOtherVersion(revisions.theirs, theirs?.text ?? null);
  const { data: templates = [] } = useTemplates(project);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<ConflictChoice['kind'] | null>(null);
  const kept = useEditor(({ conflictCopy }) => conflictCopy?.name ?? null);
  const unused = copyName(
    name,
    templates.map((template) => template.name),
    words,
  );
  const copy = kept ?? unused;
  const choose = (choice: ConflictChoice) => {
    setBusy(choice.kind);
    resolveConflict(choice).then((result) => {
      setBusy(null);
      if (result.ok) onClose();
      else setProblem(say(result.error));
    }, onClose);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={app.conflictTitle(name)}
      size="xl"
      flush
      className={other === null ? undefined : styles.dialog}
      footer={
        <>
          <Button className={styles.first} onClick={onClose}>
            {kit.cancel}
          </Button>
          <Button variant="danger" busy={busy === 'overwrite'} onClick={() => choose({ kind: 'overwrite' })}>
            {app.conflictMine}
          </Button>
          <Button disabled={other === null} busy={busy === 'theirs'} onClick={() => choose({ kind: 'theirs' })}>
            {app.conflictTheirs}
          </Button>
          <Button
            variant="primary"
            className={styles.copy}
            busy={busy === 'copy'}
            onClick={() => choose({ kind: 'copy', name: copy })}
          >
            {app.conflictCopy(copy)}
          </Button>
        </>
      }
    >
      <div className={styles.body}>
        <p className={styles.text}>
          {other === null ? revisions.theirsGone : kept === null ? app.conflictText : app.conflictTextCopy(kept)}
        </p>
        {problem !== null && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        {other !== null && <ComparisonPanel before={other} after={mine} />}
      </div>
    </Dialog>
  );
}
