import { type Statement, statement } from '#shared/statements/statement.ts';
import { drawsAlike } from '../orders/maker.ts';
import type { FarmStatus, WorkerReport } from './farm-status.ts';

/** What a worker is for the service that looks at it. */
export interface WorkerStanding {
  readonly state: 'working' | 'idle' | 'draining' | 'other';
  /** Why it is given no work; null where it is. */
  readonly why: Statement | null;
}

/** How many workers there are of each kind. */
export interface WorkerCounts {
  /** Those that are given work. */
  readonly able: number;
  readonly draining: number;
  readonly other: number;
}

type Asked = Pick<FarmStatus, 'wanted' | 'maker'>;

/** Whether a worker is given work, and why not. */
export function standingOf(worker: WorkerReport, asked: Asked): WorkerStanding {
  if (worker.isDraining) return { state: 'draining', why: statement('worker/draining') };
  const why = differenceOf(worker, asked);
  if (why !== null) return { state: 'other', why };
  return { state: worker.doing.length === 0 ? 'idle' : 'working', why: null };
}

export function countWorkers({ workers, ...asked }: Pick<FarmStatus, 'workers'> & Asked): WorkerCounts {
  const counts = { able: 0, draining: 0, other: 0 };
  for (const worker of workers) {
    const { state } = standingOf(worker, asked);
    counts[state === 'working' || state === 'idle' ? 'able' : state] += 1;
  }
  return counts;
}

/** Why nothing is made; null where something can be. */
export function waitedFor(status: FarmStatus): Statement | null {
  if (status.queue.state === 'away') return statement('farm/queue-away');
  if (status.store.state === 'away') return statement('farm/store-away');
  const { workers, wanted } = status;
  if (countWorkers(status).able > 0) return null;
  if (workers.length === 0) return statement('farm/no-worker');
  const fitting = workers.filter(({ maker }) => drawsAlike(maker, wanted));
  if (fitting.length === 0) return statement('farm/no-such-worker', { ...wanted, count: workers.length });
  // Those of another FFmpeg are given work as soon as the last of these is gone.
  return statement('farm/only-draining', { count: fitting.filter(({ isDraining }) => isDraining).length });
}

/** Which version keeps a worker from this service's work; FFmpeg only where another one was chosen. */
function differenceOf({ maker: own }: WorkerReport, { wanted, maker }: Asked): Statement | null {
  if (own.engine !== wanted.engine)
    return statement('worker/other-engine', { there: own.engine, wanted: wanted.engine });
  if (own.canvasKit !== wanted.canvasKit)
    return statement('worker/other-canvaskit', { there: own.canvasKit, wanted: wanted.canvasKit });
  if (own.svg !== wanted.svg) return statement('worker/other-svg', { there: own.svg, wanted: wanted.svg });
  if (maker !== null && own.ffmpeg !== maker.ffmpeg)
    return statement('worker/other-ffmpeg', { there: own.ffmpeg, wanted: maker.ffmpeg });
  return null;
}
