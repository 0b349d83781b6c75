import type { Database, ProjectUid } from '../../storage/ports.ts';

/** An asset that is meant by one of the service's own addresses. */
export interface OwnAsset {
  readonly project: ProjectUid;
  readonly name: string;
}

export interface OwnHosts {
  /** Names beside those of this machine by which the service is reached, in lower case and without a port. */
  readonly hosts: ReadonlySet<string>;
}

/**
 * The asset that `address` names, if it is one of this service (any of its host names, any port): such a source is read
 * from disk. Null for every other address, and where there is no such project: then somebody else answers on that port.
 */
export function ownAssetOf(address: string, { hosts }: OwnHosts, database: Database): OwnAsset | null {
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, pathname } = new URL(address);
  if (protocol !== 'http:' && protocol !== 'https:') return null;
  if (!isOwnHost(hostname, hosts)) return null;
  const [, project = '', name = ''] = /^\/v1\/data\/([^/]+)\/([^/]+)$/.exec(pathname) ?? [];
  const uid = decoded(project);
  const asset = decoded(name);
  if (uid === null || asset === null || uid === '') return null;
  if (database.get('SELECT 1 FROM project WHERE uid = ?', uid) === undefined) return null;
  return { project: uid as ProjectUid, name: asset };
}

/** `localhost` and every name below it lead to this machine (RFC 6761, 6.3), such as `api-local.localhost`. */
function isOwnHost(hostname: string, hosts: ReadonlySet<string>): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, '');
  if (host === 'localhost' || host.endsWith('.localhost') || host === '[::1]') return true;
  return /^127\.\d+\.\d+\.\d+$/.test(host) || hosts.has(host);
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}
