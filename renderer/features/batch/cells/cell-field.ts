import { type FocusEvent, useEffect, useRef } from 'react';

/** The focus after a cell ends: beside it, below it, or on the cell itself; null if the focus is already elsewhere. */
export type CellMove = -1 | 0 | 1 | 'down' | null;

export interface CellFieldProps {
  /** The previous text, or the letter that opened the cell. */
  readonly text: string;
  /** Whether a letter opened the cell, so that more letters follow. */
  readonly isTyped: boolean;
  readonly label: string;
  /** Null discards the change. */
  readonly onEnd: (text: string | null, move: CellMove) => void;
}

/** Returns the state of an open cell's field. The field takes the focus and ends the edit exactly once. */
export function useCellField({ isTyped, onEnd }: Pick<CellFieldProps, 'isTyped' | 'onEnd'>) {
  const field = useRef<HTMLInputElement>(null);
  const isOver = useRef(false);
  useEffect(() => {
    field.current?.focus();
    // Typing replaces a selected text. A letter that opened the cell is the start of the new text.
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
 * Returns the move after an open cell lost the focus. If no other element got it, as with another window, the focus
 * returns to the cell.
 */
export function moveOfBlur({ relatedTarget }: Pick<FocusEvent, 'relatedTarget'>): CellMove {
  return relatedTarget === null ? 0 : null;
}

/** Returns how a key ends an open cell; undefined for keys with their usual meaning. */
export function endingOf(
  key: string,
  shiftKey: boolean,
): { readonly keeps: boolean; readonly move: CellMove } | undefined {
  if (key === 'Enter') return { keeps: true, move: 'down' };
  if (key === 'Escape') return { keeps: false, move: 0 };
  if (key === 'Tab') return { keeps: true, move: shiftKey ? -1 : 1 };
  return undefined;
}
