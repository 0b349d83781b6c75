import { isIP } from 'node:net';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { storeAddress } from '../../destinations/store-address.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { isPublicAddress } from '../../network/address-guard.ts';
import {
  type Environment,
  type FarmArguments,
  type FarmConfig,
  type FarmFields,
  farmFields,
  fieldsOfArguments,
  fieldsOfConfig,
  fieldsOfEnvironment,
  overlaid,
  type StoreConfig,
} from './farm-config.ts';

/** Where the addresses of a farm were given. */
export type FarmOrigin = 'arguments' | 'environment' | 'settings';

export interface ConfiguredFarm {
  readonly config: FarmConfig;
  readonly from: FarmOrigin;
}

export interface FarmSources {
  readonly arguments: FarmArguments;
  readonly environment: Environment;
  /** Reads a file as text; throws the system's error. */
  readonly readFile: (path: string) => Promise<string>;
  /** What the workspace keeps: see `storedFarm`. */
  readonly stored: FarmConfig | null;
}

const DEFAULT_PREFIX = 'scenewright';
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/;

/**
 * Where queue and store of the farm are; null where there is none. Arguments win over the environment, and what either
 * says of queue or store wins over all that the workspace keeps, so that no kept secret goes to another place. The error
 * is a statement for people, without a secret.
 */
export async function readFarmConfig(sources: FarmSources): Promise<Result<ConfiguredFarm | null, Message>> {
  const given = fieldsOfArguments(sources.arguments);
  if (given.queue !== null) {
    const address = queueAddress(given.queue);
    if (address.ok && (address.value.username ?? address.value.password) !== null)
      return err(message('farm-setting/queue-credentials'));
  }
  const environment = await fieldsOfEnvironment(sources.environment, sources.readFile);
  if (!environment.ok) return environment;
  const named = (fields: FarmFields): boolean => fields.queue !== null || fields.store !== null;
  const from = named(given) ? 'arguments' : named(environment.value) ? 'environment' : 'settings';
  const said = overlaid(environment.value, given);
  if (from !== 'settings') return withOrigin(farmConfig(said), from);
  if (sources.stored === null) return ok(null);
  return withOrigin(farmConfig(overlaid(fieldsOfConfig(sources.stored), said)), from);
}

/**
 * Makes a configuration of what was given; both queue and store have to be. A name and a password in the queue's address
 * are taken where none stand beside it. The error is a statement for people, without a secret.
 */
export function farmConfig(given: Partial<FarmFields>): Result<FarmConfig, Message> {
  const fields = farmFields(given);
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
function queueAddress(text: string): Result<QueueAddress, Message> {
  const malformed = err(message('farm-setting/queue-address'));
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
  if (Buffer.byteLength(prefix) > MOST_PREFIX_BYTES) return err(message('farm-setting/store-address'));
  const address = checkedStore({ bucket, prefix, endpoint, region: fields.region });
  if (!address.ok) return address;
  const { endpoint: at, region } = address.value;
  if (at.protocol === 'http:' && !fields.plain && !isOwnNetwork(at.hostname))
    return err(message('farm-setting/store-exposed'));
  if (accessKeyId === null || secretAccessKey === null)
    return err(message(accessKeyId === secretAccessKey ? 'farm-setting/no-keys' : 'farm-setting/half-keys'));
  const authority = fields.storeAuthority;
  return ok({ kind: 's3', bucket, prefix, endpoint, region, accessKeyId, secretAccessKey, authority });
}

function checkedStore(place: {
  readonly bucket: string;
  readonly prefix: string;
  readonly endpoint: string | null;
  readonly region: string | null;
}): Result<ReturnType<typeof storeAddress>, Message> {
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
