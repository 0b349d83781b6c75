import { number } from './german-numbers.ts';
import type { mediaMessages, reachMessages } from './media.en.ts';
import type { Translation } from './translation.ts';

const stream = { picture: 'ein Bild', sound: 'Ton' } as const;

const itself = { picture: 'das sich nicht decodieren lässt', sound: 'der sich nicht decodieren lässt' } as const;

const relative = { picture: 'das', sound: 'den' } as const;

const CHANGED = {
  picture: 'wechselt das Bildformat',
  sound: 'wechselt das Tonformat',
  clock: 'hat springende Zeitstempel',
} as const;

const changes = ({ of, seconds }: { readonly of: keyof typeof CHANGED; readonly seconds: number }) =>
  of === 'clock' ? `${CHANGED[of]} (bei ${number(seconds)} s)` : `${CHANGED[of]} bei ${number(seconds)} s`;

const EXPORT_AGAIN = 'exportieren Sie sie neu, durchgehend in einem Format';

const NO_TABLE = {
  'no-size': 'LUT_1D_SIZE oder LUT_3D_SIZE fehlt',
  'two-sizes': 'sie hat zwei Größen',
  size: 'die Größe muss eine ganze Zahl von 2 bis 65 sein, in einer Dimension bis 65536',
  line: 'die Zeile besteht weder aus drei Zahlen noch aus einem Schlüsselwort',
  count: 'die Zahl der Farben passt nicht zur Größe',
  range: 'DOMAIN_MAX muss größer als DOMAIN_MIN sein',
} as const;

const OTHER_FILE = { page: 'eine Webseite', pdf: 'ein PDF-Dokument', archive: 'ein ZIP-Archiv' } as const;
const OTHER_USE = { image: 'kein Bild', font: 'keine Schrift' } as const;
const OTHER_REMEDY = {
  page: 'Laden Sie die Datei selbst herunter',
  pdf: 'Exportieren Sie es als PNG oder SVG',
  archive: 'Entpacken Sie es, und verwenden Sie eine Datei daraus',
} as const;

/** The reasons why a file has no media that a movie can use. Each sentence follows the name of the file. */
export const mediaMessagesDe: Translation<typeof mediaMessages> = {
  'media/picture': () => 'ist ein Bild, kein Video',
  'media/pdf': () => 'ist ein PDF-Dokument, kein Video',
  'media/program': () => 'ist ein Programm, kein Video',
  'media/archive': ({ format }) => `ist ein ${format}-Archiv, kein Video`,
  'media/notes': () => 'ist eine MIDI-Datei, keine Tonaufnahme',
  'media/bare-video': () => 'ist ein roher MPEG-Videostrom; verpacken Sie ihn erst in einen Container wie .mpg',
  'media/raw-stream': ({ coding }) =>
    `ist ein roher ${coding}-Strom ohne Zeiten; verpacken Sie ihn erst in einen Container wie MP4 oder Matroska`,
  'media/other-sound': ({ format }) =>
    `ist eine Tondatei im Format ${format}, das nicht unterstützt wird; wandeln Sie sie erst in WAV oder FLAC um`,
  'media/other-container': ({ format }) =>
    `ist eine Datei im Format ${format}, das nicht unterstützt wird; wandeln Sie sie erst in MP4 oder Matroska um`,
  'media/font-not-video': () => 'ist eine Schrift, kein Video',
  'media/playlist': () => 'ist eine Wiedergabeliste, kein Video',
  'media/file-list': () => 'ist eine Liste anderer Dateien, kein Video',
  'media/stream-description': () => 'ist eine Datenstrom-Beschreibung (SDP), kein Video',
  'media/subtitles': () => 'enthält Untertitel, kein Video',
  'media/web-page': () => 'ist eine Webseite, kein Video',
  'media/xml': () => 'ist ein XML-Dokument, kein Video',
  'media/text': () => 'ist eine Textdatei, kein Video',
  'media/empty': () => 'ist leer',
  'media/unknown': () => 'ist keine lesbare Video- oder Tondatei',
  'media/no-file': () => 'ist keine Datei',
  'media/missing': () => 'gibt es nicht',
  'media/unreadable': ({ code }) => `lässt sich nicht lesen (${code})`,
  'media/not-understood': () => 'hat ein unbekanntes Format',
  'media/damaged': ({ words }) => `ist beschädigt oder unvollständig${words === null ? '' : ` (${words})`}`,
  'media/cut-short': () => 'ist unvollständig: Sie enthält keine Frames',
  'media/segment': () =>
    'ist ein Segment einer fragmentierten MP4-Datei ohne Anfang. Verbinden Sie es zuerst mit dem Initialisierungssegment',
  'media/slow': () => 'lässt sich nicht schnell genug analysieren',
  'media/too-much-metadata': () => 'enthält zu viele Metadaten',
  'media/nothing-in-it': () => 'enthält weder Bild noch Ton',
  'media/no-length': () => 'hat keine Dauer',
  'media/changed': () => 'wurde geändert, während sie gelesen wurde',
  'media/protected': ({ system = '' }) =>
    `ist kopiergeschützt (${system === '' ? 'DRM' : system}) und lässt sich nicht decodieren. Verwenden Sie eine Kopie ohne Schutz`,
  'media/unknown-coding': ({ of }) => `enthält ${stream[of]} in einem unbekannten Format`,
  'media/no-decoder': ({ of, codec }) =>
    `enthält ${stream[of]} im Codec ${codec}, ${relative[of]} dieses FFmpeg nicht decodieren kann`,
  'media/undecodable': ({ of }) => `enthält ${stream[of]}, ${itself[of]}`,
  'media/cut-out': ({ of }) =>
    `hat eine Schnittliste, die ${of === 'picture' ? 'das ganze Bild' : 'den ganzen Ton'} auslässt; exportieren Sie die Datei erneut`,
  'media/edit-gap': ({ of, seconds }) =>
    `hat eine Schnittliste mit einer Lücke im ${of === 'picture' ? 'Bild' : 'Ton'} bei ${number(seconds)} s; exportieren Sie die Datei ohne die Lücke erneut`,
  'media/font': () => 'ist eine Schrift, kein Bild',
  'media/no-font': () => 'ist keine Schrift der Formate TrueType, OpenType oder WOFF2',
  'media/font-damaged': () =>
    'ist eine beschädigte oder unvollständige Schrift. Ersetzen Sie sie durch eine vollständige Kopie',
  'media/other-font': ({ format }) =>
    `ist eine Schrift im Format ${format}. Wandeln Sie sie in TrueType, OpenType oder WOFF2 um`,
  'media/other-file': ({ is, of }) => `ist ${OTHER_FILE[is]}, ${OTHER_USE[of]}. ${OTHER_REMEDY[is]}`,
  'media/svg-size': () => 'ist ein SVG ohne Größe: Breite oder Höhe ist 0. Geben Sie ihm eine Breite und eine Höhe',
  'media/font-bytes': ({ mebibytes, most }) =>
    `hat ${number(mebibytes)} MiB; Schriften dürfen höchstens ${most} MiB haben`,
  'media/no-image': () => 'ist kein Bild der Formate PNG, JPEG, HEIC, AVIF, WebP, GIF, BMP oder SVG',
  'media/image-damaged': () => 'ist beschädigt oder unvollständig; exportieren Sie sie neu',
  'media/other-image': ({ format }) => `ist ein Bild im Format ${format}; als JPEG oder PNG speichern`,
  'media/photo-damaged': ({ format }) =>
    `ist ein beschädigtes oder unvollständiges Bild im Format ${format}; noch einmal von der Kamera kopieren oder als JPEG exportieren`,
  'media/photo-sequence': ({ format }) =>
    `ist eine Folge mehrerer Bilder im Format ${format}; eines davon als JPEG oder PNG exportieren, oder alle als Video`,
  'media/photo-hdr': ({ format, transfer }) =>
    `ist ein HDR-Bild (${transfer}) im Format ${format}, das sich nicht umwandeln lässt; als JPEG exportieren`,
  'media/photo-coding': ({ format }) =>
    `ist ein Bild im Format ${format}, dessen Codierung sich hier nicht lesen lässt; als JPEG oder PNG exportieren`,
  'media/photo-slow': ({ format }) =>
    `ist ein Bild im Format ${format}, dessen Decodierung zu lange dauert; als JPEG oder PNG exportieren`,
  'media/svg-encoding': ({ encoding }) =>
    `ist ein SVG in ${encoding ?? 'einer anderen Kodierung als UTF-8'}; als UTF-8 speichern`,
  'media/packed': () => 'ist komprimiert (gzip) wie .svgz: entpacken und das SVG nehmen',
  'media/image-bytes': ({ mebibytes, most }) =>
    `hat ${number(mebibytes)} MiB; Bilder dürfen höchstens ${most} MiB haben`,
  'media/image-pixels': ({ width, height, mostSide, mostPixels }) =>
    `hat ${width} × ${height} Pixel; Bilder dürfen höchstens ${mostSide} Pixel je Seite und ${number(mostPixels / 1e6)} Millionen insgesamt haben`,
  'media/image-frames': ({ frames, width, height, mostFrames, mostPixels }) =>
    `hat ${frames} Bilder von ${width} × ${height} Pixeln; animierte Bilder dürfen höchstens ${mostFrames} Bilder und ${number(mostPixels / 1e6)} Millionen Pixel insgesamt haben`,
  'media/moving': () => 'ist kein Standbild',
  'media/no-table': ({ of, line }) => `ist keine gültige LUT (.cube): ${NO_TABLE[of]} (Zeile ${line})`,
  'media/table-bytes': ({ mebibytes, most }) => `hat ${number(mebibytes)} MiB; LUTs dürfen höchstens ${most} MiB haben`,
  'media/captions-no-text': ({ byte, line }) =>
    `ist kein Text in UTF-8 oder, mit Byte-Order-Mark, UTF-16${line === undefined ? '' : ` (Zeile ${line} enthält das Byte ${byte})`}; speichern Sie sie als UTF-8`,
  'media/no-caption-list': () =>
    'ist JSON ohne lesbare Untertitel. Es braucht eine Liste `segments`, `words` oder `transcription`, deren Einträge Text, Anfang und Ende haben',
  'media/no-captions': () => 'enthält keine Untertitel als SubRip (.srt), WebVTT (.vtt) oder JSON mit Wortzeiten',
  'media/other-captions': ({ format }) =>
    `enthält Untertitel im Format ${format}. Wandeln Sie sie in SubRip (.srt) oder WebVTT (.vtt) um`,
  'media/captions-bytes': ({ mebibytes, most }) =>
    `hat ${number(mebibytes)} MiB; Untertitel dürfen höchstens ${most} MiB haben`,
  'media/captions-cues': ({ most }) => `hat mehr als ${most} Untertitel, die Höchstzahl`,
  'media/not-converted': (change) => `${changes(change)} und lässt sich nicht umwandeln: ${EXPORT_AGAIN}`,
  'media/too-long-to-convert': ({ most, ...change }) =>
    `${changes(change)} und ist länger als ${most} Stunden, zu lang zum Umwandeln: ${EXPORT_AGAIN}`,
  'media/too-large-to-convert': ({ most, ...change }) =>
    `${changes(change)} und wäre nach dem Umwandeln größer als ${most} GiB: ${EXPORT_AGAIN}`,
  'media/clock-back': ({ seconds }) => `hat Zeitstempel, die bei ${number(seconds)} s zurückspringen: ${EXPORT_AGAIN}`,
  'media/too-large': ({ width, height }) => `hat ${width}×${height} Pixel und ist zu groß, um hier decodiert zu werden`,
};

/** The reasons why a source is unavailable. Each sentence follows the name or address of the source. */
export const reachMessagesDe: Translation<typeof reachMessages> = {
  'file/no-name': () => 'ist kein Dateiname',
  'file/outside': () => 'liegt außerhalb des Ordners der Mediendateien',
  'file/folder': () => 'ist ein Ordner',
  'file/not-ordinary': () => 'ist keine gewöhnliche Datei',
  'file/not-in-folder': ({ folder, near }) => {
    const suggestions = near.map((each) => `„${each}“`);
    return `ist nicht in ${folder}${suggestions.length === 0 ? '' : `; meinten Sie ${suggestions.join(' oder ')}?`}`;
  },
  'file/not-allowed': () => 'lässt sich nicht lesen: keine Leseberechtigung',
  'file/unreadable': ({ words }) => `lässt sich nicht lesen: ${words}`,
  'fetch/no-address': () => 'ist keine gültige Adresse',
  'fetch/no-web-address': () => 'ist keine http- oder https-Adresse',
  'fetch/credentials': () => 'darf weder Benutzernamen noch Passwort enthalten',
  'fetch/unknown-host': ({ host }) => `ist nicht erreichbar: Der Host ${host} ist unbekannt`,
  'fetch/not-public': ({ host, address }) =>
    `führt zu ${host}${address === null ? '' : ` (${address})`}, das nicht im öffentlichen Internet liegt; fügen Sie ` +
    'die Datei dem Projekt hinzu, oder erlauben Sie diesen Host beim Start des Dienstes oder des Befehls',
  'fetch/redirect-to-no-address': () => 'leitet auf eine ungültige Adresse weiter',
  'fetch/redirect-to-no-web-address': () => 'leitet auf eine Adresse weiter, die nicht http oder https ist',
  'fetch/redirect-to-http': () => 'leitet von https auf http weiter',
  'fetch/redirects': ({ most }) => `leitet mehr als ${most}-mal weiter`,
  'fetch/overtime': ({ minutes }) => `brauchte mehr als ${number(minutes)} Minuten`,
  'fetch/not-kept': () => 'ist nicht mehr gespeichert',
  'fetch/status': ({ status, words }) => `antwortete ${status} ${words}`.trimEnd(),
  'fetch/compressed': ({ encoding }) => `wurde ungefragt komprimiert gesendet (${encoding})`,
  'fetch/too-large': ({ mostBytes }) => `ist größer als ${inBytes(mostBytes)}`,
  'fetch/silent': ({ seconds }) => `antwortete nicht innerhalb von ${number(seconds)} s`,
  'fetch/broke-off': ({ words }) => `ist nicht erreichbar, oder die Verbindung brach ab (${words})`,
};

function inBytes(bytes: number): string {
  return bytes >= 2 ** 30 ? `${Math.round(bytes / 2 ** 30)} GiB` : `${bytes} Bytes`;
}
