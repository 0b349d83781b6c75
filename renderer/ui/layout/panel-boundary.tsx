import { RotateCw, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '../controls/button.tsx';
import { EmptyState } from '../display/empty-state.tsx';

export interface PanelBoundaryProps {
  /** The name of the panel for the error message. */
  readonly name: string;
  /** Values that identify the content. If one of them changes, a panel that has failed is mounted again. */
  readonly resetKeys?: readonly unknown[] | undefined;
  readonly children: ReactNode;
}

/** Catches render errors of a panel and offers to reload it. */
export function PanelBoundary({ name, resetKeys, children }: PanelBoundaryProps) {
  const { kit } = useStrings();
  return (
    <ErrorBoundary
      resetKeys={resetKeys === undefined ? [] : [...resetKeys]}
      fallbackRender={({ resetErrorBoundary }) => (
        <div role="alert" style={{ display: 'flex', flex: 1, minHeight: 0 }}>
          <EmptyState icon={TriangleAlert} title={kit.panelFailed(name)} hint={kit.panelFailedHint}>
            <Button icon={RotateCw} onClick={() => resetErrorBoundary()}>
              {kit.reloadPanel}
            </Button>
          </EmptyState>
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}
