/** Where somebody is: what the address after `#` says. */
export type Route =
  | { readonly screen: 'projects' }
  | { readonly screen: 'project'; readonly project: string; readonly template: string | null }
  | { readonly screen: 'batch'; readonly project: string; readonly movie: string | null }
  | { readonly screen: 'brand'; readonly project: string }
  | { readonly screen: 'settings' }
  | { readonly screen: 'guide'; readonly page: string | null; readonly section: string | null };

/** The place that an address means. What means none is the first screen. */
export function parseRoute(hash: string): Route {
  const parts = hash
    .replace(/^#?\/?/, '')
    .split('/')
    .map(decodeSegment);
  const [screen, project, name] = parts;
  const last = name === undefined || name === '' ? null : name;
  if (screen === 'settings') return { screen: 'settings' };
  if (screen === 'guide') return { screen: 'guide', page: project === '' ? null : (project ?? null), section: last };
  if (project !== undefined && project !== '') {
    if (screen === 'project') return { screen: 'project', project, template: last };
    if (screen === 'brand') return { screen: 'brand', project };
    if (screen === 'batch') return { screen: 'batch', project, movie: last };
  }
  return { screen: 'projects' };
}

/** The address of a place; the inverse of {@link parseRoute}. */
export function formatRoute(route: Route): string {
  switch (route.screen) {
    case 'projects':
      return '#/';
    case 'settings':
      return '#/settings';
    case 'guide':
      return route.page === null ? '#/guide' : address('guide', route.page, route.section);
    case 'project':
      return address('project', route.project, route.template);
    case 'brand':
      return address('brand', route.project, null);
    case 'batch':
      return address('batch', route.project, route.movie);
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
    // Not one of ours; as it stands it names nothing that exists, and the screen will say so.
    return part;
  }
}
