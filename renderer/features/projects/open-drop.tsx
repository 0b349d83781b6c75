import type { ReactNode } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { filesOfTransfer } from '#renderer/api/uploads/collect-files.ts';
import { fileKindOf } from '#renderer/common/inserting/file-things.ts';
import { useBeginFilm } from '#renderer/common/projects/use-begin-film.ts';
import { otherImageReason } from '#renderer/common/sources/file-facts.ts';
import { useFileDrop } from '#renderer/common/sources/use-file-drop.ts';
import { openedFile } from '#renderer/shell/window/opened-files.ts';
import { useAppWindow } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { DropHint } from '#renderer/ui/display/drop-hint.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { nameProblem } from '#shared/names/asset-name.ts';
import styles from './open-drop.module.css';

/**
 * A place where whatever the editor can open is dropped: templates with their media, bundles, or videos and photos for a new film.
 */
export function OpenDrop({ children }: { readonly children: ReactNode }) {
  const { opened } = useAppWindow();
  const { openWith: words, projects } = useStrings();
  const begin = useBeginFilm();
  const toast = useToast();
  const take = async (transfer: DataTransfer) => {
    const files = await filesOfTransfer(transfer);
    if (files.length === 0 || opened.open(files.map(openedFile))) return;
    const reasons = await Promise.all(files.map(({ file }) => otherImageReason(file)));
    const clip = files.find(
      ({ file }, at) => reasons[at] === null && ['video', 'image'].includes(fileKindOf(file) ?? ''),
    );
    if (clip === undefined) {
      const at = reasons.findIndex((reason) => reason !== null);
      const [other, reason] = [files[at], reasons[at]];
      const detail =
        other === undefined || reason == null ? words.nothingToOpenHint : words.fileIs(other.file.name, reason);
      return void toast.show({ tone: 'warning', message: words.nothingToOpen, detail });
    }
    try {
      await begin.inNewProject(projectNameOf(clip.file.name) ?? projects.defaultName, files);
    } catch (error) {
      toast.show({ tone: 'danger', message: words.unreadable, detail: problemText(error) });
    }
  };
  const { isOver, handlers } = useFileDrop((transfer) => void take(transfer));
  return (
    <div className={styles.place} {...handlers}>
      {children}
      {isOver && <DropHint title={words.dropHere} hint={words.dropHint} className={styles.over} />}
    </div>
  );
}

/** `Beach` for `Beach.mp4` or `Beach.jpg`; null where that can be no name. */
function projectNameOf(file: string): string | null {
  const name = file
    .replace(/\.[^.]*$/u, '')
    .trim()
    .normalize('NFC');
  return nameProblem(name) === null ? name : null;
}
