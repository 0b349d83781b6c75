import { createStore } from 'zustand/vanilla';
import { formatRoute, parseRoute, type Route } from './route.ts';

/** Going from screen to screen. */
export interface Navigation {
  readonly route: Route;
  /** Whether a way through the program led here, and not the start of it. */
  readonly hasMoved: boolean;
  readonly go: (route: Route) => void;
  /** As `go`, without a step in the browser's history. */
  readonly replace: (route: Route) => void;
}

/** The window's place, in step with the address after `#`. */
export function createNavigation(target: Window) {
  const store = createStore<Navigation>(() => ({
    route: parseRoute(target.location.hash),
    hasMoved: false,
    go: (route) => {
      target.location.hash = formatRoute(route);
    },
    replace: (route) => {
      target.history.replaceState(target.history.state, '', formatRoute(route));
      store.setState({ route });
    },
  }));
  target.addEventListener('hashchange', () =>
    store.setState({ route: parseRoute(target.location.hash), hasMoved: true }),
  );
  return store;
}

export type NavigationStore = ReturnType<typeof createNavigation>;
