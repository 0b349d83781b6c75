import { Redo2, Undo2 } from 'lucide-react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';

export interface UndoButtonsProps {
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

/** The buttons for undo and redo of a screen without a template, such as the brand or a batch. */
export function UndoButtons({ canUndo, canRedo, undo, redo }: UndoButtonsProps) {
  const { actions } = useStrings();
  return (
    <>
      <IconButton icon={Undo2} label={actions.undo} keys="Mod+Z" disabled={!canUndo} onClick={undo} />
      <IconButton icon={Redo2} label={actions.redo} keys="Shift+Mod+Z" disabled={!canRedo} onClick={redo} />
    </>
  );
}
