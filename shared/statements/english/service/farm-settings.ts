import type { FarmSettingStatements } from '../../service/farm-setting-statements.ts';
import type { Wording } from '../../statement.ts';

export const farmSettingSentences: Wording<FarmSettingStatements> = {
  'farm-setting/no-queue': () => 'There is a store and no queue: a farm needs both.',
  'farm-setting/no-store': () => 'There is a queue and no store: a farm needs both.',
  'farm-setting/queue-address': () => 'The queue is not an address such as rediss://queue.example:6379/0.',
  'farm-setting/queue-credentials': () =>
    'The address of the queue must not hold a user name or password, because everybody on a machine sees arguments. ' +
    'They belong in SCENEWRIGHT_QUEUE_USERNAME and SCENEWRIGHT_QUEUE_PASSWORD, or in a file that SCENEWRIGHT_QUEUE_PASSWORD_FILE names.',
  'farm-setting/queue-exposed': () =>
    'What goes to the queue could be read on its way, with the password. Use rediss://, or allow it with --farm-plain or SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/store-address': () => 'The store is neither s3://bucket/prefix nor file:///absolute/folder.',
  'farm-setting/store-credentials': () =>
    'The address of the store must not hold keys. They belong in SCENEWRIGHT_STORE_ACCESS_KEY_ID and SCENEWRIGHT_STORE_SECRET_ACCESS_KEY.',
  'farm-setting/store-exposed': () =>
    'What goes to the store could be read on its way. Use https://, or allow it with --farm-plain or SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/folder-endpoint': () => 'A folder as store has neither endpoint nor region.',
  'farm-setting/no-keys': () =>
    'The store needs keys: SCENEWRIGHT_STORE_ACCESS_KEY_ID and SCENEWRIGHT_STORE_SECRET_ACCESS_KEY, or files that variables of the same names with _FILE behind them name.',
  'farm-setting/half-keys': () => 'The store needs both the access key and the secret access key.',
  'farm-setting/prefix': () =>
    'The prefix of the farm is not a word of up to 63 letters, digits, hyphens, dots and underscores.',
  'farm-setting/twice': ({ variable }) => `Set ${variable} or ${variable}_FILE, not both.`,
  'farm-setting/authority': ({ variable }) => `The file that ${variable} names holds no certificate (PEM).`,
  'farm-setting/file': ({ variable, code }) => `The file that ${variable} names cannot be read (${code}).`,
  'farm-setting/kept': ({ file }) => `${file} cannot be understood. Remove it, and set up the farm anew.`,
};
