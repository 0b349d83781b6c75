import type { destinationMessages, uncheckedMessages } from './destinations.en.ts';
import { number } from './german-numbers.ts';
import type { Translation } from './translation.ts';

/** The reasons why sending a film to an object store failed. */
export const destinationMessagesDe: Translation<typeof destinationMessages> = {
  'destination/region': () => 'Die Region ist kein Name wie eu-central-1.',
  'destination/bucket': () => 'Der Bucket ist kein gültiger Bucket-Name.',
  'destination/filename-empty': () => 'Der Dateiname ist leer.',
  'destination/filename-too-long': ({ mostBytes }) => `Der Dateiname hat mehr als ${mostBytes} Bytes.`,
  'destination/filename-characters': () => 'Der Dateiname enthält Zeichen, die Objektspeicher nicht erlauben.',
  'destination/filename-segments': () =>
    'Der Dateiname enthält zwischen Schrägstrichen ein leeres Stück, „.“ oder „..“.',
  'destination/endpoint-no-address': () => 'Der Endpunkt ist keine Adresse wie https://store.example.',
  'destination/endpoint-no-web-address': () => 'Der Endpunkt ist keine http- oder https-Adresse.',
  'destination/endpoint-credentials': () =>
    'Der Endpunkt darf weder Benutzernamen noch Passwort enthalten. Verwenden Sie die Felder dafür.',
  'destination/endpoint-query': () => 'Der Endpunkt darf weder Abfrage noch Fragment enthalten.',
  'destination/endpoint': ({ reason }, say) => `Der Endpunkt ${say(reason)}.`,
  'destination/no-keys': () => 'Seine Schlüssel sind nicht mehr gespeichert.',
  'destination/film-unreadable': () => 'Der Film auf dem Datenträger lässt sich nicht lesen.',
  'destination/film-changed': () => 'Die Größe des Films auf dem Datenträger hat sich geändert.',
  'store/no-bucket': ({ bucket }) => `Der Speicher hat keinen Bucket „${bucket}“.`,
  'store/clock': () =>
    'Die Uhr dieses Computers weicht zu stark von der des Speichers ab. Stellen Sie sie, und versuchen Sie es erneut.',
  'store/other-place': ({ bucket, region }) =>
    `Der Bucket „${bucket}“ ist nicht in der Region ${region}, oder es gibt ihn an diesem Endpunkt nicht.`,
  'store/other-region': ({ bucket, region, wanted }) =>
    `Der Bucket „${bucket}“ ist in der Region ${region}, nicht in ${wanted}.`,
  'store/unknown-key': () => 'Der Speicher kennt den Zugriffsschlüssel nicht.',
  'store/wrong-secret': () => 'Der geheime Schlüssel passt nicht zum Zugriffsschlüssel.',
  'store/expired': () => 'Die Zugangsdaten sind abgelaufen.',
  'store/not-allowed': ({ answer }) => `Die Zugangsdaten sind falsch, abgelaufen oder erlauben es nicht (${answer}).`,
  'store/unknown-request': ({ answer }) => `Der Speicher unterstützt einen Teil der Anfrage nicht (${answer}).`,
  'store/busy': ({ answer }) => `Der Speicher war überlastet oder gestört (${answer}).`,
  'store/answered': ({ answer }) => `Der Speicher antwortete (${answer}).`,
  'store/slow': ({ seconds }) => `Der Speicher nahm die Daten nicht innerhalb von ${number(seconds)} s an.`,
  'store/unknown-host': () => 'Der Hostname des Endpunkts lässt sich nicht auflösen.',
  'store/silent': () => 'Der Speicher antwortete nicht rechtzeitig.',
  'store/broke-off': ({ code }) =>
    `Der Speicher ist nicht erreichbar, oder die Verbindung brach ab${code === null ? '' : ` (${code})`}.`,
  'store/no-upload': () => 'Der Speicher hat den Upload nicht begonnen.',
  'store/bytes': ({ there, wanted }) =>
    `Nach dem Upload enthält der Speicher ${there ?? 'unbekannt viele'} Bytes statt ${wanted}.`,
  'store/another-film': () =>
    'Nach dem Upload enthält der Speicher einen anderen Film, der gleichzeitig hochgeladen wurde.',
  'store/unlike': () =>
    'Der Upload ist abgeschlossen, aber der Speicher kann nicht bestätigen, dass er diesen Film hat.',
  'store/replaced': () => 'Der Film wurde direkt nach dem Upload ersetzt.',
  'store/folder': ({ code }) => `Der Ordner des Speichers lässt sich nicht verwenden (${code}).`,
  'store/key': () => 'Ein Schlüssel im Speicher ist nicht erlaubt.',
};

/** The film is stored, but its completeness could not be checked. */
export const uncheckedMessagesDe: Translation<typeof uncheckedMessages> = {
  'store/not-asked': ({ failure }, say) => `Der Film wurde hochgeladen, ließ sich aber nicht prüfen. ${say(failure)}`,
};
