import { inEnglish } from '#shared/messages/english.ts';
import { german } from '#shared/messages/german.ts';
import { hasCode, type Message, type MessageOf, message } from '#shared/messages/message.ts';
import { readMessage } from '#shared/messages/read-message.ts';
import { createSay, type Say } from '#shared/messages/translation.ts';
import type { Language } from './language.ts';
import { pageLanguage } from './page-language.ts';
import { germanTerm } from './registry.de.ts';

const languages: Readonly<Record<Language, Say>> = {
  en: inEnglish,
  de: createSay(german, germanTerm),
};
const quotes: Readonly<Record<Language, readonly [string, string]>> = { en: ['“', '”'], de: ['„', '“'] };
/** Matches a name or code in backticks, or a value in straight quotation marks. */
const MARKED = /`([^`]*)`|"((?:[^"\\]|\\.)*)"/g;

/** A message from the service: its English text, its code, and its values. */
export interface ServiceMessage {
  readonly message: string;
  readonly reason?: string | undefined;
  readonly values?: object | undefined;
}

export interface SayOptions {
  /** Whether to replace backticks and straight quotes with the quotation marks of the language. */
  readonly quoted?: boolean;
  /**
   * Whether the text is for users who see no XML. It is quoted, without the variable name, because it appears at the
   * variable's column or field.
   */
  readonly plain?: boolean;
  /**
   * Whether the text contains only the requirement. It appears at a field, which already shows the name and the value.
   */
  readonly atField?: boolean;
}

/**
 * Returns the text of a message in the page language. A service message stays in English if its code or values are
 * unknown, for example because the service has another version.
 */
export function say(received: Message | ServiceMessage, options: SayOptions = {}): string {
  const { plain = false, atField = false, quoted = plain || atField } = options;
  const read = 'message' in received ? (readMessage(received.reason, received.values) ?? received.message) : received;
  const inLanguage = languages[pageLanguage()];
  if (typeof read === 'string') return quoted ? inQuotes(read) : read;
  if (atField && isRefusal(read)) {
    // At a field, “is too long” would be an incomplete sentence, so the text starts with “Too long”.
    const reason = inQuotes(inLanguage(read.values.reason)).replace(/^is too /, 'too ');
    return `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`;
  }
  const text = inLanguage(plain || atField ? withoutVariable(read) : read);
  return quoted ? inQuotes(text) : text;
}

/** Returns the refused value, which {@link say} omits at a field; null for other messages. */
export function refusedText(received: Message): string | null {
  return isRefusal(received) ? received.values.text : null;
}

function inQuotes(sentence: string): string {
  const [open, close] = quotes[pageLanguage()];
  const quoted = (_all: string, name?: string, value?: string) => `${open}${name ?? value ?? ''}${close}`;
  return sentence.replaceAll(MARKED, quoted).replaceAll('`', '');
}

function withoutVariable(received: Message): Message {
  if (hasCode(received, 'batch/row')) {
    // Nested messages have no static type.
    const problem = received.values.problem as Message;
    return message('batch/row', { ...received.values, problem: withoutVariable(problem) });
  }
  if (hasCode(received, 'list/in-item'))
    return message('list/in-item', {
      ...received.values,
      problem: withoutVariable(received.values.problem as Message),
    });
  if (!hasCode(received, 'variable/refused') || received.values.variables.length > 1) return received;
  const { variables: _variables, ...value } = received.values;
  return message('template/value-alone', value);
}

const refusals = [
  'template/value-alone',
  'template/invalid-value',
  'variable/not-as-declared',
  'variable/refused',
] as const;

function isRefusal(received: Message): received is MessageOf<(typeof refusals)[number]> {
  return hasCode(received, ...refusals);
}
