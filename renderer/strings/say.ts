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

/** A message from the service: its English text with its code and values. */
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
 * Does the same for a message from the service. A message of another version without known values keeps its English
 * text.
 */
export function sayServiceMessage({ message, reason, values }: ServiceMessage): string {
  const read = readMessage(reason, values);
  return read === null ? message : say(read);
}

/**
 * Does the same as {@link say} for users who see no XML. Names have the quotation marks of the language. A value appears
 * without its variable, because that is the column or field of the message.
 */
export function sayPlainly(told: Message): string {
  return inQuotes(say(withoutVariable(told)));
}

/**
 * Does the same as {@link sayPlainly} at the field of the message: only the requirement, because the name and the value
 * are visible there.
 */
export function sayAtField(told: Message): string {
  if (!isRefusal(told)) return sayPlainly(told);
  // “Is too long” would read as a fragment beside the field.
  const reason = inQuotes(say(told.values.reason)).replace(/^is too /, 'too ');
  return `${reason.charAt(0).toLocaleUpperCase()}${reason.slice(1)}.`;
}

/** Returns the value of a refusal, which {@link sayAtField} omits; null for other messages. */
export function refusedText(told: Message): string | null {
  return isRefusal(told) ? told.values.text : null;
}

/** Does the same as {@link sayPlainly} for a message from the service. */
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
