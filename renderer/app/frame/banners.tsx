import { clsx } from 'clsx';
import { PlugZap, RotateCw } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useIsOpen } from '#renderer/actions/dialogs.ts';
import { useApi, useConnection } from '#renderer/api/api-context.tsx';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { toastInset } from '#renderer/ui/overlays/toast-inset.ts';
import styles from './banners.module.css';

/** The banners of a screen. They overlay the page above the status bar, so that the layout does not shift. */
export function Banners({ children }: { readonly children?: ReactNode }) {
  const queueShown = useIsOpen('queue');
  return (
    <div ref={toastInset} className={clsx(styles.banners, queueShown && styles.queueOpen)}>
      <OfflineBanner />
      {children}
    </div>
  );
}

/** The delay in milliseconds before the banner appears, so that short interruptions are not shown. */
const BANNER_DELAY_MILLISECONDS = 1500;

/** Shows that the service does not respond, until it responds again. */
function OfflineBanner() {
  const { app } = useStrings();
  const { queries } = useApi();
  const desktop = useDesktop();
  const health = useHealth();
  const isUnreachable = useConnection() === 'reconnecting' || health.isError;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!isUnreachable) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), BANNER_DELAY_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [isUnreachable]);
  // Keep the element mounted, because a screen reader announces only content that is added to an existing live region.
  if (!shown) return <div role="status" />;
  return (
    <div role="status" className={styles.banner}>
      <Icon icon={PlugZap} />
      <strong style={{ fontWeight: 500 }}>{app.offline}</strong>
      <span className={styles.hint}>{app.offlineHint}</span>
      <Button
        size="sm"
        icon={RotateCw}
        busy={health.isFetching}
        onClick={() => {
          void desktop?.restartService();
          void queries.invalidateQueries();
        }}
      >
        {app.retry}
      </Button>
    </div>
  );
}
