import { serviceLimits } from '../../../shared/contract/limits.ts';
import type { SlowestBody } from './body-stream.ts';

/** What the server takes of connections; bodies have their limits in the contract. */
export interface ServerLimits {
  readonly connections: number;
  readonly idleBodyMilliseconds: number;
  readonly slowestBody: SlowestBody;
  readonly headersMilliseconds: number;
  readonly headerBytes: number;
  readonly heartbeatMilliseconds: number;
  /** How long a client may take nothing of a file that it asked for. */
  readonly stalledMilliseconds: number;
}

export const serverLimits: ServerLimits = {
  connections: serviceLimits.connections,
  idleBodyMilliseconds: serviceLimits.idleBodySeconds * 1000,
  // 512 bytes a second: no link that is in use is as slow.
  slowestBody: { milliseconds: 120_000, bytes: 120 * 512 },
  headersMilliseconds: 30_000,
  headerBytes: 16 * 1024,
  heartbeatMilliseconds: 15_000,
  stalledMilliseconds: 60_000,
};
