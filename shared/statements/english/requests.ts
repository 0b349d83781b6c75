import type { RequestStatements } from '../request-statements.ts';
import type { Wording } from '../statement.ts';

export const requestSentences: Wording<RequestStatements> = {
  'field/too-many-values': ({ field, most }) => `\`${field}\` has more than ${most} values.`,
  'field/not-json': ({ field }) => `\`${field}\` is not JSON.`,
  'field/no-object': ({ field }) => `\`${field}\` must be an object of names and values.`,
  'field/more-values-than-allowed': ({ field, count, most }) =>
    `\`${field}\` has ${count} values; ${most} are the most.`,
  'field/value-of-no-simple-kind': ({ name }) => `The value of “${name}” must be a text, a number, or true or false.`,
  'field/source-by-one-name': () => 'Name a source by either `src` or `url`.',
  'field/no-template-or-movie': () => 'Send `template`, the XML, or `movie`, a name.',
  'field/published-without-movie': () => 'What is `published` are movies: send `movie`, a name.',
  'field/template-and-movie': () => 'Send either `template` or `movie`.',
  'field/no-such-format': ({ names }) => `There is no such format; there are ${names.join(', ')}.`,
  'field/no-such-quality': ({ names }) => `There is no such quality; there are ${names.join(', ')}.`,
  'field/no-such-encoder': ({ names }) => `There is no such encoder; there are ${names.join(', ')}.`,
  'field/no-hardware-for-format': ({ format }) => `${format} is made without hardware: leave \`encoder\` out.`,
  'field/too-long': ({ field, most }) => `\`${field}\` must have at most ${most} characters.`,
  'field/no-boolean': ({ field }) => `\`${field}\` must be \`true\` or \`false\`.`,
  'field/no-address': ({ field }) => `\`${field}\` must be an http or https address.`,
  'field/address-with-credentials': ({ field }) => `\`${field}\` must not hold a user name or password.`,
  'field/missing-or-wrong': ({ field }) => `\`${field}\` is missing or not as it must be.`,
  'field/missing': ({ field }) => `\`${field}\` is missing.`,
  'field/no-such-keys': () => 'There are no keys of that name.',
  'field/no-whole-number': ({ field }) => `\`${field}\` must be a whole number.`,
  'field/out-of-bounds': ({ field, minimum, maximum }) => `\`${field}\` must be from ${minimum} to ${maximum}.`,
  'range/no-range': () => '`range` must be an object with `from` and `to`, numbers of frames from 0.',
  'range/empty': ({ from, to }) => `\`range.to\` is ${to}; it must be greater than \`range.from\`, ${from}.`,
  'range/end-unknown': () =>
    'The length of the film comes from its sources and is not known yet; `range.to` must say where the range ends.',
  'range/end-behind-film': ({ length }) => `The film has ${length} frames; \`range.to\` must be at most ${length}.`,
  'range/start-behind-film': ({ length }) =>
    `The film has ${length} frames; \`range.from\` must be less than ${length}.`,
  'frame/behind-film': ({ length }) => `The film has ${length} frames.`,
  'row/too-many-values': ({ row, count, most }) => `Row ${row}: it has ${count} values; ${most} are the most.`,
  'file-name/broken-placeholder': () => 'A placeholder is written as ${name}.',
  'file-name/no-column': ({ name }) => `The file name uses “${name}”, which is no column of the rows.`,
  'movie/too-large-as-xml': ({ mebibytes }) => `As XML, this movie has more than ${mebibytes} MiB.`,
};
