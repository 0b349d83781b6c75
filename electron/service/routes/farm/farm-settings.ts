import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type * as shapes from '#shared/contract/shapes/farm-shapes.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { ServiceError } from '../../errors/service-error.ts';
import { errorCode } from '../../errors/system-code.ts';
import { type FarmConfig, publicFarm, type QueueConfig, type StoreConfig } from '../../farm/settings/farm-config.ts';
import type { FarmFields } from '../../farm/settings/farm-fields.ts';
import { type FarmOrigin, farmConfig } from '../../farm/settings/read-farm-config.ts';
import type { HandlersOf } from '../../http/handler.ts';
import { messageAnswer } from './farm-answer.ts';

type Trial = z.output<typeof shapes.farmCheck>['queue'];
type SettingsAnswer = z.output<typeof shapes.farmSettings>;

/** Access to the farm settings of this service, and checks of its queue and storage. */
export interface FarmSettingsAccess {
  readonly started: {
    /** The configuration of this run, from all sources; null without a farm. */
    readonly farm: { readonly config: FarmConfig; readonly from: FarmOrigin } | null;
    /** The stored configuration of the workspace at the start. */
    readonly stored: FarmConfig | null;
  };
  /** Returns the stored configuration for the next start; null to use no farm. */
  readonly stored: () => Promise<FarmConfig | null>;
  readonly keep: (farm: FarmConfig | null) => Promise<void>;
  /** Returns the reason why the queue is unreachable or refuses access; null if it works. */
  readonly tryQueue: (queue: QueueConfig, signal: AbortSignal) => Promise<Message | null>;
  /** Resolves if the storage is reachable and grants access. Throws an error otherwise. */
  readonly tryStore: (store: StoreConfig, signal: AbortSignal) => Promise<void>;
}

type SettingsCalls = 'readFarmSettings' | 'changeFarmSettings' | 'checkFarm';

/** The time limit of a check, in seconds. The user waits for the check with the form open. */
const TIME_LIMIT_SECONDS = 10;

/** Returns the handlers about the queue and storage of the farm. A change takes effect at the next start. */
export function farmSettingsHandlers(access: FarmSettingsAccess): HandlersOf<SettingsCalls> {
  const { started } = access;
  const fixedFarm = started.farm !== null && started.farm.from !== 'settings' ? started.farm : null;
  const answer = (stored: FarmConfig | null): SettingsAnswer => {
    if (fixedFarm !== null)
      return { from: fixedFarm.from, changeable: false, farm: publicFarm(fixedFarm.config), takesEffect: 'in-effect' };
    const takesEffect = isDeepStrictEqual(stored, started.stored) ? 'in-effect' : 'at-next-start';
    return { from: stored && 'settings', changeable: true, farm: stored && publicFarm(stored), takesEffect };
  };
  const requestedConfig = async (input: FarmSettingsInput) => {
    const config = farmConfig(withStoredSecrets(input, await access.stored()));
    if (!config.ok) throw new ServiceError('request/invalid', config.error);
    return config.value;
  };
  /**
   * Returns the stored configuration if it changed. Otherwise returns the configuration of the running farm, which may
   * contain secrets of the environment.
   */
  const current = async () => {
    if (fixedFarm !== null) return fixedFarm.config;
    const stored = await access.stored();
    return isDeepStrictEqual(stored, started.stored) ? (started.farm?.config ?? stored) : stored;
  };
  return {
    readFarmSettings: async () => ({ status: 200, json: answer(await access.stored()) }),
    changeFarmSettings: async ({ body }) => {
      if (fixedFarm !== null) throw new ServiceError('farm/given');
      const farm = body.farm && (await requestedConfig(body.farm));
      await access.keep(farm);
      return { status: 200, json: answer(farm) };
    },
    checkFarm: async ({ body, signal }) => {
      if (fixedFarm !== null && body.farm !== null) throw new ServiceError('farm/given');
      const farm = body.farm === null ? await current() : await requestedConfig(body.farm);
      if (farm === null) throw new ServiceError('farm/none');
      const [queue, store] = await Promise.all([
        tried((limitedSignal) => access.tryQueue(farm.queue, limitedSignal), signal),
        tried((limitedSignal) => access.tryStore(farm.store, limitedSignal).then(() => null), signal),
      ]);
      return { status: 200, json: { queue, store } };
    },
  };
}

async function tried(work: (signal: AbortSignal) => Promise<Message | null>, signal: AbortSignal): Promise<Trial> {
  const timeLimit = AbortSignal.timeout(TIME_LIMIT_SECONDS * 1000);
  const problem = await work(AbortSignal.any([signal, timeLimit])).catch((error: unknown) => {
    signal.throwIfAborted();
    return timeLimit.aborted ? message('farm/no-answer', { seconds: TIME_LIMIT_SECONDS }) : reasonOf(error);
  });
  return problem === null ? { ok: true } : { ok: false, ...messageAnswer(problem) };
}

/** Returns the reason of a failure. Omits texts of libraries, which may contain secrets. */
function reasonOf(error: unknown): Message {
  if (error instanceof ServiceError && error.says !== null) return error.says;
  const named = errorCode(error);
  const name = error instanceof Error ? error.name : 'Error';
  return message('farm/not-reached', { reason: named ?? name });
}

export type FarmSettingsInput = z.output<typeof shapes.farmSettingsInput>;

/**
 * Adds the stored secrets that a request omits. A stored secret is used only for its own address. Otherwise, a caller
 * could send it to another address.
 */
export function withStoredSecrets(input: FarmSettingsInput, stored: FarmConfig | null): Partial<FarmFields> {
  const username = emptyAsNull(input.username);
  const endpoint = emptyAsNull(input.endpoint);
  const isSameQueue = stored !== null && stored.queue.url === input.queue && stored.queue.username === username;
  const keys = storedKeys(input, endpoint, stored?.store ?? null);
  return {
    queue: input.queue,
    username,
    password:
      input.password === null ? null : (emptyAsNull(input.password) ?? (isSameQueue ? stored.queue.password : null)),
    store: input.store,
    endpoint,
    region: emptyAsNull(input.region),
    accessKeyId: emptyAsNull(input.accessKeyId) ?? keys?.accessKeyId ?? null,
    secretAccessKey: emptyAsNull(input.secretAccessKey) ?? keys?.secretAccessKey ?? null,
  };
}

/** Returns the stored keys if the request contains none and refers to the same bucket; null otherwise. */
function storedKeys(
  input: FarmSettingsInput,
  endpoint: string | null,
  stored: StoreConfig | null,
): { readonly accessKeyId: string; readonly secretAccessKey: string } | null {
  if (stored?.kind !== 's3' || stored.endpoint !== endpoint) return null;
  const isNamed = emptyAsNull(input.accessKeyId) !== null || emptyAsNull(input.secretAccessKey) !== null;
  return isNamed || bucketOf(input.store) !== stored.bucket ? null : stored;
}

function bucketOf(store: string): string | null {
  return /^s3:\/\/([^/]+)/.exec(store)?.[1] ?? null;
}

function emptyAsNull(text: string | null | undefined): string | null {
  return text === undefined || text === null || text === '' ? null : text;
}
