import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * The cell that gets the focus when a cell closes: the cell beside it, the cell below it, or the cell itself. Null if
 * another element has the focus.
 */
export type CellMove = -1 | 0 | 1 | 'down' | null;

export interface CellFieldProps {
  /** The text of the cell when it opens, or the letter that opened it. */
  readonly text: string;
  /** Whether a typed letter opened the cell, so that more letters follow. */
  readonly isTyped: boolean;
  readonly label: string;
  /** Called when the cell closes, with the new text; null discards the change. */
  readonly onEnd: (text: string | null, move: CellMove) => void;
}

/**
 * Returns the ref and the end function of the input in an open cell. The input takes the focus. Editing ends exactly
 * once.
 */
export function useCellField({ isTyped, onEnd }: Pick<CellFieldProps, 'isTyped' | 'onEnd'>) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus();
    // If a letter opened the cell, do not select the text, because the next letters must be appended.
    if (!isTyped) field.current?.select();
  }, [isTyped]);
  const end = (value: string | null, move: CellMove) => {
    if (isOver.current) return;
    isOver.current = true;
    onEnd(value, move);
  };
  return { field, end };
}

/**
 * Returns the move after an open cell lost the focus. If no other element has the focus, for example after a switch to
 * another window, the focus returns to the cell.
 */
export function moveAfterBlur({ relatedTarget }: Pick<FocusEvent, 'relatedTarget'>): CellMove {
  return relatedTarget === null ? 0 : null;
}

/** Returns how a key closes an open cell; undefined for keys that do not close it. */
export function closingKey(
  key: string,
  shiftKey: boolean,
): { readonly keeps: boolean; readonly move: CellMove } | undefined {
  if (key === 'Enter') return { keeps: true, move: 'down' };
  if (key === 'Escape') return { keeps: false, move: 0 };
  if (key === 'Tab') return { keeps: true, move: shiftKey ? -1 : 1 };
  return undefined;
}
