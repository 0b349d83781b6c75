import { useRef } from 'react';
import { useEditor } from './editor-context.tsx';
import type { EditorState } from './editor-state.ts';

/**
 * What is selected of the state; while a gesture is on, what it was before. For what need not follow each move of a
 * drag, and costs more than a field.
 */
export function useBetweenGestures<Value>(select: (state: EditorState) => Value): Value {
  const held = useRef<{ readonly value: Value } | null>(null);
  return useEditor((state) => {
    if (held.current === null || state.gesture === null) held.current = { value: select(state) };
    return held.current.value;
  });
}
