import { type Message, message } from '../messages/message.ts';
import { fewOf, shortened } from '../messages/quoting.ts';
import { nearestName } from '../template/document/names.ts';
import { itemCount } from '../template/variables/item-texts.ts';
import { isBrandVariable } from '../template/variables/variable-uses.ts';
import type { RepeatedColumn } from './table.ts';

export interface ColumnCheckInput {
  /** Columns that fill no variable of the template. */
  readonly unmapped: readonly string[];
  /** Columns with the same name as an earlier column. */
  readonly repeated?: readonly RepeatedColumn[];
  /** The names of columns and variables in the file name pattern. */
  readonly inFileNames: ReadonlySet<string>;
  readonly variables: readonly { readonly name: string; readonly default: string | null; readonly label?: string }[];
  /** Variables with a column, or with a value for all rows. */
  readonly filled: ReadonlySet<string>;
}

export interface ColumnCheck {
  /**
   * Unused columns: their name occurs neither in the file name pattern nor as a variable, and they fill no variable.
   */
  readonly columns: readonly { readonly column: string; readonly says: Message }[];
  /**
   * Variables with neither a column nor a value for all rows, so that all films use the default. Excludes brand
   * variables, and variables without a default, which are errors of the rows.
   */
  readonly variables: readonly { readonly variable: string; readonly says: Message }[];
}

/** Returns the warnings about a whole table: unused columns, and variables without a column. */
export function checkColumns({
  unmapped,
  repeated = [],
  inFileNames,
  variables,
  filled,
}: ColumnCheckInput): ColumnCheck {
  const unset = variables.filter(({ name }) => !filled.has(name) && !isBrandVariable(name));
  const names = unset.map(({ name }) => name);
  const variableNames = new Set(variables.map(({ name }) => name));
  const unused = unmapped.filter(
    (column) => !inFileNames.has(column) && !variableNames.has(column) && !isBrandVariable(column),
  );
  return {
    columns: unused.map((column) => {
      const again = repeated.find(({ name }) => name === column);
      if (again === undefined)
        return {
          column,
          says: message('batch/unused-column', { column: shortened(column), meant: nearestName(column, names) }),
        };
      const { written, number, first } = again;
      return { column, says: message('batch/repeated-column', { column: shortened(written), number, first }) };
    }),
    variables: unset.flatMap(({ name, default: fallback, label = name }) =>
      fallback === null ? [] : [{ variable: name, says: noColumn(label, fallback) }],
    ),
  };
}

/** Returns the requested lists that no template has. `variables` are the names of all variables of the templates. */
export function unknownLists(
  lists: readonly string[],
  variables: readonly string[],
): readonly { readonly list: string; readonly says: Message }[] {
  const known = new Set(variables);
  return lists
    .filter((list) => !known.has(list))
    .map((list) => {
      const meant = nearestName(list, variables);
      const names = meant === null ? fewOf(variables) : [];
      return { list, says: message('batch/unknown-list', { list: shortened(list), meant, names }) };
    });
}

function noColumn(variable: string, fallback: string): Message {
  const items = itemCount(fallback);
  return items === null
    ? message('batch/no-column', { variable, default: shortened(fallback) })
    : message('batch/no-column-list', { variable, items });
}
