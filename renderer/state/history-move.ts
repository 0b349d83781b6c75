import type { EditorState } from './editor-state.ts';

/** Whether the history was gone through, by undo, redo or a jump, and not added to. */
export function isHistoryMove(now: Pick<EditorState, 'history'>, before: Pick<EditorState, 'history'>): boolean {
  return now.history.nextId === before.history.nextId && now.history.position !== before.history.position;
}
