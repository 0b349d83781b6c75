import type { Translation } from '#shared/messages/message.ts';
import type { FarmSettingMessages } from '#shared/messages/service/farm-setting-messages.ts';

/** The reasons why the settings of a farm are invalid. */
export const farmSettingSentences: Translation<FarmSettingMessages> = {
  'farm-setting/no-queue': () => 'Es ist ein Speicher angegeben und keine Warteschlange: Eine Farm braucht beides.',
  'farm-setting/no-store': () => 'Es ist eine Warteschlange angegeben und kein Speicher: Eine Farm braucht beides.',
  'farm-setting/queue-address': () => 'Die Warteschlange ist keine Adresse wie rediss://queue.example:6379/0.',
  'farm-setting/queue-credentials': () =>
    'Die Adresse der Warteschlange darf weder Benutzernamen noch Passwort enthalten, weil alle auf einem Rechner die Argumente sehen. ' +
    'Sie gehören in SCENEWRIGHT_QUEUE_USERNAME und SCENEWRIGHT_QUEUE_PASSWORD oder in eine Datei, die SCENEWRIGHT_QUEUE_PASSWORD_FILE nennt.',
  'farm-setting/queue-exposed': () =>
    'Was zur Warteschlange geht, wäre unterwegs zu lesen, mit dem Passwort. Nehmen Sie rediss://, oder erlauben Sie es mit --farm-plain oder SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/store-address': () => 'Der Speicher ist weder s3://bucket/prefix noch file:///absoluter/ordner.',
  'farm-setting/store-credentials': () =>
    'Die Adresse des Speichers darf keine Schlüssel enthalten. Sie gehören in SCENEWRIGHT_STORE_ACCESS_KEY_ID und SCENEWRIGHT_STORE_SECRET_ACCESS_KEY.',
  'farm-setting/store-exposed': () =>
    'Was zum Speicher geht, wäre unterwegs zu lesen. Nehmen Sie https://, oder erlauben Sie es mit --farm-plain oder SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/folder-endpoint': () => 'Ein Ordner als Speicher hat weder Endpunkt noch Region.',
  'farm-setting/no-keys': () =>
    'Der Speicher braucht Schlüssel: SCENEWRIGHT_STORE_ACCESS_KEY_ID und SCENEWRIGHT_STORE_SECRET_ACCESS_KEY oder Dateien, die Variablen derselben Namen mit _FILE am Ende nennen.',
  'farm-setting/half-keys': () => 'Der Speicher braucht den Zugriffsschlüssel und den geheimen Schlüssel.',
  'farm-setting/prefix': () =>
    'Das Präfix der Farm ist kein Wort aus bis zu 63 Buchstaben, Ziffern, Bindestrichen, Punkten und Unterstrichen.',
  'farm-setting/twice': ({ variable }) => `Setzen Sie ${variable} oder ${variable}_FILE, nicht beide.`,
  'farm-setting/authority': ({ variable }) => `Die Datei, die ${variable} nennt, enthält kein Zertifikat (PEM).`,
  'farm-setting/file': ({ variable, code }) => `Die Datei, die ${variable} nennt, ist nicht zu lesen (${code}).`,
  'farm-setting/encoding': ({ variable, file, byte, line }) =>
    `${variable}: ${file}:${line}: Das Byte ${byte} ist kein UTF-8. Speichern Sie die Datei als UTF-8.`,
  'farm-setting/kept': ({ file }) =>
    `${file} ist nicht zu verstehen. Entfernen Sie die Datei, und richten Sie die Farm neu ein.`,
};
