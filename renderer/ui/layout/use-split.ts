import { useCallback, useState } from 'react';
import { readStored, removeStored, writeStored } from '../browser/stored.ts';

export interface Split {
  /** Pixels; null for what the layout gives by itself. */
  readonly size: number | null;
  readonly min: number;
  readonly max: number;
  /** While dragging: shown, not remembered. */
  readonly preview: (size: number) => void;
  /** Shown and remembered. */
  readonly set: (size: number) => void;
  /** Back to what the layout gives. */
  readonly reset: () => void;
}

/** The size of a panel that people drag, remembered on this machine. `id` names it among all splits. */
export function useSplit(id: string, { min, max }: { readonly min: number; readonly max: number }): Split {
  const key = `split/${id}`;
  const [size, setSize] = useState(() => readSize(key, min, max));
  const preview = useCallback((next: number) => setSize(Math.round(Math.min(max, Math.max(min, next)))), [min, max]);
  return {
    size,
    min,
    max,
    preview,
    set: (next) => {
      preview(next);
      writeStored(key, Math.round(Math.min(max, Math.max(min, next))));
    },
    reset: () => {
      setSize(null);
      removeStored(key);
    },
  };
}

function readSize(key: string, min: number, max: number): number | null {
  const stored = readStored(key);
  return typeof stored === 'number' && Number.isFinite(stored) ? Math.min(max, Math.max(min, stored)) : null;
}
