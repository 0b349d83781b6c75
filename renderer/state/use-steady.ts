import { useRef } from 'react';
import { useEditor } from './editor-context.tsx';
import type { EditorState } from './editor-state.ts';

/** What was read of a part of the state. */
interface Reading<Part, Value> {
  readonly part: Part;
  readonly read: (part: Part) => Value;
  readonly value: Value;
}

/** Reads a part that may be another one; the value is the one before as long as it says the same. */
export function readSteadily<Part, Value>(
  before: Reading<Part, Value> | null,
  part: Part,
  read: (part: Part) => Value,
  same: (one: Value, other: Value) => boolean,
): Reading<Part, Value> {
  if (before !== null && before.part === part && before.read === read) return before;
  const value = read(part);
  return { part, read, value: before !== null && same(before.value, value) ? before.value : value };
}

/**
 * What is read from a part of the state; the same value as long as it says the same, so that what shows it is not drawn
 * anew by edits of something else.
 * @param select Gives the same for the same, as selectors do.
 * @param read The same as long as it reads the same; asked only when the selected part is another one.
 */
export function useSteady<Part, Value>(
  select: (state: EditorState) => Part,
  read: (part: Part) => Value,
  same: (one: Value, other: Value) => boolean,
): Value {
  const kept = useRef<Reading<Part, Value> | null>(null);
  return useEditor((state) => {
    kept.current = readSteadily(kept.current, select(state), read, same);
    return kept.current.value;
  });
}
