import { fillPath } from '../../../shared/contract/request-target.ts';
import { placeOf } from '../../../shared/contract/session-place.ts';

/**
 * What comes before every path of the service here: in a browser the place of its session, in the app's window nothing.
 */
export const ownPlace: string = typeof location === 'undefined' ? '' : placeOf(location.pathname);

/** The address of a path of the service, for this page; with `:name` for each parameter, which is encoded. */
export function ownAddress(path: string, parameters: object = {}): string {
  return `${ownPlace}${fillPath(path, parameters)}`;
}
