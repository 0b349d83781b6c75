import type { DetailStatements, FilmFaultStatements, NameStatements } from './films/detail-statements.ts';
import type { FilmStatements } from './films/film-statements.ts';
import type { PurposeStatements } from './films/format-statements.ts';
import type { MediaStatements, ReachStatements } from './films/media-statements.ts';
import type { SourceFailureStatements, SourceStatements } from './films/source-statements.ts';
import type { NoValues } from './no-values.ts';
import type { BundleEntryStatements, BundleStatements } from './service/bundle-statements.ts';
import type { DesignStatements } from './service/design-statements.ts';
import type { DestinationStatements, UnaskedStatements } from './service/destination-statements.ts';
import type { FarmSettingStatements } from './service/farm-setting-statements.ts';
import type { FarmFaultStatements, FarmStatements, WorkerStatements } from './service/farm-statements.ts';
import type { RequestStatements } from './service/request-statements.ts';
import type { StatementIn } from './statement-in.ts';
import type { EditStatements, SubjectStatements } from './templates/edit-statements.ts';
import type { StepStatements, TargetStatements } from './templates/step-statements.ts';
import type { JsonStatements, TemplateStatements } from './templates/template-statements.ts';
import type { PlaceholderStatements, ValueStatements } from './templates/value-statements.ts';
import type { XmlStatements } from './templates/xml-statements.ts';

/** Every statement there is: its code, and what differs each time. */
export interface StatementValues
  extends TemplateStatements,
    FilmStatements,
    JsonStatements,
    ValueStatements,
    PlaceholderStatements,
    XmlStatements,
    RequestStatements,
    SourceStatements,
    SourceFailureStatements,
    PurposeStatements,
    MediaStatements,
    ReachStatements,
    TargetStatements,
    StepStatements,
    SubjectStatements,
    NameStatements,
    FilmFaultStatements,
    DetailStatements,
    DestinationStatements,
    UnaskedStatements,
    FarmSettingStatements,
    BundleEntryStatements,
    BundleStatements,
    DesignStatements,
    WorkerStatements,
    FarmStatements,
    FarmFaultStatements,
    EditStatements {
  /** Something is wrong with a row of a table, from 1, and perhaps with one of its columns. */
  'batch/row': { readonly row: number; readonly column: string | null; readonly problem: Statement };
  /** What is wrong with a text in a bundle; `line` counts from 1. */
  'bundle/text': { readonly entry: string; readonly line: number | null; readonly problem: Statement };
  /** The first of several problems, and how many more there are. */
  'problem/first': { readonly problem: Statement; readonly more: number };
  /** Why a source cannot be used, as a sentence with its full stop. */
  'source/failed': { readonly failure: Statement };
}

export type StatementCode = keyof StatementValues;

/**
 * What is to be said to a person, as data: a finding, a refusal, the name of a step. A catalogue makes a sentence of it,
 * or the part of one. Numbers and names stand in it as they are; their form in a sentence is up to the catalogue.
 */
export type Statement = StatementIn<StatementValues>;

/** Codes of statements that always say the same. */
type PlainCode = {
  readonly [Code in StatementCode]: StatementValues[Code] extends NoValues ? Code : never;
}[StatementCode];

/**
 * The statement of one code. It is written out because picking it from {@link Statement} with `Extract` makes the
 * compiler look at every statement there is for each that is made: most of its time went there.
 */
export interface StatementOf<Code extends StatementCode> {
  readonly code: Code;
  readonly values: StatementValues[Code];
}

/**
 * Makes a statement; the compiler refuses a value that is missing or superfluous. The code alone decides the type
 * (`NoInfer`), for the same reason.
 */
export function statement<Code extends PlainCode>(code: Code): StatementOf<NoInfer<Code>>;
export function statement<Code extends StatementCode>(
  code: Code,
  values: StatementValues[NoInfer<Code>],
): StatementOf<NoInfer<Code>>;
export function statement<Code extends StatementCode>(code: Code, values: unknown = {}): StatementOf<Code> {
  // TypeScript knows by the signatures above that these are the values of that very code.
  return { code, values: values as StatementValues[Code] };
}

/** Says a statement that is a value of another one, in the same language. */
export type Say = (statement: Statement) => string;

/** The sentences of a table of codes, in one language. */
export type Wording<Table> = {
  readonly [Code in keyof Table]: (values: Table[Code], say: Say) => string;
};

/** Makes what says every statement in the language of a catalogue. */
export function createSay(catalogue: Wording<StatementValues>): Say {
  const sentence = <Code extends StatementCode>(code: Code, values: StatementValues[Code]): string =>
    catalogue[code](values, say);
  const say: Say = ({ code, values }) => sentence(code, values as StatementValues[typeof code]);
  return say;
}
