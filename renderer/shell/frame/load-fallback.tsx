import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, PlugZap, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useConnection } from '#renderer/api/api-context.tsx';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { UnreachableError } from '#renderer/api/client/unreachable-error.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';

export interface LoadFallbackProps {
  /** The query that loads the data. */
  readonly query: Pick<UseQueryResult, 'isError' | 'error' | 'isFetching' | 'refetch'>;
  /** The title of the error message if the service refuses the request. */
  readonly title: string;
  /** The skeleton that is shown while loading. */
  readonly children: ReactNode;
}

/**
 * Replaces content that is still loading. If loading fails, shows the reason and a retry button in place of the
 * skeleton.
 */
export function LoadFallback({ query, title, children }: LoadFallbackProps) {
  const { kit } = useStrings();
  const isAway = useConnection() === 'reconnecting' || query.error instanceof UnreachableError;
  if (!isAway && !query.isError) return children;
  return (
    <div role="status">
      <EmptyState
        icon={isAway ? PlugZap : CircleAlert}
        title={isAway ? kit.offlineTitle : title}
        hint={isAway ? kit.offlineHint : problemText(query.error)}
      >
        <Button size="sm" icon={RotateCw} busy={query.isFetching && query.isError} onClick={() => void query.refetch()}>
          {kit.tryAgain}
        </Button>
      </EmptyState>
    </div>
  );
}
