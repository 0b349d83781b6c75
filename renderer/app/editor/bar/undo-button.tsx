import { useAction } from '#renderer/actions/runtime/use-actions.tsx';
import { useEditor } from '#renderer/state/editor-context.tsx';
import { selectStepLabels } from '#renderer/state/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import styles from './editor-top-bar.module.css';

/** Undo or redo, with the name of the step where there is one. */
export function UndoButton({ action: id }: { readonly action: 'edit/undo' | 'edit/redo' }) {
  const { actions: words } = useStrings();
  const action = useAction(id);
  const isUndo = id === 'edit/undo';
  const step = useEditor(selectStepLabels)[isUndo ? 'undo' : 'redo'];
  if (action.icon === undefined) return null;
  if (step === null) {
    return (
      <IconButton
        icon={action.icon}
        size="sm"
        label={isUndo ? words.undo : words.redo}
        keys={action.keys}
        disabled={!action.enabled}
        onClick={action.run}
      />
    );
  }
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={action.icon}
      tooltip={action.label}
      keys={action.keys}
      aria-label={action.label}
      disabled={!action.enabled}
      onClick={action.run}
      className={styles.undo}
    >
      {say(step)}
    </Button>
  );
}
