import { roundedUpSize } from '../lib/byte-size.ts';
import type { detailMessages, filmFaultMessages, nameMessages, purposeMessages } from './details.en.ts';
import { inUnits } from './details.en.ts';
import { fixed, number } from './german-numbers.ts';
import { asSentence } from './quoting.ts';
import type { Translation } from './translation.ts';

function sizeIn(bytes: number): string {
  const [amount, unit] = inUnits(bytes);
  return `${number(amount)} ${unit === 'bytes' ? 'Bytes' : unit}`;
}

const streams: Readonly<Record<string, string>> = { video: 'Bild', audio: 'Ton' };

const ofStreams: Readonly<Record<string, string>> = { video: 'des Bildes', audio: 'des Tons' };

const parts = { picture: 'Das Bild', sound: 'Der Ton' } as const;

const leftOut = { picture: 'das Bild', sound: 'den Ton' } as const;

const frameFaults = {
  'within-unit': 'endet in einer Einheit',
  'unit-end': 'hat eine Einheit, die nicht mit ihm endet',
  'no-unit': 'hat eine Einheit, die keine ist',
  'needs-another': 'braucht einen anderen vor sich',
  'no-picture': 'hat kein Bild',
} as const;

const states = {
  queued: 'wartet',
  fetching: 'holt seine Quellen',
  rendering: 'läuft',
  uploading: 'wird gesendet',
  succeeded: 'ist fertig',
  failed: 'ist fehlgeschlagen',
  cancelled: 'wurde abgebrochen',
} as const;

/** The reasons why a name is invalid. Each sentence follows “Der Name”. */
export const nameMessagesDe: Translation<typeof nameMessages> = {
  'name/empty': () => 'ist leer.',
  'name/no-unicode': () => 'ist kein gültiges Unicode.',
  'name/too-long': ({ bytes, most }) => `hat ${bytes} Bytes in UTF-8; höchstens ${most} gehen.`,
  'name/control-character': () => 'enthält ein Steuerzeichen.',
  'name/direction': () => 'enthält ein Zeichen, das die Schreibrichtung umkehrt.',
  'name/forbidden': ({ character }) => `enthält ${character}, was nicht jedes System in Dateinamen annimmt.`,
  'name/separator': ({ text }) => `enthält ${text}, was Programme für ein Trennzeichen halten.`,
  'name/ends-in-dot': () => 'endet mit einem Punkt.',
  'name/ends-in-space': () => 'endet mit einem Leerzeichen.',
  'name/device': () => 'ist einer, den Windows für ein Gerät behält.',
  'name/not-composed': () => 'ist nicht in der zusammengesetzten Form von Unicode. Normalisieren Sie ihn zu NFC.',
};

/** The reasons why a created file is not the planned film. */
export const filmFaultMessagesDe: Translation<typeof filmFaultMessages> = {
  'film/empty': () => 'Sie ist leer.',
  'film/unreadable': () => 'Sie ist nicht zu lesen.',
  'film/streams': ({ there, wanted }) => `Sie hat ${listed(there)} statt ${listed(wanted)}.`,
  'film/frames': ({ there, wanted }) => `Sie hat ${there} von ${wanted} Frames.`,
  'film/length': ({ kind, seconds, wanted }) =>
    `${streams[kind] ?? kind} dauert ${fixed(seconds, 3)} statt ${fixed(wanted, 3)} Sekunden.`,
  'film/head': ({ kind }) => `Der Anfang ${ofStreams[kind] ?? kind} lässt sich nicht decodieren.`,
  'film/tail': ({ kind }) => `Das Ende ${ofStreams[kind] ?? kind} lässt sich nicht decodieren.`,
  'film/scene-unreadable': () => 'Das Bild einer Szene ist nicht zu lesen.',
  'film/scene-frames': ({ there, wanted }) => `Eine Szene hat ${there} von ${wanted} Frames.`,
  'film/video-more': ({ wanted }) => `Ein Video gab mehr als seine ${wanted} Frames.`,
  'film/video-frames': ({ there, wanted, endsWithin }) =>
    `Ein Video gab ${there}${endsWithin ? ' und einen Teil von einem' : ''} seiner ${wanted} Frames.`,
  'film/part-short': ({ bytes }) => `Ein Stück endet ${bytes} Bytes vor seinem Ende.`,
  'film/part-left-out': ({ of }) => `FFmpeg ließ ${leftOut[of]} einer Szene aus.`,
  'film/part-bytes': ({ of, bytes }) => `${parts[of]} einer Szene hat ${bytes} Bytes.`,
  'film/sound-left-out': () => 'FFmpeg ließ den Ton aus.',
  'film/loudness-not-told': () => 'FFmpeg hat nicht gesagt, wie laut er ist.',
  'film/packets': ({ there, wanted }) => `Der Ton hat ${there} von ${wanted} Paketen.`,
  'film/more-than-frames': () => 'Es ist mehr da als die Frames.',
  'film/frame': ({ number, fault }) => `Frame ${number} einer Szene ${frameFaults[fault]}.`,
  'film/stand-in-empty': () => 'Der Proxy hat keine Frames.',
};

/** The details of a failure. Each follows the fixed sentence of the failure's code. */
export const detailMessagesDe: Translation<typeof detailMessages> = {
  'detail/brackets': ({ words }) => `(${words})`,
  'name/refused': ({ problem }, say) => `Der Name ${say(problem)}`,
  'name/none-called': ({ name }) => `Der Name war „${name}“.`,
  'name/called': ({ name }) => `Der Name ist „${name}“.`,
  'template/revision-gone': ({ revision }) => `Revision ${revision} ist nicht mehr aufbewahrt.`,
  'template/slow': ({ seconds }) => `Es dauerte länger als ${number(seconds)} s.`,
  'record/levels': ({ most }) => `Ein Bearbeitungsstand darf ${most} Ebenen tief sein.`,
  'record/bytes': ({ most }) => `Ein Bearbeitungsstand darf ${most} Bytes haben.`,
  'published/no-movie': () => 'Die Veröffentlichung hat keinen dieses Namens.',
  'cluster/names': ({ names }) => `Es gibt ${names.join(', ')}.`,
  'cluster/told': ({ cluster, words }) => asSentence(`${cluster}: ${words}`),
  'limit/bytes': ({ most }) => `Die Grenze ist ${sizeIn(most)}.`,
  'limit/named': ({ most }) => `Die Grenze ist ${sizeIn(most)}.`,
  'upload/sha-256': ({ sha256 }) => `Der SHA-256 der empfangenen Daten ist ${sha256}.`,
  'upload/abandoned': () => 'Der Upload wurde abgebrochen.',
  'upload/open-ones': ({ most }) => `${most} Uploads sind im Projekt offen.`,
  'upload/missing': ({ chunks, count }) =>
    `${count === 1 ? '1 Stück' : `${count} Stücke`}: ${chunks.join(', ')}${count > chunks.length ? ', …' : ''}.`,
  'upload/chunk-too-large': ({ chunk, most }) => `Stück ${chunk} hat mehr als ${most} Bytes.`,
  'upload/chunk-bytes': ({ chunk, bytes, wanted }) => `Stück ${chunk} hat ${bytes} Bytes statt ${wanted}.`,
  'upload/ids': ({ first, count }) => {
    const range = first === null ? `0 bis ${count - 1} oder 1 bis ${count}` : `${first} bis ${first + count - 1}`;
    return `Nummern der Stücke: ${range}.`;
  },
  'upload/whole-number': ({ field, most }) => `${field} muss eine ganze Zahl von 1 bis ${most} sein.`,
  'state/none': () => 'Es gibt keine Datei mit diesem Namen.',
  'state/now': ({ etag }) => `Ihr ETag ist jetzt ${etag}.`,
  'state/one': ({ etag }) => `Eine Datei mit diesem Namen gibt es; ihr ETag ist ${etag}.`,
  'service/stopping': () => 'Der Dienst wird beendet.',
  'farm/answer': () => 'Was ein Worker geantwortet hat, ist nicht zu lesen.',
  'farm/workers-lost': () => 'Ein Worker nach dem anderen fiel aus, während er daran arbeitete.',
  'farm/worker-told': ({ words }) => asSentence(`Zuletzt hieß es: ${words}`),
  'service/stand-ins': () => 'Zu viele Proxys warten.',
  'service/files-open': () => 'Zu viele Dateien und Verbindungen sind zugleich offen.',
  'service/other-program': () => 'Ein anderes Programm ändert ihn gerade.',
  'storage/folder': () => 'Ein Ordner hat diesen Namen.',
  'storage/restore': ({ sha256 }) =>
    `Laden oder rendern Sie sie noch einmal, oder bringen Sie ${sha256} in den Objektspeicher zurück.`,
  'storage/no-store': () => 'Sie lag in einem Objektspeicher, und der Dienst wurde ohne einen gestartet.',
  'storage/no-room': ({ bytes, free }) =>
    `Eine Datei von ${Math.ceil(bytes / 1e6)} MB muss aus dem Objektspeicher kommen, und ${Math.floor(free / 1e6)} MB sind frei.`,
  'ffmpeg/busy': () => 'Vielleicht ist der Rechner ausgelastet. Versuchen Sie es noch einmal.',
  'ffmpeg/overtime': () =>
    'Es dauerte viel länger als seine Medien. Vielleicht ist der Rechner ausgelastet. Versuchen Sie es noch einmal.',
  'ffmpeg/exit-code': ({ code }) => `FFmpeg endete mit dem Code ${code}.`,
  'ffmpeg/signal': ({ signal }) => `FFmpeg wurde durch ${signal} beendet.`,
  'format/size-target': ({ bytes, least }) =>
    `Erlaubt waren höchstens ${sizeText(bytes)}. Nötig sind mindestens ${sizeText(least)}: mehr erlauben, den Film kürzen oder sein Bild verkleinern.`,
  'format/needs': ({ format, encoders }) => `${format} braucht ${encoders.join(' und ')}.`,
  'format/lacks': ({ encoders }) => `Diesem FFmpeg fehlt ${encoders.join(' und ')}.`,
  'encoder/not-built-in': ({ label, encoder }) => `${label}: Dieses FFmpeg wurde ohne \`${encoder}\` gebaut.`,
  'encoder/no-use': ({ label, encoder, words }) =>
    `${label}: \`${encoder}\` wurde probiert und ging nicht${words === null ? '' : ` (${words})`}.`,
  'memory/scene': ({ width, height, format, bytes, most }) =>
    `Eine Szene von ${width}×${height} als ${format} braucht etwa ${gigabytes(bytes)}; ${gigabytes(most)} sind zu haben.`,
  'render/is': ({ state }) => `Der Auftrag ${states[state]}.`,
  'render/no-film': () => 'Dieser Render hat keinen Film.',
  'render/keys-forgotten': () =>
    'Der Film ging an einen Objektspeicher, dessen Schlüssel nicht mehr gespeichert sind. Rendern Sie ihn von der Vorlage aus.',
  'batch/too-many-films': ({ rows, movies, languages, films, most }) =>
    `${rows} Zeilen × ${movies} Vorlagen × ${languages} Sprachen sind ${films} Filme; höchstens ${most} gehen. Teilen Sie die Tabelle auf.`,
  'batch/cell': ({ row, movie, language, column, problem }, say) =>
    `Zeile ${row}, „${movie}“, ${language}${column === null ? '' : `, Spalte „${column}“`}: ${say(problem)}`,
  'batch/only-in-films': ({ films, problem }, say) => `Nur in ${films.join(', ')}: ${say(problem)}`,
  'batch/films-left-out': ({ films, problem }, say) => `Ausgelassen: ${films.join(', ')}. ${say(problem)}`,
  'batch/none-failed': () => 'Keine Zeile des Stapels ist fehlgeschlagen.',
  'batch/none-outdated': () => 'Kein Film des Stapels ist veraltet.',
  'batch/no-films': () => 'Keine der gewählten Zeilen hat hier einen Film.',
  'strip/empty-range': () => 'Das Ende muss hinter dem Anfang liegen.',
  'bundle/entry': ({ entry, why }, say) => `${entry}: ${say(why)}`,
};

function listed(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'nichts' : kinds.map((kind) => streams[kind] ?? kind).join(' und ');
}

function gigabytes(bytes: number): string {
  return `${fixed(bytes / 1e9, 1)} GB`;
}

/** The purposes of the formats. */
export const purposeMessagesDe: Translation<typeof purposeMessages> = {
  'purpose/everywhere': () => 'Läuft überall: im Netz, auf Telefonen und Fernsehern.',
  'purpose/web': () => 'Offene Codecs für Webseiten.',
  'purpose/streaming': () => 'Für Streaming-Server, die noch Flash-Video brauchen.',
  'purpose/dvd': () => 'Für DVDs und ältere Player.',
  'purpose/windows': () => 'Für ältere Windows-Programme und Folien.',
  'purpose/editing': () => 'Zum Weiterbearbeiten: 10 Bit, kaum komprimiert, groß.',
  'purpose/archive': () => 'Für Archive und Mediaplayer.',
  'purpose/old-programs': () => 'Für alte Schnittprogramme und Rechner.',
  'purpose/small-web': () => 'Kleine Dateien für neuere Browser und Telefone; braucht länger.',
  'purpose/small-devices': () => 'Kleine Dateien für neuere Telefone, Fernseher und Apple-Geräte.',
  'purpose/lossless-loops': () => 'Kurze stumme Schleifen in allen Farben; große Dateien.',
  'purpose/frames': () => 'Ein Bild je Frame in einem ZIP-Archiv, für Compositing-Programme.',
  'purpose/web-loops': () => 'Kurze stumme Schleifen in allen Farben, für Webseiten und Chats.',
  'purpose/loops': () => 'Kurze stumme Schleifen; große Dateien.',
  'purpose/sound': () => 'Nur der Ton.',
};

/** Formats a size with three digits, rounded up. */
function sizeText(bytes: number): string {
  const { value, unit } = roundedUpSize(bytes);
  return `${number(value)} ${unit}`;
}
