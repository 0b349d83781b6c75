import type { NoValues } from './no-values.ts';
import type { RequestStatements } from './request-statements.ts';
import type { SourceStatements } from './source-statements.ts';
import type { StatementIn } from './statement-in.ts';
import type { JsonStatements, TemplateStatements } from './template-statements.ts';
import type { PlaceholderStatements, ValueStatements } from './value-statements.ts';
import type { XmlStatements } from './xml-statements.ts';

/** Every statement there is: its code, and what differs each time. */
export interface StatementValues
  extends TemplateStatements,
    JsonStatements,
    ValueStatements,
    PlaceholderStatements,
    XmlStatements,
    RequestStatements,
    SourceStatements {
  /** Something is wrong with a row of a table, from 1, and perhaps with one of its columns. */
  'batch/row': { readonly row: number; readonly column: string | null; readonly problem: Statement };
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

/** Makes a statement; the compiler refuses a value that is missing or superfluous. */
export function statement<Code extends PlainCode>(code: Code): Extract<Statement, { readonly code: Code }>;
export function statement<Code extends StatementCode>(
  code: Code,
  values: StatementValues[Code],
): Extract<Statement, { readonly code: Code }>;
export function statement(code: StatementCode, values: unknown = {}): Statement {
  // TypeScript knows by the signatures above that these are the values of that very code.
  return { code, values } as Statement;
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
