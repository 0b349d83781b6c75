import { Server, TriangleAlert } from 'lucide-react';
import { useHealth } from '#renderer/api/queries/use-health.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { sayTold } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import styles from '../../shell/frame/frame.module.css';

/** How many workers make the films, where workers do; a click shows them. */
export function FarmStatus() {
  const { farm: words } = useStrings();
  const { go } = useNavigation();
  const farm = useHealth().data?.farm ?? null;
  if (farm === null) return null;
  const { waitsFor, workers } = farm;
  const isAway = farm.queue === 'away' || farm.store === 'away';
  const text = waitsFor === null ? words.status(workers.able) : isAway ? words.statusAway : words.statusWaits;
  return (
    <Tooltip content={waitsFor === null ? words.title : sayTold(waitsFor)} side="top">
      <button type="button" className={styles.item} onClick={() => go({ screen: 'farm' })}>
        <Icon
          icon={waitsFor === null ? Server : TriangleAlert}
          size={14}
          className={waitsFor === null ? undefined : styles.warning}
        />
        {text}
      </button>
    </Tooltip>
  );
}
