import { useEffect } from 'react';
import { useEditingRecordStore } from '#renderer/state/editing-record-context.tsx';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { setView } from '#shared/editing/editing-record.ts';
import { timelineOf } from '#shared/editing/timeline.ts';
import { followedView } from '../layout/view.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';

const REMEMBER_MILLISECONDS = 600;

/** Keeps the playhead in sight wherever it goes, unless the pointer holds it. */
export function useFollow(): void {
  const view = useTimelineStore();
  const editor = useEditorStore();
  useEffect(
    () =>
      editor.subscribe((now, before) => {
        if (now.playhead === before.playhead || view.getState().drag !== null) return;
        const state = view.getState();
        const followed = followedView(state, now.playhead, timelineOf(now.movie).total);
        if (followed !== state && state.width > 0) view.setView(followed);
      }),
    [view, editor],
  );
}

/** Writes down what is in sight, once it has come to rest, for opening the template again. */
export function useRememberedView(): void {
  const view = useTimelineStore();
  const record = useEditingRecordStore();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = view.subscribe((now, before) => {
      const isSame = now.pixelsPerFrame === before.pixelsPerFrame && now.scroll === before.scroll;
      // The first view comes from the record, or is what it would be anyway.
      if (isSame || before.width === 0 || now.width !== before.width) return;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const { pixelsPerFrame, scroll } = view.getState();
        const scrollFrame = Math.round(scroll / pixelsPerFrame);
        record.update((old) => setView(old, { pixelsPerFrame, scrollFrame }));
      }, REMEMBER_MILLISECONDS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [view, record]);
}
