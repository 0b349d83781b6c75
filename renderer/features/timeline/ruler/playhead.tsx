import { memo, useLayoutEffect, useRef } from 'react';
import { useEditorStore } from '#renderer/state/editor-context.tsx';
import { xOf } from '../layout/view.ts';
import { useTimelineStore } from '../model/timeline-context.tsx';
import styles from './guides.module.css';

/** The line at the frame that is shown. It moves without React: sixty times a second while the film plays. */
export const Playhead = memo(function Playhead() {
  const editor = useEditorStore();
  const view = useTimelineStore();
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      const state = view.getState();
      const x = xOf(editor.getState().playhead, state);
      if (ref.current === null) return;
      ref.current.style.transform = `translateX(${Math.round(x)}px)`;
      ref.current.style.visibility = x < -8 || x > state.width + 8 ? 'hidden' : 'visible';
    };
    place();
    const stops = [
      editor.subscribe((now, before) => {
        if (now.playhead !== before.playhead) place();
      }),
      view.subscribe(place),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [editor, view]);
  return <i ref={ref} className={styles.playhead} aria-hidden={true} data-playhead="" />;
});
