import type { Wording } from '../statement.ts';
import type { PlaceholderStatements, ValueStatements } from '../value-statements.ts';
import { alternatives, named } from '../wording.ts';

export const valueSentences: Wording<ValueStatements> = {
  'value/no-whole-number': (bounds) => `must be a whole number${within(bounds)}`,
  'value/no-number': (bounds) => `must be a number such as 0.5${within(bounds)}`,
  'value/out-of-bounds': (bounds) => `must be a number${within(bounds)}`,
  'value/no-boolean': () => 'must be true or false',
  'value/no-color': () => 'must be a colour such as #f80 or #ff8000',
  'value/no-option': ({ options }) => `must be ${alternatives(options)}`,
  'value/no-time': () => 'must be a whole number of frames, or seconds such as 1.5s',
  'value/time-too-long': ({ hours }) => `must be at most ${hours} hours`,
  'value/time-too-short': ({ minimum }) => `must be at least ${minimum}`,
  'value/time-rounds-to-nothing': ({ minimum, written }) =>
    `must be at least ${minimum} frame, and ${written} is less than half a frame`,
  'value/no-frame-rate': () => 'must be a whole number or a fraction such as 30 or 30000/1001',
  'value/zero-denominator': () => 'must not have a zero below the line',
  'value/terms-too-large': ({ most }) => `must have terms of at most ${most}`,
  'value/frame-rate-out-of-bounds': ({ slowest, fastest }) => `must be from ${slowest} to ${fastest} frames a second`,
  'value/forbidden-character': ({ character }) => `must not hold the character ${character}, which XML does not allow`,
  'value/no-address': () => 'must be an address that begins with http:// or https:// and holds no spaces',
  'value/address-with-credentials': () => 'must not hold a user name or password',
  'value/address-without-host': () =>
    'must name a host behind http:// or https://, such as example.org or example.org:8080',
  'value/control-characters': () => 'must not hold control characters',
  'value/no-file-name': () => 'must name a file',
  'value/folder': () => 'must name a file, not a folder',
  'value/path': () => 'must be a file name without folders',
  'value/file-name-too-long': ({ mostBytes }) => `must be a file name of at most ${mostBytes} bytes`,
};

export const placeholderSentences: Wording<PlaceholderStatements> = {
  'placeholder/not-closed': () => 'it is not closed; add `}`',
  'placeholder/not-closed-before-next': () => 'it is not closed; add `}` before the next `${`',
  'placeholder/no-name': () => 'it names no variable',
  'placeholder/bad-name': () => "a variable's name is made of letters, digits, `_`, `-` and `.`",
  'placeholder/brace-in-default': () => 'a default that holds a brace must stand in quotes',
  'placeholder/quote-not-closed': ({ quote }) => `the quote ${quote} is not closed`,
  'placeholder/text-after-quotes': () => 'after the quoted default only `,` and options, or `}`, may follow',
  'placeholder/too-many-parts': () => 'it has more than three parts; a default that holds a comma must stand in quotes',
  'placeholder/unknown-option': ({ option }) => `${named(option)} is no option; options are the letters U, L, T and E`,
  'placeholder/contradicting-options': () => 'the options U and L contradict each other',
};

function within({ minimum, maximum }: ValueStatements['value/no-number']): string {
  if (minimum !== null && maximum !== null) return ` from ${minimum} to ${maximum}`;
  if (minimum !== null) return ` of at least ${minimum}`;
  return maximum === null ? '' : ` of at most ${maximum}`;
}
