import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { required } from '../../shared/lib/assert.ts';
import { createActionRuntime } from '../actions/runtime/action-runtime.ts';
import { createApi } from '../api/api.ts';
import { createQueryClient } from '../api/client/query-client.ts';
import { pageStrings } from '../strings/page-language.ts';
import { actionTable } from './action-table.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import { createLanguage } from '../shell/window/language-choice.ts';
import { createNavigation } from '../shell/window/navigation.ts';
import { connectOpenedFiles, createOpenedFiles } from '../shell/window/opened-files.ts';
import { createShell } from '../shell/window/shell.ts';
import { createTheme } from '../shell/window/theme.ts';
import { createToasts } from '../ui/overlays/toast-store.ts';
import { App } from './app.tsx';
import { connectDesktopMenu } from './desktop-menu.ts';

const desktop = window.desktop ?? null;

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
      appWindow={{ navigation, theme, language, shell, opened, desktop }}
    />
  </StrictMode>,
);
