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

/** All message codes with the types of their values. */
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
  /** A problem of a row of a table, counted from 1, and of its column, if any. */
  'batch/row': { readonly row: number; readonly column: string | null; readonly problem: Message };
  /** A problem of a text in a bundle; `line` counts from 1. */
  'bundle/text': { readonly entry: string; readonly line: number | null; readonly problem: Message };
  /** The first of several problems, and the number of further ones. */
  'problem/first': { readonly problem: Message; readonly more: number };
  /** The reason why a source cannot be used, as a sentence with its final period. */
  'source/failed': { readonly failure: Message };
}

export type MessageCode = keyof MessageValues;

/**
 * A text for users as data: a finding, a refusal, or the name of a step. A translation turns it into a sentence or a
 * part of one. Numbers and names are raw; the translation formats them.
 */
export type Message = MessageIn<MessageValues>;

/** The codes of messages without values. */
type PlainCode = {
  readonly [Code in MessageCode]: MessageValues[Code] extends NoValues ? Code : never;
}[MessageCode];

/**
 * The message of one code. It is a separate type for the speed of the compiler: `Extract` from {@link Message} would
 * check all messages for every message that is created.
 */
export interface MessageOf<Code extends MessageCode> {
  readonly code: Code;
  readonly values: MessageValues[Code];
}

/**
 * Creates a message. The compiler refuses missing and superfluous values. `NoInfer` lets only the code determine the
 * type, which is also faster to compile.
 */
export function message<Code extends PlainCode>(code: Code): MessageOf<NoInfer<Code>>;
export function message<Code extends MessageCode>(
  code: Code,
  values: MessageValues[NoInfer<Code>],
): MessageOf<NoInfer<Code>>;
export function message<Code extends MessageCode>(code: Code, values: unknown = {}): MessageOf<Code> {
  // The signatures above guarantee that these are the values of this code.
  return { code, values: values as MessageValues[Code] };
}

/** Returns the text of a message, such as a message inside another one, in the same language. */
export type Say = (message: Message) => string;

/** The sentences of a table of codes in one language. */
export type Translation<Table> = {
  readonly [Code in keyof Table]: (values: Table[Code], say: Say) => string;
};

/** Returns a function that renders all messages in the language of a translation. */
export function createSay(catalogue: Translation<MessageValues>): Say {
  const sentence = <Code extends MessageCode>(code: Code, values: MessageValues[Code]): string =>
    catalogue[code](values, say);
  const say: Say = ({ code, values }) => sentence(code, values as MessageValues[typeof code]);
  return say;
}
