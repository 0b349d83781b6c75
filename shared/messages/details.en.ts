import { roundedUpSize } from '../lib/byte-size.ts';
import type { BundleEntryMessage } from './bundles.en.ts';
import { asSentence } from './quoting.ts';
import { type AnyMessage, type MessageIn, messages } from './translation.ts';

export interface Stream {
  readonly of: 'picture' | 'sound';
}

export interface Count {
  readonly there: number;
  readonly wanted: number;
}

const frameFaults = {
  'within-unit': 'ends in the middle of a unit',
  'unit-end': 'has a unit that extends past its end',
  'no-unit': 'has an invalid unit',
  'needs-another': 'depends on a missing earlier frame',
  'no-picture': 'has no picture',
} as const;

/**
 * Reasons why a text cannot be the name of an asset, movie, template, or project. Each continues a sentence after "The
 * name".
 */
export const nameMessages = messages({
  'name/empty': () => 'is empty.',
  'name/no-unicode': () => 'isn’t valid Unicode.',
  'name/too-long': ({ bytes, most }: { bytes: number; most: number }) =>
    `has ${bytes} bytes in UTF-8; the limit is ${most}.`,
  'name/control-character': () => 'contains a control character.',
  'name/direction': () => 'contains a character that changes the text direction.',
  'name/forbidden': ({ character }: { character: string }) =>
    `contains ${character}, which some systems don’t allow in file names.`,
  /** `text` is a sequence that programs read as a separator, such as `%2f`. */
  'name/separator': ({ text }: { text: string }) => `contains ${text}, which programs read as a separator.`,
  'name/ends-in-dot': () => 'ends in a dot.',
  'name/ends-in-space': () => 'ends in a space.',
  'name/device': () => 'is reserved by Windows for a device.',
  'name/not-composed': () => 'isn’t in composed Unicode form. Normalize it to NFC.',
});

export type NameMessage = MessageIn<typeof nameMessages>;

/** `number` counts from 1. */
export interface BadFrame {
  readonly number: number;
  readonly fault: 'within-unit' | 'unit-end' | 'no-unit' | 'needs-another' | 'no-picture';
}

/** Reasons why a rendered file is not the planned film. Each is a complete sentence about the file. */
export const filmFaultMessages = messages({
  'film/empty': () => 'It’s empty.',
  'film/unreadable': () => 'It can’t be read.',
  /** Kinds of streams by their FFmpeg names: `video`, `audio`. */
  'film/streams': ({ there, wanted }: { there: readonly string[]; wanted: readonly string[] }) =>
    `It has ${listed(there)} instead of ${listed(wanted)}.`,
  'film/frames': ({ there, wanted }: Count) => `It has ${there} of ${wanted} frames.`,
  'film/length': ({ kind, seconds, wanted }: { kind: string; seconds: number; wanted: number }) =>
    `Its ${kind} lasts ${seconds.toFixed(3)} instead of ${wanted.toFixed(3)} seconds.`,
  'film/head': ({ kind }: { kind: string }) => `The start of its ${kind} can’t be decoded.`,
  'film/tail': ({ kind }: { kind: string }) => `The end of its ${kind} can’t be decoded.`,
  'film/scene-unreadable': () => 'The picture of a scene can’t be read.',
  'film/scene-frames': ({ there, wanted }: Count) => `A scene has ${there} of ${wanted} frames.`,
  /** A source video of a composed scene had more or fewer frames than requested, perhaps a partial frame at the end. */
  'film/video-more': ({ wanted }: { wanted: number }) => `A video contains more than the expected ${wanted} frames.`,
  'film/video-frames': ({ there, wanted, endsWithin }: Count & { endsWithin: boolean }) =>
    `A video returned only ${there}${endsWithin ? ' and a partial frame' : ''} of its ${wanted} frames.`,
  'film/part-short': ({ bytes }: { bytes: number }) => `A part is ${bytes} bytes short.`,
  'film/part-left-out': ({ of }: Stream) => `FFmpeg left out the ${of} of a scene.`,
  'film/part-bytes': ({ of, bytes }: Stream & { bytes: number }) => `The ${of} of a scene has ${bytes} bytes.`,
  'film/sound-left-out': () => 'FFmpeg left out its sound.',
  'film/loudness-not-told': () => 'FFmpeg didn’t report the loudness.',
  'film/packets': ({ there, wanted }: Count) => `Its sound has ${there} of ${wanted} packets.`,
  'film/more-than-frames': () => 'It has data after its last frame.',
  'film/frame': ({ number, fault }: BadFrame) => `Frame ${number} of a scene ${frameFaults[fault]}.`,
  'film/stand-in-empty': () => 'The proxy has no frames.',
});

export type FilmFaultMessage = MessageIn<typeof filmFaultMessages>;

export interface SceneMemory {
  readonly width: number;
  readonly height: number;
  readonly format: string;
  readonly bytes: number;
  readonly most: number;
}

export interface RunSize {
  readonly rows: number;
  readonly movies: number;
  readonly languages: number;
  readonly films: number;
  readonly most: number;
}

export interface RunCellProblem {
  readonly row: number;
  readonly movie: string;
  readonly language: string;
  readonly column: string | null;
  readonly problem: AnyMessage;
}

export interface RunFilmsProblem {
  /** The names of the films, such as `tall (de)`. */
  readonly films: readonly string[];
  readonly problem: AnyMessage;
}

export interface RenderState {
  readonly state: 'queued' | 'fetching' | 'rendering' | 'uploading' | 'succeeded' | 'failed' | 'cancelled';
}

/** Returns a number of bytes in the largest unit up to GiB, rounded down to tenths. */
export function inLargestUnit(bytes: number): readonly [amount: number, unit: string] {
  const power = bytes < 2 ** 10 ? 0 : bytes < 2 ** 20 ? 1 : bytes < 2 ** 30 ? 2 : 3;
  return [Math.floor((10 * bytes) / 2 ** (10 * power)) / 10, ['bytes', 'KiB', 'MiB', 'GiB'][power] ?? ''];
}

/** The details of a failure. They follow the fixed sentence of its error code. */
export const detailMessages = messages({
  /** A word of the system or a name, in parentheses. */
  'detail/brackets': ({ words }: { words: string }) => `(${words})`,
  'name/refused': ({ problem }: { problem: NameMessage }, say) => `The name ${say(problem)}`,
  'name/none-called': ({ name }: { name: string }) => `The name was “${name}”.`,
  'name/called': ({ name }: { name: string }) => `Its name is “${name}”.`,
  'template/revision-gone': ({ revision }: { revision: number }) => `Revision ${revision} is no longer stored.`,
  'template/slow': ({ seconds }: { seconds: number }) => `It took longer than ${seconds} s.`,
  'record/levels': ({ most }: { most: number }) => `An editing record can be up to ${most} levels deep.`,
  'record/bytes': ({ most }: { most: number }) => `An editing record can have up to ${most} bytes.`,
  'published/no-movie': () => 'The publication has no movie with that name.',
  'cluster/names': ({ names }: { names: readonly string[] }) => `Available: ${names.join(', ')}.`,
  /** `words` are from the other service or the network. */
  'cluster/told': ({ cluster, words }: { cluster: string; words: string }) => asSentence(`${cluster}: ${words}`),
  'limit/bytes': ({ most }: { most: number }) => `The limit is ${inLargestUnit(most).join(' ')}.`,
  /** `limit` is the name of the limit, such as `bundleBytes`. */
  'limit/named': ({ most }: { limit: string; most: number }) => `The limit is ${inLargestUnit(most).join(' ')}.`,
  /** The received bytes have another digest than the stated one. */
  'upload/sha-256': ({ sha256 }: { sha256: string }) => `The SHA-256 of the received data is ${sha256}.`,
  'upload/abandoned': () => 'The upload was canceled.',
  'upload/open-ones': ({ most }: { most: number }) => `The project already has ${most} open uploads.`,
  /** The first missing chunks, and the number of missing chunks. */
  'upload/missing': ({ chunks, count }: { chunks: readonly number[]; count: number }) =>
    `${count === 1 ? '1 chunk' : `${count} chunks`}: ${chunks.join(', ')}${count > chunks.length ? ', …' : ''}.`,
  'upload/chunk-too-large': ({ chunk, most }: { chunk: number; most: number }) =>
    `Chunk ${chunk} has more than ${most} bytes.`,
  'upload/chunk-bytes': ({ chunk, bytes, wanted }: { chunk: number; bytes: number; wanted: number }) =>
    `Chunk ${chunk} has ${bytes} bytes instead of ${wanted}.`,
  /** `first` is null while it is unknown whether ids start at 0 or 1. */
  'upload/ids': ({ first, count }: { first: number | null; count: number }) => {
    const range = first === null ? `0 to ${count - 1} or 1 to ${count}` : `${first} to ${first + count - 1}`;
    return `Chunk IDs: ${range}.`;
  },
  'upload/whole-number': ({ field, most }: { field: string; most: number }) =>
    `${field} must be a whole number from 1 to ${most}.`,
  'state/none': () => 'There’s no file with this name.',
  'state/now': ({ etag }: { etag: string }) => `Its ETag is now ${etag}.`,
  'state/one': ({ etag }: { etag: string }) => `A file with this name exists; its ETag is ${etag}.`,
  'service/stopping': () => 'The service is stopping.',
  'farm/answer': () => 'A worker’s answer can’t be read.',
  'farm/workers-lost': () => 'Several workers stopped responding while they rendered it.',
  /** `words` are from the worker or the queue. */
  'farm/worker-told': ({ words }: { words: string }) => asSentence(`The last worker reported: ${words}`),
  'service/stand-ins': () => 'Too many proxies are waiting.',
  'service/files-open': () => 'Too many files and connections are open.',
  'service/other-program': () => 'Another program is changing it.',
  'storage/folder': () => 'A folder has that name.',
  /** The digest of the lost data. */
  'storage/restore': ({ sha256 }: { sha256: string }) =>
    `Upload or render it again, or put ${sha256} back into the store.`,
  'storage/no-store': () => 'It’s in an object store, but the service was started without one.',
  /** The disk has `free` bytes, and the file needs more. */
  'storage/no-room': ({ bytes, free }: { bytes: number; free: number }) =>
    `A file of ${Math.ceil(bytes / 1e6)} MB must be downloaded from the object store, but only ${Math.floor(free / 1e6)} MB are free.`,
  'ffmpeg/busy': () => 'The machine may be busy. Try again.',
  'ffmpeg/overtime': () => 'It took far longer than the length of its media. The machine may be busy. Try again.',
  'ffmpeg/exit-code': ({ code }: { code: number | null }) => `It ended with code ${code}.`,
  'ffmpeg/interrupted': ({ signal }: { signal: string }) =>
    `The system or another program ended it (${signal}); memory may be short. Try again.`,
  'ffmpeg/signal': ({ signal }: { signal: string }) => `It was ended by ${signal}.`,
  'format/size-target': ({ bytes, least }: { bytes: number; least: number }) =>
    `The limit is ${sizeText(bytes)}, but the film needs at least ${sizeText(least)}. Allow more, shorten the film, or make its picture smaller.`,
  'format/needs': ({ format, encoders }: { format: string; encoders: readonly string[] }) =>
    `${format} needs ${encoders.join(' and ')}.`,
  'format/lacks': ({ encoders }: { encoders: readonly string[] }) => `It lacks ${encoders.join(' and ')}.`,
  'encoder/not-built-in': ({ label, encoder }: { label: string; encoder: string }) =>
    `${label}: this FFmpeg was built without \`${encoder}\`.`,
  /** `words` are the message of FFmpeg; null if it had none. */
  'encoder/no-use': ({ label, encoder, words }: { label: string; encoder: string; words: string | null }) =>
    `${label}: a test with \`${encoder}\` failed${words === null ? '' : ` (${words})`}.`,
  'memory/scene': ({ width, height, format, bytes, most }: SceneMemory) =>
    `A scene of ${width}×${height} as ${format} needs about ${gigabytes(bytes)}; ${gigabytes(most)} is available.`,
  'render/is': ({ state }: RenderState) => `The render is ${state}.`,
  'render/no-film': () => 'This render has no film.',
  'render/keys-forgotten': () =>
    'The film was sent to an object store whose keys are no longer stored. Render it again from the template.',
  'batch/too-many-films': ({ rows, movies, languages, films, most }: RunSize) =>
    `${rows} rows × ${movies} movies × ${languages} languages are ${films} films; the limit is ${most}. Split the table.`,
  /** A film of a run with its first problem. */
  'batch/cell': ({ row, movie, language, column, problem }: RunCellProblem, say) =>
    `Row ${row}, “${movie}”, ${language}${column === null ? '' : `, column “${column}”`}: ${say(problem)}`,
  /** A problem that only some films of a row have. */
  'batch/only-in-films': ({ films, problem }: RunFilmsProblem, say) => `Only in ${films.join(', ')}: ${say(problem)}`,
  'batch/films-left-out': ({ films, problem }: RunFilmsProblem, say) =>
    `Left out: ${films.join(', ')}. ${say(problem)}`,
  'batch/none-failed': () => 'The batch has no failed rows.',
  'batch/none-outdated': () => 'No film of the batch is out of date.',
  'batch/no-films': () => 'None of these rows has a film on this service. Films in an object store aren’t included.',
  'strip/empty-range': () => '`to` must be after `from`.',
  'bundle/entry': ({ entry, why }: { entry: string; why: BundleEntryMessage }, say) => `${entry}: ${say(why)}`,
});

function listed(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'nothing' : kinds.join(' and ');
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}

/** The purposes of film formats. */
export const purposeMessages = messages({
  'purpose/everywhere': () => 'Plays everywhere: the web, phones, televisions.',
  'purpose/web': () => 'Open codecs for web pages.',
  'purpose/streaming': () => 'For streaming servers that still require Flash video.',
  'purpose/dvd': () => 'For DVD authoring and older players.',
  'purpose/windows': () => 'For older Windows programs and slides.',
  'purpose/editing': () => 'For further editing: 10-bit, lightly compressed, large files.',
  'purpose/archive': () => 'For archives and media players.',
  'purpose/old-programs': () => 'For old editing programs and computers.',
  'purpose/small-web': () => 'Small files for current browsers and phones; slow to make.',
  'purpose/small-devices': () => 'Small files for current phones, televisions, and Apple devices.',
  'purpose/lossless-loops': () => 'Short silent loops with all colors; large files.',
  'purpose/frames': () => 'One picture per frame in a ZIP archive, for compositing programs.',
  'purpose/web-loops': () => 'Short silent loops with all colors, for web pages and chats.',
  'purpose/loops': () => 'Short silent loops; large files.',
  'purpose/sound': () => 'Audio only.',
});

export type PurposeMessage = MessageIn<typeof purposeMessages>;

/** Formats a size with three digits, rounded up. */
function sizeText(bytes: number): string {
  const { value, unit } = roundedUpSize(bytes);
  return `${value} ${unit}`;
}
