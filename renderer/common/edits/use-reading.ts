import type { EditorState } from '#renderer/state/editor-state.ts';
import { memoised, selectRate } from '#renderer/state/selectors.ts';
import { useSteady } from '#renderer/state/use-steady.ts';
import type { FieldContext } from './field-model.ts';

/** What fields are read from: the open template as it is shown now. */
const selectFieldContext = memoised(
  (state: EditorState) => [state.document, state.values, state.findings, selectRate(state)] as const,
  (document, values, findings, rate): FieldContext => ({
    document,
    values: new Map(Object.entries(values)),
    findings,
    rate,
  }),
);

/**
 * What is read from the open template. `read` is the same as long as it reads the same; `same` says whether two
 * readings are.
 */
export function useReading<Value>(
  read: (context: FieldContext) => Value,
  same: (one: Value, other: Value) => boolean = Object.is,
): Value {
  return useSteady(selectFieldContext, read, same);
}
