import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** The number of connections that can arrive in one turn of the event loop before the first of them is dropped. */
const BURST = 512;

export interface ConnectionLimits {
  /** The limit for connections with valid credentials. */
  readonly known: number;
  /** The limit for connections with only a signed link, which can be on a public page. */
  readonly linked: number;
  /** The limit for all other connections. */
  readonly anonymous: number;
}

/** The open connections in three pools. Clients without credentials can use only the capacity of their own pool. */
export interface Connections {
  /**
   * Moves a connection with valid credentials to the pool `known`, or a connection with a link to `linked`. Returns
   * false if the pool is full. Known connections stay known.
   */
  readonly admit: (socket: Socket, pool?: 'known' | 'linked') => boolean;
}

/**
 * Accepts all connections. If too many connections are anonymous, drops the oldest of them, starting with those without
 * a running request.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): Connections {
  // A set keeps the order of arrival.
  const anonymous = new Set<Socket>();
  const knownSockets = new Set<Socket>();
  const linked = new Set<Socket>();
  const activeRequests = new Map<Socket, number>();
  let trimming = false;
  const trim = () => {
    trimming = false;
    while (anonymous.size > limits.anonymous) {
      const dropped = oldestOf(anonymous, (socket) => !activeRequests.has(socket));
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
      knownSockets.delete(socket);
      linked.delete(socket);
      activeRequests.delete(socket);
    });
    if (trimming || anonymous.size <= limits.anonymous) return;
    trimming = true;
    // Trim only after the next turn of the event loop. That turn reads the first requests of new connections, which may
    // authenticate them.
    setImmediate(() => setImmediate(trim));
  });
  server.on('request', ({ socket }, response) => {
    // Raise the limit, because Fastify adds several listeners for a stream.
    response.setMaxListeners(20);
    activeRequests.set(socket, (activeRequests.get(socket) ?? 0) + 1);
    response.once('close', () => {
      const remaining = (activeRequests.get(socket) ?? 1) - 1;
      if (remaining > 0) activeRequests.set(socket, remaining);
      else activeRequests.delete(socket);
    });
  });
  return {
    admit: (socket, pool = 'known') => {
      const members = pool === 'known' ? knownSockets : linked;
      if (knownSockets.has(socket) || members.has(socket)) return true;
      if (members.size >= limits[pool]) return false;
      anonymous.delete(socket);
      linked.delete(socket);
      // Skip a closed socket, because it emits no further `close` event and would stay in the pool.
      if (!socket.destroyed) members.add(socket);
      return true;
    },
  };
}

/** Returns the oldest socket without a running request; the oldest of all sockets if every socket has one. */
function oldestOf(sockets: ReadonlySet<Socket>, isSilent: (socket: Socket) => boolean): Socket | undefined {
  for (const socket of sockets) if (isSilent(socket)) return socket;
  const [oldest] = sockets;
  return oldest;
}
