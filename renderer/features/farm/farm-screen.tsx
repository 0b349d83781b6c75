import { ChevronLeft, Server, Settings, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useFarm, type WorkerFarm } from '#renderer/api/queries/use-farm.ts';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { Unread } from '#renderer/shell/frame/unread.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { sayTold } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import styles from './farm-screen.module.css';
import { FarmSummary } from './farm-summary.tsx';
import { WorkerTable } from './worker-table.tsx';

/** Who makes the films: queue and store, what waits, and each worker with what it makes. */
export function FarmScreen() {
  const { farm: words } = useStrings();
  const { go } = useNavigation();
  const query = useFarm();
  const { data } = query;
  const toSettings = () => go({ screen: 'settings', section: 'farm' });
  return (
    <PageFrame
      title={words.title}
      start={
        <>
          <IconButton icon={ChevronLeft} label={words.back} onClick={() => history.back()} />
          <Mark />
          <h1 className={styles.pageTitle}>{words.title}</h1>
        </>
      }
      end={
        data?.kind === 'farm' && (
          <Button icon={Settings} onClick={toSettings}>
            {words.settings}
          </Button>
        )
      }
    >
      {data === undefined && (
        <div className={styles.page}>
          <Unread query={query} title={words.failed}>
            <Skeleton height={96} />
            <Skeleton height={240} />
          </Unread>
        </div>
      )}
      {data?.kind === 'embedded' && (
        <EmptyState icon={Server} title={words.embeddedTitle} hint={words.embeddedHint}>
          <Button variant="primary" onClick={toSettings}>
            {words.setUpFarm}
          </Button>
        </EmptyState>
      )}
      {data?.kind === 'farm' && <Farm farm={data} />}
    </PageFrame>
  );
}

function Farm({ farm }: { readonly farm: WorkerFarm }) {
  const { farm: words } = useStrings();
  const { workers, faults } = farm;
  const isAway = farm.queue.state === 'away' || farm.store.state === 'away';
  // That nobody is there is said where the workers would be.
  const waitsFor = workers.length === 0 && !isAway ? null : farm.waitsFor;
  return (
    <div className={styles.page}>
      <FarmSummary farm={farm} />
      <div role="status" className={styles.status}>
        {waitsFor !== null && (
          <Warning>
            {sayTold(waitsFor)} {isAway && words.nothingLost}
          </Warning>
        )}
        {faults.map((fault) => (
          <Warning key={fault.reason}>{sayTold(fault)}</Warning>
        ))}
      </div>
      {workers.length === 0 ? (
        <section className={styles.group}>
          {farm.queue.state === 'away' ? (
            <EmptyState icon={Server} title={words.unknownWorkers} hint={words.unknownWorkersHint} />
          ) : (
            <EmptyState icon={Server} title={words.noWorkers} hint={words.noWorkersHint} />
          )}
        </section>
      ) : (
        <WorkerTable workers={workers} inAll={farm.workersInAll} />
      )}
    </div>
  );
}

function Warning({ children }: { readonly children: ReactNode }) {
  return (
    <p className={styles.waits}>
      <Icon icon={TriangleAlert} className={styles.warning} />
      <span>{children}</span>
    </p>
  );
}
