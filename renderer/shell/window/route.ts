/** The screen and its parameters, from the URL fragment. */
export type Route =
  | { readonly screen: 'projects' }
  | { readonly screen: 'project'; readonly project: string; readonly template: string | null }
  | { readonly screen: 'batch'; readonly project: string; readonly movie: string | null }
  | { readonly screen: 'fill-in'; readonly project: string; readonly template: string | null }
  /**
   * The gallery of designs. `project` receives the new template; null creates a project. `design` is the initially
   * selected design.
   */
  | { readonly screen: 'designs'; readonly project: string | null; readonly design: string | null }
  | { readonly screen: 'brand'; readonly project: string }
  /** The live tables of a project. `table` is the id of the selected table; null selects the first table. */
  | { readonly screen: 'tables'; readonly project: string; readonly table: string | null }
  /** The settings, opened at a section or at the beginning. */
  | { readonly screen: 'settings'; readonly section?: string }
  | { readonly screen: 'farm' }
  | { readonly screen: 'guide'; readonly page: string | null; readonly section: string | null };

/** The placeholder for a missing project. No project has this uid. */
const NO_PROJECT = '-';

/** Parses a URL fragment. An invalid fragment gives the route of the first screen. */
export function parseRoute(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodeSegment);
  const [screen, project, name] = parts;
  const last = name === undefined || name === '' ? null : name;
  if (screen === 'farm') return { screen };
  if (screen === 'settings') return project === undefined || project === '' ? { screen } : { screen, section: project };
  if (screen === 'designs') {
    const into = project === undefined || project === '' || project === NO_PROJECT ? null : project;
    return { screen: 'designs', project: into, design: last };
  }
  if (screen === 'guide') return { screen: 'guide', page: project === '' ? null : (project ?? null), section: last };
  if (project === undefined || project === '') return { screen: 'projects' };
  return ofProject(screen, project, last) ?? { screen: 'projects' };
}

/** Returns the route of a project screen; null for an unknown screen. */
function ofProject(screen: string | undefined, project: string, name: string | null): Route | null {
  switch (screen) {
    case 'project':
    case 'fill-in':
      return { screen, project, template: name };
    case 'brand':
      return { screen, project };
    case 'batch':
      return { screen, project, movie: name };
    case 'tables':
      return { screen, project, table: name };
    default:
      return null;
  }
}

/** Formats a route as a URL fragment; the inverse of {@link parseRoute}. */
export function formatRoute(route: Route): string {
  switch (route.screen) {
    case 'projects':
      return '#/';
    case 'settings':
      return route.section === undefined ? '#/settings' : address('settings', route.section, null);
    case 'farm':
      return '#/farm';
    case 'guide':
      return route.page === null ? '#/guide' : address('guide', route.page, route.section);
    case 'project':
      return address('project', route.project, route.template);
    case 'brand':
      return address('brand', route.project, null);
    case 'batch':
      return address('batch', route.project, route.movie);
    case 'tables':
      return address('tables', route.project, route.table);
    case 'designs': {
      const { project, design } = route;
      return project === null && design === null ? '#/designs' : address('designs', project ?? NO_PROJECT, design);
    }
    case 'fill-in':
      return address('fill-in', route.project, route.template);
    default:
      return route satisfies never;
  }
}

function address(screen: string, project: string, name: string | null): string {
  return `#/${[screen, project, ...(name === null ? [] : [name])].map(encodeURIComponent).join('/')}`;
}

function decodeSegment(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // Use text with invalid percent-encoding unchanged as the name. The screen then reports that no such name exists.
    return part;
  }
}
