import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** A simulated network between two programs on this machine. A test controls it, so it is deterministic. */
export interface CuttingProxy extends AsyncDisposable {
  /** The port on loopback that clients use instead of the server's port. */
  readonly port: number;
  /** The number of open connections. */
  readonly open: number;
  /** The number of connections so far, including refused ones. */
  readonly accepted: number;
  /** Resets every connection, and refuses new ones until {@link CuttingProxy.restore}. */
  cut(): void;
  /** Resets every connection once; accepts new ones. */
  reset(): void;
  /**
   * Accepts connections and keeps them open, but passes no bytes in any direction until {@link CuttingProxy.restore}.
   */
  silence(): void;
  /** Delays every chunk from now on by the given milliseconds; 0 removes the delay. */
  delay(milliseconds: number): void;
  /** Passes everything again. The bytes that were held back follow in order. */
  restore(): void;
}

/** Forwards connections to a port of this machine. The proxy and its connections end with the scope. */
export async function cuttingProxy(target: number): Promise<CuttingProxy> {
  const pairs = new Set<readonly [Socket, Socket]>();
  let state: 'open' | 'cut' | 'silent' = 'open';
  let late = 0;
  let accepted = 0;
  let wake = Promise.withResolvers<void>();
  // Connections may be half open, as on a real network. One side has finished sending but still receives.
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
        // Bytes that were sent before the end still arrive.
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
      // The connection was reset. The listeners above reset the other side.
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
