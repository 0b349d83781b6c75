import type { Api } from '#renderer/api/api.ts';
import { catalogues } from '#renderer/strings/language.ts';
import type { ActionContext } from '../model/action-context.ts';

/** The first screen of a browser, with nothing on it. What a test gives takes the place of that. */
export function actionContext(given: Partial<ActionContext> = {}): ActionContext {
  return {
    editor: null,
    ports: {},
    navigation: { hasMoved: false, route: { screen: 'projects' }, go: () => undefined, replace: () => undefined },
    shell: {
      openPalette: () => undefined,
      openKeySheet: () => undefined,
      focusArea: () => undefined,
      setTheme: () => undefined,
      theme: () => 'system',
    },
    desktop: null,
    toasts: { show: () => '', close: () => undefined },
    clipboard: { read: async () => '', write: () => undefined },
    strings: catalogues.en,
    // No action of the table calls the service by itself.
    api: {} as Api,
    ...given,
  };
}
