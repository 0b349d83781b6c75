import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { ToastMessage } from '#renderer/ui/overlays/toast-store.ts';

/** An asset that is back. */
export interface Restored {
  readonly name: string;
  /** The one it was deleted under. */
  readonly formerName: string;
}

/** What is said of assets that are back: also which names differ, because templates go by them. Null of none. */
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
