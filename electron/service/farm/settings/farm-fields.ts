import type { FarmConfig, StoreConfig } from './farm-config.ts';

/** A farm as people write it: addresses as text, and the secrets beside them. Null for what is not given. */
export interface FarmFields {
  /** `redis://host:port[/db]` or `rediss://…`. */
  readonly queue: string | null;
  readonly username: string | null;
  readonly password: string | null;
  /** PEM. */
  readonly queueAuthority: string | null;
  /** `s3://bucket/prefix`, `file:///folder` or an absolute folder. */
  readonly store: string | null;
  readonly endpoint: string | null;
  readonly region: string | null;
  readonly accessKeyId: string | null;
  readonly secretAccessKey: string | null;
  /** PEM. */
  readonly storeAuthority: string | null;
  readonly prefix: string | null;
  /** Whether passwords and keys may go to public hosts in the clear. */
  readonly plain: boolean;
}

/** What arguments say of a farm; secrets are never among them, because everybody on a machine sees arguments. */
export interface FarmArguments {
  readonly queue?: string | null;
  readonly store?: string | null;
  readonly storeEndpoint?: string | null;
  readonly storeRegion?: string | null;
  readonly farmPrefix?: string | null;
  readonly farmPlain?: boolean;
}

/** Of `parseArgs`, for the programs that know a farm. */
export const FARM_OPTIONS = {
  queue: { type: 'string' },
  store: { type: 'string' },
  'store-endpoint': { type: 'string' },
  'store-region': { type: 'string' },
  'farm-prefix': { type: 'string' },
  'farm-plain': { type: 'boolean', default: false },
} as const;

const NOTHING: FarmFields = {
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

/** Fields with nothing in those that are left out. */
export function farmFields(given: Partial<FarmFields>): FarmFields {
  return { ...NOTHING, ...given };
}

/** The second wins where it says something. */
export function overlaid(below: FarmFields, above: FarmFields): FarmFields {
  const said = Object.entries(above).filter(([, value]) => value !== null && value !== false);
  return { ...below, ...Object.fromEntries(said) };
}

export function fieldsOfArguments(given: FarmArguments): FarmFields {
  return farmFields({
    queue: given.queue ?? null,
    store: given.store ?? null,
    endpoint: given.storeEndpoint ?? null,
    region: given.storeRegion ?? null,
    prefix: given.farmPrefix ?? null,
    plain: given.farmPlain === true,
  });
}

/** What was read once, as it was written. */
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

/** `s3://bucket/prefix`, or the folder: without a secret. */
export function storeText(store: StoreConfig): string {
  if (store.kind === 'folder') return store.folder;
  return `s3://${store.bucket}${store.prefix === '' ? '' : `/${store.prefix}`}`;
}
