import { fillPath } from '#shared/contract/request-target.ts';
import { sessionPrefixOf } from '#shared/contract/session-prefix.ts';

/** The prefix of every path of the service: the session of a browser, or nothing in the window of the app. */
export const sessionPathPrefix: string = typeof location === 'undefined' ? '' : sessionPrefixOf(location.pathname);

/** Returns the address of a path of the service for this page. Each parameter `:name` is encoded. */
export function ownAddress(path: string, parameters: object = {}): string {
  return `${sessionPathPrefix}${fillPath(path, parameters)}`;
}
