import { Check, CircleAlert, CloudOff, FileX2, GitCompareArrows, LoaderCircle, PencilLine } from 'lucide-react';
import { useEffect, useState } from 'react';
import { showProblem } from '../../../actions/runtime/show-problem.ts';
import { useActions } from '../../../actions/runtime/use-actions.tsx';
import { useEditor, useEditorActions, useEditorStore } from '../../../state/editor-context.tsx';
import { firstError } from '../../../state/template-view.ts';
import { sayToldPlainly } from '../../../strings/say.ts';
import { useStrings } from '../../../strings/use-strings.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { Tooltip } from '../../../ui/display/tooltip.tsx';
import { formatClock } from '../../../ui/format/age.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import styles from './editor-top-bar.module.css';

/** Opens the comparison once a conflict is there and nobody is writing or dragging, whose keys it would take. */
function useOpenedAtRest(isConflict: boolean, open: (open: boolean) => void): void {
  const store = useEditorStore();
  useEffect(() => {
    if (!isConflict) return open(false);
    const isBusy = () =>
      store.getState().gesture !== null ||
      document.activeElement?.matches(
        'input, textarea, [contenteditable]:not([contenteditable=false]), .cm-content',
      ) === true;
    const over = new AbortController();
    const look = () => {
      if (isBusy() || over.signal.aborted) return;
      over.abort();
      open(true);
    };
    const stop = store.subscribe(look);
    over.signal.addEventListener('abort', stop);
    // The element that gets the focus has it only after this event.
    document.addEventListener('focusout', () => queueMicrotask(look), { signal: over.signal });
    look();
    return () => over.abort();
  }, [isConflict, open, store]);
}

/** Whether the work is safe, in two words; a press saves now or says what to decide. */
export function SaveStatus() {
  const { app } = useStrings();
  const saving = useEditor((state) => state.saving);
  const journalFault = useEditor((state) => state.journalFault);
  const actions = useActions();
  const error = useEditor((state) => firstError(state.problems));
  const errors = useEditor((state) => state.problems.filter(({ severity }) => severity === 'error').length);
  const { save } = useEditorActions();
  const [deciding, setDeciding] = useState(false);
  const isConflict = saving.kind === 'conflict';
  useOpenedAtRest(isConflict, setDeciding);
  switch (saving.kind) {
    case 'saved':
      if (error !== null)
        return (
          <Tooltip content={sayToldPlainly(error)}>
            <button type="button" className={styles.saved} onClick={() => showProblem(actions, error)}>
              <Icon icon={CircleAlert} size={14} className={styles.warning} />
              {app.savedWithProblems(errors)}
            </button>
          </Tooltip>
        );
      return (
        <span className={`${styles.saved} tabular`}>
          <Icon icon={Check} size={14} className={styles.success} />
          {saving.at === null ? app.saved : app.savedAt(formatClock(new Date(saving.at)))}
        </span>
      );
    case 'dirty':
      return (
        <span className={styles.saved} title={journalFault ?? undefined}>
          <Icon icon={PencilLine} size={14} />
          {app.unsaved}
        </span>
      );
    case 'saving':
      return (
        <span className={styles.saved}>
          <Icon icon={LoaderCircle} size={14} />
          {app.saving}
        </span>
      );
    case 'held':
      return (
        <Tooltip content={saving.reason}>
          <button type="button" className={styles.saved} onClick={() => void save()}>
            <Icon icon={CircleAlert} size={14} className={styles.warning} />
            {app.notSaved}
          </button>
        </Tooltip>
      );
    case 'failed':
      return (
        <Tooltip content={saving.reason}>
          <button type="button" className={styles.saved} onClick={() => void save()}>
            <Icon icon={CloudOff} size={14} className={styles.danger} />
            {app.notSaved}
          </button>
        </Tooltip>
      );
    case 'conflict':
      return (
        <>
          <Button size="sm" variant="danger" icon={GitCompareArrows} onClick={() => setDeciding(true)}>
            {app.conflict}
          </Button>
          {deciding && <ConflictDialog onClose={() => setDeciding(false)} />}
        </>
      );
    case 'deleted':
      return (
        <span className={styles.saved}>
          <Icon icon={FileX2} size={14} className={styles.danger} />
          {app.deleted}
        </span>
      );
    default:
      return saving satisfies never;
  }
}
