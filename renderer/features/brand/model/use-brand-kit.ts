import { useEffect, useRef, useState } from 'react';
import { hasOwnUndo, isUndoPress } from '#renderer/actions/keys/own-undo.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useBrand, useSaveBrand } from '#renderer/api/queries/use-brand.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type BrandKit, EMPTY_BRAND } from '#shared/brand/brand-kit.ts';
import { afterStep, NOTHING_DONE, travel } from './kit-history.ts';

/** A brand that is edited: saved with each change, and each change can be taken back. */
export interface EditedBrand {
  /** Null until it is known. */
  readonly kit: BrandKit | null;
  readonly error: unknown;
  /** Assets that it names and the project lacks. */
  readonly missing: readonly string[];
  readonly isSaving: boolean;
  readonly change: (next: BrandKit) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

export function useBrandKit(project: string): EditedBrand {
  const { brand: words } = useStrings();
  const toast = useToast();
  const { data, error } = useBrand(project);
  const save = useSaveBrand(project);
  /** What was not answered yet; the last one is shown. */
  const [draft, setDraft] = useState<BrandKit | null>(null);
  const [history, setHistory] = useState(NOTHING_DONE);
  const sent = useRef(0);
  const kit = draft ?? data?.brand ?? null;

  const store = (next: BrandKit): void => {
    sent.current += 1;
    const own = sent.current;
    setDraft(next);
    save.mutate(next, {
      onError: (failure) => {
        const { title, detail, next: advice } = problemWords(failure);
        toast.show({ message: `${words.notSaved}: ${title}`, detail: `${detail} ${advice}`.trim(), tone: 'danger' });
        setHistory(NOTHING_DONE);
      },
      onSettled: () => {
        if (sent.current === own) setDraft(null);
      },
    });
  };
  const step = (direction: -1 | 1) => () => {
    const there = kit === null ? null : travel(history, kit, direction);
    if (there === null) return;
    setHistory(there.history);
    store(there.kit);
  };
  const [undo, redo] = [step(-1), step(1)];
  useUndoKeys(undo, redo);
  return {
    kit,
    error,
    missing: data?.missing ?? [],
    isSaving: draft !== null,
    change: (next) => {
      if (kit === null || JSON.stringify(next) === JSON.stringify(kit)) return;
      setHistory(afterStep(history, kit ?? EMPTY_BRAND));
      store(next);
    },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo,
    redo,
  };
}

/** The usual keys; in a field they take back what was typed there. */
function useUndoKeys(undo: () => void, redo: () => void): void {
  const latest = useRef({ undo, redo });
  useEffect(() => {
    latest.current = { undo, redo };
  });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isUndoPress(event)) return;
      if (event.target instanceof Element && hasOwnUndo(event.target)) return;
      event.preventDefault();
      if (event.key.toLowerCase() === 'y' || event.shiftKey) latest.current.redo();
      else latest.current.undo();
    };
    // The keys of the window come later: they take each undo that no field has.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}
