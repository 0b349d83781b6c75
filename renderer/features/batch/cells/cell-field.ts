import { type FocusEvent, useEffect, useRef } from 'react';

/** Where the focus goes after a cell: to the side, below, or to the cell itself; null where it has gone elsewhere. */
export type CellMove = -1 | 0 | 1 | 'down' | null;

export interface CellFieldProps {
  /** What was there, or the letter that opened the cell. */
  readonly text: string;
  /** Whether a letter opened it, after which more are coming. */
  readonly isTyped: boolean;
  readonly label: string;
  /** Null leaves the cell as it was. */
  readonly onEnd: (text: string | null, move: CellMove) => void;
}

/** The field of a cell that is open: it has the focus, and ends once. */
export function useCellField({ isTyped, onEnd }: Pick<CellFieldProps, 'isTyped' | 'onEnd'>) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus();
    // What is there is replaced by typing. The letter that opened the cell is the first of what is typed.
    if (!isTyped) field.current?.select();
  }, [isTyped]);
  const end = (value: string | null, move: CellMove) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(value, move);
  };
  return { field, end };
}

/** Where the focus goes as an open cell loses it: what is left for nothing, such as another window, is come back to. */
export function moveOfBlur({ relatedTarget }: Pick<FocusEvent, 'relatedTarget'>): CellMove {
  return relatedTarget === null ? 0 : null;
}

/** What a key means in an open cell; undefined for one that means nothing more than it always does. */
export function endingOf(
  key: string,
  shiftKey: boolean,
): { readonly keeps: boolean; readonly move: CellMove } | undefined {
  if (key === 'Enter') return { keeps: true, move: 'down' };
  if (key === 'Escape') return { keeps: false, move: 0 };
  if (key === 'Tab') return { keeps: true, move: shiftKey ? -1 : 1 };
  return undefined;
}
