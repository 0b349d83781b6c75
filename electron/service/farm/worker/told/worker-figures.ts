import type { Order } from '../../orders/orders.ts';
import type { Tally } from './tally.ts';

/** What is counted of a worker: for its report, and for its metrics where somebody asks for them. */
export interface WorkerFigures {
  readonly tally: Tally;
  /** How often orders were not made, by the failure's code. */
  readonly failures: ReadonlyMap<string, number>;
  /** Until its scope ends an order is worked on. */
  begin(kind: Order['kind']): Disposable;
  made(order: Order): void;
  failed(code: string): void;
  frames(made: number): void;
  /** Tells the kind and seconds of each order that has ended. */
  onEnd(listener: (kind: Order['kind'], seconds: number) => void): void;
}

/** @param now Milliseconds of a clock that never goes back. */
export function createFigures(tally: Tally, now: () => number): WorkerFigures {
  const failures = new Map<string, number>();
  const listeners: ((kind: Order['kind'], seconds: number) => void)[] = [];
  return {
    tally,
    failures,
    begin: (kind) => {
      const begun = now();
      return {
        [Symbol.dispose]: () => {
          for (const listener of listeners) listener(kind, (now() - begun) / 1000);
        },
      };
    },
    made: (order) => tally.count(order.kind === 'film' ? { films: 1 } : { parts: order.keys.length }),
    failed: (code) => {
      tally.count({ failures: 1 });
      failures.set(code, (failures.get(code) ?? 0) + 1);
    },
    frames: (made) => tally.count({ frames: made }),
    onEnd: (listener) => void listeners.push(listener),
  };
}
