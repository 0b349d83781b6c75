import { clsx } from 'clsx';
import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { useTimelineStore } from '../model/timeline-context.tsx';
import styles from './scroll-layer.module.css';

interface ScrollLayerProps {
  readonly base: number;
  /** Whether it lies over the rows, too. */
  readonly isAbove?: boolean;
  /** Whether it lies over the scenes that come behind it on the page. */
  readonly isAtCuts?: boolean;
  readonly children: ReactNode;
}

/** Scrolls what is inside without drawing it anew: it is laid out from `base` pixels of the film on. */
export function ScrollLayer({ base, isAbove = false, isAtCuts = false, children }: ScrollLayerProps) {
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
    <div ref={ref} className={clsx(styles.layer, isAbove && styles.above, isAtCuts && styles.atCuts)}>
      {children}
    </div>
  );
}
