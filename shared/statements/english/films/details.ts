import type { DetailStatements, FilmFaultStatements, NameStatements } from '../../films/detail-statements.ts';
import type { Wording } from '../../statement.ts';

const frameFaults = {
  'within-unit': 'ends within a unit',
  'unit-end': 'has a unit that does not end with it',
  'no-unit': 'has a unit that is none',
  'needs-another': 'needs another before it',
  'no-picture': 'has no picture',
} as const;

export const nameSentences: Wording<NameStatements> = {
  'name/empty': () => 'is empty.',
  'name/no-unicode': () => 'is no valid Unicode.',
  'name/too-long': ({ bytes, most }) => `has ${bytes} bytes in UTF-8; ${most} is the most.`,
  'name/control-character': () => 'holds a control character.',
  'name/direction': () => 'holds a character that turns the direction of writing.',
  'name/forbidden': ({ character }) => `holds ${character}, which not every system takes in file names.`,
  'name/separator': ({ text }) => `holds ${text}, which programs take for a separator.`,
  'name/ends-in-dot': () => 'ends in a dot.',
  'name/ends-in-space': () => 'ends in a space.',
  'name/device': () => 'is one that Windows keeps for a device.',
  'name/not-composed': () => 'is not in the composed form of Unicode (NFC).',
};

export const filmFaultSentences: Wording<FilmFaultStatements> = {
  'film/empty': () => 'It is empty.',
  'film/unreadable': () => 'It cannot be read.',
  'film/streams': ({ there, wanted }) => `It has ${listed(there)} instead of ${listed(wanted)}.`,
  'film/frames': ({ there, wanted }) => `It has ${there} of ${wanted} frames.`,
  'film/length': ({ kind, seconds, wanted }) =>
    `Its ${kind} lasts ${seconds.toFixed(3)} instead of ${wanted.toFixed(3)} seconds.`,
  'film/head': ({ kind }) => `The head of its ${kind} cannot be decoded.`,
  'film/tail': ({ kind }) => `The tail of its ${kind} cannot be decoded.`,
  'film/scene-unreadable': () => 'The picture of a scene cannot be read.',
  'film/scene-frames': ({ there, wanted }) => `A scene has ${there} of ${wanted} frames.`,
  'film/video-more': ({ wanted }) => `A video gave more than its ${wanted} frames.`,
  'film/video-frames': ({ there, wanted, endsWithin }) =>
    `A video gave ${there}${endsWithin ? ' and a part of one' : ''} of its ${wanted} frames.`,
  'film/part-short': ({ bytes }) => `A part ends ${bytes} bytes before its end.`,
  'film/part-left-out': ({ of }) => `FFmpeg left out the ${of} of a scene.`,
  'film/part-bytes': ({ of, bytes }) => `The ${of} of a scene has ${bytes} bytes.`,
  'film/sound-left-out': () => 'FFmpeg left out its sound.',
  'film/loudness-not-told': () => 'FFmpeg did not tell how loud it is.',
  'film/packets': ({ there, wanted }) => `Its sound has ${there} of ${wanted} packets.`,
  'film/more-than-frames': () => 'There is more than its frames.',
  'film/frame': ({ number, fault }) => `Frame ${number} of a scene ${frameFaults[fault]}.`,
  'film/stand-in-empty': () => 'The stand-in has no frames.',
};

export const detailSentences: Wording<DetailStatements> = {
  'detail/brackets': ({ words }) => `(${words})`,
  'name/refused': ({ problem }, say) => `The name ${say(problem)}`,
  'name/none-called': ({ name }) => `None is called ${name}.`,
  'name/called': ({ name }) => `It is called ${name}.`,
  'template/revision-gone': ({ revision }) => `Revision ${revision} is not kept.`,
  'template/slow': ({ seconds }) => `It took longer than ${seconds} s.`,
  'record/levels': ({ most }) => `An editing record may be ${most} levels deep.`,
  'record/bytes': ({ most }) => `An editing record may have ${most} bytes.`,
  'published/no-movie': () => 'The publication has none of that name.',
  'cluster/names': ({ names }) => `Those that exist: ${names.join(', ')}.`,
  'cluster/told': ({ cluster, words }) => `${cluster}: ${words}`,
  'limit/bytes': ({ most }) => `The limit is ${most} bytes.`,
  'limit/named': ({ limit, most }) => `The limit is ${limit}: ${most} bytes.`,
  'upload/sha-256': ({ sha256 }) => `They have sha-256 ${sha256}.`,
  'upload/abandoned': () => 'It was abandoned.',
  'upload/open-ones': ({ most }) => `${most} uploads are open in the project.`,
  'upload/missing': ({ chunks, count }) =>
    `${count} of them: ${chunks.join(', ')}${count > chunks.length ? ', …' : ''}.`,
  'upload/chunk-too-large': ({ chunk, most }) => `Chunk ${chunk} has more than ${most} bytes.`,
  'upload/chunk-bytes': ({ chunk, bytes, wanted }) => `Chunk ${chunk} has ${bytes} bytes instead of ${wanted}.`,
  'upload/ids': ({ first, count }) => {
    const range = first === null ? `0 to ${count - 1} or 1 to ${count}` : `${first} to ${first + count - 1}`;
    return `Its ids run from ${range}.`;
  },
  'upload/whole-number': ({ field, most }) => `${field} must be a whole number from 1 to ${most}.`,
  'state/none': () => 'There is none.',
  'state/now': ({ etag }) => `It is now ${etag}.`,
  'state/one': ({ etag }) => `There is one: ${etag}.`,
  'service/stopping': () => 'The service is stopping.',
  'farm/answer': () => 'What a worker answered cannot be read.',
  'farm/workers-lost': () => 'One worker after another was lost while it worked on it.',
  'farm/worker-told': ({ words }) => `The last said: ${words}`,
  'service/stand-ins': () => 'stand-ins',
  'service/files-open': () => 'Too many files and connections are open at once.',
  'service/other-program': () => 'Another program is changing it.',
  'storage/folder': () => 'A folder has that name.',
  'storage/restore': ({ sha256 }) => `Upload or render it again, or bring ${sha256} back into the store.`,
  'storage/no-store': () => 'It was kept in an object store, and the service was started without one.',
  'storage/no-room': ({ bytes, free }) =>
    `A file of ${Math.ceil(bytes / 1e6)} MB has to come from the object store, and ${Math.floor(free / 1e6)} MB are free.`,
  'ffmpeg/overtime': () => 'It took far longer than its media lasts.',
  'ffmpeg/exit-code': ({ code }) => `It ended with code ${code}.`,
  'ffmpeg/signal': ({ signal }) => `It was ended by ${signal}.`,
  'format/needs': ({ format, encoders }) => `${format} needs ${encoders.join(' and ')}.`,
  'format/lacks': ({ encoders }) => `It lacks ${encoders.join(' and ')}.`,
  'encoder/not-built-in': ({ label, encoder }) => `${label}: this FFmpeg was built without \`${encoder}\`.`,
  'encoder/no-use': ({ label, encoder, words }) =>
    `${label}: \`${encoder}\` was tried and did not work${words === null ? '' : ` (${words})`}.`,
  'memory/scene': ({ width, height, format, bytes, most }) =>
    `A scene of ${width}×${height} as ${format} takes about ${gigabytes(bytes)}; ${gigabytes(most)} can be given.`,
  'render/is': ({ state }) => `The render is ${state}.`,
  'render/no-film': () => 'It has no film.',
  'render/keys-forgotten': () =>
    'It was sent to an object store, and its keys are no longer stored. Start it again from the template.',
  'batch/none-failed': () => 'No row of the batch has failed.',
  'batch/none-outdated': () => 'No film of the batch is out of date.',
  'batch/no-films': () => 'None of the chosen rows has a film here.',
  'strip/empty-range': () => '`to` has to be after `from`.',
  'bundle/entry': ({ entry, why }, say) => `${entry}: ${say(why)}`,
};

function listed(kinds: readonly string[]): string {
  return kinds.length === 0 ? 'nothing' : kinds.join(' and ');
}

function gigabytes(bytes: number): string {
  return `${(bytes / 1e9).toFixed(1)} GB`;
}
