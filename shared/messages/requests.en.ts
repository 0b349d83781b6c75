import { messages } from './translation.ts';

export interface Field {
  /** The path of the field in the request, such as `destination.bucket`. */
  readonly field: string;
}

/** Problems of the fields of a request. */
export const requestMessages = messages({
  'field/too-many-values': ({ field, most }: Field & { most: number }) => `\`${field}\` has more than ${most} values.`,
  'field/too-deep': ({ field, most }: Field & { most: number }) =>
    `\`${field}\` is nested more than ${most} levels deep.`,
  'field/long-number': ({ field, most }: Field & { most: number }) =>
    `A number in \`${field}\` has more than ${most} characters. Shorten it, or send it as text in quotes.`,
  'field/not-json': ({ field }: Field) => `\`${field}\` isn’t valid JSON.`,
  'field/no-object': ({ field }: Field) => `\`${field}\` must be an object of names and values.`,
  'field/more-values-than-allowed': ({ field, count, most }: Field & { count: number; most: number }) =>
    `\`${field}\` has ${count} values; the limit is ${most}.`,
  'field/value-of-no-simple-kind': ({ name }: { name: string }) =>
    `The value of “${name}” must be a string, a number, or a boolean.`,
  'field/source-by-one-name': () => 'Send either `src` or `url`.',
  'field/no-template-or-movie': () => 'Send `template` (the XML) or `movie` (a name).',
  'field/published-without-movie': () => '`published` needs `movie` (a name).',
  'field/template-and-movie': () => 'Send either `template` or `movie`.',
  'field/no-such-format': ({ names }: { names: readonly string[] }) =>
    `Unknown format. Use one of ${names.join(', ')}.`,
  'field/no-such-quality': ({ names }: { names: readonly string[] }) =>
    `Unknown quality. Use one of ${names.join(', ')}.`,
  'field/no-such-encoder': ({ names }: { names: readonly string[] }) =>
    `Unknown encoder. Use one of ${names.join(', ')}.`,
  'field/no-hardware-for-format': ({ format }: { format: string }) =>
    `${format} has no hardware encoder. Omit \`encoder\`.`,
  'field/too-long': ({ field, most }: Field & { most: number }) => `\`${field}\` can have up to ${most} characters.`,
  /** A parameter of the address; `inBody` is true if the body has a field of that name. */
  'parameter/unused': ({ parameter, inBody }: { parameter: string; inBody: boolean }) =>
    `\`${parameter}\` isn’t a parameter of this call, so it isn’t used.${inBody ? ' Send it as a field of the body.' : ''}`,
  /** The field that was probably meant; null if no name is similar. */
  'field/unused': ({ field, meant }: Field & { meant: string | null }) =>
    `\`${field}\` isn’t a field of this call, so it isn’t used.${meant === null ? '' : ` Did you mean \`${meant}\`?`}`,
  'field/repeated': ({ field }: Field) => `\`${field}\` is given more than once. The last value is used.`,
  'field/no-language': ({ field }: Field) => `\`${field}\` must be a language tag, such as \`de\` or \`pt-BR\`.`,
  'field/no-boolean': ({ field }: Field) => `\`${field}\` must be \`true\` or \`false\`.`,
  'field/no-address': ({ field }: Field) => `\`${field}\` must be an http or https address.`,
  'field/address-with-credentials': ({ field }: Field) => `\`${field}\` must not contain a user name or password.`,
  'field/missing-or-wrong': ({ field }: Field) => `\`${field}\` is missing or invalid.`,
  'field/missing': ({ field }: Field) => `\`${field}\` is missing.`,
  'field/no-such-keys': () => 'There are no keys with that name.',
  'field/no-whole-number': ({ field }: Field) => `\`${field}\` must be a whole number.`,
  'field/out-of-bounds': ({ field, minimum, maximum }: Field & { minimum: number; maximum: number }) =>
    `\`${field}\` must be from ${minimum} to ${maximum}.`,
  'range/no-range': () => '`range` must be an object with `from` and `to`, frame numbers from 0.',
  'range/empty': ({ from, to }: { from: number; to: number }) =>
    `\`range.to\` is ${to}; it must be greater than \`range.from\`, ${from}.`,
  /** The following values are in frames. */
  'range/end-unknown': () => 'The film’s length depends on its sources and isn’t known yet. Set `range.to`.',
  'range/end-behind-film': ({ length }: { length: number }) =>
    `The film has ${length} frames; \`range.to\` must be at most ${length}.`,
  'range/start-behind-film': ({ length }: { length: number }) =>
    `The film has ${length} frames; \`range.from\` must be less than ${length}.`,
  'frame/behind-film': ({ length }: { length: number }) => `The film has ${length} frames.`,
  'row/too-many-values': ({ row, count, most }: { row: number; count: number; most: number }) =>
    `Row ${row} has ${count} values; the limit is ${most}.`,
  'file-name/broken-placeholder': () => 'Write placeholders as ${name}.',
  'file-name/no-column': ({ name }: { name: string }) =>
    `The file name uses “${name}”, but the rows have no such column.`,
  'link/no-format': ({ names }: { names: readonly string[] }) =>
    `The address must end in a format: ${names.map((name) => `.${name}`).join(', ')}.`,
  'link/twice': ({ name }: { name: string }) => `\`${name}\` occurs twice.`,
  /** `near` are variables of the film with similar names. */
  'link/no-variable': ({ name, near }: { name: string; near: readonly string[] }) =>
    `The film has no variable “${name}”.${near.length === 0 ? '' : ` Did you mean ${near.map((each) => `“${each}”`).join(' or ')}?`}`,
  'link/not-of-format': ({ field, format }: Field & { format: string }) =>
    `\`${field}\` isn’t allowed in a link to ${format}.`,
  'link/no-frame': () => '`frame` must be a frame number or a time such as `1.5s`.',
  'link/no-expiry': () => '`expires` must be a time in whole seconds since 1970.',
  'link/vary-reserved': ({ name }: { name: string }) => `\`${name}\` isn’t a value, so \`vary\` can’t contain it.`,
  'link/values-too-long': ({ most }: { most: number }) => `All values together can have up to ${most} characters.`,
  'link/making': ({ most }: { most: number }) =>
    `${most} films of this project are already rendering for links. Try again later.`,
  'link/public-address': () => 'Enter only the scheme and the host, such as https://films.example.',
  'link/values-a-day': ({ most }: { most: number }) => `This link allows ${most} different sets of values per day.`,
  'link/busy': () => 'Many links are being checked. Try again later.',
  /** Both in frames. */
  'link/frames': ({ length, most }: { length: number; most: number }) =>
    `It has ${length} frames; the limit is ${most}.`,
  'movie/too-large-as-xml': ({ mebibytes }: { mebibytes: number }) =>
    `As XML, this movie is larger than ${mebibytes} MiB.`,
});
