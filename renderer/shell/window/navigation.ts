import { createStore } from 'zustand/vanilla';
import { formatRoute, parseRoute, type Route } from './route.ts';

/** The current route and the functions to change it. */
export interface Navigation {
  readonly route: Route;
  /** Whether the user has navigated since the start. */
  readonly hasMoved: boolean;
  readonly go: (route: Route) => void;
  /** Changes the route as `go` does, without a new entry in the browser's history. */
  readonly replace: (route: Route) => void;
}

/** Creates the navigation and keeps it in sync with the address after `#`. */
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
