import type { FixAction } from '#renderer/strings/fix-action.ts';
import type { TextEdit } from '#renderer/xml/view-text.ts';

/** A fix for a problem. The offsets of its edits refer to the text for which it was created. */
export interface QuickFix {
  readonly action: FixAction;
  /** The edits in order of their offsets. */
  readonly edits: readonly TextEdit[];
}
