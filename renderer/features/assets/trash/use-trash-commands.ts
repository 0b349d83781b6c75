import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { type TrashCalls, useTrashCalls } from '#renderer/api/queries/use-trash.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import { type Restored, restoredMessage } from './restored-message.ts';

/** The message that offers to undo: once something else is done with the trash, what it would take out may be gone. */
const UNDO_MESSAGE = 'deleted-assets';

/** What can be done with the trash; each says by itself what it did, or why it did not work. */
export interface TrashCommands {
  readonly restore: (entries: readonly TrashEntry[]) => Promise<void>;
  /** Whether it is gone now. */
  readonly remove: (entry: TrashEntry) => Promise<boolean>;
  /** Before it is asked whether all of it should go. */
  readonly closeUndo: () => void;
  /** Whether it is empty now. */
  readonly empty: () => Promise<boolean>;
  /** Says what was deleted just now, and offers to take it out of the trash again. */
  readonly offerUndo: (names: readonly string[]) => Promise<void>;
}

export function useTrashCommands(project: string): TrashCommands {
  const calls = useTrashCalls(project);
  const toasts = useToast();
  const { assets: words } = useStrings();
  return useMemo(() => createTrashCommands(calls, toasts, words), [calls, toasts, words]);
}

function createTrashCommands(calls: TrashCalls, toasts: Toasts, words: Catalogue['assets']): TrashCommands {
  const tell = (error: unknown): void => {
    const { title, detail, next } = problemWords(error);
    toasts.show({ tone: 'danger', message: title, detail: `${detail} ${next}`.trim() });
  };
  const closeUndo = () => toasts.close(UNDO_MESSAGE);
  const restore: TrashCommands['restore'] = async (entries) => {
    closeUndo();
    const restored: Restored[] = [];
    try {
      for (const { id } of entries) restored.push(await calls.restore(id));
    } catch (error) {
      tell(error);
    }
    const message = restoredMessage(restored, words.trash);
    if (message !== null) toasts.show(message);
  };
  return {
    restore,
    closeUndo,
    remove: async ({ id, name }) => {
      closeUndo();
      try {
        await calls.remove(id);
        toasts.show(words.trash.removed(name));
        return true;
      } catch (error) {
        tell(error);
        return false;
      }
    },
    empty: async () => {
      try {
        toasts.show(words.trash.emptied(await calls.empty()));
        return true;
      } catch (error) {
        tell(error);
        return false;
      }
    },
    offerUndo: async (names) => {
      const [first] = names;
      if (first === undefined) return;
      const message = words.remove.done(names.length, first);
      try {
        const entries = await calls.latest(names);
        const run = () => void restore(entries);
        toasts.show({ id: UNDO_MESSAGE, message, action: { label: words.remove.undo, icon: Undo2, run } });
      } catch {
        // They are deleted all the same, and can be restored from the trash once the service answers.
        toasts.show(message);
      }
    },
  };
}
