/** What is used of it. Its own types bring those of Node, which this folder does not have. */
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
