import { roundedUpSize } from '../lib/byte-size.ts';
import type { detailMessages, filmFaultMessages, nameMessages, purposeMessages } from './details.en.ts';
import { inLargestUnit } from './details.en.ts';
import { fixed, number } from './german-numbers.ts';
import { asSentence } from './quoting.ts';
import type { Translation } from './translation.ts';

function sizeIn(bytes: number): string {
  const [amount, unit] = inLargestUnit(bytes);
  return `${number(amount)} ${unit === 'bytes' ? 'Bytes' : unit}`;
}

const streams: Readonly<Record<string, string>> = { video: 'Bild', audio: 'Ton' };

const ofStreams: Readonly<Record<string, string>> = { video: 'des Bildes', audio: 'des Tons' };

const parts = { picture: 'Das Bild', sound: 'Der Ton' } as const;

const leftOut = { picture: 'das Bild', sound: 'den Ton' } as const;

const frameFaults = {
  'within-unit': 'endet mitten in einer Einheit',
  'unit-end': 'hat eine Einheit, die über sein Ende hinausreicht',
  'no-unit': 'hat eine ungültige Einheit',
  'needs-another': 'hängt von einem fehlenden früheren Frame ab',
  'no-picture': 'hat kein Bild',
} as const;

const states = {
  queued: 'wartet',
  fetching: 'lädt seine Quellen',
  rendering: 'läuft',
  uploading: 'wird hochgeladen',
  succeeded: 'ist fertig',
  failed: 'ist fehlgeschlagen',
  cancelled: 'wurde abgebrochen',
} as const;

/** The reasons why a name is invalid. Each sentence follows “Der Name”. */
export const nameMessagesDe: Translation<typeof nameMessages> = {
  'name/empty': () => 'ist leer.',
  'name/no-unicode': () => 'ist kein gültiges Unicode.',
  'name/too-long': ({ bytes, most }) => `hat ${bytes} Bytes in UTF-8; höchstens ${most} sind erlaubt.`,
  'name/control-character': () => 'enthält ein Steuerzeichen.',
  'name/direction': () => 'enthält ein Zeichen, das die Schreibrichtung ändert.',
  'name/forbidden': ({ character }) => `enthält ${character}, was manche Systeme in Dateinamen nicht erlauben.`,
  'name/separator': ({ text }) => `enthält ${text}, was Programme als Trennzeichen lesen.`,
  'name/ends-in-dot': () => 'endet mit einem Punkt.',
  'name/ends-in-space': () => 'endet mit einem Leerzeichen.',
  'name/device': () => 'ist in Windows für ein Gerät reserviert.',
  'name/not-composed': () => 'ist nicht in der zusammengesetzten Form von Unicode. Normalisieren Sie ihn zu NFC.',
};

/** The reasons why a created file is not the planned film. */
export const filmFaultMessagesDe: Translation<typeof filmFaultMessages> = {
  'film/empty': () => 'Sie ist leer.',
  'film/unreadable': () => 'Sie lässt sich nicht lesen.',
  'film/streams': ({ there, wanted }) => `Sie hat ${listed(there)} statt ${listed(wanted)}.`,
  'film/frames': ({ there, wanted }) => `Sie hat ${there} von ${wanted} Frames.`,
  'film/length': ({ kind, seconds, wanted }) =>
    `${streams[kind] ?? kind} dauert ${fixed(seconds, 3)} statt ${fixed(wanted, 3)} Sekunden.`,
  'film/head': ({ kind }) => `Der Anfang ${ofStreams[kind] ?? kind} lässt sich nicht decodieren.`,
  'film/tail': ({ kind }) => `Das Ende ${ofStreams[kind] ?? kind} lässt sich nicht decodieren.`,
  'film/scene-unreadable': () => 'Das Bild einer Szene lässt sich nicht lesen.',
  'film/scene-frames': ({ there, wanted }) => `Eine Szene hat ${there} von ${wanted} Frames.`,
  'film/video-more': ({ wanted }) => `Ein Video enthält mehr als die erwarteten ${wanted} Frames.`,
  'film/video-frames': ({ there, wanted, endsWithin }) =>
    `Ein Video lieferte nur ${there}${endsWithin ? ' und einen unvollständigen' : ''} seiner ${wanted} Frames.`,
  'film/part-short': ({ bytes }) => `Einem Teil fehlen ${bytes} Bytes.`,
  'film/part-left-out': ({ of }) => `FFmpeg ließ ${leftOut[of]} einer Szene aus.`,
  'film/part-bytes': ({ of, bytes }) => `${parts[of]} einer Szene hat ${bytes} Bytes.`,
  'film/sound-left-out': () => 'FFmpeg ließ den Ton aus.',
  'film/loudness-not-told': () => 'FFmpeg hat die Lautheit nicht angegeben.',
  'film/packets': ({ there, wanted }) => `Der Ton hat ${there} von ${wanted} Paketen.`,
  'film/more-than-frames': () => 'Nach dem letzten Frame folgen weitere Daten.',
  'film/frame': ({ number, fault }) => `Frame ${number} einer Szene ${frameFaults[fault]}.`,
  'film/stand-in-empty': () => 'Der Proxy hat keine Frames.',
};

/** The details of a failure. Each follows the fixed sentence of the failure's code. */
export const detailMessagesDe: Translation<typeof detailMessages> = {
  'detail/brackets': ({ words }) => `(${words})`,
  'name/refused': ({ problem }, say) => `Der Name ${say(problem)}`,
  'name/none-called': ({ name }) => `Der Name war „${name}“.`,
  'name/called': ({ name }) => `Der Name ist „${name}“.`,
  'template/revision-gone': ({ revision }) => `Revision ${revision} ist nicht mehr gespeichert.`,
  'template/slow': ({ seconds }) => `Es dauerte länger als ${number(seconds)} s.`,
  'record/levels': ({ most }) => `Ein Bearbeitungsstand darf höchstens ${most} Ebenen tief sein.`,
  'record/bytes': ({ most }) => `Ein Bearbeitungsstand darf höchstens ${most} Bytes haben.`,
  'published/no-movie': () => 'Die Veröffentlichung hat keinen Film mit diesem Namen.',
  'cluster/names': ({ names }) => `Verfügbar sind: ${names.join(', ')}.`,
  'cluster/told': ({ cluster, words }) => asSentence(`${cluster}: ${words}`),
  'limit/bytes': ({ most }) => `Die Grenze ist ${sizeIn(most)}.`,
  'limit/named': ({ most }) => `Die Grenze ist ${sizeIn(most)}.`,
  'upload/sha-256': ({ sha256 }) => `Der SHA-256 der empfangenen Daten ist ${sha256}.`,
  'upload/abandoned': () => 'Der Upload wurde abgebrochen.',
  'upload/open-ones': ({ most }) => `Das Projekt hat schon ${most} offene Uploads.`,
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
  'farm/answer': () => 'Die Antwort eines Workers lässt sich nicht lesen.',
  'farm/workers-lost': () => 'Mehrere Worker reagierten nicht mehr, während sie ihn renderten.',
  'farm/worker-told': ({ words }) => asSentence(`Der letzte Worker meldete: ${words}`),
  'service/stand-ins': () => 'Zu viele Proxys warten.',
  'service/files-open': () => 'Zu viele Dateien und Verbindungen sind offen.',
  'service/other-program': () => 'Ein anderes Programm ändert ihn gerade.',
  'storage/folder': () => 'Ein Ordner hat diesen Namen.',
  'storage/restore': ({ sha256 }) =>
    `Laden Sie sie erneut hoch, rendern Sie sie neu, oder legen Sie ${sha256} wieder in den Objektspeicher.`,
  'storage/no-store': () => 'Sie liegt in einem Objektspeicher, aber der Dienst wurde ohne einen gestartet.',
  'storage/no-room': ({ bytes, free }) =>
    `Eine Datei von ${Math.ceil(bytes / 1e6)} MB muss aus dem Objektspeicher geladen werden, aber nur ${Math.floor(free / 1e6)} MB sind frei.`,
  'ffmpeg/busy': () => 'Vielleicht ist der Computer ausgelastet. Versuchen Sie es noch einmal.',
  'ffmpeg/overtime': () =>
    'Es dauerte viel länger als die Länge der Medien. Vielleicht ist der Computer ausgelastet. Versuchen Sie es noch einmal.',
  'ffmpeg/exit-code': ({ code }) => `FFmpeg endete mit dem Code ${code}.`,
  'ffmpeg/interrupted': ({ signal }) =>
    `Das System oder ein anderes Programm hat es beendet (${signal}); vielleicht ist der Arbeitsspeicher knapp. Versuchen Sie es noch einmal.`,
  'ffmpeg/signal': ({ signal }) => `FFmpeg wurde durch ${signal} beendet.`,
  'format/size-target': ({ bytes, least }) =>
    `Erlaubt sind höchstens ${sizeText(bytes)}, nötig sind mindestens ${sizeText(least)}. Erlauben Sie mehr, kürzen Sie den Film, oder verkleinern Sie sein Bild.`,
  'format/needs': ({ format, encoders }) => `${format} braucht ${encoders.join(' und ')}.`,
  'format/lacks': ({ encoders }) => `Diesem FFmpeg fehlt ${encoders.join(' und ')}.`,
  'encoder/not-built-in': ({ label, encoder }) => `${label}: Dieses FFmpeg wurde ohne \`${encoder}\` gebaut.`,
  'encoder/no-use': ({ label, encoder, words }) =>
    `${label}: Ein Test mit \`${encoder}\` ist fehlgeschlagen${words === null ? '' : ` (${words})`}.`,
  'memory/scene': ({ width, height, format, bytes, most }) =>
    `Eine Szene von ${width}×${height} als ${format} braucht etwa ${gigabytes(bytes)}; ${gigabytes(most)} sind verfügbar.`,
  'render/is': ({ state }) => `Der Auftrag ${states[state]}.`,
  'render/no-film': () => 'Dieser Renderauftrag hat keinen Film.',
  'render/keys-forgotten': () =>
    'Der Film wurde an einen Objektspeicher gesendet, dessen Schlüssel nicht mehr gespeichert sind. Rendern Sie ihn aus der Vorlage neu.',
  'batch/too-many-films': ({ rows, movies, languages, films, most }) =>
    `${rows} Zeilen × ${movies} Vorlagen × ${languages} Sprachen sind ${films} Filme; höchstens ${most} sind erlaubt. Teilen Sie die Tabelle auf.`,
  'batch/cell': ({ row, movie, language, column, problem }, say) =>
    `Zeile ${row}, „${movie}“, ${language}${column === null ? '' : `, Spalte „${column}“`}: ${say(problem)}`,
  'batch/only-in-films': ({ films, problem }, say) => `Nur in ${films.join(', ')}: ${say(problem)}`,
  'batch/films-left-out': ({ films, problem }, say) => `Ausgelassen: ${films.join(', ')}. ${say(problem)}`,
  'batch/none-failed': () => 'Keine Zeile des Stapels ist fehlgeschlagen.',
  'batch/none-outdated': () => 'Kein Film des Stapels ist veraltet.',
  'batch/no-films': () =>
    'Keine dieser Zeilen hat einen Film in diesem Dienst. Filme in einem Objektspeicher sind nicht enthalten.',
  'strip/empty-range': () => '`to` muss nach `from` liegen.',
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
  'purpose/everywhere': () => 'Läuft überall: im Web, auf Telefonen und Fernsehern.',
  'purpose/web': () => 'Offene Codecs für Webseiten.',
  'purpose/streaming': () => 'Für Streaming-Server, die noch Flash-Video brauchen.',
  'purpose/dvd': () => 'Für DVDs und ältere Player.',
  'purpose/windows': () => 'Für ältere Windows-Programme und Folien.',
  'purpose/editing': () => 'Zum Weiterbearbeiten: 10 Bit, wenig komprimiert, große Dateien.',
  'purpose/archive': () => 'Für Archive und Mediaplayer.',
  'purpose/old-programs': () => 'Für alte Schnittprogramme und Computer.',
  'purpose/small-web': () => 'Kleine Dateien für aktuelle Browser und Telefone; das Rendern dauert länger.',
  'purpose/small-devices': () => 'Kleine Dateien für aktuelle Telefone, Fernseher und Apple-Geräte.',
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
