import { type KeyPress, matchesKeys, parseKeys } from '#renderer/ui/keyboard/keys.ts';
import { type Action, isEnabled, isInScope } from '../model/action.ts';
import type { ActionContext } from '../model/action-context.ts';
import { type KeyBindings, keysOf } from './key-bindings.ts';

/** Where a key was pressed. */
export interface KeyContext {
  /** A text field, an editable text, the XML. */
  readonly inText: boolean;
  /** In a dialog or a menu, or while a modal one is open. */
  readonly inDialog: boolean;
  /** The name of the area of the editor that it is in; empty for one without, and outside of them. */
  readonly area: string;
  /** On a control that a key does something with by itself, reached by keyboard: a button and Space. */
  readonly takesKey: boolean;
}

/** The action that a key press means here and now; null for none. */
export function actionOfPress(
  press: KeyPress & { readonly repeat: boolean },
  place: KeyContext,
  setting: KeySetting,
): Action | null {
  const met = meant(press, place, setting).find((action) => isEnabled(action, setting.context));
  if (met === undefined || (press.repeat && met.repeats !== true)) return null;
  return met;
}

/**
 * Of a key press that means no action now: the one that it would mean, where that can say what would make it possible.
 * Null for a key that is held: it was said when it was pressed.
 */
export function refusedByPress(
  press: KeyPress & { readonly repeat: boolean },
  place: KeyContext,
  setting: KeySetting,
): Action | null {
  if (press.repeat) return null;
  const isRefused = (action: Action) => isInScope(action, setting.context) && action.whyNot !== undefined;
  return meant(press, place, setting).find(isRefused) ?? null;
}

/** The actions with these keys, whether they can be done or not. */
function meant(press: KeyPress, place: KeyContext, { actions, bindings, mac }: KeySetting): readonly Action[] {
  return actions.filter(
    (action) =>
      fits(action, place) &&
      keysOf(action, bindings).some((keys) => {
        const chord = parseKeys(keys);
        return chord !== null && matchesKeys(press, chord, mac);
      }),
  );
}

export interface KeySetting {
  readonly actions: readonly Action[];
  readonly bindings: KeyBindings;
  readonly context: ActionContext;
  readonly mac: boolean;
}

function fits(action: Action, { inText, inDialog, takesKey, area }: KeyContext): boolean {
  if (action.keysIn !== undefined && action.keysIn !== area) return false;
  if (inText && action.inText !== true) return false;
  if (inDialog && action.inDialogs !== true) return false;
  return !takesKey || action.inText === true;
}
