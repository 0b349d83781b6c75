import { ServiceError } from '#service/errors/service-error.ts';
import type { Database } from '../../ports.ts';

/** A real database that fails a chosen call, as on a full disk. */
export interface FailingDatabase {
  readonly database: Database;
  /**
   * Makes the n-th call from now on fail, counted from 1. A call is a statement, or the commit of the outermost
   * transaction.
   */
  failCall(n: number): void;
  /** Checks whether a call has failed since the last {@link failCall}. */
  failed(): boolean;
}

export function failingDatabase(real: Database): FailingDatabase {
  let left = 0;
  let failed = false;
  let depth = 0;
  const step = (): void => {
    if (left === 0) return;
    left -= 1;
    if (left > 0) return;
    failed = true;
    throw new ServiceError('storage/full', 'On purpose.');
  };
  const stepping =
    <Parameters extends readonly unknown[], Value>(call: (...parameters: Parameters) => Value) =>
    (...parameters: Parameters): Value => {
      step();
      return call(...parameters);
    };
  return {
    database: {
      ...real,
      run: stepping(real.run),
      get: stepping(real.get),
      all: stepping(real.all),
      transaction: (work) =>
        real.transaction(() => {
          depth += 1;
          try {
            const value = work();
            if (depth === 1) step();
            return value;
          } finally {
            depth -= 1;
          }
        }),
    },
    failCall: (n) => {
      left = n;
      failed = false;
    },
    failed: () => failed,
  };
}
