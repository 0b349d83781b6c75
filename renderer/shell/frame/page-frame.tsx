import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { areaProps } from '../window/areas.ts';
import styles from './frame.module.css';
import { useFrameBars } from './frame-bars.tsx';
import { Mark } from './mark.tsx';
import { useArrivalFocus } from './use-arrival-focus.ts';
import { useTitle } from './use-title.ts';

export interface PageFrameProps {
  /** The accessible name of a page without a visible heading. */
  readonly heading?: string | undefined;
  /** The title of the window; the heading by default. */
  readonly title?: string | undefined;
  /** The content that replaces the app's name. */
  readonly start?: ReactNode;
  /** The content before the buttons that every page has. */
  readonly end?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every screen except the editor, with bars above and below the page. */
export function PageFrame({ heading, title, start, end, children }: PageFrameProps) {
  const { app } = useStrings();
  useTitle(title ?? heading ?? '');
  const { buttons, status, banners, isQueueOpen } = useFrameBars();
  const main = useArrivalFocus();
  return (
    <div className={clsx(styles.frame, isQueueOpen && styles.queueOpen)}>
      <header {...areaProps} className={styles.topBar}>
        <div className={styles.side}>
          {start ?? (
            <>
              <Mark />
              <span className={styles.name}>{app.name}</span>
            </>
          )}
        </div>
        <div />
        <div className={styles.side}>
          {end}
          {buttons}
        </div>
      </header>
      <main ref={main} {...areaProps} className={styles.content}>
        {heading !== undefined && <h1 className="visually-hidden">{heading}</h1>}
        {children}
      </main>
      {status}
      {banners}
    </div>
  );
}
