import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { SlowestBody } from './body-stream.ts';

/** The limits of connections. The limits of bodies are in the contract. */
export interface ServerLimits {
  /** The maximum number of connections of clients with valid credentials. */
  readonly connections: number;
  /** The maximum number of connections of clients with only a signed link. */
  readonly linkConnections: number;
  /**
   * The maximum number of connections of all other clients. Above this number, a new connection replaces the oldest
   * silent one.
   */
  readonly anonymousConnections: number;
  readonly idleBodyMilliseconds: number;
  readonly slowestBody: SlowestBody;
  readonly headersMilliseconds: number;
  readonly headerBytes: number;
  readonly heartbeatMilliseconds: number;
  /** The time in milliseconds after which a client that reads nothing of its answer is disconnected. */
  readonly stalledMilliseconds: number;
}

export const serverLimits: ServerLimits = {
  connections: serviceLimits.connections,
  linkConnections: serviceLimits.filmLinks.connections,
  anonymousConnections: serviceLimits.anonymousConnections,
  idleBodyMilliseconds: serviceLimits.idleBodySeconds * 1000,
  // The minimum is 512 bytes per second. Every usable connection is faster.
  slowestBody: { milliseconds: 120_000, bytes: 120 * 512 },
  headersMilliseconds: 30_000,
  headerBytes: 16 * 1024,
  heartbeatMilliseconds: 15_000,
  stalledMilliseconds: 60_000,
};
