import { useEffect, useState } from 'react';
import { problemText } from '#renderer/api/client/problem-words.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import {
  type LiveTable,
  type TableVariable,
  useMovieVariables,
  useTablePreview,
} from '#renderer/api/queries/use-live-tables.ts';
import { labelOf } from '#renderer/project/variable-labels.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { formatCount } from '#renderer/ui/format/number.ts';
import { Disclosure } from '#renderer/ui/layout/disclosure.tsx';
import { usesOf } from '#shared/batch/match-columns.ts';
import { isBrandVariable } from '#shared/template/variables/variable-uses.ts';
import {
  type ChosenColumns,
  type PreviewFields,
  previewOf,
  type TableDraft,
  withColumnUse,
} from './live-table-view.ts';
import styles from './live-tables.module.css';

/** The time in milliseconds after which a typed text is used for the preview. */
const TYPING_MS = 300;

/** Queries the first rows of the table. Waits until the user stops typing. */
export function usePreview(project: string, draft: TableDraft, table: LiveTable | null) {
  const { data: assets = [] } = useAssets(project);
  const text = JSON.stringify(previewOf(draft));
  const [typed, setTyped] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setTyped(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  const request = JSON.parse(typed) as PreviewFields | null;
  const asset = draft.kind === 'asset' ? assets.find(({ name }) => name === draft.asset) : undefined;
  const full = request === null ? null : { ...request, ...(table !== null && { table: table.id }) };
  return useTablePreview(project, full, asset?.etag ?? '');
}

/** The number of rows in the preview. */
const SHOWN_ROWS = 5;

/** The first rows of the table, as the films will get them. */
export function PreviewTable({ preview }: { readonly preview: ReturnType<typeof usePreview> }) {
  const { liveTables, batch } = useStrings();
  const { form: words } = liveTables;
  const { data: table, error } = preview;
  if (error !== null) return <p className={styles.problem}>{problemText(error)}</p>;
  if (table === undefined) return <p className={styles.hint}>{words.noPreview}</p>;
  const { columns, rows, count, notes } = table;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the table must be scrollable by keyboard
    <section className={styles.preview} aria-label={words.preview} tabIndex={0}>
      <table className={`${styles.table} tabular`}>
        <caption>{batch.facts([words.preview, batch.rows(formatCount(count), count === 1)])}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, SHOWN_ROWS).map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows can be equal and never move
            <tr key={row}>
              {columns.map((column, at) => (
                <td key={column} className={styles.cell} title={cells[at]}>
                  {cells[at]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note.message} className={styles.hint}>
          {say(note, { plain: true })}
        </p>
      ))}
    </section>
  );
}

/** The select value for a column that fills no variable. A variable cannot have this name. */
const NOT_USED = ' ';
const NO_VARIABLES: readonly TableVariable[] = [];

interface ColumnsPartProps {
  readonly project: string;
  /** The columns of the table. */
  readonly columns: readonly string[];
  readonly draft: Pick<TableDraft, 'movie' | 'columns'>;
  readonly onChange: (columns: ChosenColumns) => void;
}

/** The variable that each column fills, and the variables without a column. */
export function ColumnsPart({ project, columns, draft, onChange }: ColumnsPartProps) {
  const { liveTables, batch } = useStrings();
  const { form: words } = liveTables;
  const { data: variables = NO_VARIABLES } = useMovieVariables(project, draft.movie);
  const uses = usesOf(columns, draft.columns, variables);
  const unfilled = variables.filter(({ name }) => !uses.includes(name) && !isBrandVariable(name));
  const named = (isRequired: boolean) =>
    unfilled
      .filter(({ defaultvalue }) => (defaultvalue === null) === isRequired)
      .map(labelOf)
      .join(', ');
  const [lacking, required] = [named(false), named(true)];
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const used = uses.filter((use) => use !== null).length;
  return (
    <Disclosure
      label={batch.facts([words.columns, batch.matched(used)])}
      open={isOpen ?? unfilled.length > 0}
      onOpenChange={setOpen}
    >
      <div className={styles.columns}>
        <p className={styles.hint}>{words.columnsHint}</p>
        {columns.map((column, at) => (
          <Field key={column} label={column} layout="row">
            <Select
              size="sm"
              label={batch.variableFor(column)}
              value={uses[at] ?? NOT_USED}
              onChange={(use) => {
                // Choosing the last variable must not fold the list.
                setOpen(true);
                onChange(withColumnUse(draft.columns, [column, use === NOT_USED ? null : use], { columns, variables }));
              }}
              options={[
                { value: NOT_USED, label: batch.notUsed },
                ...variables.map((variable) => ({
                  value: variable.name,
                  label: labelOf(variable),
                  hint: labelOf(variable) === variable.name ? undefined : variable.name,
                })),
              ]}
            />
          </Field>
        ))}
        {lacking !== '' && <p className={styles.hint}>{words.lacking(lacking)}</p>}
        {required !== '' && <p className={styles.problem}>{words.required(required)}</p>}
      </div>
    </Disclosure>
  );
}
