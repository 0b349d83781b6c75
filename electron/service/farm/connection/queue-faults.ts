import type { Redis } from 'ioredis';
import { type Statement, statement } from '#shared/statements/statement.ts';
import type { Clock } from '../../storage/ports.ts';
import { evictionPolicy } from './connect.ts';

/** What is set up in a queue as it should not be, though films are made. */
export interface QueueFaults {
  /** Called now and then; the queue itself is asked twice a minute at most. */
  look(): void;
  /** As it was found last. */
  found(): readonly Statement[];
}

export interface QueueFaultsOptions {
  /** Of the use `asking`; stays open. */
  readonly connection: Redis;
  /** Whether another service uses the same prefix. */
  readonly isShared: () => boolean;
  readonly clock: Clock;
  /** Told of each once, and again when it was right meanwhile. */
  readonly onFault: (fault: Statement) => void;
}

const ASKED_EVERY_MILLISECONDS = 30_000;

/** Looks whenever the queue is reached anew, and when it is told to. */
export function watchFaults({ connection, isShared, clock, onFault }: QueueFaultsOptions): QueueFaults {
  let askedAt = Number.NEGATIVE_INFINITY;
  let policy: string | null = null;
  let told: ReadonlySet<string> = new Set();

  const found = (): readonly Statement[] => [
    ...(isShared() ? [statement('farm/second-service')] : []),
    // What it throws away is given again, but films become late by that, and some are made twice.
    ...(policy !== null && policy !== 'noeviction' ? [statement('farm/evicts', { policy })] : []),
  ];
  const tell = (): void => {
    const now = found();
    for (const fault of now) if (!told.has(fault.code)) onFault(fault);
    told = new Set(now.map(({ code }) => code));
  };
  const ask = async (): Promise<void> => {
    askedAt = clock();
    policy = (await evictionPolicy(connection)) ?? policy;
    tell();
  };
  connection.on('ready', () => void ask());
  return {
    look: () => {
      tell();
      if (connection.status === 'ready' && clock() - askedAt >= ASKED_EVERY_MILLISECONDS) void ask();
    },
    found,
  };
}
