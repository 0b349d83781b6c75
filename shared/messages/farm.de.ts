import type { farmFaultMessages, farmMessages, farmSettingMessages, workerMessages } from './farm.en.ts';
import { number } from './german-numbers.ts';
import type { Translation } from './translation.ts';

export const workerMessagesDe: Translation<typeof workerMessages> = {
  'worker/draining': () => 'Der Worker nimmt keine neuen Filme an und hört nach dem jetzigen auf.',
  'worker/other-engine': ({ there, wanted }) =>
    `Seine Engine hat Version ${there}, dieser Dienst hat ${wanted}; die Filme könnten sich unterscheiden.`,
  'worker/other-canvaskit': ({ there, wanted }) =>
    `Er verwendet CanvasKit ${there}, dieser Dienst ${wanted}; die Filme könnten sich unterscheiden.`,
  'worker/other-svg': ({ there, wanted }) =>
    `Er zeichnet SVG mit ${there === '' ? 'einer älteren Version' : there}, dieser Dienst mit ${wanted}; die Filme könnten sich unterscheiden.`,
  'worker/other-ffmpeg': ({ there, wanted }) =>
    `Er hat FFmpeg ${there}. Solange es Worker mit FFmpeg ${wanted} gibt, bekommen diese die Arbeit.`,
};

export const farmMessagesDe: Translation<typeof farmMessages> = {
  'farm/queue-away': () =>
    'Die Warteschlange ist nicht erreichbar. Filme warten und werden fortgesetzt, sobald sie wieder erreichbar ist.',
  'farm/store-away': () =>
    'Der Speicher ist nicht erreichbar. Filme warten und werden fortgesetzt, sobald er wieder erreichbar ist.',
  'farm/no-worker': () => 'Keine Worker.',
  'farm/only-draining': ({ count }) =>
    count === 1 ? 'Der einzige Worker nimmt keine neue Arbeit an.' : `Keiner der ${count} Worker nimmt neue Arbeit an.`,
  'farm/no-such-worker': ({ engine, canvasKit, svg, count }) =>
    `Es gibt keinen Worker mit Engine ${engine}, CanvasKit ${canvasKit} und ${svg}; ${count === 1 ? 'der einzige Worker hat' : `alle ${count} Worker haben`} andere Versionen.`,
  'farm/not-seen': () => 'Die Farm hat ihren Zustand nicht rechtzeitig gemeldet.',
  'farm/no-answer': ({ seconds }) => `Es kam keine Antwort innerhalb von ${number(seconds)} s.`,
  'farm/not-reached': ({ reason }) => `Nicht erreichbar: ${reason}.`,
  'farm/refused-connection': () => 'Die Verbindung wurde abgelehnt: Unter der Adresse antwortet kein Dienst.',
  'farm/unknown-host': () => 'Der Hostname lässt sich nicht auflösen.',
  'farm/broke-off': () => 'Die Verbindung brach ab.',
  'farm/wrong-password': () => 'Benutzername und Passwort wurden abgelehnt.',
  'farm/queue-full': () =>
    'Ihr Arbeitsspeicher ist voll. Erhöhen Sie maxmemory, oder warten Sie, bis Filme fertig sind.',
  'farm/queue-read-only': () =>
    'Sie ist schreibgeschützt wie ein Replikat. Verwenden Sie die Adresse des Primärservers.',
};

export const farmFaultMessagesDe: Translation<typeof farmFaultMessages> = {
  'farm/second-service': () =>
    'Ein anderer Dienst verwendet dasselbe Präfix dieser Warteschlange. Geben Sie jedem Dienst ein eigenes.',
  'farm/evicts': ({ policy }) =>
    `Die Warteschlange verwirft Aufträge, wenn ihr Arbeitsspeicher voll ist (maxmemory-policy ${policy}). Stellen Sie die Richtlinie auf noeviction.`,
};

/** The reasons why the settings of a farm are invalid. */
export const farmSettingMessagesDe: Translation<typeof farmSettingMessages> = {
  'farm-setting/no-queue': () =>
    'Die Warteschlange fehlt. Eine Renderfarm braucht eine Warteschlange und einen Speicher.',
  'farm-setting/no-store': () => 'Der Speicher fehlt. Eine Renderfarm braucht eine Warteschlange und einen Speicher.',
  'farm-setting/queue-address': () => 'Die Warteschlange ist keine Adresse wie rediss://queue.example:6379/0.',
  'farm-setting/queue-credentials': () =>
    'Die Adresse der Warteschlange darf weder Benutzernamen noch Passwort enthalten, weil andere Benutzer des Computers die Argumente sehen können. ' +
    'Sie gehören in SCENEWRIGHT_QUEUE_USERNAME und SCENEWRIGHT_QUEUE_PASSWORD oder in eine Datei, die SCENEWRIGHT_QUEUE_PASSWORD_FILE nennt.',
  'farm-setting/queue-exposed': () =>
    'Die Verbindung zur Warteschlange ist nicht verschlüsselt, das Passwort wäre lesbar. Verwenden Sie rediss://, oder erlauben Sie es mit --farm-plain oder SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/store-address': () => 'Der Speicher muss s3://bucket/prefix oder file:///absoluter/ordner sein.',
  'farm-setting/store-credentials': () =>
    'Die Adresse des Speichers darf keine Schlüssel enthalten. Sie gehören in SCENEWRIGHT_STORE_ACCESS_KEY_ID und SCENEWRIGHT_STORE_SECRET_ACCESS_KEY.',
  'farm-setting/store-exposed': () =>
    'Die Verbindung zum Speicher ist nicht verschlüsselt. Verwenden Sie https://, oder erlauben Sie es mit --farm-plain oder SCENEWRIGHT_FARM_PLAIN=1.',
  'farm-setting/folder-endpoint': () => 'Ein Ordner als Speicher hat weder Endpunkt noch Region.',
  'farm-setting/no-keys': () =>
    'Der Speicher braucht Schlüssel: SCENEWRIGHT_STORE_ACCESS_KEY_ID und SCENEWRIGHT_STORE_SECRET_ACCESS_KEY oder Dateien, die Variablen derselben Namen mit _FILE am Ende nennen.',
  'farm-setting/half-keys': () => 'Der Speicher braucht den Zugriffsschlüssel und den geheimen Schlüssel.',
  'farm-setting/prefix': () =>
    'Das Präfix der Farm darf bis zu 63 Buchstaben, Ziffern, Bindestriche, Punkte und Unterstriche haben.',
  'farm-setting/twice': ({ variable }) => `Setzen Sie ${variable} oder ${variable}_FILE, nicht beide.`,
  'farm-setting/authority': ({ variable }) => `Die Datei in ${variable} enthält kein Zertifikat (PEM).`,
  'farm-setting/file': ({ variable, code }) => `Die Datei in ${variable} lässt sich nicht lesen (${code}).`,
  'farm-setting/encoding': ({ variable, file, byte, line }) =>
    `${variable}: ${file}:${line}: Das Byte ${byte} ist kein UTF-8. Speichern Sie die Datei als UTF-8.`,
  'farm-setting/kept': ({ file }) => `${file} ist ungültig. Löschen Sie die Datei, und richten Sie die Farm neu ein.`,
};
