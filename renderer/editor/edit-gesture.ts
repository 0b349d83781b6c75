import type { DragHandlers, DragPoint } from '#renderer/interaction/drag.ts';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import type { Message } from '#shared/messages/message.ts';
import type { Editor } from './editor.ts';
import type { PreviewOptions } from './editor-state.ts';

/** The edit of a gesture for one position of the pointer. */
export interface PlannedEdit {
  /** The command of the edit; null for no change. */
  readonly command: PlannableCommand | null;
  /** The reason for a refused edit. */
  readonly refusal?: Message | null;
}

/**
 * A drag that edits the template. `Plan` contains the command and data for the drawings of the gesture. `Point` is the
 * pointer position that `plan` receives.
 */
export interface EditGesture<Plan extends PlannedEdit, Point = DragPoint> {
  /** Plans the edit from the state at the press. Each plan replaces the previous one. */
  readonly plan: (point: Point) => Plan;
  /** Draws the gesture after each preview. `refusal` is the reason if the edit was refused; null otherwise. */
  readonly show?: (point: Point, plan: Plan, refusal: Message | null) => void;
  readonly previewedFrame?: PreviewOptions['previewedFrame'];
  /** Whether a refused edit keeps the last accepted preview. Otherwise, it restores the state at the press. */
  readonly keepsLast?: boolean;
  /** Returns whether the preview differs from the state at the press. An equal preview makes no step. */
  readonly isChanged?: (plan: Plan) => boolean;
  /** Called when the edit has become an undo step. */
  readonly done?: () => void;
  readonly canceled?: () => void;
  /** Removes the drawings of the gesture. Called last, whether it was committed or canceled. */
  readonly over?: () => void;
}

/** Returns drag handlers that preview an edit at each move and commit it as one undo step at the release. */
export function editGesture<Plan extends PlannedEdit, Point = DragPoint>(
  { document }: Pick<Editor, 'document'>,
  { plan, show, previewedFrame, keepsLast = false, isChanged, done, canceled, over }: EditGesture<Plan, Point>,
): DragHandlers<Point> {
  let previewed: Plan | null = null;
  const restore = () => {
    previewed = null;
    document.cancel();
  };
  const previewOf = (planned: Plan): Message | null => {
    const { command, refusal = null } = planned;
    const result =
      command === null
        ? null
        : document.preview(command, { isInteractive: true, ...(previewedFrame && { previewedFrame }) });
    if (result?.ok === true) previewed = planned;
    else if (result === null || !keepsLast) restore();
    return result?.ok === false ? result.error : refusal;
  };
  return {
    move: (point) => {
      const planned = plan(point);
      const refusal = previewOf(planned);
      show?.(point, planned, refusal);
    },
    end: () => {
      if (previewed === null || isChanged?.(previewed) === false) document.cancel();
      else if (document.commit().ok) done?.();
      over?.();
    },
    cancel: () => {
      document.cancel();
      canceled?.();
      over?.();
    },
    click: () => over?.(),
  };
}
