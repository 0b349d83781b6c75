import { QueryClient } from '@tanstack/react-query';
import { ProblemError } from '#shared/contract/client.ts';
import { UnreachableError } from './unreachable-error.ts';

const ATTEMPTS = 3;

/**
 * Creates the query cache. Data is valid until the event stream invalidates it, so neither age nor focus triggers a
 * refetch. The browser's offline state is ignored, because the service is local.
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
        retry: (failures, error) => failures < ATTEMPTS && isTemporary(error),
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Returns whether an error is temporary, so that a retry can succeed: the service was unreachable or busy. */
export function isTemporary(error: unknown): boolean {
  if (error instanceof ProblemError) {
    const { status } = error.problem;
    return (
      status === 429 ||
      status === 408 ||
      (status >= 500 && status !== 507 && !PERMANENT_PROBLEMS.has(error.problem.code))
    );
  }
  return error instanceof UnreachableError;
}

/** Codes with a 5xx status that persist until the user acts. */
const PERMANENT_PROBLEMS: ReadonlySet<string> = new Set([
  'storage/read-only',
  'workspace/newer',
  'workspace/damaged',
  'ffmpeg/not-found',
  'render/format-unavailable',
  'render/attempts',
]);
