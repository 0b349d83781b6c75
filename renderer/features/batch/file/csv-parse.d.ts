/** The functions that are used here. The package's own types need those of Node, which the editor does not have. */
declare module 'csv-parse/browser/esm/sync' {
  export interface Record {
    readonly record: readonly string[];
    readonly info: { readonly lines: number };
  }
  export function parse(
    text: string,
    options: {
      readonly delimiter: string;
      readonly info: true;
      readonly relax_column_count: boolean;
      readonly relax_quotes: boolean;
      readonly skip_empty_lines: boolean;
    },
  ): readonly Record[];
}
