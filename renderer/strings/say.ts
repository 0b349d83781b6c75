import { inEnglish } from '#shared/messages/english.ts';
import { german } from '#shared/messages/german.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { readMessage } from '#shared/messages/read-message.ts';
import { createSay, type Say } from '#shared/messages/translation.ts';
import { germanTerm } from './de/registry/registry.ts';
import type { Language } from './language.ts';
import { pageLanguage } from './page-language.ts';

const languages: Readonly<Record<Language, Say>> = {
  en: inEnglish,
  de: createSay(german, germanTerm),
};
const quotes: Readonly<Record<Language, readonly [string, string]>> = { en: ['“', '”'], de: ['„', '“'] };
/** A name or notation in backticks, or a value in straight quotation marks. */
const MARKED = /`([^`]*)`|"((?:[^"\\]|\\.)*)"/g;

/** A message from the service, with its English text, its code, and its values. */
export interface ServiceMessage {
  readonly message: string;
  readonly reason?: string | undefined;
  readonly values?: object | undefined;
}

/** Puts a message into the page language: a finding, a refusal, or the name of a step. */
export function say(told: Message): string {
  return languages[pageLanguage()](told);
}

/**
 * Puts a message from the service into the page language. If the message comes from another version and its values are
 * unknown, it stays in English.
 */
export function sayServiceMessage({ message, reason, values }: ServiceMessage): string {
  const read = readMessage(reason, values);
  return read === null ? message : say(read);
}

/**
 * Puts a message into the page language for users who see no XML. Names have the quotation marks of the language. The
 * message omits the variable of a value, because it appears at the column or field of that variable.
 */
export function sayPlainly(told: Message): string {
  return inQuotes(say(withoutVariable(told)));
}

/**
 * Puts a message into the page language beside its field. Only the requirement remains, because the field shows the
 * name and the value.
 */
export function sayAtField(told: Message): string {
  if (!isRefusal(told)) return sayPlainly(told);
  // “Is too long” would be an incomplete sentence beside the field.
  const reason = inQuotes(say(told.values.reason)).replace(/^is too /, 'too ');
  return `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`;
}

/** Returns the value of a refusal, which {@link sayAtField} omits; null for other messages. */
export function refusedText(told: Message): string | null {
  return isRefusal(told) ? told.values.text : null;
}

/** Puts a message from the service into the page language as {@link sayPlainly} does. */
export function sayServiceMessagePlainly(told: ServiceMessage): string {
  const read = readMessage(told.reason, told.values);
  return read === null ? inQuotes(told.message) : sayPlainly(read);
}

/** Replaces backticks and straight quotation marks by the quotation marks of the language. */
export function inQuotes(sentence: string): string {
  const [open, close] = quotes[pageLanguage()];
  const quoted = (_all: string, name?: string, value?: string) => `${open}${name ?? value ?? ''}${close}`;
  return sentence.replaceAll(MARKED, quoted).replaceAll('`', '');
}

function withoutVariable(told: Message): Message {
  if (told.code === 'batch/row') {
    // Messages inside messages have no type of their own.
    const problem = told.values.problem as Message;
    return message('batch/row', { ...told.values, problem: withoutVariable(problem) });
  }
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
