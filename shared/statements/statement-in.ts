/** Any statement of a table of codes and their values. */
export type StatementIn<Table> = { readonly [Code in keyof Table]: StatementOf<Table, Code> }[keyof Table];

interface StatementOf<Table, Code extends keyof Table> {
  readonly code: Code;
  readonly values: Table[Code];
}
