import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { setTimeout as wait } from 'node:timers/promises';
import { S3Client } from '@aws-sdk/client-s3';
import type { AddressPolicy } from '../network/address-guard.ts';
import { checkedLookup } from '../network/checked-lookup.ts';
import type { DestinationCredentials, SendLimits } from './destination.ts';
import type { StoreAddress } from './store-address.ts';
import { overdueFailure, StoreError, storeFailure } from './store-failure.ts';

/** An S3 client for one destination, with its limits. */
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
const MAX_PAUSE_MILLISECONDS = 20_000;
/** The maximum number of simultaneous parts and connections. */
export const MAX_PARALLEL_PARTS = 3;

interface SessionOptions {
  readonly policy: AddressPolicy;
  readonly limits: SendLimits;
  readonly withChecksums: boolean;
  /** The certificate authorities in PEM format; by default the authorities of the system. */
  readonly authority?: string | null;
  /** The maximum number of connections; by default {@link MAX_PARALLEL_PARTS}. */
  readonly connections?: number;
}

/** Creates a session without opening a connection. Ignores the environment of the process and configuration files. */
export function openStore(
  address: StoreAddress,
  credentials: DestinationCredentials,
  options: SessionOptions,
): StoreSession {
  const { limits, authority, connections = MAX_PARALLEL_PARTS } = options;
  const checksums = options.withChecksums ? 'WHEN_SUPPORTED' : 'WHEN_REQUIRED';
  // Pass agents for both protocols. With plain options, the client could create its own agents without the address
  // check.
  const agentOptions = {
    keepAlive: true,
    maxSockets: connections,
    lookup: checkedLookup(address.endpoint, options.policy),
  };
  const httpAgent = new HttpAgent(agentOptions);
  const httpsAgent = new HttpsAgent({ ...agentOptions, ...(typeof authority === 'string' && { ca: authority }) });
  const client = new S3Client({
    endpoint: address.endpoint.href,
    region: address.region,
    credentials: { ...credentials },
    forcePathStyle: address.pathStyle,
    requestChecksumCalculation: checksums,
    responseChecksumValidation: checksums,
    // Turn off the client's retries: `sendWithRetries` repeats requests, because it distinguishes temporary failures.
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
    // Drop the client's log lines, which would contain headers.
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
 * Sends a request. Repeats it after temporary failures, with growing, jittered pauses. `bytes` is the size of the
 * request's body. Throws {@link StoreError}, the signal's reason, or the error that `send` passed to `fail`.
 */
export async function sendWithRetries<Value>(
  { address, limits }: Pick<StoreSession, 'address' | 'limits'>,
  bytes: number,
  signal: AbortSignal,
  send: (signal: AbortSignal, fail: (error: Error) => void) => Promise<Value>,
): Promise<Value> {
  const milliseconds = Math.ceil(limits.requestMilliseconds + (bytes / limits.leastBytesPerSecond) * 1000);
  for (let attempt = 1; ; attempt++) {
    signal.throwIfAborted();
    const timeLimit = AbortSignal.timeout(milliseconds);
    const attempted = new AbortController();
    const outcome = await send(AbortSignal.any([signal, timeLimit, attempted.signal]), (error) =>
      attempted.abort(error),
    ).then(
      (value) => ({ ok: true, value }) as const,
      (error: unknown) => ({ ok: false, error }) as const,
    );
    if (outcome.ok) return outcome.value;
    signal.throwIfAborted();
    attempted.signal.throwIfAborted();
    // Close the body of the request, because the store may not have read all of it.
    attempted.abort();
    const failure = timeLimit.aborted ? overdueFailure(milliseconds / 1000) : storeFailure(outcome.error, address);
    if (!failure.isTemporary || attempt >= limits.attempts) throw new StoreError(failure);
    await limits.pause(pauseBefore(attempt, Math.random()), signal);
  }
}

/**
 * Returns a random pause between half of a maximum and this maximum, which doubles with each attempt. The randomness
 * spreads the retries of many clients.
 */
function pauseBefore(attempt: number, random: number): number {
  const longest = Math.min(FIRST_PAUSE_MILLISECONDS * 2 ** (attempt - 1), MAX_PAUSE_MILLISECONDS);
  return longest * (0.5 + random / 2);
}

function ignore(): void {
  // Drop the log line.
}
