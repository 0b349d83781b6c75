import { clsx } from 'clsx';
import { Activity, CircleCheck, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import styles from '../page/settings.module.css';
import { useTestCluster } from './use-test-cluster.ts';

export interface ClusterItemProps {
  readonly name: string;
  /** Null for the one that is built in. */
  readonly url: string | null;
  /** The state of the cluster that is known without a call. */
  readonly state: ReactNode;
  readonly buttons?: ReactNode;
}

/** A cluster, and whether it answers. */
export function ClusterItem({ name, url, state, buttons }: ClusterItemProps) {
  const { settings: words } = useStrings();
  const test = useTestCluster(name);
  return (
    <div className={styles.item}>
      <span className={styles.itemName}>{name}</span>
      <span className={clsx(styles.itemHint, url !== null && 'mono')} title={url ?? undefined}>
        {url ?? words.builtIn}
      </span>
      <span className={styles.itemState}>
        <span role="status" className={styles.itemState}>
          {test.isPending ? (
            words.testing
          ) : test.isSuccess ? (
            <>
              <Icon icon={CircleCheck} size={14} className={styles.good} />
              {words.answered(formatCount(Math.max(1, Math.round(test.data))))}
            </>
          ) : test.isError ? (
            <>
              <Icon icon={TriangleAlert} size={14} className={styles.warning} />
              {words.noAnswer}
            </>
          ) : (
            state
          )}
        </span>
        <IconButton
          icon={Activity}
          label={words.testCluster(name)}
          size="sm"
          iconSize={14}
          disabled={test.isPending}
          onClick={() => test.mutate()}
        />
        {buttons}
      </span>
      {test.isError && <p className={styles.itemProblem}>{problemText(test.error)}</p>}
    </div>
  );
}
