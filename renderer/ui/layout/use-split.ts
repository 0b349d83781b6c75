import { useCallback, useState } from 'react';
import { readStored, removeStored, writeStored } from '../browser/stored.ts';

export interface Split {
  /** The size in pixels; null for the default of the layout. */
  readonly size: number | null;
  readonly min: number;
  readonly max: number;
  /** Sets the size during a drag without storing it; null for the default of the layout. */
  readonly preview: (size: number | null) => void;
  /** Sets and stores the size. */
  readonly set: (size: number) => void;
  /** Resets the panel to the default size of the layout. */
  readonly reset: () => void;
}

/** Returns the size of a resizable panel. The size is stored on this machine under `id`. */
export function useSplit(id: string, { min, max }: { readonly min: number; readonly max: number }): Split {
  const key = `split/${id}`;
  const [size, setSize] = useState(() => readSize(key, min, max));
  const preview = useCallback(
    (next: number | null) => setSize(next === null ? null : Math.round(Math.min(max, Math.max(min, next)))),
    [min, max],
  );
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
