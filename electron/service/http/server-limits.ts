import { serviceLimits } from '#shared/contract/shapes/limits.ts';
import type { SlowestBody } from './body-stream.ts';

/** What the server takes of connections; bodies have their limits in the contract. */
export interface ServerLimits {
  /** Of clients that have shown credentials. */
  readonly connections: number;
  /** Of clients that have shown nothing but a signed link. */
  readonly linkConnections: number;
  /** Of all others: the oldest silent one makes room for a new one. */
  readonly anonymousConnections: number;
  readonly idleBodyMilliseconds: number;
  readonly slowestBody: SlowestBody;
  readonly headersMilliseconds: number;
  readonly headerBytes: number;
  readonly heartbeatMilliseconds: number;
  /** How long a client may take nothing of an answer that it asked for. */
  readonly stalledMilliseconds: number;
}

export const serverLimits: ServerLimits = {
  connections: serviceLimits.connections,
  linkConnections: serviceLimits.filmLinks.connections,
  anonymousConnections: serviceLimits.anonymousConnections,
  idleBodyMilliseconds: serviceLimits.idleBodySeconds * 1000,
  // 512 bytes a second: no link that is in use is as slow.
  slowestBody: { milliseconds: 120_000, bytes: 120 * 512 },
  headersMilliseconds: 30_000,
  headerBytes: 16 * 1024,
  heartbeatMilliseconds: 15_000,
  stalledMilliseconds: 60_000,
};
