import type { farmFaultMessages, farmMessages, farmSettingMessages, workerMessages } from './farm.en.ts';
import { number } from './german-numbers.ts';
import type { Translation } from './translation.ts';

export const workerMessagesDe: Translation<typeof workerMessages> = {
  'worker/draining': () => 'Er nimmt nichts Neues an und hört auf, wenn fertig ist, was er macht.',
  'worker/other-engine': ({ there, wanted }) =>
    `Seine Engine hat Version ${there}, die dieses Dienstes ${wanted}: Ihre Filme wären nicht gleich.`,
  'worker/other-canvaskit': ({ there, wanted }) =>
    `Er zeichnet mit CanvasKit ${there}, dieser Dienst mit ${wanted}: Ihre Filme wären nicht gleich.`,
  'worker/other-svg': ({ there, wanted }) =>
    `Er zeichnet SVG mit ${there === '' ? 'einer älteren Version' : there}, dieser Dienst mit ${wanted}: Ihre Filme wären nicht gleich.`,
  'worker/other-ffmpeg': ({ there, wanted }) =>
    `Er hat FFmpeg ${there}. Arbeit bekommen Worker mit FFmpeg ${wanted}, solange einer von ihnen da ist.`,
};

export const farmMessagesDe: Translation<typeof farmMessages> = {
  'farm/queue-away': () =>
    'Die Warteschlange ist nicht erreichbar. Filme warten und gehen weiter, wenn sie wieder da ist.',
  'farm/store-away': () => 'Der Speicher ist nicht erreichbar. Filme warten und gehen weiter, wenn er wieder da ist.',
  'farm/no-worker': () => 'Es ist kein Worker da.',
  'farm/only-draining': ({ count }) =>
    count === 1 ? 'Der einzige Worker nimmt nichts Neues an.' : `Alle ${count} Worker nehmen nichts Neues an.`,
  'farm/no-such-worker': ({ engine, canvasKit, svg, count }) =>
    `Es ist kein Worker mit Engine ${engine}, CanvasKit ${canvasKit} und ${svg} da; ${count === 1 ? 'der eine, der da ist, hat' : `die ${count}, die da sind, haben`} andere Versionen.`,
  'farm/not-seen': () => 'Die Farm hat nicht rechtzeitig gesagt, wie es um sie steht.',
  'farm/no-answer': ({ seconds }) => `Innerhalb von ${number(seconds)} s kam keine Antwort.`,
  'farm/not-reached': ({ reason }) => `Nicht erreicht: ${reason}.`,
  'farm/refused-connection': () => 'Unter der Adresse antwortet niemand: Die Verbindung wurde abgelehnt.',
  'farm/unknown-host': () => 'Der Name des Geräts ist nicht bekannt.',
  'farm/broke-off': () => 'Die Verbindung brach ab.',
  'farm/wrong-password': () => 'Name und Passwort werden nicht angenommen.',
  'farm/queue-full': () =>
    'Der Arbeitsspeicher ist voll: Geben Sie mehr (maxmemory), oder warten Sie, bis Filme fertig sind.',
  'farm/queue-read-only': () =>
    'Sie lässt sich nur lesen, wie eine Kopie: Nennen Sie die, in die geschrieben werden kann.',
};

export const farmFaultMessagesDe: Translation<typeof farmFaultMessages> = {
  'farm/second-service': () =>
    'Ein anderer Dienst gibt Aufträge unter demselben Präfix dieser Warteschlange. Geben Sie jedem Dienst ein eigenes.',
  'farm/evicts': ({ policy }) =>
    `Die Warteschlange wirft Aufträge weg, wenn ihr Arbeitsspeicher voll ist (maxmemory-policy ${policy}). Stellen Sie noeviction ein.`,
};

/** The reasons why the settings of a farm are invalid. */
export const farmSettingMessagesDe: Translation<typeof farmSettingMessages> = {
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
