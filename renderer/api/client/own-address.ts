import { fillPath } from '#shared/contract/request-target.ts';
import { sessionPrefixOf } from '#shared/contract/session-prefix.ts';

/**
 * What comes before every path of the service here: in a browser the place of its session, in the app's window nothing.
 */
export const ownPrefix: string = typeof location === 'undefined' ? '' : sessionPrefixOf(location.pathname);

/** The address of a path of the service, for this page; with `:name` for each parameter, which is encoded. */
export function ownAddress(path: string, parameters: object = {}): string {
  return `${ownPrefix}${fillPath(path, parameters)}`;
}
