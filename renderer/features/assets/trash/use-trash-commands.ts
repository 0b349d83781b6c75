import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { type TrashCalls, useTrashCalls } from '#renderer/api/queries/use-trash.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { ToastMessage, Toasts } from '#renderer/ui/overlays/toast-store.ts';

/** The id of the undo toast. Other commands of the trash close it, because the deleted assets may no longer exist. */
const UNDO_MESSAGE = 'deleted-assets';

/** The commands of the trash. Each reports its result or its error in a toast. */
export interface TrashCommands {
  readonly restore: (entries: readonly TrashEntry[]) => Promise<void>;
  /** Deletes an asset permanently. Resolves with true if it was deleted. */
  readonly remove: (entry: TrashEntry) => Promise<boolean>;
  /** Closes the undo toast. Call it before asking about a permanent deletion. */
  readonly closeUndo: () => void;
  /** Empties the trash. Resolves with true if the trash is then empty. */
  readonly empty: () => Promise<boolean>;
  /** Reports the deleted assets in a toast that offers to restore them. */
  readonly offerUndo: (names: readonly string[]) => Promise<void>;
}

export function useTrashCommands(project: string): TrashCommands {
  const calls = useTrashCalls(project);
  const toasts = useToast();
  const { assets: strings } = useStrings();
  return useMemo(() => createTrashCommands(calls, toasts, strings), [calls, toasts, strings]);
}

function createTrashCommands(calls: TrashCalls, toasts: Toasts, words: Catalogue['assets']): TrashCommands {
  const showError = (error: unknown): void => {
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
      showError(error);
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
        showError(error);
        return false;
      }
    },
    empty: async () => {
      try {
        toasts.show(words.trash.emptied(await calls.empty()));
        return true;
      } catch (error) {
        showError(error);
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
        // If the trash entries could not be read, omit the undo button. The user can restore the assets from the trash
        // later.
        toasts.show(message);
      }
    },
  };
}

/** A restored asset. */
export interface Restored {
  readonly name: string;
  /** The name before the deletion. */
  readonly formerName: string;
}

/**
 * Returns the toast about restored assets; null if there are none. The toast names the assets that got another name,
 * because templates refer to assets by name.
 */
export function restoredMessage(
  restored: readonly Restored[],
  words: Catalogue['assets']['trash'],
): ToastMessage | null {
  const [first] = restored;
  if (first === undefined) return null;
  const others = restored.filter(({ name, formerName }) => name !== formerName);
  if (restored.length === 1)
    return others.length === 0
      ? { message: words.restored(first.name) }
      : { message: words.restoredAs(first.name, first.formerName), tone: 'info' };
  const message = words.restoredMany(restored.length);
  if (others.length === 0) return { message };
  return { message, detail: words.restoredOthers(others.map(({ name }) => name).join(', ')), tone: 'info' };
}
