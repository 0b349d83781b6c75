import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTimelineStore } from '../model/timeline-context.tsx';
import styles from './scroll-layer.module.css';

/** Scrolls what is inside without drawing it anew: it is laid out from `base` pixels of the film on. */
export function ScrollLayer({ base, children }: { readonly base: number; readonly children: ReactNode }) {
  const view = useTimelineStore();
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => {
      if (ref.current !== null) ref.current.style.transform = `translateX(${base - view.getState().scroll}px)`;
    };
    place();
    return view.subscribe((now, before) => {
      if (now.scroll !== before.scroll) place();
    });
  }, [view, base]);
  return (
    <div ref={ref} className={styles.layer}>
      {children}
    </div>
  );
}
