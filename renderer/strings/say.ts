import { inEnglish } from '#shared/messages/in-english.ts';
import { type Message, message, type Say } from '#shared/messages/message.ts';
import { readMessage } from '#shared/messages/read-message.ts';
import { inGerman } from './de/statements/in-german.ts';
import type { Language } from './language.ts';
import { pageLanguage } from './page-language.ts';

const languages: Readonly<Record<Language, Say>> = { en: inEnglish, de: inGerman };
const quotes: Readonly<Record<Language, readonly [string, string]>> = { en: ['“', '”'], de: ['„', '“'] };
/** A name or a spelling in backticks, or a value in straight quotation marks. */
const MARKED = /`([^`]*)`|"((?:[^"\\]|\\.)*)"/g;

/** What the service sends of a statement: its English, and what that is made of. */
export interface ServiceMessage {
  readonly message: string;
  readonly reason?: string | undefined;
  readonly values?: object | undefined;
}

/** Says a finding, a refusal or the name of a step in the page's language. */
export function say(told: Message): string {
  return languages[pageLanguage()](told);
}

/** The same of what came from the service; what an older version has stored without its values, as it was told. */
export function sayServiceMessage({ message, reason, values }: ServiceMessage): string {
  const read = readMessage(reason, values);
  return read === null ? message : say(read);
}

/**
 * As {@link say}, for those who see no XML beside it: names stand in the quotation marks of the language, and a value is
 * told without the variable that it came through, which is the column or field that it stands in.
 */
export function sayPlainly(told: Message): string {
  return inQuotes(say(withoutVariable(told)));
}

/**
 * As {@link sayPlainly}, at the field that it is about: what its value has to be, without the name and the value that
 * are seen there.
 */
export function sayAtField(told: Message): string {
  if (!isRefusal(told)) return sayPlainly(told);
  // Beside the field, “Is too long” reads as a fragment.
  const reason = inQuotes(say(told.values.reason)).replace(/^is too /, 'too ');
  return `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`;
}

/** The value that a refusal is about, which {@link sayAtField} leaves out; null of anything else. */
export function refusedText(told: Message): string | null {
  return isRefusal(told) ? told.values.text : null;
}

/** As {@link sayServiceMessage}, for those who see no XML beside it. */
export function sayServiceMessagePlainly(told: ServiceMessage): string {
  const read = readMessage(told.reason, told.values);
  return read === null ? inQuotes(told.message) : sayPlainly(read);
}

/** A sentence whose names and values stand in the quotation marks of the language, not in backticks and straight ones. */
export function inQuotes(sentence: string): string {
  const [open, close] = quotes[pageLanguage()];
  const quoted = (_all: string, name?: string, value?: string) => `${open}${name ?? value ?? ''}${close}`;
  return sentence.replaceAll(MARKED, quoted).replaceAll('`', '');
}

function withoutVariable(told: Message): Message {
  if (told.code === 'batch/row')
    return message('batch/row', { ...told.values, problem: withoutVariable(told.values.problem) });
  if (told.code !== 'variable/refused' || told.values.variables.length > 1) return told;
  const { variables: _variables, ...value } = told.values;
  return message('template/value-alone', value);
}

const refusals = [
  'template/value-alone',
  'template/invalid-value',
  'variable/not-as-declared',
  'variable/refused',
] as const;
type Refusal = Extract<Message, { readonly code: (typeof refusals)[number] }>;

function isRefusal(told: Message): told is Refusal {
  return refusals.some((code) => code === told.code);
}
