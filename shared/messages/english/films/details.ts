import type { DetailMessages, FilmFaultMessages, NameMessages } from '../../films/detail-messages.ts';
import type { Translation } from '../../message.ts';

const frameFaults = {
  'within-unit': 'ends in the middle of a unit',
  'unit-end': 'has a unit that extends past its end',
  'no-unit': 'has an invalid unit',
  'needs-another': 'depends on a missing earlier frame',
  'no-picture': 'has no picture',
} as const;

export const nameSentences: Translation<NameMessages> = {
  'name/empty': () => 'is empty.',
  'name/no-unicode': () => 'isn’t valid Unicode.',
  'name/too-long': ({ bytes, most }) => `has ${bytes} bytes in UTF-8; the limit is ${most}.`,
  'name/control-character': () => 'contains a control character.',
  'name/direction': () => 'contains a character that changes the text direction.',
  'name/forbidden': ({ character }) => `contains ${character}, which some systems don’t allow in file names.`,
  'name/separator': ({ text }) => `contains ${text}, which programs read as a separator.`,
  'name/ends-in-dot': () => 'ends in a dot.',
  'name/ends-in-space': () => 'ends in a space.',
  'name/device': () => 'is reserved by Windows for a device.',
  'name/not-composed': () => 'isn’t in composed Unicode form (NFC).',
};

export const filmFaultSentences: Translation<FilmFaultMessages> = {
  'film/empty': () => 'It’s empty.',
  'film/unreadable': () => 'It can’t be read.',
  'film/streams': ({ there, wanted }) => `It has ${listed(there)} instead of ${listed(wanted)}.`,
  'film/frames': ({ there, wanted }) => `It has ${there} of ${wanted} frames.`,
  'film/length': ({ kind, seconds, wanted }) =>
    `Its ${kind} lasts ${seconds.toFixed(3)} instead of ${wanted.toFixed(3)} seconds.`,
  'film/head': ({ kind }) => `The start of its ${kind} can’t be decoded.`,
  'film/tail': ({ kind }) => `The end of its ${kind} can’t be decoded.`,
  'film/scene-unreadable': () => 'The picture of a scene can’t be read.',
  'film/scene-frames': ({ there, wanted }) => `A scene has ${there} of ${wanted} frames.`,
  'film/video-more': ({ wanted }) => `A video returned more than its ${wanted} frames.`,
  'film/video-frames': ({ there, wanted, endsWithin }) =>
    `A video returned only ${there}${endsWithin ? ' and a partial frame' : ''} of its ${wanted} frames.`,
  'film/part-short': ({ bytes }) => `A part is ${bytes} bytes short.`,
  'film/part-left-out': ({ of }) => `FFmpeg left out the ${of} of a scene.`,
  'film/part-bytes': ({ of, bytes }) => `The ${of} of a scene has ${bytes} bytes.`,
  'film/sound-left-out': () => 'FFmpeg left out its sound.',
  'film/loudness-not-told': () => 'FFmpeg didn’t report the loudness.',
  'film/packets': ({ there, wanted }) => `Its sound has ${there} of ${wanted} packets.`,
  'film/more-than-frames': () => 'It has data after its last frame.',
  'film/frame': ({ number, fault }) => `Frame ${number} of a scene ${frameFaults[fault]}.`,
  'film/stand-in-empty': () => 'The proxy has no frames.',
};

export const detailSentences: Translation<DetailMessages> = {
  'detail/brackets': ({ words }) => `(${words})`,
  'name/refused': ({ problem }, say) => `The name ${say(problem)}`,
  'name/none-called': ({ name }) => `The name was “${name}”.`,
  'name/called': ({ name }) => `Its name is “${name}”.`,
  'template/revision-gone': ({ revision }) => `Revision ${revision} is no longer stored.`,
  'template/slow': ({ seconds }) => `It took longer than ${seconds} s.`,
  'record/levels': ({ most }) => `An editing record can be up to ${most} levels deep.`,
  'record/bytes': ({ most }) => `An editing record can have up to ${most} bytes.`,
  'published/no-movie': () => 'The publication has no movie with that name.',
  'cluster/names': ({ names }) => `Available: ${names.join(', ')}.`,
  'cluster/told': ({ cluster, words }) => `${cluster}: ${words}`,
  'limit/bytes': ({ most }) => `The limit is ${most} bytes.`,
  'limit/named': ({ limit, most }) => `The limit is ${limit}: ${most} bytes.`,
  'upload/sha-256': ({ sha256 }) => `The SHA-256 of the received data is ${sha256}.`,
  'upload/abandoned': () => 'The upload was canceled.',
  'upload/open-ones': ({ most }) => `The project already has ${most} open uploads.`,
  'upload/missing': ({ chunks, count }) =>
    `${count === 1 ? '1 chunk' : `${count} chunks`}: ${chunks.join(', ')}${count > chunks.length ? ', …' : ''}.`,
  'upload/chunk-too-large': ({ chunk, most }) => `Chunk ${chunk} has more than ${most} bytes.`,
  'upload/chunk-bytes': ({ chunk, bytes, wanted }) => `Chunk ${chunk} has ${bytes} bytes instead of ${wanted}.`,
  'upload/ids': ({ first, count }) => {
    const range = first === null ? `0 to ${count - 1} or 1 to ${count}` : `${first} to ${first + count - 1}`;
    return `Its chunks have the ids ${range}.`;
  },
  'upload/whole-number': ({ field, most }) => `${field} must be a whole number from 1 to ${most}.`,
  'state/none': () => 'There’s no file with this name.',
  'state/now': ({ etag }) => `Its ETag is now ${etag}.`,
  'state/one': ({ etag }) => `A file with this name exists; its ETag is ${etag}.`,
  'service/stopping': () => 'The service is stopping.',
  'farm/answer': () => 'A worker’s answer can’t be read.',
  'farm/workers-lost': () => 'Several workers stopped responding while they rendered it.',
  'farm/worker-told': ({ words }) => `The last worker reported: ${words}`,
  'service/stand-ins': () => 'proxies',
  'service/files-open': () => 'Too many files and connections are open.',
  'service/other-program': () => 'Another program is changing it.',
  'storage/folder': () => 'A folder has that name.',
  'storage/restore': ({ sha256 }) => `Upload or render it again, or put ${sha256} back into the store.`,
  'storage/no-store': () => 'It’s in an object store, but the service was started without one.',
  'storage/no-room': ({ bytes, free }) =>
    `A file of ${Math.ceil(bytes / 1e6)} MB must be downloaded from the object store, but only ${Math.floor(free / 1e6)} MB are free.`,
  'ffmpeg/overtime': () => 'It took far longer than the length of its media.',
  'ffmpeg/exit-code': ({ code }) => `It ended with code ${code}.`,
  'ffmpeg/signal': ({ signal }) => `It was ended by ${signal}.`,
  'format/needs': ({ format, encoders }) => `${format} needs ${encoders.join(' and ')}.`,
  'format/lacks': ({ encoders }) => `It lacks ${encoders.join(' and ')}.`,
  'encoder/not-built-in': ({ label, encoder }) => `${label}: this FFmpeg was built without \`${encoder}\`.`,
  'encoder/no-use': ({ label, encoder, words }) =>
    `${label}: a test with \`${encoder}\` failed${words === null ? '' : ` (${words})`}.`,
  'memory/scene': ({ width, height, format, bytes, most }) =>
    `A scene of ${width}×${height} as ${format} needs about ${gigabytes(bytes)}; ${gigabytes(most)} is available.`,
  'render/is': ({ state }) => `The render is ${state}.`,
  'render/no-film': () => 'It has no film.',
  'render/keys-forgotten': () =>
    'It was sent to an object store, and its keys are no longer stored. Start it again from the template.',
  'batch/none-failed': () => 'The batch has no failed rows.',
  'batch/none-outdated': () => 'No film of the batch is out of date.',
  'batch/no-films': () => 'None of the selected rows has a film here.',
  'strip/empty-range': () => '`to` must be after `from`.',
  'bundle/entry': ({ entry, why }, say) => `${entry}: ${say(why)}`,
};

function listed(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'nothing' : kinds.join(' and ');
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
