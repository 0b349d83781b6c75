import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { errorCode } from '../../errors/system-code.ts';
import { NotUtf8Error } from '../../text/settings-text.ts';
import { type FarmConfig, storeText } from './farm-config.ts';

/** The settings of a farm as users write them: addresses as text, and the secrets. Null for missing values. */
export interface FarmFields {
  /** `redis://host:port[/db]` or `rediss://…`. */
  readonly queue: string | null;
  readonly username: string | null;
  readonly password: string | null;
  /** The trusted certificate authorities in PEM format; null for the system's. */
  readonly queueAuthority: string | null;
  /** `s3://bucket/prefix`, `file:///folder`, or an absolute path. */
  readonly store: string | null;
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
  /** The trusted certificate authorities in PEM format; null for the system's. */
  readonly storeAuthority: string | null;
  readonly prefix: string | null;
  /** Whether passwords and keys may be sent to public hosts without TLS. */
  readonly plain: boolean;
}

/**
 * The settings of a farm that arguments can give. Secrets are excluded, because every user of a machine sees arguments.
 */
export interface FarmArguments {
  readonly queue?: string | null;
  readonly store?: string | null;
  readonly storeEndpoint?: string | null;
  readonly storeRegion?: string | null;
  readonly farmPrefix?: string | null;
  readonly farmPlain?: boolean;
}

/** Options for `parseArgs` in programs that can use a farm. */
export const FARM_OPTIONS = {
  queue: { type: 'string' },
  store: { type: 'string' },
  'store-endpoint': { type: 'string' },
  'store-region': { type: 'string' },
  'farm-prefix': { type: 'string' },
  'farm-plain': { type: 'boolean', default: false },
} as const;

const NO_FIELDS: FarmFields = {
  queue: null,
  username: null,
  password: null,
  queueAuthority: null,
  store: null,
  endpoint: null,
  region: null,
  accessKeyId: null,
  secretAccessKey: null,
  storeAuthority: null,
  prefix: null,
  plain: false,
};

/** Returns all fields; missing fields are null. */
export function farmFields(fields: Partial<FarmFields>): FarmFields {
  return { ...NO_FIELDS, ...fields };
}

/** Merges two sets of fields. `above` takes precedence; `below` fills the missing values. */
export function mergeFields(below: FarmFields, above: FarmFields): FarmFields {
  const present = Object.entries(above).filter(([, value]) => value !== null && value !== false);
  return { ...below, ...Object.fromEntries(present) };
}

export function fieldsOfArguments(farmArguments: FarmArguments): FarmFields {
  return farmFields({
    queue: farmArguments.queue ?? null,
    store: farmArguments.store ?? null,
    endpoint: farmArguments.storeEndpoint ?? null,
    region: farmArguments.storeRegion ?? null,
    prefix: farmArguments.farmPrefix ?? null,
    plain: farmArguments.farmPlain === true,
  });
}

/** Converts a configuration back into fields. */
export function fieldsOfConfig({ queue, store }: FarmConfig): FarmFields {
  const { url, username, password, authority, prefix } = queue;
  return farmFields({
    queue: url,
    username,
    password,
    queueAuthority: authority,
    prefix,
    store: storeText(store),
    ...(store.kind === 's3' && {
      endpoint: store.endpoint,
      region: store.region,
      accessKeyId: store.accessKeyId,
      secretAccessKey: store.secretAccessKey,
      storeAuthority: store.authority,
    }),
  });
}

export type Environment = Readonly<Record<string, string | undefined>>;
type ReadFile = (path: string) => Promise<string>;

/**
 * An environment variable. Depending on its form, it contains the value itself, or its `_FILE` variant names a file
 * with the value.
 */
interface Variable {
  readonly field: Exclude<keyof FarmFields, 'plain'>;
  readonly name: string;
  readonly form: 'itself' | 'itself or a file' | 'a file of certificates';
}

const VARIABLES: readonly Variable[] = [
  { field: 'queue', name: 'SCENEWRIGHT_QUEUE', form: 'itself' },
  { field: 'username', name: 'SCENEWRIGHT_QUEUE_USERNAME', form: 'itself or a file' },
  { field: 'password', name: 'SCENEWRIGHT_QUEUE_PASSWORD', form: 'itself or a file' },
  { field: 'queueAuthority', name: 'SCENEWRIGHT_QUEUE_CA', form: 'a file of certificates' },
  { field: 'store', name: 'SCENEWRIGHT_STORE', form: 'itself' },
  { field: 'endpoint', name: 'SCENEWRIGHT_STORE_ENDPOINT', form: 'itself' },
  { field: 'region', name: 'SCENEWRIGHT_STORE_REGION', form: 'itself' },
  { field: 'accessKeyId', name: 'SCENEWRIGHT_STORE_ACCESS_KEY_ID', form: 'itself or a file' },
  { field: 'secretAccessKey', name: 'SCENEWRIGHT_STORE_SECRET_ACCESS_KEY', form: 'itself or a file' },
  { field: 'storeAuthority', name: 'SCENEWRIGHT_STORE_CA', form: 'a file of certificates' },
  { field: 'prefix', name: 'SCENEWRIGHT_FARM_PREFIX', form: 'itself' },
];
const PLAIN = 'SCENEWRIGHT_FARM_PLAIN';

/**
 * Reads the fields from the environment and the files that it names. An empty variable counts as missing. The error
 * names the variable and omits its value, which can be a misplaced secret.
 */
export async function fieldsOfEnvironment(
  environment: Environment,
  readFile: ReadFile,
): Promise<Result<FarmFields, Message>> {
  const valuesByField: Partial<Record<Variable['field'], string>> = {};
  for (const variable of VARIABLES) {
    const value = await readVariable(variable, environment, readFile);
    if (!value.ok) return value;
    if (value.value !== '') valuesByField[variable.field] = value.value;
  }
  return ok({ ...farmFields(valuesByField), plain: ['1', 'true'].includes(environment[PLAIN] ?? '') });
}

/**
 * Returns the value of a variable, or the content of the file that its `_FILE` variant names. Returns an empty text if
 * both are missing. The error reports that both are set or that the file is unusable.
 */
async function readVariable(
  { name, form }: Variable,
  environment: Environment,
  readFile: ReadFile,
): Promise<Result<string, Message>> {
  const directValue = form === 'a file of certificates' ? '' : (environment[name] ?? '');
  const file = form === 'itself' ? '' : (environment[`${name}_FILE`] ?? '');
  if (file === '') return ok(directValue);
  if (directValue !== '') return err(message('farm-setting/twice', { variable: name }));
  const variable = `${name}_FILE`;
  const read = await readFile(file).then(ok, (error: unknown) => err(unreadable(error, { variable, file })));
  if (!read.ok) return read;
  // Remove the final line break, which editors add and which is not part of a password.
  if (form !== 'a file of certificates') return ok(read.value.replace(/[\r\n]+$/, ''));
  if (read.value.includes('-----BEGIN CERTIFICATE-----')) return read;
  return err(message('farm-setting/authority', { variable }));
}

function unreadable(error: unknown, { variable, file }: { readonly variable: string; readonly file: string }): Message {
  if (error instanceof NotUtf8Error)
    return message('farm-setting/encoding', { variable, file, byte: error.byte, line: error.line });
  const code = errorCode(error) ?? 'unknown';
  return message('farm-setting/file', { variable, code });
}
