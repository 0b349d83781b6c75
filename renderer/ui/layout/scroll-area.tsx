import { ScrollArea as Base } from '@base-ui/react/scroll-area';
import { clsx } from 'clsx';
import type { ReactNode, Ref } from 'react';
import styles from './scroll-area.module.css';

export interface ScrollAreaProps {
  readonly children: ReactNode;
  readonly className?: string | undefined;
  /** The ref of the scrolling element, for virtual lists. */
  readonly viewportRef?: Ref<HTMLDivElement> | undefined;
  readonly horizontal?: boolean | undefined;
}

/** A scroll container. Its scrollbar overlays the content, so that the layout does not shift when it appears. */
export function ScrollArea({ children, className, viewportRef, horizontal = false }: ScrollAreaProps) {
  return (
    <Base.Root className={clsx(styles.root, className)}>
      <Base.Viewport ref={viewportRef} className={styles.viewport}>
        <Base.Content style={horizontal ? undefined : { minWidth: 0 }}>{children}</Base.Content>
      </Base.Viewport>
      <Base.Scrollbar orientation={horizontal ? 'horizontal' : 'vertical'} className={styles.bar}>
        <Base.Thumb className={styles.thumb} />
      </Base.Scrollbar>
    </Base.Root>
  );
}
