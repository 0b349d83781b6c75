import { closeDialog, useDialog } from '#renderer/actions/dialogs.ts';
import { InsertPalette } from './insert-palette.tsx';

/** Mounts the insert palette. */
export function InsertHost() {
  const isOpen = useDialog('insert') !== undefined;
  return <InsertPalette open={isOpen} onClose={() => closeDialog('insert')} />;
}
