import { CircleCheck, Database, HardDrive, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { WorkerFarm } from '#renderer/api/queries/use-farm.ts';
import { sayTold } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Badge } from '#renderer/ui/display/badge.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatMoment } from '#renderer/ui/format/age.ts';
import { formatDuration } from '#renderer/ui/format/duration.ts';
import { formatCount, formatNumber, formatPercent } from '#renderer/ui/format/number.ts';
import styles from './farm-screen.module.css';
import { countStates, foundShare } from './farm-view.ts';

type Place = WorkerFarm['queue'];

/** Queue and store, and the farm in figures. */
export function FarmSummary({ farm }: { readonly farm: WorkerFarm }) {
  const { farm: words } = useStrings();
  const { queue, store, maker } = farm;
  return (
    <section aria-label={words.title} className={styles.group}>
      <div className={styles.places}>
        <PlaceLine icon={Database} name={words.queue} place={queue} />
        <PlaceLine icon={HardDrive} name={words.store} place={store} />
      </div>
      <Figures farm={farm} />
      {maker !== null && (
        <p className={styles.versions}>{words.madeWith(words.versions(maker.engine, maker.ffmpeg, maker.canvasKit))}</p>
      )}
    </section>
  );
}

function PlaceLine({ icon, name, place }: { readonly icon: LucideIcon; readonly name: string; readonly place: Place }) {
  const { farm: words } = useStrings();
  const isReached = place.state === 'reached';
  return (
    <div className={styles.place} data-state={place.state}>
      <Icon icon={icon} />
      <span className={styles.placeName}>{name}</span>
      <span className={`${styles.address} mono`} title={place.address}>
        {place.address}
      </span>
      <Badge tone={isReached ? 'success' : 'warning'} icon={isReached ? CircleCheck : TriangleAlert}>
        {isReached ? words.reached : words.awaySince(formatMoment(new Date(place.since), new Date()))}
      </Badge>
      {!isReached && <span className={styles.reason}>{sayTold(place.why)}</span>}
    </div>
  );
}

function Figures({ farm }: { readonly farm: WorkerFarm }) {
  const { farm: words } = useStrings();
  const { working, idle, draining, other } = countStates(farm.workers);
  const beside = [
    ...(draining > 0 ? [words.drainingWorkers(draining)] : []),
    ...(other > 0 ? [words.otherWorkers(other)] : []),
  ].join(', ');
  const found = foundShare(farm);
  return (
    <dl className={`${styles.figures} tabular`}>
      <Figure name={words.waiting} value={formatCount(farm.renders.queued)} />
      <Figure
        name={words.oldest}
        value={farm.oldestSeconds === null ? words.none : formatDuration(farm.oldestSeconds)}
      />
      <Figure name={words.making} value={formatCount(farm.renders.running)} />
      <Figure name={words.workers} value={formatCount(working + idle)} beside={beside} />
      <Figure name={words.cores} value={formatCount(farm.cores)} />
      <Figure name={words.framesPerSecond} value={formatCount(farm.framesPerSecond)} />
      <Figure name={words.partsPerSecond} value={formatNumber(farm.partsPerSecond, 1)} />
      <Figure name={words.found} value={found === null ? words.none : formatPercent(found)} title={words.foundHint} />
      {farm.uploadsWaiting !== null && farm.uploadsWaiting > 0 && (
        <Figure name={words.uploads} value={formatCount(farm.uploadsWaiting)} />
      )}
    </dl>
  );
}

interface FigureProps {
  readonly name: string;
  readonly value: string;
  readonly beside?: string;
  readonly title?: string;
}

function Figure({ name, value, beside = '', title }: FigureProps) {
  return (
    <div className={styles.figure} title={title}>
      <dt>{name}</dt>
      <dd>
        {value}
        {beside !== '' && <span className={styles.beside}>{beside}</span>}
      </dd>
    </div>
  );
}
