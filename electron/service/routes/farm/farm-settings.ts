import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import type * as shapes from '../../../../shared/contract/shapes/farm-shapes.ts';
import { type Statement, statement } from '../../../../shared/statements/statement.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { FarmConfig, QueueConfig, StoreConfig } from '../../farm/settings/farm-config.ts';
import type { HandlersOf } from '../../http/calls/handler.ts';
import { toldAnswer } from './farm-answer.ts';
import { type FarmWish, type GivenFarm, publicFarm, withKeptSecrets } from './public-settings.ts';

type Trial = z.output<typeof shapes.farmCheck>['queue'];
type SettingsAnswer = z.output<typeof shapes.farmSettings>;

/** Where the farm of this service comes from, and how it is changed and tried. */
export interface FarmSettingsAccess {
  /** What this run of the service began with. */
  readonly started: { readonly from: SettingsAnswer['from']; readonly farm: FarmConfig | null };
  /** What is kept in the workspace for the next start; null for no farm. */
  readonly kept: () => Promise<FarmConfig | null>;
  readonly keep: (farm: FarmConfig | null) => Promise<void>;
  /** Makes a configuration of what was given. Throws `ServiceError` request/invalid with what is wrong. */
  readonly read: (given: GivenFarm) => FarmConfig;
  /** Settle when it was reached and lets us in; throw otherwise. */
  readonly tryQueue: (queue: QueueConfig, signal: AbortSignal) => Promise<void>;
  readonly tryStore: (store: StoreConfig, signal: AbortSignal) => Promise<void>;
}

type SettingsCalls = 'readFarmSettings' | 'changeFarmSettings' | 'checkFarm';

/** Somebody waits for it with the form in front of them. */
const PATIENCE_SECONDS = 10;

/** The calls about where queue and store of the farm are. A change takes effect at the next start. */
export function farmSettingsHandlers(access: FarmSettingsAccess | null): HandlersOf<SettingsCalls> {
  const started = access?.started ?? { from: null, farm: null };
  const changeable = started.from === 'arguments' || started.from === 'environment' ? null : access;
  const current = async () => (changeable === null ? started.farm : await changeable.kept());
  const answer = (farm: FarmConfig | null): SettingsAnswer => ({
    from: changeable === null ? started.from : farm && 'settings',
    changeable: changeable !== null,
    farm: farm && publicFarm(farm),
    takesEffect: isDeepStrictEqual(farm, started.farm) ? 'in-effect' : 'at-next-start',
  });
  const wished = async (wish: FarmWish) => {
    if (changeable === null) throw new ServiceError('farm/given');
    return changeable.read(withKeptSecrets(wish, await changeable.kept()));
  };
  return {
    readFarmSettings: async () => ({ status: 200, json: answer(await current()) }),
    changeFarmSettings: async ({ body }) => {
      if (changeable === null) throw new ServiceError('farm/given');
      const farm = body.farm && (await wished(body.farm));
      await changeable.keep(farm);
      return { status: 200, json: answer(farm) };
    },
    checkFarm: async ({ body, signal }) => {
      const farm = body.farm === null ? await current() : await wished(body.farm);
      if (farm === null || access === null) throw new ServiceError('farm/none');
      const [queue, store] = await Promise.all([
        tried((within) => access.tryQueue(farm.queue, within), signal),
        tried((within) => access.tryStore(farm.store, within), signal),
      ]);
      return { status: 200, json: { queue, store } };
    },
  };
}

async function tried(work: (signal: AbortSignal) => Promise<void>, signal: AbortSignal): Promise<Trial> {
  const patience = AbortSignal.timeout(PATIENCE_SECONDS * 1000);
  try {
    await work(AbortSignal.any([signal, patience]));
    return { ok: true };
  } catch (error) {
    signal.throwIfAborted();
    const seconds = PATIENCE_SECONDS;
    return { ok: false, ...toldAnswer(patience.aborted ? statement('farm/no-answer', { seconds }) : reasonOf(error)) };
  }
}

/** Why something was not reached, without what a library might have put of our secrets into its words. */
function reasonOf(error: unknown): Statement {
  if (error instanceof ServiceError && error.says !== null) return error.says;
  const named = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : null;
  const name = error instanceof Error ? error.name : 'Error';
  return statement('farm/not-reached', { reason: named ?? name });
}
