import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import type { AddressPolicy } from '../network/address-guard.ts';
import { checkedLookup } from '../network/checked-lookup.ts';
import type { DestinationCredentials, SendLimits } from './destination.ts';
import type { StoreAddress } from './store-address.ts';
import { overdueFailure, StoreError, storeFailure } from './store-failure.ts';

/** A client for one destination, and how long to try with it. */
export interface StoreSession extends Disposable {
  readonly client: S3Client;
  readonly address: StoreAddress;
  readonly limits: SendLimits;
}

export const SEND_LIMITS: SendLimits = {
  connectMilliseconds: 5000,
  idleMilliseconds: 30_000,
  leastBytesPerSecond: 16 * 1024,
  requestMilliseconds: 60_000,
  attempts: 8,
  pause: async (milliseconds, signal) => {
    await wait(milliseconds, undefined, { signal }).catch(() => signal.throwIfAborted());
  },
};
const FIRST_PAUSE_MILLISECONDS = 300;
const LONGEST_PAUSE_MILLISECONDS = 20_000;
/** As many parts at a time as there are connections. */
export const PARALLEL = 3;

interface SessionOptions {
  readonly policy: AddressPolicy;
  readonly limits: SendLimits;
  readonly withChecksums: boolean;
  /** PEM of the authorities that are trusted instead of the system's. */
  readonly authority?: string | null;
  /** As many at most; as many as parts are sent at a time unless given. */
  readonly connections?: number;
}

/** Opens no connection yet. Nothing of the process's environment or configuration files is taken into account. */
export function openStore(
  address: StoreAddress,
  credentials: DestinationCredentials,
  options: SessionOptions,
): StoreSession {
  const { limits, authority, connections = PARALLEL } = options;
  const checksums = options.withChecksums ? 'WHEN_SUPPORTED' : 'WHEN_REQUIRED';
  // Both have to be agents of ours: in place of plain options the client may make agents of its own, unguarded.
  const guarded = { keepAlive: true, maxSockets: connections, lookup: checkedLookup(address.endpoint, options.policy) };
  const httpAgent = new HttpAgent(guarded);
  const httpsAgent = new HttpsAgent({ ...guarded, ...(typeof authority === 'string' && { ca: authority }) });
  const client = new S3Client({
    endpoint: address.endpoint.href,
    region: address.region,
    credentials: { ...credentials },
    forcePathStyle: address.pathStyle,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    // Requests are sent again by `persist`, which knows what may pass.
    maxAttempts: 1,
    retryMode: 'standard',
    defaultsMode: 'standard',
    followRegionRedirects: false,
    useArnRegion: false,
    useFipsEndpoint: false,
    useDualstackEndpoint: false,
    disableMultiregionAccessPoints: true,
    disableS3ExpressSessionAuth: true,
    expectContinueHeader: false,
    userAgentAppId: 'scenewright',
    // Its log lines would hold headers.
    logger: { debug: ignore, info: ignore, warn: ignore, error: ignore },
    requestHandler: {
      httpAgent,
      httpsAgent,
      connectionTimeout: limits.connectMilliseconds,
      socketTimeout: limits.idleMilliseconds,
    },
  });
  return {
    client,
    address,
    limits,
    [Symbol.dispose]: () => {
      client.destroy();
      httpAgent.destroy();
      httpsAgent.destroy();
    },
  };
}

/**
 * Sends a request until it succeeds, as long as its failures may pass; the pauses grow and are jittered. `bytes` is how
 * much it carries. Throws {@link StoreError}, the signal's reason, or what `send` threw to `fail`.
 */
export async function persist<Value>(
  { address, limits }: Pick<StoreSession, 'address' | 'limits'>,
  bytes: number,
  signal: AbortSignal,
  send: (signal: AbortSignal, fail: (error: Error) => void) => Promise<Value>,
): Promise<Value> {
  const milliseconds = Math.ceil(limits.requestMilliseconds + (bytes / limits.leastBytesPerSecond) * 1000);
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const overtime = AbortSignal.timeout(milliseconds);
    const local = new AbortController();
    const outcome = await send(AbortSignal.any([signal, overtime, local.signal]), (error) => local.abort(error)).then(
      (value) => ({ ok: true, value }) as const,
      (error: unknown) => ({ ok: false, error }) as const,
    );
    if (outcome.ok) return outcome.value;
    signal.throwIfAborted();
    local.signal.throwIfAborted();
    // What is left of its body must not stay open.
    local.abort();
    const failure = overtime.aborted ? overdueFailure(milliseconds / 1000) : storeFailure(outcome.error, address);
    if (!failure.passing || attempt >= limits.attempts) throw new StoreError(failure);
    await limits.pause(pauseBefore(attempt, Math.random()), signal);
  }
}

/** Between half and the whole of a pause that doubles, so that many clients of a store that came back spread out. */
function pauseBefore(attempt: number, random: number): number {
  const longest = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_MILLISECONDS);
  return longest * (0.5 + random / 2);
}

function ignore(): void {
  // Nothing is logged.
}
