import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** So many connections may come within one turn before the first of them is dropped. */
const BURST = 512;

export interface ConnectionLimits {
  /** Of those that have shown credentials. */
  readonly known: number;
  /** Of those that have shown nothing but a signed link, which may be on a page that everybody reads. */
  readonly linked: number;
  /** Of all others. */
  readonly anonymous: number;
}

/** The open connections, in three pools, so that those who show no credentials take no place from those who do. */
export interface Connections {
  /**
   * Moves a connection that has shown valid credentials to the pool of the known, or one that has shown a link to
   * theirs; false when that is full. What is known stays so.
   */
  readonly admit: (socket: Socket, pool?: 'known' | 'linked') => boolean;
}

/**
 * Counts connections. Whoever comes is let in; when there are too many that have shown no credentials, the oldest of
 * them is dropped: first of those that have asked nothing, then of those that have.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): Connections {
  // A set keeps the order in which they came.
  const anonymous = new Set<Socket>();
  const known = new Set<Socket>();
  const linked = new Set<Socket>();
  const asking = new Map<Socket, number>();
  let trimming = false;
  const trim = () => {
    trimming = false;
    while (anonymous.size > limits.anonymous) {
      const dropped = oldestOf(anonymous, (socket) => !asking.has(socket));
      if (dropped === undefined) return;
      anonymous.delete(dropped);
      dropped.destroy();
    }
  };
  server.maxConnections = limits.known + limits.linked + limits.anonymous + BURST;
  server.on('connection', (socket: Socket) => {
    anonymous.add(socket);
    socket.once('close', () => {
      anonymous.delete(socket);
      known.delete(socket);
      linked.delete(socket);
      asking.delete(socket);
    });
    if (trimming || anonymous.size <= limits.anonymous) return;
    trimming = true;
    // What those who just came have sent is read in the next turn; only then it is known who they are.
    setImmediate(() => setImmediate(trim));
  });
  server.on('request', ({ socket }, response) => {
    // The framework listens too, several times for a stream.
    response.setMaxListeners(20);
    asking.set(socket, (asking.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const left = (asking.get(socket) ?? 1) - 1;
      if (left > 0) asking.set(socket, left);
      else asking.delete(socket);
    });
  });
  return {
    admit: (socket, pool = 'known') => {
      const members = pool === 'known' ? known : linked;
      if (known.has(socket) || members.has(socket)) return true;
      if (members.size >= limits[pool]) return false;
      anonymous.delete(socket);
      linked.delete(socket);
      // It may be gone already, and would never be taken out again.
      if (!socket.destroyed) members.add(socket);
      return true;
    },
  };
}

/** The first that is silent, else the first. */
function oldestOf(sockets: ReadonlySet<Socket>, isSilent: (socket: Socket) => boolean): Socket | undefined {
  for (const socket of sockets) if (isSilent(socket)) return socket;
  const [oldest] = sockets;
  return oldest;
}
