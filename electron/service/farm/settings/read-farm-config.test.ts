import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { settingsText } from '#service/text/settings-text.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { type FarmConfig, publicFarm } from './farm-config.ts';
import type { FarmArguments } from './farm-fields.ts';
import { type FarmSources, readFarmConfig } from './read-farm-config.ts';

const keys = { SCENEWRIGHT_STORE_ACCESS_KEY_ID: 'AKIA', SCENEWRIGHT_STORE_SECRET_ACCESS_KEY: 'secret' };
const folder = { queue: 'redis://127.0.0.1:6379', store: 'file:///srv/farm' };
const PEM = '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n';

const stored: FarmConfig = {
  queue: { url: 'rediss://kept.example', username: null, password: 'kept', authority: null, prefix: 'kept' },
  store: { kind: 'folder', folder: '/srv/kept' },
};

/** Reads arguments, variables, and files; returns the configuration or the English message. */
async function read(
  given: FarmArguments = {},
  environment: Record<string, string> = {},
  more: { readonly files?: Record<string, string>; readonly stored?: FarmConfig } = {},
) {
  const readFile: FarmSources['readFile'] = async (path) => {
    if (path === '/latin-1') return settingsText(Buffer.from('hush\nM\xfcller', 'latin1'));
    const text = more.files?.[path];
    if (text === undefined) throw Object.assign(new Error(`no ${path}`), { code: 'ENOENT' });
    return text;
  };
  const sources = { arguments: given, environment, readFile, stored: more.stored ?? null };
  const outcome = await readFarmConfig(sources);
  return outcome.ok ? outcome.value : inEnglish(outcome.error);
}

describe('the farm configuration', () => {
  test('is null without settings', async () => {
    expect(await read()).toBeNull();
    expect(await read({}, { ...keys, SCENEWRIGHT_QUEUE: '' })).toBeNull();
  });

  test('can come from arguments, with a folder', async () => {
    expect(await read(folder)).toEqual({
      from: 'arguments',
      config: {
        queue: {
          url: 'redis://127.0.0.1:6379',
          username: null,
          password: null,
          authority: null,
          prefix: 'scenewright',
        },
        store: { kind: 'folder', folder: '/srv/farm' },
      },
    });
  });

  test('can come from the environment, with secrets in files', async () => {
    const environment = {
      SCENEWRIGHT_QUEUE: 'rediss://queue.example:6380/3',
      SCENEWRIGHT_QUEUE_USERNAME: 'scenewright',
      SCENEWRIGHT_QUEUE_PASSWORD_FILE: '/run/secrets/queue',
      SCENEWRIGHT_QUEUE_CA_FILE: '/run/ca.pem',
      SCENEWRIGHT_STORE: 's3://films/some/prefix/',
      SCENEWRIGHT_STORE_ENDPOINT: 'https://store.example:9000',
      SCENEWRIGHT_STORE_REGION: 'eu-central-1',
      SCENEWRIGHT_STORE_ACCESS_KEY_ID_FILE: '/run/secrets/id',
      SCENEWRIGHT_STORE_SECRET_ACCESS_KEY_FILE: '/run/secrets/key',
      SCENEWRIGHT_STORE_CA_FILE: '/run/ca.pem',
      SCENEWRIGHT_FARM_PREFIX: 'night',
    };
    const files = {
      '/run/secrets/queue': ' with spaces \n',
      '/run/secrets/id': 'AKIA\r\n',
      '/run/secrets/key': 'secret',
      '/run/ca.pem': PEM,
    };
    expect(await read({}, environment, { files })).toEqual({
      from: 'environment',
      config: {
        queue: {
          url: 'rediss://queue.example:6380/3',
          username: 'scenewright',
          password: ' with spaces ',
          authority: PEM,
          prefix: 'night',
        },
        store: {
          kind: 's3',
          bucket: 'films',
          prefix: 'some/prefix',
          endpoint: 'https://store.example:9000',
          region: 'eu-central-1',
          accessKeyId: 'AKIA',
          secretAccessKey: 'secret',
          authority: PEM,
        },
      },
    });
  });

  test('accepts user name and password in the address of the environment', async () => {
    const environment = { SCENEWRIGHT_QUEUE: 'redis://me:p%40ss@localhost', SCENEWRIGHT_STORE: '/srv/farm' };
    expect(await read({}, environment)).toMatchObject({
      config: { queue: { url: 'redis://localhost', username: 'me', password: 'p@ss' } },
    });
    expect(await read({}, { ...environment, SCENEWRIGHT_QUEUE_PASSWORD: 'beside' })).toMatchObject({
      config: { queue: { password: 'beside' } },
    });
  });

  test('prefers each argument to its environment variable', async () => {
    const environment = { ...keys, SCENEWRIGHT_QUEUE: 'redis://localhost', SCENEWRIGHT_STORE: 's3://other' };
    expect(await read({ store: 's3://films', storeRegion: 'eu-west-1', farmPrefix: 'f' }, environment)).toMatchObject({
      from: 'arguments',
      config: {
        queue: { url: 'redis://localhost', prefix: 'f' },
        store: { bucket: 'films', prefix: '', endpoint: null, region: 'eu-west-1' },
      },
    });
  });

  test('uses the stored settings if no argument or variable names a farm', async () => {
    expect(await read({}, {}, { stored })).toEqual({ from: 'settings', config: stored });
    expect(await read({}, { SCENEWRIGHT_QUEUE_PASSWORD: 'newer' }, { stored })).toMatchObject({
      config: { queue: { url: 'rediss://kept.example', password: 'newer' } },
    });
  });

  test('sends a stored password to no other queue', async () => {
    const found = await read(folder, {}, { stored });
    expect(JSON.stringify(found)).not.toContain('kept');
    expect(await read({ queue: 'redis://localhost' }, {}, { stored })).toBe(
      'The store is missing. A render farm needs a queue and a store.',
    );
  });
});

describe('an invalid setting', () => {
  const s3 = { queue: 'redis://localhost', store: 's3://films' };
  test.each<[string, FarmArguments, Record<string, string>]>([
    ['The store is missing.', { queue: 'redis://localhost' }, {}],
    ['The queue is missing.', { store: '/srv/farm' }, {}],
    ['must not contain a user name or password', { ...folder, queue: 'redis://:hush@localhost' }, {}],
    ['must not contain a user name or password', { ...folder, queue: 'redis://me@localhost' }, {}],
    ['The queue isn’t an address', { ...folder, queue: 'localhost:6379' }, {}],
    ['The queue isn’t an address', { ...folder, queue: 'http://localhost' }, {}],
    ['The queue isn’t an address', { ...folder, queue: 'redis://localhost/films' }, {}],
    ['The queue isn’t an address', { ...folder, queue: 'redis://localhost?x=1' }, {}],
    ['The queue isn’t an address', { ...folder, queue: 'redis://' }, {}],
    ['others could read the password', { ...folder, queue: 'redis://queue.example' }, {}],
    ['others could read the password', { ...folder, queue: 'redis://8.8.8.8' }, {}],
    ['must be s3://bucket/prefix or', { ...folder, store: 'farm' }, {}],
    ['must be s3://bucket/prefix or', { ...folder, store: 'file://host/srv' }, {}],
    ['must be s3://bucket/prefix or', { ...s3, store: 's3://' }, keys],
    ['must be s3://bucket/prefix or', { ...s3, store: 's3://films/a//b' }, keys],
    ['must be s3://bucket/prefix or', { ...s3, store: 's3://films/../b' }, keys],
    ['The bucket isn’t a valid bucket name', { ...s3, store: 's3://Films' }, keys],
    ['must not contain keys', { ...s3, store: 's3://AKIA:hush@films' }, keys],
    ['must not contain a user name', { ...s3, storeEndpoint: 'https://AKIA:hush@store.example' }, keys],
    ['isn’t encrypted. Use https', { ...s3, storeEndpoint: 'http://store.example' }, keys],
    ['The region isn’t a name', { ...s3, storeRegion: 'evil.example/#' }, keys],
    ['no endpoint or region', { ...folder, storeEndpoint: 'https://store.example' }, {}],
    ['The store needs keys', s3, {}],
    ['needs both the access key and', s3, { SCENEWRIGHT_STORE_ACCESS_KEY_ID: 'AKIA' }],
    ['The farm prefix', { ...folder, farmPrefix: 'a:b' }, {}],
    [
      'Set SCENEWRIGHT_QUEUE_PASSWORD or SCENEWRIGHT_QUEUE_PASSWORD_FILE',
      folder,
      { SCENEWRIGHT_QUEUE_PASSWORD: 'hush', SCENEWRIGHT_QUEUE_PASSWORD_FILE: '/x' },
    ],
    ['QUEUE_PASSWORD_FILE can’t be read (ENOENT)', folder, { SCENEWRIGHT_QUEUE_PASSWORD_FILE: '/hush' }],
    ['/latin-1:2: the byte 0xFC isn’t UTF-8', folder, { SCENEWRIGHT_QUEUE_PASSWORD_FILE: '/latin-1' }],
    ['SCENEWRIGHT_STORE_CA_FILE has no certificate', folder, { SCENEWRIGHT_STORE_CA_FILE: '/empty' }],
  ])('is refused with “%s …”: %j', async (sentence, given, environment) => {
    const answer = await read(given, environment, { files: { '/empty': 'hush' } });
    expect(answer).toContain(sentence);
    expect(answer).not.toContain('hush');
  });

  test.each(['redis://valkey:6379', 'redis://10.0.0.7', 'redis://[::1]:6379', 'redis://queue.internal'])(
    '%s is in a private network and can be used without TLS',
    async (queue) => {
      expect(await read({ ...folder, queue })).toMatchObject({ config: { queue: { url: queue } } });
    },
  );

  test('--farm-plain allows passwords without TLS', async () => {
    const far = { ...s3, queue: 'redis://queue.example', storeEndpoint: 'http://store.example' };
    expect(await read({ ...far, farmPlain: true }, keys)).toMatchObject({ from: 'arguments' });
    expect(await read(far, { ...keys, SCENEWRIGHT_FARM_PLAIN: '1' })).toMatchObject({ from: 'arguments' });
  });
});

test('neither refusals nor public settings contain a secret', { tags: ['promise:P14'] }, async () => {
  // Mark the secret, because a short secret could occur in any word, and a valid region or bucket would be displayed.
  const secret = fc
    .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
    .map((text) => `Zz9_${text.replaceAll(/[\r\n]/g, '')}_9zZ`);
  const places = fc.constantFrom(
    (text: string) => ({ queue: `redis://:${text}@queue.example` }),
    (text: string) => ({ queue: `redis://${text}@localhost/x` }),
    (text: string) => ({ queue: `redis:/${text}` }),
    (text: string) => ({ queue: `redis://localhost/${text}` }),
    (text: string) => ({ store: `s3://key:${text}@films` }),
    (text: string) => ({ store: `s3://${encodeURIComponent(text)}` }),
    (text: string) => ({ store: text }),
    (text: string) => ({ storeEndpoint: `https://key:${text}@store.example` }),
    (text: string) => ({ storeEndpoint: text, store: 's3://films' }),
    (text: string) => ({ storeRegion: text, store: 's3://films' }),
    (text: string) => ({ farmPrefix: `:${text}` }),
    () => ({}),
  );
  await fc.assert(
    fc.asyncProperty(secret, places, fc.boolean(), async (text, place, isBucket) => {
      const given = { ...folder, ...(isBucket && { store: 's3://films' }), ...place(text) };
      const environment = {
        SCENEWRIGHT_QUEUE_PASSWORD: text,
        SCENEWRIGHT_STORE_ACCESS_KEY_ID_FILE: '/id',
        SCENEWRIGHT_STORE_SECRET_ACCESS_KEY: text,
        SCENEWRIGHT_STORE_CA_FILE: '/ca',
      };
      const files = { '/id': text, ...(text.length % 2 === 0 && { '/ca': PEM }) };
      const found = await read(given, environment, { files });
      const answer = found === null || typeof found === 'string' ? found : publicFarm(found.config);
      expect(JSON.stringify(answer)).not.toContain(JSON.stringify(text).slice(1, -1));
    }),
  );
});
