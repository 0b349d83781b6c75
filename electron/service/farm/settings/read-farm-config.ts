import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { storeAddress } from '../../destinations/store-address.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { isPublicAddress } from '../../network/address-guard.ts';
import type { FarmConfig, StoreConfig } from './farm-config.ts';
import {
  type Environment,
  type FarmArguments,
  type FarmFields,
  farmFields,
  fieldsOfArguments,
  fieldsOfConfig,
  fieldsOfEnvironment,
  mergeFields,
} from './farm-fields.ts';

/** The origin of the addresses of a farm. */
export type FarmOrigin = 'arguments' | 'environment' | 'settings';

export interface ConfiguredFarm {
  readonly config: FarmConfig;
  readonly from: FarmOrigin;
}

export interface FarmSources {
  readonly arguments: FarmArguments;
  readonly environment: Environment;
  /** Reads a file as text; throws the errors of the system. */
  readonly readFile: (path: string) => Promise<string>;
  /** The stored settings of the workspace. */
  readonly stored: FarmConfig | null;
}

const DEFAULT_PREFIX = 'scenewright';
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/;

/**
 * Returns the configuration of the farm; null if there is none. Arguments take precedence over the environment, field
 * by field. If one of them names a queue or a store, the stored settings are ignored. A stored secret is thus never
 * sent to another host. The error is a message without secrets.
 */
export async function readFarmConfig(sources: FarmSources): Promise<Result<ConfiguredFarm | null, Message>> {
  const argumentFields = fieldsOfArguments(sources.arguments);
  if (argumentFields.queue !== null) {
    const address = queueAddress(argumentFields.queue);
    if (address.ok && (address.value.username ?? address.value.password) !== null)
      return err(message('farm-setting/queue-credentials'));
  }
  const environment = await fieldsOfEnvironment(sources.environment, sources.readFile);
  if (!environment.ok) return environment;
  const hasAddress = (fields: FarmFields): boolean => fields.queue !== null || fields.store !== null;
  const from = hasAddress(argumentFields) ? 'arguments' : hasAddress(environment.value) ? 'environment' : 'settings';
  const combined = mergeFields(environment.value, argumentFields);
  if (from !== 'settings') return withOrigin(farmConfig(combined), from);
  if (sources.stored === null) return ok(null);
  return withOrigin(farmConfig(mergeFields(fieldsOfConfig(sources.stored), combined)), from);
}

/**
 * Validates the fields and returns the configuration. Both queue and store are required. User name and password in the
 * queue's address are the default for the separate fields. The error is a message without secrets.
 */
export function farmConfig(partial: Partial<FarmFields>): Result<FarmConfig, Message> {
  const fields = farmFields(partial);
  if (fields.queue === null) return err(message('farm-setting/no-queue'));
  if (fields.store === null) return err(message('farm-setting/no-store'));
  const prefix = fields.prefix ?? DEFAULT_PREFIX;
  if (!PREFIX.test(prefix)) return err(message('farm-setting/prefix'));
  const queue = queueAddress(fields.queue);
  if (!queue.ok) return queue;
  if (queue.value.isExposed && !fields.plain) return err(message('farm-setting/queue-exposed'));
  const store = storeConfig(fields.store, fields);
  if (!store.ok) return store;
  return ok({
    queue: {
      url: queue.value.url,
      username: fields.username ?? queue.value.username,
      password: fields.password ?? queue.value.password,
      authority: fields.queueAuthority,
      prefix,
    },
    store: store.value,
  });
}

function withOrigin(config: Result<FarmConfig, Message>, from: FarmOrigin): Result<ConfiguredFarm, Message> {
  return config.ok ? ok({ config: config.value, from }) : config;
}

export interface QueueAddress {
  /** The address without user name and password. */
  readonly url: string;
  readonly username: string | null;
  readonly password: string | null;
  /** Whether the connection is unencrypted and crosses the internet. */
  readonly isExposed: boolean;
}

/** Domains that public name servers do not resolve. Names without a dot are also private. */
const OWN_NETWORK = /(^|\.)(localhost|local|internal|lan|intranet|test|home\.arpa|cluster\.local|svc)$/;
const MAX_DATABASE_NUMBER = 1_000_000;
/**
 * The maximum length of the prefix in bytes. S3 keys have at most 1,024 bytes, and 512 of them are reserved for the key
 * below the prefix.
 */
const MAX_PREFIX_BYTES = 400;

/** Parses the address of a queue. The error omits the address, which may contain a misplaced password. */
function queueAddress(text: string): Result<QueueAddress, Message> {
  const malformed = err(message('farm-setting/queue-address'));
  if (!URL.canParse(text)) return malformed;
  const url = new URL(text);
  const [, database = ''] = /^\/(\d{1,7})$/.exec(url.pathname) ?? [];
  const hasDatabase = url.pathname !== '' && url.pathname !== '/';
  if (url.protocol !== 'redis:' && url.protocol !== 'rediss:') return malformed;
  if (url.hostname === '' || url.search !== '' || url.hash !== '') return malformed;
  if (hasDatabase && (database === '' || Number(database) > MAX_DATABASE_NUMBER)) return malformed;
  const [username, password] = [decodeOrNull(url.username), decodeOrNull(url.password)];
  if (username === null || password === null) return malformed;
  return ok({
    url: `${url.protocol}//${url.host}${hasDatabase ? `/${Number(database)}` : ''}`,
    username: username === '' ? null : username,
    password: password === '' ? null : password,
    isExposed: url.protocol === 'redis:' && !isOwnNetwork(url.hostname),
  });
}

/** The fields about a store. */
type StoreFields = Pick<
  FarmFields,
  'endpoint' | 'region' | 'accessKeyId' | 'secretAccessKey' | 'storeAuthority' | 'plain'
>;

/** Parses the address of a store. */
function storeConfig(text: string, fields: StoreFields): Result<StoreConfig, Message> {
  if (text.startsWith('s3:')) return bucketConfig(text, fields);
  const folder = folderOf(text);
  if (folder === null) return err(message('farm-setting/store-address'));
  if (fields.endpoint !== null || fields.region !== null) return err(message('farm-setting/folder-endpoint'));
  return ok({ kind: 'folder', folder });
}

function bucketConfig(text: string, fields: StoreFields): Result<StoreConfig, Message> {
  const { endpoint, accessKeyId, secretAccessKey } = fields;
  if (text.includes('@')) return err(message('farm-setting/store-credentials'));
  const [, bucket, rest = ''] = /^s3:\/\/([^/?#]+)(?:\/([^?#]*))?$/.exec(text) ?? [];
  if (bucket === undefined) return err(message('farm-setting/store-address'));
  const prefix = rest.replace(/^\/+|\/+$/g, '');
  if (Buffer.byteLength(prefix) > MAX_PREFIX_BYTES) return err(message('farm-setting/store-address'));
  const address = checkedStore({ bucket, prefix, endpoint, region: fields.region });
  if (!address.ok) return address;
  const { endpoint: endpointUrl, region } = address.value;
  if (endpointUrl.protocol === 'http:' && !fields.plain && !isOwnNetwork(endpointUrl.hostname))
    return err(message('farm-setting/store-exposed'));
  if (accessKeyId === null || secretAccessKey === null)
    return err(message(accessKeyId === secretAccessKey ? 'farm-setting/no-keys' : 'farm-setting/half-keys'));
  const authority = fields.storeAuthority;
  return ok({ kind: 's3', bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, authority });
}

function checkedStore(store: {
  readonly bucket: string;
  readonly prefix: string;
  readonly endpoint: string | null;
  readonly region: string | null;
}): Result<ReturnType<typeof storeAddress>, Message> {
  const { bucket, prefix, endpoint, region } = store;
  try {
    const filename = prefix === '' ? 'key' : prefix;
    return ok(storeAddress({ kind: 'object_store', bucket, filename, endpoint, region }));
  } catch (error) {
    if (error instanceof ServiceError && error.says !== null) return err(prefixFault(error.says));
    throw error;
  }
}

/**
 * Converts a message about a file name to a message about the prefix of a store, because the prefix is checked like the
 * file name of a destination.
 */
function prefixFault(says: Message): Message {
  return says.code.startsWith('destination/filename') ? message('farm-setting/store-address') : says;
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

/** Returns whether a host is in a private network. Uses only its name, without a lookup. */
function isOwnNetwork(hostname: string): boolean {
  const host = hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
  if (isIP(host) !== 0) return !isPublicAddress(host);
  return !host.includes('.') || OWN_NETWORK.test(host);
}

/** Decodes percent-encoding; null if it is malformed. */
function decodeOrNull(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}
