import { Decimal } from 'decimal.js';
import { parseDate } from '#shared/formats/calendar.ts';
import { CLDR_VERSION } from '#shared/formats/cldr-tables.ts';
import { DATE_STYLES, formatDate, formatDuration } from '#shared/formats/dates.ts';
import { findLanguage, LANGUAGE_TAGS, type Language } from '#shared/formats/languages.ts';
import { formatCompact, formatMoney, formatNumber, formatPercent } from '#shared/formats/numbers.ts';
import { required } from '#shared/lib/assert.ts';

const DATE = required(parseDate('2026-11-28T15:04'), 'a date');
/** The languages of the samples of date styles. */
const STYLE_LANGUAGES = ['en', 'de', 'fr', 'ja'];

/** Describes how each language writes numbers, prices, dates, and plurals. */
export function formatSection(): string {
  return `## Formats by language

A film is in the \`language\` of its request, else of its \`movie\`, else in English. The functions \`number\`, \`percent\`, \`money\`,
\`compact\`, \`date\`, \`duration\`, \`plural\`, \`ordinal\`, and \`enumerate\` write in this language, and
\`language('de', …)\` computes a value in another one. The tables come from Unicode CLDR ${CLDR_VERSION}, so that a film has the same
texts on every machine.

| language | \`number(1234567.5)\` | \`percent(0.125, 1)\` | \`money(1234.5, 'EUR')\` | \`compact(1234567)\` | \`date('2026-11-28', 'long')\` |
| --- | --- | --- | --- | --- | --- |
${LANGUAGE_TAGS.map((tag) => languageRow(findLanguage(tag))).join('\n')}

- A tag without a table takes the table of its shorter form, such as \`de\` for \`de-LU\`. Other languages write as English
  does, with the warning \`language/no-table\`.
- \`-u-nu-latn\`, \`-u-nu-arab\`, and \`-u-nu-deva\` at the end of a tag choose the digits, such as \`ar-u-nu-arab\`: ${sampleOf('ar-u-nu-arab')}.
- Halves are rounded away from zero, and a number that rounds to zero has no sign.
- \`compact\` has two significant digits below ten and whole numbers otherwise. A language can write exactly 1 without
  a digit: with \`'long'\`, French has ${longIn('fr', 1000)} and ${longIn('fr', -1000)}.
- A currency has its symbol and its decimals. A code of three letters without a symbol is its own symbol.

### Dates and durations

A style of \`date\` is a word:

| style | ${STYLE_LANGUAGES.map((tag) => `\`${tag}\``).join(' | ')} |
| --- | ${STYLE_LANGUAGES.map(() => '---').join(' | ')} |
${DATE_STYLES.map(styleRow).join('\n')}

A pattern has the fields below, and text in quotes; a doubled quote is a quote. Small letters alone are a style or one field.

| field | | |
| --- | --- | --- |
${FIELDS.map(fieldRow).join('\n')}

A pattern of \`duration\` has the letters \`d\`, \`h\`, \`m\`, and \`s\`, each once, doubled for two digits. The largest unit of the pattern includes
all larger units: \`duration(3725, 'm:ss')\` is ${cell(formatDuration(findLanguage('en'), new Decimal(3725), 'm:ss'))}. Without a pattern it is \`m:ss\`, and \`h:mm:ss\` from an hour on.

### Plurals

\`plural(n, 'one', …, 'few', …, 'other', …)\` chooses a text by CLDR's rules, and \`ordinal\` by those of positions (1st, 2nd). The
categories are \`zero\`, \`one\`, \`two\`, \`few\`, \`many\`, and \`other\`; \`other\` is required and replaces categories that
are left out. A number such as \`'=0'\` takes precedence. \`#\` in a text becomes the number, and \`##\` becomes \`#\`.

| language | \`plural\` | \`ordinal\` |
| --- | --- | --- |
${LANGUAGE_TAGS.filter((tag) => !tag.includes('-'))
  .map((tag) => pluralRow(findLanguage(tag)))
  .join('\n')}
`;
}

function languageRow(language: Language): string {
  const texts = [
    formatNumber(language, new Decimal('1234567.5')),
    formatPercent(language, new Decimal('0.125'), 1),
    formatMoney(language, new Decimal('1234.5'), 'EUR'),
    formatCompact(language, new Decimal('1234567'), 'short'),
    formatDate(language, DATE, 'long'),
  ];
  return `| \`${language.tag}\` | ${texts.map(cell).join(' | ')} |`;
}

function styleRow(style: (typeof DATE_STYLES)[number]): string {
  return `| \`${style}\` | ${STYLE_LANGUAGES.map((tag) => cell(formatDate(findLanguage(tag), DATE, style))).join(' | ')} |`;
}

const FIELDS: readonly (readonly [fields: readonly string[], meaning: string])[] = [
  [['y', 'yy', 'yyyy'], 'year'],
  [['M', 'MM', 'MMM', 'MMMM'], 'month in a date'],
  [['L', 'LL', 'LLL', 'LLLL'], 'month alone'],
  [['d', 'dd'], 'day'],
  [['E', 'EEE', 'EEEE'], 'weekday in a date'],
  [['ccc', 'cccc'], 'weekday alone'],
  [['H', 'HH'], 'hour, 0 to 23'],
  [['h', 'hh'], 'hour, 1 to 12'],
  [['m', 'mm'], 'minute'],
  [['s', 'ss'], 'second'],
  [['a'], 'half of the day'],
  [['G'], 'era'],
];

function fieldRow([fields, meaning]: (typeof FIELDS)[number]): string {
  const samples = fields.map((field) => cell(formatDate(findLanguage('en'), DATE, field)));
  return `| ${fields.map((field) => `\`${field}\``).join(' ')} | ${meaning} | ${samples.join(', ')} |`;
}

function pluralRow({ tag, table }: Language): string {
  const names = (rules: Readonly<Record<string, string>>) =>
    [...Object.keys(rules), 'other'].map((name) => `\`${name}\``);
  return `| \`${tag}\` | ${names(table.plurals).join(', ')} | ${names(table.ordinals).join(', ')} |`;
}

function longIn(tag: string, number: number): string {
  return formatCompact(findLanguage(tag), new Decimal(number), 'long');
}

function sampleOf(tag: string): string {
  return cell(formatNumber(findLanguage(tag), new Decimal('1234567.5')));
}

/** Returns a written value for a table, without marks of direction. */
function cell(text: string | null): string {
  return (text ?? '').replaceAll(/\p{Cf}/gu, '').replaceAll('|', '\\|');
}
