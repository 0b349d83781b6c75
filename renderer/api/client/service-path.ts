import { fillPath } from '#shared/contract/request-target.ts';
import { sessionPrefixIn } from '#shared/contract/session-prefix.ts';

/** The prefix of all paths of the service: the browser session, or nothing in the window of the app. */
export const sessionPathPrefix: string = typeof location === 'undefined' ? '' : sessionPrefixIn(location.pathname);

/** Returns the URL of a path of the service for this page. Parameters such as `:name` are filled in and encoded. */
export function servicePath(path: string, parameters: object = {}): string {
  return `${sessionPathPrefix}${fillPath(path, parameters)}`;
}
