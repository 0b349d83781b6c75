import type { Translation } from '../../message.ts';
import type { FarmSettingMessages } from '../../service/farm-setting-messages.ts';

export const farmSettingSentences: Translation<FarmSettingMessages> = {
  'farm-setting/no-queue': () => 'The queue is missing. A render farm needs a queue and a store.',
  'farm-setting/no-store': () => 'The store is missing. A render farm needs a queue and a store.',
  'farm-setting/queue-address': () => 'The queue isn’t an address such as rediss://queue.example:6379/0.',
  'farm-setting/queue-credentials': () =>
    'The queue address must not contain a user name or password, because other users of the machine can see arguments. ' +
    'Set SCENEWRIGHT_QUEUE_USERNAME and SCENEWRIGHT_QUEUE_PASSWORD, or set SCENEWRIGHT_QUEUE_PASSWORD_FILE to a file.',
  'farm-setting/queue-exposed': () =>
    'The connection to the queue isn’t encrypted, so others could read the password. Use rediss://, or allow it with --farm-plain or SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/store-address': () => 'The store must be s3://bucket/prefix or file:///absolute/folder.',
  'farm-setting/store-credentials': () =>
    'The store address must not contain keys. Set SCENEWRIGHT_STORE_ACCESS_KEY_ID and SCENEWRIGHT_STORE_SECRET_ACCESS_KEY.',
  'farm-setting/store-exposed': () =>
    'The connection to the store isn’t encrypted. Use https://, or allow it with --farm-plain or SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/folder-endpoint': () => 'A store in a folder has no endpoint or region.',
  'farm-setting/no-keys': () =>
    'The store needs keys. Set SCENEWRIGHT_STORE_ACCESS_KEY_ID and SCENEWRIGHT_STORE_SECRET_ACCESS_KEY, or set the same names with _FILE at the end to files.',
  'farm-setting/half-keys': () => 'The store needs both the access key and the secret access key.',
  'farm-setting/prefix': () => 'The farm prefix can have up to 63 letters, digits, hyphens, dots and underscores.',
  'farm-setting/twice': ({ variable }) => `Set ${variable} or ${variable}_FILE, not both.`,
  'farm-setting/authority': ({ variable }) => `The file in ${variable} has no certificate (PEM).`,
  'farm-setting/file': ({ variable, code }) => `The file in ${variable} can’t be read (${code}).`,
  'farm-setting/encoding': ({ variable, file, byte, line }) =>
    `${variable}: ${file}:${line}: the byte ${byte} isn’t UTF-8. Save the file as UTF-8.`,
  'farm-setting/kept': ({ file }) => `${file} is invalid. Delete it and set up the farm again.`,
};
