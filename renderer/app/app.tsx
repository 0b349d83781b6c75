import { CSPProvider } from '@base-ui/react/csp-provider';
import { RotateCw, TriangleAlert } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { ErrorBoundary } from 'react-error-boundary';
import { useStore } from 'zustand';
import type { ActionRuntime } from '#renderer/actions/action-runtime.ts';
import { useIsOpen } from '#renderer/actions/dialogs.ts';
import { ActionIconButton, ActionsProvider } from '#renderer/actions/use-actions.tsx';
import type { Api } from '#renderer/api/api.ts';
import { ApiProvider } from '#renderer/api/api-context.tsx';
import { BundlesHost } from '#renderer/features/bundles/bundles-host.tsx';
import { DesignStrip } from '#renderer/features/designs/design-strip.tsx';
import { LiveTableNotices } from '#renderer/features/live-tables/live-table-notices.tsx';
import { OpenWithHost } from '#renderer/features/open-with/open-with-host.tsx';
import { ProjectsScreen } from '#renderer/features/projects/projects-screen.tsx';
import { PublishHost } from '#renderer/features/publish/publish-host.tsx';
import { RenderHost } from '#renderer/features/render/render-host.tsx';
import { fetchDemuxers } from '#renderer/playback/decode/fetch-demuxers.ts';
import { DeletionsProvider } from '#renderer/project/deletions.tsx';
import { FrameBarsProvider } from '#renderer/shell/frame/frame-bars.tsx';
import type { Route } from '#renderer/shell/window/route.ts';
import { type AppWindow, useAppWindow, useNavigation, WindowProvider } from '#renderer/shell/window/window-context.tsx';
import { StringsProvider, useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { TooltipProvider } from '#renderer/ui/display/tooltip.tsx';
import { ToastProvider } from '#renderer/ui/overlays/toast.tsx';
import type { createToasts } from '#renderer/ui/overlays/toast-store.ts';
import { Banners } from './frame/banners.tsx';
import { CommandPalette } from './frame/command-palette.tsx';
import { KeySheet } from './frame/key-sheet.tsx';
import { MainMenu } from './frame/main-menu.tsx';
import { StatusBar } from './frame/status-bar.tsx';
import { lazyScreen, ShowLazy } from './lazy-screen.tsx';

export interface AppProps {
  readonly api: Api;
  readonly actions: ActionRuntime;
  readonly toasts: ReturnType<typeof createToasts>;
  readonly appWindow: AppWindow;
}

/** The root component of the window. */
export function App({ api, actions, toasts, appWindow }: AppProps) {
  const language = useStore(appWindow.language, (state) => state.language);
  return (
    <StringsProvider language={language}>
      {/* The content security policy blocks style elements, so `base.css` contains the styles that the library would insert. */}
      <CSPProvider disableStyleElements>
        <TooltipProvider>
          <ToastProvider store={toasts}>
            <ErrorBoundary FallbackComponent={AppFailed}>
              <ApiProvider api={api}>
                <WindowProvider value={appWindow}>
                  <ActionsProvider runtime={actions}>
                    <DeletionsProvider>
                      <WindowBars>
                        <CurrentScreen />
                      </WindowBars>
                      <RenderHost />
                      <PublishHost />
                      <BundlesHost />
                      <Suspense>
                        <BatchSavesHost />
                      </Suspense>
                      <OpenWithHost />
                      <LiveTableNotices />
                      <Overlays />
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

/** The command palette and the list of shortcuts, above every screen. */
function Overlays() {
  const { shell } = useAppWindow();
  const overlay = useStore(shell.store, (state) => state.overlay);
  const close = () => shell.store.setState({ overlay: null });
  return (
    <>
      <CommandPalette open={overlay === 'palette'} onClose={close} />
      <KeySheet open={overlay === 'keys'} onClose={close} />
    </>
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

const buttons = (
  <>
    <ActionIconButton action="app/palette" />
    <ActionIconButton action="render/queue" />
    <ActionIconButton action="app/settings" />
    <MainMenu />
  </>
);
const status = <StatusBar />;
const banners = <Banners />;

/** Provides the contents of the top and bottom bars to every page. */
function WindowBars({ children }: { readonly children: ReactNode }) {
  const isQueueOpen = useIsOpen('queue');
  return <FrameBarsProvider value={{ buttons, status, banners, isQueueOpen }}>{children}</FrameBarsProvider>;
}

/** Shows the screen of the route. Only the code of the first screen is in the initial bundle. */
function CurrentScreen() {
  const { route } = useNavigation();
  useEffect(() => {
    // Prefetches the editor, which users usually open next. A failed prefetch is ignored, because opening the editor
    // reports the error.
    const idle = requestIdleCallback(() =>
      EDITOR.fetch()
        .then(fetchDemuxers)
        .catch(() => undefined),
    );
    return () => cancelIdleCallback(idle);
  }, []);
  return screenOf(route);
}

function screenOf(route: Route) {
  switch (route.screen) {
    case 'projects':
      return <ProjectsScreen designs={<DesignStrip />} />;
    case 'project': {
      const { project, template } = route;
      return <ShowLazy key={project} screen={EDITOR} with={{ project, template }} shape="editor" />;
    }
    case 'settings':
      return <ShowLazy screen={SETTINGS} with={{ section: route.section }} />;
    case 'farm':
      return <ShowLazy screen={FARM} with={{}} />;
    case 'guide': {
      const { page, section } = route;
      return <ShowLazy screen={GUIDE} with={{ page, section }} />;
    }
    case 'brand': {
      const { project } = route;
      return <ShowLazy key={project} screen={BRAND} with={{ project }} />;
    }
    case 'batch': {
      const { project, movie } = route;
      return <ShowLazy key={`${project} ${movie}`} screen={BATCH} with={{ project, movie }} />;
    }
    case 'tables': {
      const { project, table } = route;
      return <ShowLazy key={project} screen={LIVE_TABLES} with={{ project, table }} />;
    }
    case 'designs': {
      const { project, design } = route;
      return <ShowLazy key={`${project} ${design}`} screen={DESIGNS} with={{ project, design }} />;
    }
    case 'fill-in': {
      const { project, template } = route;
      return <ShowLazy key={`${project} ${template}`} screen={FILL_IN} with={{ project, template }} />;
    }
    default:
      return route satisfies never;
  }
}

/** Loads after the first screen, because it imports the chapters of batches. */
const BatchSavesHost = lazy(() =>
  import('#renderer/features/batch/model/batch-saves.tsx').then((module) => ({ default: module.BatchSavesHost })),
);
const EDITOR = lazyScreen(async () => {
  const { EditorScreen } = await import('./editor/editor-screen.tsx');
  return EditorScreen;
});

const SETTINGS = lazyScreen(async () => {
  const { SettingsScreen } = await import('#renderer/features/settings/settings-screen.tsx');
  return SettingsScreen;
});

const BATCH = lazyScreen(async () => {
  const { BatchScreen } = await import('#renderer/features/batch/batch-screen.tsx');
  return BatchScreen;
});

const FILL_IN = lazyScreen(async () => {
  const { FillInScreen } = await import('./fill-in/fill-in-screen.tsx');
  return FillInScreen;
});

const DESIGNS = lazyScreen(async () => {
  const { DesignsScreen } = await import('./designs/designs-screen.tsx');
  return DesignsScreen;
});

const BRAND = lazyScreen(async () => {
  const { BrandScreen } = await import('#renderer/features/brand/brand-screen.tsx');
  return BrandScreen;
});

const LIVE_TABLES = lazyScreen(async () => {
  const { LiveTablesScreen } = await import('#renderer/features/live-tables/live-tables-screen.tsx');
  return LiveTablesScreen;
});

const FARM = lazyScreen(async () => {
  const { FarmScreen } = await import('#renderer/features/farm/farm-screen.tsx');
  return FarmScreen;
});

const GUIDE = lazyScreen(async () => {
  const { GuideScreen } = await import('#renderer/features/guide/guide-screen.tsx');
  return GuideScreen;
});
