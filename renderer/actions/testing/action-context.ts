import type { Api } from '#renderer/api/api.ts';
import { catalogues } from '#renderer/strings/language.ts';
import type { ActionContext } from '../action.ts';

/** Returns the context of an empty first screen in a browser, with the given fields replaced. */
export function actionContext(given: Partial<ActionContext> = {}): ActionContext {
  return {
    editor: null,
    navigation: { hasMoved: false, route: { screen: 'projects' }, go: () => undefined, replace: () => undefined },
    shell: {
      openPalette: () => undefined,
      openKeySheet: () => undefined,
      focusArea: () => undefined,
      setTheme: () => undefined,
      theme: () => 'system',
      screen: () => ({
        currentCard: null,
        queue: { failed: 0, active: 0, finished: 0, canPlayLast: false },
        batch: null,
      }),
      onScreen: () => () => undefined,
    },
    desktop: null,
    toasts: { show: () => '', close: () => undefined },
    clipboard: { read: async () => '', write: () => undefined },
    strings: catalogues.en,
    // No action in the table calls the service directly, so the API is empty.
    api: {} as Api,
    ...given,
  };
}
