import type { z } from 'zod';
import type * as shapes from '#shared/contract/shapes/farm-shapes.ts';
import { inEnglish } from '#shared/messages/english.ts';
import type { Message } from '#shared/messages/message.ts';
import { MAX_WORKERS, type WaitingRenders } from '../../farm/metrics.ts';
import {
  countWorkers,
  type FarmStatus,
  farmWaitReason,
  loadOf,
  type Reachability,
  standingOf,
  type WorkerReport,
  type WorkerTotals,
} from '../../farm/protocol/worker-report.ts';
import { isoTime } from '../shapes/iso-time.ts';
import type { FilmName } from './film-names.ts';

export type FarmAnswer = z.output<typeof shapes.farm>;
type WorkerAnswer = z.output<typeof shapes.farmWorker>;
type HealthAnswer = z.output<typeof shapes.farmHealth>;

export interface FarmFacts {
  readonly renders: WaitingRenders;
  readonly uploadsWaiting: number | null;
  readonly names: ReadonlyMap<string, FilmName>;
  /** Returns the progress of a render in frames; null while it is unknown. */
  readonly progressOf: (render: string) => { readonly done: number; readonly total: number } | null;
}

/** Compares numbers in names by value, so that `box-10` follows `box-9`. */
const byName = new Intl.Collator('en', { numeric: true });

/** Returns the answer to `GET /v1/farm`. */
export function farmAnswer(status: FarmStatus, facts: FarmFacts): FarmAnswer {
  const { renders, uploadsWaiting } = facts;
  const { queued, running, oldestSeconds } = renders;
  const { workers, requested, toolchain, given } = status;
  const available = workers.filter((worker) => standingOf(worker, status).why === null);
  const waitsFor = farmWaitReason(status);
  return {
    kind: 'farm',
    queue: reachedAnswer(status.queue),
    store: reachedAnswer(status.store),
    renders: { queued, running },
    oldestSeconds,
    orders: { ...given },
    uploadsWaiting,
    wanted: { ...requested },
    maker: toolchain && { ...toolchain },
    waitsFor: waitsFor && messageAnswer(waitsFor),
    faults: status.faults.map(messageAnswer),
    cores: sum(available, ({ cores }) => cores),
    framesPerSecond: sum(workers, ({ framesPerSecond }) => framesPerSecond),
    partsPerSecond: sum(workers, ({ partsPerSecond }) => partsPerSecond),
    made: totalsOf(workers),
    workers: shownWorkers(workers).map((worker) => workerAnswer(worker, status, facts)),
    workersInAll: workers.length,
  };
}

/** Returns the first workers by name, up to the maximum number in an answer. */
export function shownWorkers(workers: readonly WorkerReport[]): readonly WorkerReport[] {
  return workers
    .toSorted((one, other) => byName.compare(one.name, other.name) || one.startedAt - other.startedAt)
    .slice(0, MAX_WORKERS);
}

/** Returns the health facts of the farm. They contain no addresses, because everybody can request `/health`. */
export function farmHealthAnswer(status: FarmStatus): HealthAnswer {
  const waitsFor = farmWaitReason(status);
  return {
    queue: status.queue.state,
    store: status.store.state,
    workers: countWorkers(status),
    waitsFor: waitsFor && messageAnswer(waitsFor),
  };
}

/** Returns a message in the form of the API contract. */
export function messageAnswer(says: Message): {
  message: string;
  reason: string;
  values: Record<string, unknown>;
} {
  return { message: inEnglish(says), reason: says.code, values: { ...says.values } };
}

function workerAnswer(worker: WorkerReport, status: FarmStatus, facts: FarmFacts): WorkerAnswer {
  const { id, name, version, maker: toolchain, cores, memoryBytes, made, framesPerSecond, partsPerSecond } = worker;
  const { state, why } = standingOf(worker, status);
  return {
    ...{ id, name, version, cores, memoryBytes, framesPerSecond, partsPerSecond },
    maker: { ...toolchain },
    state,
    why: why && messageAnswer(why),
    load: loadOf(worker),
    startedAt: isoTime(worker.startedAt),
    seenAt: isoTime(worker.seenAt),
    doing: worker.doing.map(({ order, kind, render, done, total, since }) => {
      const filmName = facts.names.get(render);
      const nameFields = { project: filmName?.project ?? null, name: filmName?.name ?? null };
      const film = kind === 'parts' ? framesOf(facts.progressOf(render)) : null;
      return { order, kind, render, ...nameFields, done, total, film, since: isoTime(since) };
    }),
    made: { ...made },
  };
}

function reachedAnswer(
  place: { readonly address: string } & Reachability,
): Extract<FarmAnswer, { kind: 'farm' }>['queue'] {
  const { address } = place;
  if (place.state === 'reached') return { state: 'reached', address };
  const why = messageAnswer(place.why);
  return { state: 'away', address, reason: why.message, why, since: isoTime(place.since) };
}

function framesOf(progress: ReturnType<FarmFacts['progressOf']>): { done: number; total: number } | null {
  return progress === null ? null : { done: progress.done, total: progress.total };
}

function sum(workers: readonly WorkerReport[], value: (worker: WorkerReport) => number): number {
  return workers.reduce((total, worker) => total + value(worker), 0);
}

function totalsOf(workers: readonly WorkerReport[]): WorkerTotals {
  const total = (key: keyof WorkerTotals) => sum(workers, ({ made }) => made[key]);
  return {
    films: total('films'),
    parts: total('parts'),
    frames: total('frames'),
    failures: total('failures'),
    lookedFor: total('lookedFor'),
    found: total('found'),
    bytesFetched: total('bytesFetched'),
    bytesPut: total('bytesPut'),
  };
}
