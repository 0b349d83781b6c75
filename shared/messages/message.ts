import type { DetailMessages, FilmFaultMessages, NameMessages } from './films/detail-messages.ts';
import type { FilmMessages } from './films/film-messages.ts';
import type { PurposeMessages } from './films/format-messages.ts';
import type { MediaMessages, ReachMessages } from './films/media-messages.ts';
import type { SourceFailureMessages, SourceMessages } from './films/source-messages.ts';
import type { MessageIn } from './message-in.ts';
import type { NoValues } from './no-values.ts';
import type { BundleEntryMessages, BundleMessages } from './service/bundle-messages.ts';
import type { DesignMessages } from './service/design-messages.ts';
import type { DestinationMessages, UnaskedMessages } from './service/destination-messages.ts';
import type { FarmFaultMessages, FarmMessages, WorkerMessages } from './service/farm-messages.ts';
import type { FarmSettingMessages } from './service/farm-setting-messages.ts';
import type { RequestMessages } from './service/request-messages.ts';
import type { EditMessages, SubjectMessages } from './templates/edit-messages.ts';
import type { StepMessages, TargetMessages } from './templates/step-messages.ts';
import type { JsonMessages, TemplateMessages } from './templates/template-messages.ts';
import type { PlaceholderMessages, ValueMessages } from './templates/value-messages.ts';
import type { XmlMessages } from './templates/xml-messages.ts';

/** Every statement there is: its code, and what differs each time. */
export interface MessageValues
  extends TemplateMessages,
    FilmMessages,
    JsonMessages,
    ValueMessages,
    PlaceholderMessages,
    XmlMessages,
    RequestMessages,
    SourceMessages,
    SourceFailureMessages,
    PurposeMessages,
    MediaMessages,
    ReachMessages,
    TargetMessages,
    StepMessages,
    SubjectMessages,
    NameMessages,
    FilmFaultMessages,
    DetailMessages,
    DestinationMessages,
    UnaskedMessages,
    FarmSettingMessages,
    BundleEntryMessages,
    BundleMessages,
    DesignMessages,
    WorkerMessages,
    FarmMessages,
    FarmFaultMessages,
    EditMessages {
  /** Something is wrong with a row of a table, from 1, and perhaps with one of its columns. */
  'batch/row': { readonly row: number; readonly column: string | null; readonly problem: Message };
  /** What is wrong with a text in a bundle; `line` counts from 1. */
  'bundle/text': { readonly entry: string; readonly line: number | null; readonly problem: Message };
  /** The first of several problems, and how many more there are. */
  'problem/first': { readonly problem: Message; readonly more: number };
  /** Why a source cannot be used, as a sentence with its full stop. */
  'source/failed': { readonly failure: Message };
}

export type MessageCode = keyof MessageValues;

/**
 * What is to be said to a person, as data: a finding, a refusal, the name of a step. A catalogue makes a sentence of it,
 * or the part of one. Numbers and names stand in it as they are; their form in a sentence is up to the catalogue.
 */
export type Message = MessageIn<MessageValues>;

/** Codes of statements that always say the same. */
type PlainCode = {
  readonly [Code in MessageCode]: MessageValues[Code] extends NoValues ? Code : never;
}[MessageCode];

/**
 * The statement of one code. It is written out because picking it from {@link Statement} with `Extract` makes the
 * compiler look at every statement there is for each that is made: most of its time went there.
 */
export interface MessageOf<Code extends MessageCode> {
  readonly code: Code;
  readonly values: MessageValues[Code];
}

/**
 * Makes a statement; the compiler refuses a value that is missing or superfluous. The code alone decides the type
 * (`NoInfer`), for the same reason.
 */
export function message<Code extends PlainCode>(code: Code): MessageOf<NoInfer<Code>>;
export function message<Code extends MessageCode>(
  code: Code,
  values: MessageValues[NoInfer<Code>],
): MessageOf<NoInfer<Code>>;
export function message<Code extends MessageCode>(code: Code, values: unknown = {}): MessageOf<Code> {
  // TypeScript knows by the signatures above that these are the values of that very code.
  return { code, values: values as MessageValues[Code] };
}

/** Says a statement that is a value of another one, in the same language. */
export type Say = (message: Message) => string;

/** The sentences of a table of codes, in one language. */
export type Translation<Table> = {
  readonly [Code in keyof Table]: (values: Table[Code], say: Say) => string;
};

/** Makes what says every statement in the language of a catalogue. */
export function createSay(catalogue: Translation<MessageValues>): Say {
  const sentence = <Code extends MessageCode>(code: Code, values: MessageValues[Code]): string =>
    catalogue[code](values, say);
  const say: Say = ({ code, values }) => sentence(code, values as MessageValues[typeof code]);
  return say;
}
