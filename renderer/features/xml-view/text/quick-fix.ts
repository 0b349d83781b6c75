import type { FixAction } from '#renderer/strings/fix-action.ts';
import type { TextEdit } from '#renderer/xml/view-text.ts';

/** A fix for a problem in the form of edits. The offsets refer to the text for which the fix was made. */
export interface QuickFix {
  readonly action: FixAction;
  /** The edits, ordered by offset. */
  readonly edits: readonly TextEdit[];
}
