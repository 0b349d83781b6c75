import { useMemo } from 'react';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import { selectRate } from '#renderer/state/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import type { Result } from '#shared/lib/result.ts';
import type { Statement } from '#shared/statements/statement.ts';
import { rereadField } from './content-field.ts';
import { type FieldAt, type PairPart, resetFieldCommand, setFieldAt, setFieldCommand } from './field-command.ts';
import { type AttributeField, fieldText } from './field-model.ts';

/** How a control edits its field. Texts are as the language writes them. */
export interface FieldEdit {
  /** On the way of a gesture: shown, not recorded. */
  readonly preview: (text: string, part?: PairPart) => void;
  /** The end of a gesture, or all of it: one step. With a part, the other part of each element's pair stays. */
  readonly commit: (text: string, part?: PairPart) => void;
  /** A gesture was given up. */
  readonly cancel: () => void;
  readonly reset: () => void;
}

/** Edits a field of the open template; what is refused is said. With elements at the playhead it sets their keys there. */
export function useFieldEdit(field: AttributeField, each: readonly FieldAt[] | null = null): FieldEdit {
  const store = useEditorStore();
  const toasts = useToast();
  return useMemo(() => fieldEdit(store, toasts, field, each), [store, toasts, field, each]);
}

/** Does a command of the inspector, and says why where it can't be done. */
export function useInspectorDispatch(): (command: PlannableCommand | null, key?: string) => boolean {
  const store = useEditorStore();
  const toasts = useToast();
  return useMemo(
    () => (command, key) =>
      command !== null && told(toasts, store.actions.dispatch(command, key === undefined ? {} : { key })),
    [store, toasts],
  );
}

function fieldEdit(
  store: EditorStore,
  toasts: Toasts,
  field: AttributeField,
  each: readonly FieldAt[] | null,
): FieldEdit {
  const { actions } = store;
  const moment = each?.find((at) => at.moment !== null)?.moment ?? null;
  const command = (text: string, part?: PairPart): PlannableCommand => {
    const rate = selectRate(store.getState());
    return each === null ? setFieldCommand(field, text, rate) : setFieldAt(field, each, text, rate, part);
  };
  // Typing at another moment is another step: it is another key.
  const key = `${field.name} of ${field.nodes.join(' ')}${moment === null ? '' : ` at ${moment.frame}`}`;
  return {
    preview: (text, part) => void told(toasts, actions.preview(command(text, part))),
    commit: (text, part) => {
      if (store.getState().gesture === null) {
        // A key that is held down, and typing, are one step.
        told(toasts, actions.dispatch(command(text, part), { key }));
      } else if (moment === null && text === textBefore(store, field)) {
        actions.cancel();
      } else {
        told(toasts, actions.preview(command(text, part)));
        told(toasts, actions.commit());
      }
    },
    cancel: actions.cancel,
    reset: () => {
      if (store.getState().gesture !== null) actions.cancel();
      const reset =
        moment === null
          ? resetFieldCommand(field, selectRate(store.getState()))
          : field.standard !== null
            ? command(field.standard)
            : null;
      if (reset !== null) told(toasts, actions.dispatch(reset));
    },
  };
}

/** What the field said before the gesture that goes on. */
function textBefore(store: EditorStore, field: AttributeField): string | null {
  const { source, values, findings } = store.getState();
  const context = { document: source.document, values: new Map(Object.entries(values)), findings, rate: null };
  const before = rereadField(context, field);
  return before === null ? null : fieldText(before);
}

function told(toasts: Toasts, result: Result<unknown, Statement>): boolean {
  if (!result.ok) toasts.show({ id: 'refused', message: say(result.error), tone: 'warning' });
  return result.ok;
}
