import type { destinationMessages, unaskedMessages } from './destinations.en.ts';
import { number } from './german-numbers.ts';
import type { Translation } from './translation.ts';

/** The reasons why sending a film to an object store failed. */
export const destinationMessagesDe: Translation<typeof destinationMessages> = {
  'destination/region': () => 'Die Region ist kein Name wie eu-central-1.',
  'destination/bucket': () => 'Der Bucket ist kein Name, den ein Speicher haben kann.',
  'destination/filename-empty': () => 'Der Dateiname ist leer.',
  'destination/filename-too-long': ({ mostBytes }) => `Der Dateiname hat mehr als ${mostBytes} Bytes.`,
  'destination/filename-characters': () => 'Der Dateiname enthält Zeichen, die ein Speicher nicht aufbewahren kann.',
  'destination/filename-segments': () =>
    'Der Dateiname enthält zwischen Schrägstrichen ein leeres Stück, „.“ oder „..“.',
  'destination/endpoint-no-address': () => 'Der Endpunkt ist keine Adresse wie https://store.example.',
  'destination/endpoint-no-web-address': () => 'Der Endpunkt ist keine http- oder https-Adresse.',
  'destination/endpoint-credentials': () =>
    'Der Endpunkt darf weder Benutzernamen noch Passwort enthalten; sie haben eigene Felder.',
  'destination/endpoint-query': () => 'Der Endpunkt darf weder Abfrage noch Fragment enthalten.',
  'destination/endpoint': ({ reason }, say) => `Der Endpunkt ${say(reason)}.`,
  'destination/no-keys': () => 'Seine Schlüssel sind nicht mehr aufbewahrt.',
  'destination/film-unreadable': () => 'Der Film auf dem Datenträger war nicht zu lesen.',
  'destination/film-changed': () => 'Der Film auf dem Datenträger hat eine andere Größe als vorher.',
  'store/no-bucket': ({ bucket }) => `Der Speicher hat keinen Bucket „${bucket}“.`,
  'store/clock': () =>
    'Die Uhr dieses Rechners weicht zu sehr von der des Speichers ab: Stellen Sie sie, und versuchen Sie es erneut.',
  'store/other-place': ({ bucket, region }) =>
    `Der Bucket „${bucket}“ ist nicht in der Region ${region} oder nicht an diesem Endpunkt.`,
  'store/other-region': ({ bucket, region, wanted }) =>
    `Der Bucket „${bucket}“ ist in der Region ${region}, nicht in ${wanted}.`,
  'store/unknown-key': () => 'Der Speicher kennt den Zugriffsschlüssel nicht.',
  'store/wrong-secret': () => 'Der geheime Schlüssel ist nicht der des Zugriffsschlüssels.',
  'store/expired': () => 'Die Zugangsdaten sind abgelaufen.',
  'store/not-allowed': ({ answer }) => `Die Zugangsdaten erlauben es nicht, sind abgelaufen oder falsch (${answer}).`,
  'store/unknown-request': ({ answer }) => `Der Speicher kennt einen Teil der Anfrage nicht (${answer}).`,
  'store/busy': ({ answer }) => `Der Speicher war beschäftigt oder gestört (${answer}).`,
  'store/answered': ({ answer }) => `Der Speicher antwortete (${answer}).`,
  'store/slow': ({ seconds }) => `Der Speicher nahm die Daten nicht innerhalb von ${number(seconds)} s an.`,
  'store/unknown-host': () => 'Der Name des Endpunkts ist nicht bekannt.',
  'store/silent': () => 'Der Speicher antwortete nicht rechtzeitig.',
  'store/broke-off': ({ code }) =>
    `Der Speicher war nicht zu erreichen, oder die Verbindung brach ab${code === null ? '' : ` (${code})`}.`,
  'store/no-upload': () => 'Der Speicher hat den Upload nicht begonnen.',
  'store/bytes': ({ there, wanted }) =>
    `Was er nach dem Senden enthält, hat ${there ?? 'unbekannt viele'} Bytes statt ${wanted}.`,
  'store/another-film': () => 'Was er nach dem Senden enthält, ist ein anderer, gleichzeitig gesendeter Film.',
  'store/unlike': () =>
    'Der Upload ist abgeschlossen, aber der Speicher kann nicht bestätigen, dass er diesen Film hat.',
  'store/replaced': () => 'Was er nach dem Senden enthält, wurde inzwischen ersetzt.',
  'store/folder': ({ code }) => `Der Ordner, der der Speicher ist, kann nicht benutzt werden (${code}).`,
  'store/key': () => 'Ein Schlüssel im Speicher ist keiner, der benutzt werden darf.',
};

/** The film is stored, but its completeness could not be checked. */
export const unaskedMessagesDe: Translation<typeof unaskedMessages> = {
  'store/not-asked': ({ failure }, say) =>
    `Der Speicher nahm den Film an und war nicht zu fragen, ob er ganz ist. ${say(failure)}`,
};
