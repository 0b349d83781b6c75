import { err, ok, type Result } from '#shared/lib/result.ts';
import { type Statement, statement } from '#shared/statements/statement.ts';
import { queueAddress, storeConfig } from './farm-addresses.ts';
import type { FarmConfig } from './farm-config.ts';
import { type Environment, fieldsOfEnvironment } from './farm-environment.ts';
import {
  type FarmArguments,
  type FarmFields,
  farmFields,
  fieldsOfArguments,
  fieldsOfConfig,
  overlaid,
} from './farm-fields.ts';

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
  /** What the workspace keeps: see `keptFarm`. */
  readonly stored: FarmConfig | null;
}

const DEFAULT_PREFIX = 'scenewright';
const PREFIX = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,62}$/;

/**
 * Where queue and store of the farm are; null where there is none. Arguments win over the environment, and what either
 * says of queue or store wins over all that the workspace keeps, so that no kept secret goes to another place. The error
 * is a statement for people, without a secret.
 */
export async function readFarmConfig(sources: FarmSources): Promise<Result<ConfiguredFarm | null, Statement>> {
  const given = fieldsOfArguments(sources.arguments);
  if (given.queue !== null) {
    const address = queueAddress(given.queue);
    if (address.ok && (address.value.username ?? address.value.password) !== null)
      return err(statement('farm-setting/queue-credentials'));
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
export function farmConfig(given: Partial<FarmFields>): Result<FarmConfig, Statement> {
  const fields = farmFields(given);
  if (fields.queue === null) return err(statement('farm-setting/no-queue'));
  if (fields.store === null) return err(statement('farm-setting/no-store'));
  const prefix = fields.prefix ?? DEFAULT_PREFIX;
  if (!PREFIX.test(prefix)) return err(statement('farm-setting/prefix'));
  const queue = queueAddress(fields.queue);
  if (!queue.ok) return queue;
  if (queue.value.isExposed && !fields.plain) return err(statement('farm-setting/queue-exposed'));
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

function withOrigin(config: Result<FarmConfig, Statement>, from: FarmOrigin): Result<ConfiguredFarm, Statement> {
  return config.ok ? ok({ config: config.value, from }) : config;
}
