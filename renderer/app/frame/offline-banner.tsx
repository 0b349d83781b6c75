import { PlugZap, RotateCw } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useApi, useConnection } from '#renderer/api/api-context.tsx';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import { useDesktop } from '#renderer/shell/window/window-context.tsx';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import styles from './banners.module.css';

/** A short break is not worth a word, in milliseconds. */
const patience = 1500;

/** Says calmly that the service does not answer; goes when it does. */
export function OfflineBanner() {
  const { app } = useStrings();
  const { queries } = useApi();
  const desktop = useDesktop();
  const health = useHealth();
  const silent = useConnection() === 'reconnecting' || health.isError;
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!silent) {
      setShown(false);
      return;
    }
    const timer = setTimeout(() => setShown(true), patience);
    return () => clearTimeout(timer);
  }, [silent]);
  // There always, so that what is put into it is read out.
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
