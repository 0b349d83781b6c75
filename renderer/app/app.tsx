import { CSPProvider } from '@base-ui/react/csp-provider';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from 'zustand';
import type { ActionRuntime } from '#renderer/actions/runtime/action-runtime.ts';
import { ActionsProvider } from '#renderer/actions/runtime/use-actions.tsx';
import type { Api } from '#renderer/api/api.ts';
import { ApiProvider } from '#renderer/api/api-context.tsx';
import { DeletionsProvider } from '#renderer/common/projects/deletions-context.tsx';
import { RenderSessionProvider } from '#renderer/common/renders/render-session-context.tsx';
import { BundlesHost } from '#renderer/features/bundles/bundles-host.tsx';
import { OpenWithHost } from '#renderer/features/open-with/open-with-host.tsx';
import { PublishHost } from '#renderer/features/publish/publish-host.tsx';
import { RenderHost } from '#renderer/features/render/render-host.tsx';
import { type AppWindow, WindowProvider } from '#renderer/shell/window/window-context.tsx';
import { StringsProvider, useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { TooltipProvider } from '#renderer/ui/display/tooltip.tsx';
import { ToastProvider } from '#renderer/ui/overlays/toast.tsx';
import type { createToasts } from '#renderer/ui/overlays/toast-store.ts';
import { CurrentScreen } from './current-screen.tsx';
import { WindowBars } from './frame/window-bars.tsx';
import { ShellOverlays } from './overlays/shell-overlays.tsx';

export interface AppProps {
  readonly api: Api;
  readonly actions: ActionRuntime;
  readonly toasts: ReturnType<typeof createToasts>;
  readonly appWindow: AppWindow;
}

/** The whole window. */
export function App({ api, actions, toasts, appWindow }: AppProps) {
  const language = useStore(appWindow.language, (state) => state.language);
  return (
    <StringsProvider language={language}>
      {/* The page's policy takes no styles from scripts; what the kit would add is in base.css. */}
      <CSPProvider disableStyleElements>
        <TooltipProvider>
          <ToastProvider store={toasts}>
            <ErrorBoundary FallbackComponent={AppFailed}>
              <ApiProvider api={api}>
                <WindowProvider value={appWindow}>
                  <ActionsProvider runtime={actions}>
                    <DeletionsProvider>
                      <RenderSessionProvider>
                        <WindowBars>
                          <CurrentScreen />
                        </WindowBars>
                        <RenderHost />
                        <PublishHost />
                        <BundlesHost />
                        <OpenWithHost />
                        <ShellOverlays />
                      </RenderSessionProvider>
                    </DeletionsProvider>
                  </ActionsProvider>
                </WindowProvider>
              </ApiProvider>
            </ErrorBoundary>
          </ToastProvider>
        </TooltipProvider>
      </CSPProvider>
    </StringsProvider>
  );
}

function AppFailed({ resetErrorBoundary }: { readonly resetErrorBoundary: () => void }) {
  const { app } = useStrings();
  return (
    <main role="alert" style={{ height: '100vh', display: 'flex' }}>
      <EmptyState icon={TriangleAlert} title={app.appFailed} hint={app.appFailedHint}>
        <Button variant="primary" icon={RotateCw} onClick={resetErrorBoundary}>
          {app.reload}
        </Button>
      </EmptyState>
    </main>
  );
}
