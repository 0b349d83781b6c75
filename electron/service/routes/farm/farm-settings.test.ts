import { describe, expect, it } from 'vitest';
import { type FarmConfig, publicFarm } from '#service/farm/settings/farm-config.ts';
import type { CallAnswer, CallRequest } from '#service/http/handler.ts';
import * as shapes from '#shared/contract/shapes/farm-shapes.ts';
import { message } from '#shared/messages/message.ts';
import { type FarmSettingsAccess, farmSettingsHandlers, withStoredSecrets } from './farm-settings.ts';

const stored: FarmConfig = {
  queue: {
    url: 'redis://queue:6379',
    username: 'films',
    password: 'queue-secret',
    authority: null,
    prefix: 'scenewright',
  },
  store: {
    kind: 's3',
    bucket: 'films',
    prefix: 'farm',
    endpoint: 'https://store.test',
    region: 'eu-1',
    accessKeyId: 'key-name',
    secretAccessKey: 'store-secret',
    authority: null,
  },
};
const same = {
  queue: 'redis://queue:6379',
  username: 'films',
  store: 's3://films/farm',
  endpoint: 'https://store.test',
};

describe('secrets of a farm', () => {
  it('are not part of the answered settings', () => {
    const answer = JSON.stringify(publicFarm(stored));
    expect(answer).not.toMatch(/secret(?!s)|key-name/);
    expect(publicFarm(stored)).toEqual({
      queue: 'redis://queue:6379',
      username: 'films',
      hasPassword: true,
      store: 's3://films/farm',
      endpoint: 'https://store.test',
      region: 'eu-1',
      hasKeys: true,
    });
  });

  it('stay if omitted or empty, and are removed by null', () => {
    expect(withStoredSecrets({ ...same, password: '', secretAccessKey: '' }, stored)).toMatchObject({
      password: 'queue-secret',
      accessKeyId: 'key-name',
      secretAccessKey: 'store-secret',
    });
    expect(withStoredSecrets({ ...same, password: null }, stored).password).toBeNull();
  });

  it('are used only for the address of their entry', () => {
    expect(withStoredSecrets({ ...same, queue: 'redis://elsewhere:6379' }, stored).password).toBeNull();
    expect(withStoredSecrets({ ...same, endpoint: 'https://elsewhere.test' }, stored).secretAccessKey).toBeNull();
    expect(withStoredSecrets({ ...same, store: 's3://others' }, stored).secretAccessKey).toBeNull();
    expect(withStoredSecrets({ ...same, accessKeyId: 'other-name' }, stored).secretAccessKey).toBeNull();
  });
});

/** Stores settings in memory. A queue with the name `away` is unreachable. */
function settingsOf(started: FarmSettingsAccess['started']) {
  let now = started.stored;
  const access: FarmSettingsAccess = {
    started,
    stored: async () => now,
    keep: async (farm) => {
      now = farm;
    },
    tryQueue: async ({ url }) =>
      url.includes('away') ? message('farm/not-reached', { reason: 'ECONNREFUSED' }) : null,
    tryStore: async () => {
      throw Object.assign(new Error('with a secret'), { code: 'EACCES' });
    },
  };
  return { handlers: farmSettingsHandlers(access), stored: () => now };
}

const ofSettings = { farm: { config: stored, from: 'settings' }, stored } as const;

const body = <Body>(given: Body) => ({ body: given, signal: new AbortController().signal }) as never;
const settingsIn = (answer: CallAnswer) => shapes.farmSettings.parse('json' in answer ? answer.json : null);

describe('settings of a farm', () => {
  it('change at the next start', async () => {
    const { handlers, stored: now } = settingsOf({ farm: null, stored: null });
    expect(settingsIn(await handlers.readFarmSettings({} as CallRequest<'readFarmSettings'>))).toEqual({
      from: null,
      changeable: true,
      farm: null,
      takesEffect: 'in-effect',
    });
    const farm = { queue: 'redis://q', store: '/srv/films' };
    const changed = settingsIn(await handlers.changeFarmSettings(body({ farm })));
    expect(changed).toMatchObject({
      from: 'settings',
      takesEffect: 'at-next-start',
      farm: { store: '/srv/films', hasKeys: false },
    });
    expect(now()?.queue.url).toBe('redis://q');
    const none = settingsIn(await handlers.changeFarmSettings(body({ farm: null })));
    expect([none.from, none.takesEffect, now()]).toEqual([null, 'in-effect', null]);
  });

  it('are read-only if they come from the environment', async () => {
    const { handlers } = settingsOf({ farm: { config: stored, from: 'environment' }, stored: null });
    const shown = settingsIn(await handlers.readFarmSettings({} as CallRequest<'readFarmSettings'>));
    expect(shown).toMatchObject({
      from: 'environment',
      changeable: false,
      takesEffect: 'in-effect',
      farm: { hasPassword: true },
    });
    await expect(handlers.changeFarmSettings(body({ farm: null }))).rejects.toMatchObject({ code: 'farm/given' });
  });

  it('are refused if they are invalid', async () => {
    const { handlers, stored: now } = settingsOf(ofSettings);
    const farm = { queue: 'http://q', store: '/srv' };
    await expect(handlers.changeFarmSettings(body({ farm }))).rejects.toMatchObject({ code: 'request/invalid' });
    expect(now()).toBe(stored);
  });
});

describe('checking the queue and the store', () => {
  it('returns the result of each check', async () => {
    const { handlers } = settingsOf(ofSettings);
    const check = async (farm: object | null) => {
      const answer = await handlers.checkFarm(body({ farm }));
      return shapes.farmCheck.parse('json' in answer ? answer.json : null);
    };
    expect(await check({ queue: 'redis://away', store: '/srv' })).toMatchObject({
      queue: { ok: false, message: 'It can’t be reached: ECONNREFUSED.' },
      store: { ok: false, message: 'It can’t be reached: EACCES.' },
    });
    expect((await check(null)).queue).toEqual({ ok: true });
  });

  it('needs settings in the request or the workspace', async () => {
    const { handlers } = settingsOf({ farm: null, stored: null });
    await expect(handlers.checkFarm(body({ farm: null }))).rejects.toMatchObject({ code: 'farm/none' });
  });
});
