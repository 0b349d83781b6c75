import {
  ChevronLeft,
  CircleCheck,
  Database,
  HardDrive,
  type LucideIcon,
  Server,
  Settings,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { useFarm, type WorkerFarm } from '#renderer/api/queries/use-farm.ts';
import { LoadFallback } from '#renderer/shell/frame/load-fallback.tsx';
import { Mark } from '#renderer/shell/frame/mark.tsx';
import { PageFrame } from '#renderer/shell/frame/page-frame.tsx';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { formatMoment } from '#renderer/ui/format/age.ts';
import { formatDuration } from '#renderer/ui/format/duration.ts';
import { formatCount, formatNumber, formatPercent } from '#renderer/ui/format/number.ts';
import styles from './farm-screen.module.css';
import { cachedPartsShare, countStates } from './farm-view.ts';
import { WorkerTable } from './worker-table.tsx';

/** The screen of the farm: the queue and the store, the waiting jobs, and the workers with their active jobs. */
export function FarmScreen() {
  const { farm: strings } = useStrings();
  const { go } = useNavigation();
  const query = useFarm();
  const { data } = query;
  const toSettings = () => go({ screen: 'settings', section: 'farm' });
  return (
    <PageFrame
      title={strings.title}
      start={
        <>
          <IconButton icon={ChevronLeft} label={strings.back} onClick={() => history.back()} />
          <Mark />
          <h1 className={styles.pageTitle}>{strings.title}</h1>
        </>
      }
      end={
        data?.kind === 'farm' && (
          <Button icon={Settings} onClick={toSettings}>
            {strings.settings}
          </Button>
        )
      }
    >
      {data === undefined && (
        <div className={styles.page}>
          <LoadFallback query={query} title={strings.failed}>
            <Skeleton height={96} />
            <Skeleton height={240} />
          </LoadFallback>
        </div>
      )}
      {data?.kind === 'embedded' && (
        <EmptyState icon={Server} title={strings.embeddedTitle} hint={strings.embeddedHint}>
          <Button variant="primary" onClick={toSettings}>
            {strings.setUpFarm}
          </Button>
        </EmptyState>
      )}
      {data?.kind === 'farm' && <Farm farm={data} />}
    </PageFrame>
  );
}

function Farm({ farm }: { readonly farm: WorkerFarm }) {
  const { farm: strings } = useStrings();
  const { workers, faults } = farm;
  const isAway = farm.queue.state === 'away' || farm.store.state === 'away';
  // Without workers, the list of workers already shows the reason.
  const waitsFor = workers.length === 0 && !isAway ? null : farm.waitsFor;
  return (
    <div className={styles.page}>
      <FarmSummary farm={farm} />
      <div role="status" className={styles.status}>
        {waitsFor !== null && (
          <Warning>
            {say(waitsFor)} {isAway && strings.nothingLost}
          </Warning>
        )}
        {faults.map((fault) => (
          <Warning key={fault.reason}>{say(fault)}</Warning>
        ))}
      </div>
      {workers.length === 0 ? (
        <section className={styles.group}>
          {farm.queue.state === 'away' ? (
            <EmptyState icon={Server} title={strings.unknownWorkers} hint={strings.unknownWorkersHint} />
          ) : (
            <EmptyState icon={Server} title={strings.noWorkers} hint={strings.noWorkersHint} />
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

type Place = WorkerFarm['queue'];

/** The queue and the store, with the statistics of the farm. */
function FarmSummary({ farm }: { readonly farm: WorkerFarm }) {
  const { farm: strings } = useStrings();
  const { queue, store, maker: toolchain } = farm;
  return (
    <section aria-label={strings.title} className={styles.group}>
      <div className={styles.places}>
        <PlaceLine icon={Database} name={strings.queue} place={queue} />
        <PlaceLine icon={HardDrive} name={strings.store} place={store} />
      </div>
      <Figures farm={farm} />
      {toolchain !== null && (
        <p className={styles.versions}>
          {strings.madeWith(strings.versions(toolchain.engine, toolchain.ffmpeg, toolchain.canvasKit))}
        </p>
      )}
    </section>
  );
}

function PlaceLine({ icon, name, place }: { readonly icon: LucideIcon; readonly name: string; readonly place: Place }) {
  const { farm: strings } = useStrings();
  const isReached = place.state === 'reached';
  return (
    <div className={styles.place} data-state={place.state}>
      <Icon icon={icon} />
      <span className={styles.placeName}>{name}</span>
      <span className={`${styles.address} mono`} title={place.address}>
        {place.address}
      </span>
      <Badge tone={isReached ? 'success' : 'warning'} icon={isReached ? CircleCheck : TriangleAlert}>
        {isReached ? strings.reached : strings.awaySince(formatMoment(new Date(place.since), new Date()))}
      </Badge>
      {!isReached && <span className={styles.reason}>{say(place.why)}</span>}
    </div>
  );
}

function Figures({ farm }: { readonly farm: WorkerFarm }) {
  const { farm: strings } = useStrings();
  const { working, idle, draining, other } = countStates(farm.workers);
  const details = [
    ...(draining > 0 ? [strings.drainingWorkers(draining)] : []),
    ...(other > 0 ? [strings.otherWorkers(other)] : []),
  ].join(', ');
  const cachedShare = cachedPartsShare(farm);
  return (
    <dl className={`${styles.figures} tabular`}>
      <Figure name={strings.waiting} value={formatCount(farm.renders.queued)} />
      <Figure
        name={strings.oldest}
        value={farm.oldestSeconds === null ? strings.none : formatDuration(farm.oldestSeconds)}
      />
      <Figure name={strings.making} value={formatCount(farm.renders.running)} />
      <Figure name={strings.workers} value={formatCount(working + idle)} details={details} />
      <Figure name={strings.cores} value={formatCount(farm.cores)} />
      <Figure name={strings.framesPerSecond} value={formatCount(farm.framesPerSecond)} />
      <Figure name={strings.partsPerSecond} value={formatNumber(farm.partsPerSecond, 1)} />
      <Figure
        name={strings.found}
        value={cachedShare === null ? strings.none : formatPercent(cachedShare)}
        title={strings.foundHint}
      />
      {farm.uploadsWaiting !== null && farm.uploadsWaiting > 0 && (
        <Figure name={strings.uploads} value={formatCount(farm.uploadsWaiting)} />
      )}
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly details?: string;
  readonly title?: string;
}

function Figure({ name, value, details = '', title }: FigureProps) {
  return (
    <div className={styles.figure} title={title}>
      <dt>{name}</dt>
      <dd>
        {value}
        {details !== '' && <span className={styles.details}>{details}</span>}
      </dd>
    </div>
  );
}
