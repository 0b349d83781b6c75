import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createActionRuntime } from '#renderer/actions/action-runtime.ts';
import { createApi } from '#renderer/api/api.ts';
import { createQueryClient } from '#renderer/api/client/query-client.ts';
import { watchFocusSource } from '#renderer/interaction/focus.ts';
import { pageStrings } from '#renderer/strings/page-language.ts';
import { required } from '#shared/lib/assert.ts';
import { actionTable } from './action-table.ts';
import '#renderer/ui/tokens.css';
import '#renderer/ui/base.css';
import { createLanguage } from '#renderer/shell/window/language-choice.ts';
import { createNavigation } from '#renderer/shell/window/navigation.ts';
import { connectOpenedFiles, createOpenedFiles } from '#renderer/shell/window/opened-files.ts';
import { createRenderSession } from '#renderer/shell/window/render-session.ts';
import { createShell } from '#renderer/shell/window/shell.ts';
import { createTheme } from '#renderer/shell/window/theme.ts';
import { createToasts } from '#renderer/ui/overlays/toast-store.ts';
import { App } from './app.tsx';
import { connectDesktopMenu } from './menu-template.ts';

const desktop = window.desktop ?? null;

watchFocusSource(document);
const language = createLanguage(window, desktop);
const theme = createTheme(window, desktop);
const navigation = createNavigation(window);
const shell = createShell(window, theme);
const toasts = createToasts();
const api = createApi(createQueryClient());
const actions = createActionRuntime({
  actions: actionTable,
  navigation,
  api,
  toasts: toasts.toasts,
  desktop,
  shell: shell.port,
  strings: pageStrings,
});
if (desktop !== null) connectDesktopMenu(window, desktop, actions, { navigation, language });

const opened = createOpenedFiles();
if (desktop !== null) connectOpenedFiles(window, desktop, opened);

const root = required(document.getElementById('root'), 'the page has no root');
createRoot(root).render(
  <StrictMode>
    <App
      api={api}
      actions={actions}
      toasts={toasts}
      appWindow={{ navigation, theme, language, shell, opened, desktop, renders: createRenderSession() }}
    />
  </StrictMode>,
);
