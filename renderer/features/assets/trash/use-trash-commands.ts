import { Undo2 } from 'lucide-react';
import { useMemo } from 'react';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { type TrashCalls, useTrashCalls } from '#renderer/api/queries/use-trash.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { ToastMessage, Toasts } from '#renderer/ui/overlays/toast-store.ts';

/**
 * The id of the toast that offers undo. Other commands of the trash close this toast, because the deleted assets can be
 * gone.
 */
const UNDO_MESSAGE = 'deleted-assets';

/** The commands of the trash. Each shows its result or its error. */
export interface TrashCommands {
  readonly restore: (entries: readonly TrashEntry[]) => Promise<void>;
  /** Returns whether the asset was deleted. */
  readonly remove: (entry: TrashEntry) => Promise<boolean>;
  /** Closes the toast that offers undo. Call it before the user is asked about a permanent deletion. */
  readonly closeUndo: () => void;
  /** Returns whether the trash is empty now. */
  readonly empty: () => Promise<boolean>;
  /** Shows which assets were deleted and offers to restore them. */
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
        // If the request fails, the assets stay deleted. The user can restore them when the service answers again.
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
 * Returns the toast about restored assets; null if there are none. It shows changed names, because templates refer to
 * assets by name.
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
