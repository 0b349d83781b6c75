import { type Client, createClient, type FetchAnswer, ProblemError } from '#shared/contract/client.ts';
import { statement } from '#shared/statements/statement.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { ServiceCluster } from './clusters.ts';

/** Characters of another service's words that are passed on. */
const LONGEST_WORDS = 500;

function clusterClient({ url, apiKey, apiSecret }: ServiceCluster): Client<FetchAnswer> {
  const { origin, pathname } = new URL(url);
  return createClient({
    // The client is for any platform's `fetch`; of this one, these are requests.
    fetch: (target, request) => fetch(target, request as RequestInit),
    // Without user and password, if somebody wrote them there.
    baseUrl: origin + pathname.replace(/\/$/, ''),
    credentials: { key: apiKey, secret: apiSecret },
  });
}

/**
 * Does something with a cluster; what fails there becomes `cluster/failed` in the other's words, without secrets.
 * Failures of this service, and the signal's reason, pass as they are.
 */
export async function withCluster<Value>(
  name: string,
  cluster: ServiceCluster,
  signal: AbortSignal,
  work: (client: Client<FetchAnswer>) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(clusterClient(cluster));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError) throw error;
    throw failureOf(error, name, cluster);
  }
}

function failureOf(error: unknown, name: string, cluster: ServiceCluster): ServiceError {
  const words = withoutSecrets(wordsOf(error), cluster).slice(0, LONGEST_WORDS).toWellFormed();
  // Without the cause: what a request was made with does not belong into logs.
  return new ServiceError('cluster/failed', statement('cluster/told', { cluster: name, words }));
}

function wordsOf(error: unknown): string {
  if (error instanceof ProblemError) return error.problem.detail;
  if (!(error instanceof Error)) return 'It failed.';
  // `fetch` says why in its cause.
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message || ('code' in cause ? String(cause.code) : '') : '';
  return reason === '' ? error.message : `It cannot be reached (${reason}).`;
}

function withoutSecrets(words: string, { apiKey, apiSecret }: ServiceCluster): string {
  const secrets = [apiSecret, apiKey, Buffer.from(`${apiKey}:${apiSecret}`).toString('base64')];
  return secrets.reduce((text, secret) => (secret === '' ? text : text.replaceAll(secret, '…')), words);
}
