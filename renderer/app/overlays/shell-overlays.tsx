import { useStore } from 'zustand';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { CommandPalette } from './command-palette.tsx';
import { KeySheet } from './key-sheet.tsx';

/** The palette and the sheet of keys, over whatever screen. */
export function ShellOverlays() {
  const { shell } = useAppWindow();
  const overlay = useStore(shell.store, (state) => state.overlay);
  const close = () => shell.store.setState({ overlay: null });
  return (
    <>
      <CommandPalette open={overlay === 'palette'} onClose={close} />
      <KeySheet open={overlay === 'keys'} onClose={close} />
    </>
  );
}
