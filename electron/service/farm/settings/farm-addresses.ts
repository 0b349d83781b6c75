import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Statement, statement } from '#shared/statements/statement.ts';
import { storeAddress } from '../../destinations/store-address.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { isPublicAddress } from '../../network/address-guard.ts';
import type { StoreConfig } from './farm-config.ts';
import type { FarmFields } from './farm-fields.ts';

export interface QueueAddress {
  /** Without name and password. */
  readonly url: string;
  readonly username: string | null;
  readonly password: string | null;
  /** Whether what is sent there can be read on its way through the internet. */
  readonly isExposed: boolean;
}

/** Names that no public name server knows, beside those without a dot. */
const OWN_NETWORK = /(^|\.)(localhost|local|internal|lan|intranet|test|home\.arpa|cluster\.local|svc)$/;
const MOST_DATABASE = 1_000_000;
/** The keys of a store are 1,024 bytes, and half of them are below the prefix. */
const MOST_PREFIX_BYTES = 400;

/** Reads the address of a queue. The error says nothing of what is in it: a password may stand in the wrong place. */
export function queueAddress(text: string): Result<QueueAddress, Statement> {
  const malformed = err(statement('farm-setting/queue-address'));
  if (!URL.canParse(text)) return malformed;
  const url = new URL(text);
  const [, database = ''] = /^\/(\d{1,7})$/.exec(url.pathname) ?? [];
  const hasDatabase = url.pathname !== '' && url.pathname !== '/';
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') return malformed;
  if (url.hostname === '' || url.search !== '' || url.hash !== '') return malformed;
  if (hasDatabase && (database === '' || Number(database) > MOST_DATABASE)) return malformed;
  const [username, password] = [decoded(url.username), decoded(url.password)];
  if (username === null || password === null) return malformed;
  return ok({
    url: `${url.protocol}//${url.host}${hasDatabase ? `/${Number(database)}` : ''}`,
    username: username === '' ? null : username,
    password: password === '' ? null : password,
    isExposed: url.protocol === 'redis:' && !isOwnNetwork(url.hostname),
  });
}

/** What of {@link FarmFields} is about a store. */
type StoreFields = Pick<
  FarmFields,
  'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey' | 'storeAuthority' | 'plain'
>;

/** Reads the place of a store. */
export function storeConfig(text: string, fields: StoreFields): Result<StoreConfig, Statement> {
  if (text.startsWith('s3:')) return bucketConfig(text, fields);
  const folder = folderOf(text);
  if (folder === null) return err(statement('farm-setting/store-address'));
  if (fields.endpoint !== null || fields.region !== null) return err(statement('farm-setting/folder-endpoint'));
  return ok({ kind: 'folder', folder });
}

function bucketConfig(text: string, fields: StoreFields): Result<StoreConfig, Statement> {
  const { endpoint, accessKeyId, secretAccessKey } = fields;
  if (text.includes('@')) return err(statement('farm-setting/store-credentials'));
  const [, bucket, rest = ''] = /^s3:\/\/([^/?#]+)(?:\/([^?#]*))?$/.exec(text) ?? [];
  if (bucket === undefined) return err(statement('farm-setting/store-address'));
  const prefix = rest.replace(/^\/+|\/+$/g, '');
  if (Buffer.byteLength(prefix) > MOST_PREFIX_BYTES) return err(statement('farm-setting/store-address'));
  const address = checkedStore({ bucket, prefix, endpoint, region: fields.region });
  if (!address.ok) return address;
  const { endpoint: at, region } = address.value;
  if (at.protocol === 'http:' && !fields.plain && !isOwnNetwork(at.hostname))
    return err(statement('farm-setting/store-exposed'));
  if (accessKeyId === null || secretAccessKey === null)
    return err(statement(accessKeyId === secretAccessKey ? 'farm-setting/no-keys' : 'farm-setting/half-keys'));
  const authority = fields.storeAuthority;
  return ok({ kind: 's3', bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, authority });
}

function checkedStore(place: {
  readonly bucket: string;
  readonly prefix: string;
  readonly endpoint: string | null;
  readonly region: string | null;
}): Result<ReturnType<typeof storeAddress>, Statement> {
  const { bucket, prefix, endpoint, region } = place;
  try {
    const filename = prefix === '' ? 'key' : prefix;
    return ok(storeAddress({ kind: 'object_store', bucket, filename, endpoint, region }));
  } catch (error) {
    if (error instanceof ServiceError && error.says !== null) return err(prefixFault(error.says));
    throw error;
  }
}

/** The words of a destination speak of its filename, which is our prefix. */
function prefixFault(says: Statement): Statement {
  return says.code.startsWith('destination/filename') ? statement('farm-setting/store-address') : says;
}

function folderOf(text: string): string | null {
  if (isAbsolute(text)) return text;
  if (!/^file:\/\/\//.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.search !== '' || url.hash !== '' || /%2f/i.test(url.pathname)) return null;
  try {
    const folder = fileURLToPath(url);
    return isAbsolute(folder) && !folder.includes('\0') ? folder : null;
  } catch (error) {
    if (error instanceof URIError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Whether a host is this machine or in its own network, as far as its name tells: nothing is looked up. */
function isOwnNetwork(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return !host.includes('.') || OWN_NETWORK.test(host);
}

/** Null for what is not percent-encoded as it has to be. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
