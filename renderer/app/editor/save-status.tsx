import { Check, CircleAlert, CloudOff, FileX2, GitCompareArrows, LoaderCircle, PencilLine } from 'lucide-react';
import { showProblem } from '#renderer/actions/show-problem.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { firstError } from '#renderer/editor/read-template.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import { formatClock } from '#renderer/ui/format/age.ts';
import styles from './editor-top-bar.module.css';

/** The save status as a short text. A click saves immediately or opens the pending decision. */
export function SaveStatus({ onCompare }: { readonly onCompare: () => void }) {
  const { app } = useStrings();
  const saving = useEditorValue(({ document }) => document.state.saving);
  const journalFault = useEditorValue(({ document }) => document.state.journalFault);
  const editor = useEditor();
  const error = useEditorValue(({ document }) => firstError(document.state.problems));
  const errors = useEditorValue(
    ({ document }) => document.state.problems.filter(({ severity }) => severity === 'error').length,
  );
  const { save } = editor.saving;
  switch (saving.kind) {
    case 'saved':
      if (error !== null)
        return (
          <Tooltip content={say(error, { plain: true })}>
            <button type="button" className={styles.saved} onClick={() => showProblem(editor, error)}>
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
        <Button size="sm" variant="danger" icon={GitCompareArrows} onClick={onCompare}>
          {app.conflict}
        </Button>
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
