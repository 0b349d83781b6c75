import { useRef, useState } from 'react';
import { emptyHistory, moveInHistory, useUndoKeys, withUndoStep } from '#renderer/actions/undo-history.ts';
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
  const [history, setHistory] = useState(emptyHistory<BrandKit>);
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
        setHistory(emptyHistory());
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
    store(moved.state);
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
