import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A network between two programs of this machine that does what it is told: nothing in it happens by chance. */
export interface CuttingProxy extends AsyncDisposable {
  /** Where to connect to instead of to the server; on loopback. */
  readonly port: number;
  /** Connections that are open. */
  readonly open: number;
  /** How many came so far, those that were refused too. */
  readonly accepted: number;
  /** Resets every connection, and refuses new ones until {@link CuttingProxy.restore}. */
  cut(): void;
  /** Resets every connection once; new ones are let through. */
  reset(): void;
  /** Lets connections come and stand, and no byte through them, in either direction, until {@link CuttingProxy.restore}. */
  silence(): void;
  /** Every piece of bytes from now on arrives so many milliseconds later; 0 for at once. */
  delay(milliseconds: number): void;
  /** Lets everything through again; what was held back goes on its way, in order. */
  restore(): void;
}

/** Passes bytes on to a port of this machine. Ends with the scope, and all its connections with it. */
export async function cuttingProxy(target: number): Promise<CuttingProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  let late = 0;
  let accepted = 0;
  let wake = Promise.withResolvers<void>();
  // Half open, as a network is: one side may have said all, and still listen.
  const server = createServer({ allowHalfOpen: true }, (near) => {
    accepted += 1;
    if (state === 'cut') {
      near.resetAndDestroy();
      return;
    }
    const far = connect({ host: '127.0.0.1', port: target, allowHalfOpen: true });
    const pair = [near, far] as const;
    pairs.add(pair);
    for (const [from, to] of [pair, [far, near]] as const) {
      from.once('close', () => {
        pairs.delete(pair);
        // What was said to its end still arrives.
        if (from.readableEnded) to.end();
        else to.destroy();
      });
      from.on('error', () => to.resetAndDestroy());
      void pass(from, to);
    }
  });

  async function pass(from: Socket, to: Socket): Promise<void> {
    try {
      for await (const bytes of from) {
        if (late > 0) await pause(late);
        while (state === 'silent') await wake.promise;
        if (to.destroyed) return;
        if (!to.write(bytes)) await Promise.race([once(to, 'drain'), once(to, 'close')]);
      }
      while (state === 'silent') await wake.promise;
      to.end();
    } catch {
      // It was reset, which the other side is told by the listeners above.
    }
  }

  function reset(): void {
    for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy();
    pairs.clear();
  }

  function change(next: typeof state): void {
    state = next;
    if (state === 'silent') return;
    wake.resolve();
    wake = Promise.withResolvers();
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    get open() {
      return pairs.size;
    },
    get accepted() {
      return accepted;
    },
    cut: () => {
      change('cut');
      reset();
    },
    reset,
    silence: () => change('silent'),
    delay: (milliseconds) => {
      late = milliseconds;
    },
    restore: () => {
      late = 0;
      change('open');
    },
    [Symbol.asyncDispose]: async () => {
      change('cut');
      reset();
      server.close();
      await once(server, 'close');
    },
  };
}
