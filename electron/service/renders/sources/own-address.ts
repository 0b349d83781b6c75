import type { Database, ProjectUid } from '../../storage/ports.ts';

/** An asset that an address of the service refers to. */
export interface OwnAsset {
  readonly project: ProjectUid;
  readonly name: string;
}

export interface OwnHosts {
  /** Additional host names of the service, in lower case and without a port. */
  readonly hosts: ReadonlySet<string>;
}

/**
 * Returns the asset of an address of the service, which has any of its host names and any port. The asset is read from
 * disk. Returns null for other addresses, and for unknown projects, because another service may use that port.
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

/**
 * Checks whether a host is this machine. That is true for `localhost` and all names below it (RFC 6761, 6.3), such as
 * `api-local.localhost`, and for the configured hosts.
 */
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
