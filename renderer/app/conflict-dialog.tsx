import { useState } from 'react';
import { useTemplates } from '../api/use-templates.ts';
import { copyName } from '../features/projects/project-list.ts';
import { useEditor, useEditorActions } from '../state/editor-context.tsx';
import type { ConflictChoice } from '../state/editor-state.ts';
import { useStrings } from '../strings/use-strings.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';

/** Somebody saved the template elsewhere: both versions are there until one is chosen. Nothing is lost on closing. */
export function ConflictDialog({ onClose }: { readonly onClose: () => void }) {
  const { app, kit, projects: words } = useStrings();
  const { resolveConflict } = useEditorActions();
  const project = useEditor((state) => state.project);
  const name = useEditor((state) => state.template);
  const { data: templates = [] } = useTemplates(project);
  const [problem, setProblem] = useState<string | null>(null);
  const [busy, setBusy] = useState<ConflictChoice['kind'] | null>(null);
  const copy = copyName(
    name,
    templates.map((template) => template.name),
    words,
  );
  const choose = (choice: ConflictChoice) => {
    setBusy(choice.kind);
    resolveConflict(choice).then((result) => {
      setBusy(null);
      if (result.ok) onClose();
      else setProblem(result.error);
    }, onClose);
  };
  return (
    <Dialog
      open
      onClose={onClose}
      title={app.conflictTitle(name)}
      description={app.conflictText}
      footer={<Button onClick={onClose}>{kit.cancel}</Button>}
    >
      <div style={{ display: 'grid', gap: 8, justifyItems: 'start' }}>
        <Button variant="primary" busy={busy === 'copy'} onClick={() => choose({ kind: 'copy', name: copy })}>
          {app.conflictCopy(copy)}
        </Button>
        <Button busy={busy === 'theirs'} onClick={() => choose({ kind: 'theirs' })}>
          {app.conflictTheirs}
        </Button>
        <Button variant="danger" busy={busy === 'overwrite'} onClick={() => choose({ kind: 'overwrite' })}>
          {app.conflictMine}
        </Button>
        {problem !== null && <p role="alert">{problem}</p>}
      </div>
    </Dialog>
  );
}
