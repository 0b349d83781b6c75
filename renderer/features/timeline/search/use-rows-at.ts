import { useEffect } from 'react';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { useTimelineStore } from '../model/timeline-context.tsx';

/**
 * Where only layers at the playhead are shown, their rows follow it. They wait while the film plays or something is
 * dragged: rows that come and go would move what is looked at, and what the pointer holds.
 */
export function useRowsAt(): void {
  const view = useTimelineStore();
  const editor = useEditorStore();
  useEffect(() => {
    const follow = () => {
      const { rowsAt, drag } = view.getState();
      const { playhead, playing, gesture } = editor.getState();
      const waits = playing || gesture !== null || drag !== null;
      if (rowsAt !== null && rowsAt !== playhead && !waits) view.setState({ rowsAt: playhead });
    };
    const stops = [editor.subscribe(follow), view.subscribe(follow)];
    return () => {
      for (const stop of stops) stop();
    };
  }, [view, editor]);
}
