/** Any message of a table of codes and their values. */
export type MessageIn<Table> = {
  readonly [Code in keyof Table]: { readonly code: Code; readonly values: Table[Code] };
}[keyof Table];
