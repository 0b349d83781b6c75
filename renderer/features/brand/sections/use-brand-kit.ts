import { useEffect, useRef, useState } from 'react';
import { hasOwnUndo, isUndoPress } from '#renderer/actions/own-undo.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { useBrand, useSaveBrand } from '#renderer/api/queries/use-brand.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { type BrandKit, EMPTY_BRAND } from '#shared/brand/brand-kit.ts';

/** The editable brand: each change is saved and can be undone. */
export interface EditedBrand {
  /** The brand; null while loading. */
  readonly kit: BrandKit | null;
  readonly error: unknown;
  /** The assets that the brand names but the project does not contain. */
  readonly missing: readonly string[];
  readonly isSaving: boolean;
  readonly change: (next: BrandKit) => void;
  readonly canUndo: boolean;
  readonly canRedo: boolean;
  readonly undo: () => void;
  readonly redo: () => void;
}

export function useBrandKit(project: string): EditedBrand {
  const { brand: strings } = useStrings();
  const toast = useToast();
  const { data, error } = useBrand(project);
  const save = useSaveBrand(project);
  /** The brand with unsaved changes; null without any. */
  const [draft, setDraft] = useState<BrandKit | null>(null);
  const [history, setHistory] = useState(EMPTY_KIT_HISTORY);
  const sent = useRef(0);
  const kit = draft ?? data?.brand ?? null;

  const store = (next: BrandKit): void => {
    sent.current += 1;
    const saveNumber = sent.current;
    setDraft(next);
    save.mutate(next, {
      onError: (failure) => {
        const { title, detail, next: advice } = problemWords(failure);
        toast.show({ message: `${strings.notSaved}: ${title}`, detail: `${detail} ${advice}`.trim(), tone: 'danger' });
        setHistory(EMPTY_KIT_HISTORY);
      },
      onSettled: () => {
        if (sent.current === saveNumber) setDraft(null);
      },
    });
  };
  const step = (direction: -1 | 1) => () => {
    const moved = kit === null ? null : moveInHistory(history, kit, direction);
    if (moved === null) return;
    setHistory(moved.history);
    store(moved.kit);
  };
  const [undo, redo] = [step(-1), step(1)];
  useUndoKeys(undo, redo);
  return {
    kit,
    error,
    missing: data?.missing ?? [],
    isSaving: draft !== null,
    change: (next) => {
      if (kit === null || isEqual(next, kit)) return;
      setHistory(withUndoStep(history, kit ?? EMPTY_BRAND));
      store(next);
    },
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    undo,
    redo,
  };
}

/** Handles the keys for undo and redo, except in text fields, which have their own undo. */
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
    // Handlers on the window run later, and would otherwise handle every undo key outside text fields.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

export interface KitHistory {
  /** The earlier states, latest last. */
  readonly past: readonly BrandKit[];
  /** The undone states. The next to redo is last. */
  readonly future: readonly BrandKit[];
}

export const EMPTY_KIT_HISTORY: KitHistory = { past: [], future: [] };

/** The maximum number of undo steps. */
const MAX_STEPS = 200;

/** Returns the history after a change of the brand. */
export function withUndoStep({ past }: KitHistory, before: BrandKit): KitHistory {
  return { past: [...past, before].slice(-MAX_STEPS), future: [] };
}

/** Moves one step back (−1) or forward (1) in the history; null at the end of the history. */
export function moveInHistory(
  { past, future }: KitHistory,
  current: BrandKit,
  direction: -1 | 1,
): { readonly kit: BrandKit; readonly history: KitHistory } | null {
  const [from, to] = direction === -1 ? [past, future] : [future, past];
  const kit = from.at(-1);
  if (kit === undefined) return null;
  const [remaining, opposite] = [from.slice(0, -1), [...to, current]];
  return {
    kit,
    history: direction === -1 ? { past: remaining, future: opposite } : { past: opposite, future: remaining },
  };
}
