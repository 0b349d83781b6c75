import { isPointed } from '#renderer/interaction/focus.ts';
import { type KeyPress, keysText, matchesKeys, parseKeys } from '#renderer/ui/format/keys.ts';
import { type Action, type ActionContext, type ActionScope, isEnabled, isInScope } from './action.ts';
import { hasOwnUndo, isUndoPress } from './own-undo.ts';

/** The user-defined keys by action. An empty list removes the default keys. */
export type KeyBindings = Readonly<Record<string, readonly string[]>>;

/** Returns the effective keys of an action. */
export function keysOf(action: Pick<Action, 'id' | 'keys'>, bindings: KeyBindings): readonly string[] {
  return bindings[action.id] ?? action.keys ?? [];
}

/** Parses stored bindings. Invalid keys and unknown actions are ignored. */
export function readBindings(stored: unknown, actions: readonly Pick<Action, 'id'>[]): KeyBindings {
  if (typeof stored !== 'object' || stored === null) return {};
  const known = new Set(actions.map(({ id }) => id));
  const bindings: Record<string, readonly string[]> = {};
  for (const [id, keys] of Object.entries(stored)) {
    if (!known.has(id) || !Array.isArray(keys)) continue;
    bindings[id] = keys.filter((key): key is string => typeof key === 'string' && parseKeys(key) !== null);
  }
  return bindings;
}

/** Two actions with the same keys on the same screen. */
export interface KeyConflict {
  readonly keys: string;
  readonly actions: readonly [string, string];
}

/** Returns all pairs of actions with the same keys on the same screen. */
export function keyConflicts(
  actions: readonly Pick<Action, 'id' | 'keys' | 'scope'>[],
  bindings: KeyBindings,
): readonly KeyConflict[] {
  const conflicts: KeyConflict[] = [];
  const actionsByKeys = new Map<string, Pick<Action, 'id' | 'scope'>[]>();
  for (const action of actions) {
    for (const keys of new Set(keysOf(action, bindings).map(canonical))) {
      const others = actionsByKeys.get(keys) ?? [];
      for (const other of others) {
        if (scopesOverlap(action, other)) conflicts.push({ keys, actions: [other.id, action.id] });
      }
      actionsByKeys.set(keys, [...others, action]);
    }
  }
  return conflicts;
}

function scopesOverlap({ scope: one }: Pick<Action, 'scope'>, { scope: other }: Pick<Action, 'scope'>): boolean {
  if (one === other || one === 'global' || other === 'global') return true;
  const withEditor: readonly ActionScope[] = ['editor', 'fill-in'];
  return (one === 'film' && withEditor.includes(other)) || (other === 'film' && withEditor.includes(one));
}

/** Normalizes the notation of keys. */
function canonical(keys: string): string {
  const chord = parseKeys(keys);
  return chord === null ? keys : keysText(chord);
}

/** The context of a key press. */
export interface KeyContext {
  /**
   * Whether the key belongs to a text field, an editable text, or the XML. False for an undo press that the field cannot
   * handle.
   */
  readonly inText: boolean;
  /** Whether the target is in a dialog or a menu, or a modal dialog is open. */
  readonly inDialog: boolean;
  /** The name of the target's area; empty outside named areas. */
  readonly area: string;
  /** Whether the focused control handles the key itself, as a button handles Space. */
  readonly takesKey: boolean;
}

/** Returns the action that a key press runs; null if there is none. */
export function actionOfPress(
  press: KeyPress & { readonly repeat: boolean },
  place: KeyContext,
  setting: KeySetting,
): Action | null {
  const match = actionsWithKeys(press, place, setting).find((action) => isEnabled(action, setting.context));
  if (match === undefined || (press.repeat && match.repeats !== true)) return null;
  return match;
}

/**
 * Returns the disabled action of a key press if it can explain how to enable it. Null for a repeated key, because the
 * first press has already shown the explanation.
 */
export function refusedByPress(
  press: KeyPress & { readonly repeat: boolean },
  place: KeyContext,
  setting: KeySetting,
): Action | null {
  if (press.repeat) return null;
  const isRefused = (action: Action) => isInScope(action, setting.context) && action.whyNot !== undefined;
  return actionsWithKeys(press, place, setting).find(isRefused) ?? null;
}

/** Returns the actions with these keys in this context, enabled or not. */
function actionsWithKeys(
  press: KeyPress,
  place: KeyContext,
  { actions, bindings, mac }: KeySetting,
): readonly Action[] {
  return actions.filter(
    (action) =>
      worksIn(action, place) &&
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

function worksIn(action: Action, { inText, inDialog, takesKey, area }: KeyContext): boolean {
  if (action.keysIn !== undefined && action.keysIn !== area) return false;
  if (inText && action.inText !== true) return false;
  if (inDialog && action.inDialogs !== true) return false;
  return !takesKey || action.inText === true;
}

const textInputs = 'input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select';
const popups = '[role=dialog], [role=alertdialog], [role=menu], [role=listbox]';
const pressed = 'button, a[href], summary, [role=button], [role=checkbox], [role=switch], [role=radio], [role=tab]';
const arrowed = 'input[type=range], [role=slider], [role=radio], [role=tab], [role=separator]';

export function keyContextOf(event: KeyboardEvent): KeyContext {
  const target = event.target instanceof Element ? event.target : document.body;
  const inText =
    target.matches(textInputs) || target.closest('[contenteditable]:not([contenteditable=false]), .cm-editor') !== null;
  return {
    inText: inText && (!isUndoPress(event) || hasOwnUndo(target)),
    // Ignore a dialog that is closing, so that Ctrl+K can reopen the palette while it fades out.
    inDialog:
      target.closest(popups)?.matches(':not([data-closed])') === true ||
      document.querySelector('[data-modal-dialog]:not([data-closed])') !== null,
    area: target.closest('[data-area]')?.getAttribute('data-area') ?? '',
    takesKey: takesKey(event, target),
  };
}

/**
 * Returns whether a control handles the key itself. Returns false if the control was focused with the pointer: after a
 * click on a button, Space starts playback.
 */
function takesKey({ key, ctrlKey, metaKey }: KeyboardEvent, target: Element): boolean {
  if (ctrlKey || metaKey) return false;
  if (key === ' ' || key === 'Enter') return target.matches(pressed) && !isPointed(target);
  if (/^(Arrow|Home|End|Page)/.test(key)) return target.closest(arrowed) !== null;
  return false;
}
