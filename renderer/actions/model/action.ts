import type { LucideIcon } from 'lucide-react';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { ActionContext } from './action-context.ts';

/** Where an action is met: which screen must be shown for its keys and its place in the palette. */
export type ActionScope =
  | 'editor'
  /** Wherever a template is open: to be edited, or to be filled in. */
  | 'film'
  | 'projects'
  | 'designs'
  | 'settings'
  | 'global';

/** An area that has keys of its own, by the name that `Area` has. */
export type KeyArea = 'timeline';

/** The heading under which the sheet of keys and the menu list an action. */
export type ActionGroup = 'play' | 'edit' | 'insert' | 'timeline' | 'view' | 'file' | 'go' | 'help';

/**
 * Something that can be done. One table of these feeds the menu, buttons, the palette, keys and the sheet of keys; each
 * says its words, its keys and what it does here, and nowhere else.
 */
export interface Action {
  /** `noun/verb`: `scene/split`. Stays, because rebound keys name it. */
  readonly id: string;
  /** Its words, with what it would do now: `Redo: Set vignette colour`. */
  readonly label: (strings: Catalogue, context: ActionContext) => string;
  /** Fewer words, for the sheet of keys; the label without. */
  readonly shortLabel?: (strings: Catalogue) => string;
  /** As `parseKeys` reads them. The first is shown, all work. */
  readonly keys?: readonly string[];
  readonly icon?: LucideIcon;
  readonly scope: ActionScope;
  readonly group: ActionGroup;
  /** Its keys work only while the focus is in that area of the editor; elsewhere they keep what they mean there. */
  readonly keysIn?: KeyArea;
  /** Its keys also work in text fields and in the XML. */
  readonly inText?: boolean;
  /** Its keys also work while a dialog or a menu is open. */
  readonly inDialogs?: boolean;
  /** Holding the key repeats it. */
  readonly repeats?: boolean;
  /** Its keys are those of the browser's own copy, cut or paste, which bring the clipboard with them. */
  readonly clipboardEvent?: 'copy' | 'cut' | 'paste';
  /** Not in the palette: it makes sense only as a key. */
  readonly keysOnly?: boolean;
  /** Whether it can be done now; always without. */
  readonly enabled?: (context: ActionContext) => boolean;
  /** Why it can't, or what would make it possible: `Select a scene first`. */
  readonly whyNot?: (strings: Catalogue, context: ActionContext) => string;
  /** Makes of it one that is on or off. */
  readonly checked?: (context: ActionContext) => boolean;
  /** Of those of its kind at most one is on. */
  readonly exclusive?: boolean;
  readonly run: (context: ActionContext) => void | Promise<void>;
}

/** Whether an action can be done now. */
export function isEnabled(action: Action, context: ActionContext): boolean {
  return isInScope(action, context) && (action.enabled?.(context) ?? true);
}

/** Whether the screen that an action belongs to is shown. */
export function isInScope({ scope }: Action, { navigation, editor }: ActionContext): boolean {
  switch (scope) {
    case 'global':
      return true;
    case 'projects':
    case 'designs':
    case 'settings':
      return navigation.route.screen === scope;
    case 'film':
      return editor !== null;
    case 'editor':
      // Who fills a template in changes its values, never the template.
      return editor !== null && navigation.route.screen !== 'fill-in';
    default:
      return scope satisfies never;
  }
}
