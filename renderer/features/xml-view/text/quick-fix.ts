import type { FixAction } from '#renderer/strings/shapes/fix-action.ts';
import type { TextEdit } from '#renderer/xml/view-text.ts';

/** A way to mend a problem, as edits of the text; offsets are those of the text it was made for. */
export interface QuickFix {
  readonly action: FixAction;
  /** In order. */
  readonly edits: readonly TextEdit[];
}
