import type { ReactNode } from 'react';
import { filesOfTransfer } from '../../api/uploads/collect-files.ts';
import { openedFile } from '../../app/opened-files.ts';
import { useWindowParts } from '../../app/window-context.tsx';
import { useStrings } from '../../strings/use-strings.tsx';
import { DropHint } from '../../ui/drop-hint.tsx';
import { useToast } from '../../ui/toast.tsx';
import { useFileDrop } from '../assets/use-file-drop.ts';
import styles from './open-drop.module.css';

/** A place where whatever the editor can open is dropped: templates with their media, bundles, folders with them. */
export function OpenDrop({ children }: { readonly children: ReactNode }) {
  const { opened } = useWindowParts();
  const { openWith: words } = useStrings();
  const toast = useToast();
  const take = async (transfer: DataTransfer) => {
    const files = await filesOfTransfer(transfer);
    if (files.length > 0 && !opened.open(files.map(openedFile)))
      toast.show({ tone: 'warning', message: words.nothingToOpen, detail: words.nothingToOpenHint });
  };
  const { isOver, handlers } = useFileDrop((transfer) => void take(transfer));
  return (
    <div className={styles.place} {...handlers}>
      {children}
      {isOver && <DropHint title={words.dropHere} hint={words.dropHint} className={styles.over} />}
    </div>
  );
}
