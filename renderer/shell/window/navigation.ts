import { createStore } from 'zustand/vanilla';
import { formatRoute, parseRoute, type Route } from './route.ts';

/** The current route and functions to change it. */
export interface Navigation {
  readonly route: Route;
  /** Whether the user has navigated since the start. */
  readonly hasMoved: boolean;
  readonly go: (route: Route) => void;
  /** Changes the route like `go`, but without a new history entry. */
  readonly replace: (route: Route) => void;
}

/** Creates the navigation store. The store stays in sync with the URL fragment. */
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
