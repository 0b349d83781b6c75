import type { FixAction } from '#renderer/strings/shapes/fix-action.ts';
import type { TextEdit } from '#renderer/xml/view-text.ts';

/** A fix for a problem, as edits of the text. Offsets refer to the text that the fix was made for. */
export interface QuickFix {
  readonly action: FixAction;
  /** In order. */
  readonly edits: readonly TextEdit[];
}
