import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from '#shared/contract/client.ts';
import { UnreachableError } from './unreachable-error.ts';

const ATTEMPTS = 3;

/**
 * The cache of what the service said. What is in it stays good until the event stream says otherwise, so nothing is
 * fetched again by time or by focus. The service is on this machine: being offline changes nothing.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime: 30 * 60_000,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: (failures, error) => failures < ATTEMPTS && isPassing(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Whether trying the same again may go well: the service was not reached, or said that it is busy. */
export function isPassing(error: unknown): boolean {
  if (error instanceof ProblemError) {
    const { status } = error.problem;
    return status === 429 || status === 408 || (status >= 500 && status !== 507 && !LASTING.has(error.problem.code));
  }
  return error instanceof UnreachableError;
}

/** Codes of the five hundreds that stay as they are until somebody does something. */
const LASTING: ReadonlySet<string> = new Set([
  'storage/read-only',
  'workspace/newer',
  'workspace/damaged',
  'ffmpeg/not-found',
  'render/format-unavailable',
  'render/attempts',
]);
