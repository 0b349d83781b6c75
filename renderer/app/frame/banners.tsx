import { clsx } from 'clsx';
import type { ReactNode } from 'react';
import { useRenderSession } from '#renderer/common/renders/render-session-context.tsx';
import styles from './banners.module.css';
import { OfflineBanner } from './offline-banner.tsx';

/**
 * What has to be said of the whole screen. It lies over it, above the status bar, so that nothing moves when it comes.
 */
export function Banners({ children }: { readonly children?: ReactNode }) {
  const queueShown = useRenderSession((state) => state.queueShown);
  return (
    <div className={clsx(styles.banners, queueShown && styles.besideQueue)} data-banners>
      <OfflineBanner />
      {children}
    </div>
  );
}
