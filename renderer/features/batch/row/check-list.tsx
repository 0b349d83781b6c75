import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo } from 'react';
import { labelOf, labelWithName } from '#renderer/project/variable-labels.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { refusedText, say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { formatCount, formatFixed } from '#renderer/ui/format/number.ts';
import type { ColumnUses } from '#shared/batch/match-columns.ts';
import type { TableRow } from '#shared/batch/table.ts';
import type { FilmFinding } from '#shared/film-check/report.ts';
import { hasCode, type Message, message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { nameOfCell } from '#shared/tables/workbook.ts';
import { itemCount } from '#shared/template/variables/item-texts.ts';
import type { VariableUse } from '#shared/template/variables/variable-uses.ts';
import { columnLabels, withColumnLabel } from '../cells/table-column.ts';
import { alteredNames } from '../model/batch-start.ts';
import { oneRefusalPerCell } from '../model/check-all.ts';
import type { PreparedBatch } from '../model/prepared-batch.ts';
import type { BatchModel } from '../model/use-batch-model.ts';
import type { RowChecks } from '../model/use-row-checks.ts';
import styles from './row-panel.module.css';

export interface CheckListProps {
  readonly model: BatchModel;
  readonly prepared: PreparedBatch;
  readonly onShow: (row: number, column: number | null, isEdited?: boolean) => void;
}

/** The maximum number of listed problems. The filter of the table shows all rows with problems. */
const MAX_LISTED = 100;
const ROWS_NAMED = 3;
const ICONS: Record<'error' | 'warning' | 'info', LucideIcon> = { error: CircleX, warning: TriangleAlert, info: Info };

interface Entry {
  readonly id: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly place: string;
  readonly text: string;
  readonly go: (() => void) | null;
}

/** The list of all problems that the checks found. */
export function CheckList({ model, prepared, onShow }: CheckListProps) {
  const { batch, variables } = useStrings();
  const { checks, uses, template, unused } = model;
  const { table, ragged, blankLines = [], repeated = [], otherMembers = [], form, left: leftOut } = prepared;
  const { notes = [], lists = [], places: cellPlaces } = prepared;
  const columnNames = columnLabels(table.columns, batch.column);
  const shownColumn = (name: string) => columnNames[table.columns.indexOf(name)] ?? name;
  const rowsNamed = (rows: readonly number[]) => namedRowsText(rows, batch);
  const rowCount = (count: number) => batch.rows(formatCount(count), count === 1);
  const ofRows = useMemo(
    () =>
      checks.ofRows.flatMap((check, row) =>
        oneRefusalPerCell(check?.problems ?? []).map((problem) => ({ ...problem, row })),
      ),
    [checks.ofRows],
  );
  const defaulted = useMemo(
    () =>
      (template?.variables ?? []).flatMap((variable) => {
        const { name, default: fallback, uses: places, declaration } = variable;
        const column = uses.indexOf(name);
        if (column < 0 || fallback === null) return [];
        // An empty required value has a separate warning.
        if (declaration?.required === true && fallback.trim() !== '') return [];
        const rows = table.rows.flatMap((row, at) => ((row[column] ?? '').trim() === '' ? [at] : []));
        const hiding = places.filter(({ inCondition, placeholder }) => inCondition && placeholder.default === '');
        const isShown = places.some((use) => !use.inCondition && !hiding.some((each) => isHiddenBy(use, each)));
        const label = labelWithName(variable);
        return rows.length === 0 ? [] : [{ name, label, fallback, rows, column, hides: hiding.length > 0, isShown }];
      }),
    [template, uses, table.rows],
  );
  const equalRows = useMemo(() => rowsWithEqualValues(table.rows, uses, new Set(leftOut)), [table.rows, uses, leftOut]);
  const altered = useAlteredNames(model);
  const labelOfVariable = (name: string) => {
    const variable = template?.variables.find((each) => each.name === name);
    return variable === undefined ? name : labelOf(variable);
  };
  const errors = ofRows.filter(({ severity }) => severity === 'error');
  const warnings = ofRows.filter(({ severity }) => severity === 'warning');
  const problems = grouped([...errors, ...warnings]);
  const entries: readonly Entry[] = [
    ...[
      ...(template?.fault == null ? [] : [say(template.fault, { plain: true })]),
      ...checks.common.map((each) => say(each, { plain: true })),
    ].map((text) => ({
      ...({
        id: `common ${text}`,
        severity: 'error',
        place: batch.allRows,
        text,
        go: null,
      } as const),
    })),
    ...unused.variables.map(
      ({ variable, says }): Entry => ({
        ...{
          id: `variable ${variable}`,
          severity: 'warning',
          place: batch.allRows,
          text: say(says, { plain: true }),
          go: null,
        },
      }),
    ),
    ...unused.columns.slice(0, MAX_LISTED).map(
      ({ column, says }): Entry => ({
        ...{
          id: `column ${column}`,
          severity: 'warning',
          place: shownColumn(column),
          text: say(withColumnLabel(says, shownColumn), { plain: true }),
          go: null,
        },
      }),
    ),
    ...problems.slice(0, MAX_LISTED).map(([{ row, variable, says, severity }, rows]): Entry => {
      const column = variable === null ? -1 : uses.indexOf(variable);
      const templateVariable = template?.variables.find((each) => each.name === variable);
      const label = templateVariable === undefined ? variable : labelWithName(templateVariable);
      const name = column < 0 ? label : (columnNames[column] ?? null);
      return {
        id: `${variable} ${JSON.stringify(says)}`,
        severity,
        place: batch.facts([
          rowsNamed(rows),
          ...(name === null ? [] : [name]),
          ...cellsNamed(cellPlaces, rows.slice(0, ROWS_NAMED), column),
        ]),
        text: atCell(withLabels(says, labelOfVariable), batch),
        go: () => onShow(row, column < 0 ? null : column),
      };
    }),
    ...ragged.slice(0, MAX_LISTED).map(
      ({ line, cells, expected }): Entry => ({
        id: `line ${line}`,
        severity: 'warning',
        // A line of JSON is a list of cells. If the first list is the header, rows are counted after it.
        place: form?.delimiter === null ? rowsNamed([line - (form.header ? 2 : 1)]) : batch.line(line),
        text: batch.ragged(cells, expected),
        go: null,
      }),
    ),
    ...blankLines.slice(0, MAX_LISTED).map(
      ({ from, to }): Entry => ({
        id: `blank ${from}`,
        severity: 'warning',
        place: batch.line(from),
        text: say(message('batch/blank-lines', { from, to }), { plain: true }),
        go: null,
      }),
    ),
    ...repeated.slice(0, MAX_LISTED).map(
      (key): Entry => ({
        id: `repeated ${key.column}`,
        severity: 'warning',
        place:
          key.rows === 1 ? batch.checkPlace(key.row, key.column) : batch.checkPlaces(formatCount(key.rows), key.column),
        text: say(message('batch/repeated-key', { ...key }), { plain: true }),
        go: () => onShow(key.row - 1, null),
      }),
    ),
    ...otherMembers.map(
      (member): Entry => ({
        id: `member ${member}`,
        severity: 'warning',
        place: batch.json,
        text: say(message('batch/unused-member', { member: shortened(member) }), { plain: true }),
        go: null,
      }),
    ),
    ...notes.map(
      (says): Entry => ({
        id: `note ${JSON.stringify(says)}`,
        severity: says.code === 'sheet/hidden-rows' ? 'info' : 'warning',
        place: form?.sheet ?? batch.data,
        text: say(says, { plain: true }),
        go: null,
      }),
    ),
    ...lists
      .filter(({ unmatched }) => unmatched > 0)
      .map(
        ({ variable, file, sheet, unmatched }): Entry => ({
          id: `list ${variable}`,
          severity: 'warning',
          place: variable,
          text: say(message('sheet/unmatched', { sheet: sheet ?? file ?? variable, count: unmatched }), {
            plain: true,
          }),
          go: null,
        }),
      ),
    ...equalRows.slice(0, MAX_LISTED).map(
      (rows): Entry => ({
        id: `alike ${rows[0]}`,
        severity: 'warning',
        place: rowsNamed(rows),
        text: batch.alike,
        go: () => onShow(rows[1] ?? 0, null),
      }),
    ),
    ...groupedFindings(checks).map(
      ([{ code, node, severity, says }, rows]): Entry => ({
        id: `finding ${code} ${node}`,
        severity: severity === 'error' ? 'error' : 'warning',
        place: rowsNamed(rows),
        text: say(says, { plain: true }),
        go: () => onShow(rows[0] ?? 0, null),
      }),
    ),
    ...altered.map(
      ({ row, says }): Entry => ({
        id: `file name ${row}`,
        severity: 'warning',
        place: batch.fileNames,
        text: say(says, { plain: true }),
        go: row === null ? null : () => onShow(row - 1, null),
      }),
    ),
    ...defaulted.map(
      ({ name, label, fallback, rows, column, hides, isShown }): Entry => ({
        id: `default ${name}`,
        severity: 'info',
        place: rowsNamed(rows),
        text: hides
          ? batch.emptyHides(label, isShown ? shownText(fallback, variables) : null)
          : batch.defaultedHint(label, shownText(fallback, variables)),
        go: () => onShow(rows[0] ?? 0, column),
      }),
    ),
  ];
  const hiddenCount = [problems, ragged, unused.columns, blankLines, repeated, equalRows].reduce(
    (sum, list) => sum + Math.max(0, list.length - MAX_LISTED),
    0,
  );
  return (
    <section aria-label={batch.checks} className={styles.checks}>
      <h3 className={styles.section}>
        {batch.checks}
        <span className={styles.space} />
        <span role="status" className={`${styles.quiet} tabular`}>
          {progressText(checks, rowCount(table.rows.length), batch)}
        </span>
      </h3>
      <ul className={styles.list}>
        {errorsFirst(entries).map((entry) => (
          <li key={entry.id}>
            <CheckEntry entry={entry} />
          </li>
        ))}
        {hiddenCount > 0 && <li className={styles.more}>{batch.more(formatCount(hiddenCount))}</li>}
        {entries.length === 0 && checks.milliseconds !== null && (
          <li className={styles.check}>
            <Icon icon={CircleCheck} size={14} className={styles.success} />
            <span>{batch.allGood}</span>
          </li>
        )}
      </ul>
    </section>
  );
}

const SEVERITIES = ['error', 'warning', 'info'] as const;

function errorsFirst(entries: readonly Entry[]): readonly Entry[] {
  return SEVERITIES.flatMap((severity) => entries.filter((entry) => entry.severity === severity));
}

/** Returns a message with the labels of the lists in place of their names. */
function withLabels(says: Message, labelOfVariable: (name: string) => string): Message {
  if (!hasCode(says, 'list/in-item')) return says;
  return message('list/in-item', { ...says.values, lists: says.values.lists.map(labelOfVariable) });
}

/** Returns the displayed text of a value. For a list, this is the number of its items. */
function shownText(text: string, words: Catalogue['variables']): string {
  const count = itemCount(text);
  return count === null ? text : words.items(count);
}

/** Returns the warnings about altered file names of the next start; empty while the values are being checked. */
function useAlteredNames(model: BatchModel): ReturnType<typeof alteredNames> {
  const { prepared, uses, template, format, checks, next, run } = model;
  // Ten thousand names take about 100 ms, which must not delay the typing of a pattern.
  const settings = useDeferredValue(model.settings);
  // Compare the rows as a text: each progress update creates a new list with the same rows.
  const rows = checks.isDone ? next.join(' ') : '';
  return useMemo(() => {
    const chosen = rows === '' ? [] : rows.split(' ').map(Number);
    return firstNames(alteredNames({ prepared, uses, template, settings, format, run }, chosen));
  }, [prepared, uses, template, settings, format, run, rows]);
}

/** Returns the warnings about the first file names, and the number of the others. */
export function firstNames(altered: ReturnType<typeof alteredNames>): ReturnType<typeof alteredNames> {
  const listed = altered.filter(({ row }) => row !== null).slice(0, ROWS_NAMED);
  const total = altered.reduce(
    (sum, { says }) => sum + (hasCode(says, 'file-name/more-altered') ? says.values.more : 1),
    0,
  );
  const more = total - listed.length;
  return more === 0 ? listed : [...listed, { row: null, says: message('file-name/more-altered', { more }) }];
}

/** The problem of a row check that reports the same as a finding of the film check. */
const SAME_PROBLEMS: Readonly<Record<string, string>> = {
  'text/cut': 'batch/text-cut',
  'text/missing-glyph': 'text/missing-glyph',
};

/**
 * Groups the findings of the films by check and layer, because findings that differ only in the texts of the rows
 * belong together. Each group has its first finding and its rows (from 0). Findings that the check of the row also
 * reports are left out.
 */
export function groupedFindings({
  verdicts,
  ofRows,
}: Pick<RowChecks, 'verdicts' | 'ofRows'>): readonly (readonly [first: FilmFinding, rows: readonly number[]])[] {
  const isNew = ({ code }: FilmFinding, row: number) =>
    ofRows[row]?.problems.some(({ says }) => says.code === SAME_PROBLEMS[code]) !== true;
  const found = verdicts.flatMap((verdict, row) =>
    (verdict?.findings ?? []).flatMap((finding) => (isNew(finding, row) ? [{ finding, row }] : [])),
  );
  const groups = Map.groupBy(found, ({ finding: { code, node } }) => `${code} ${node}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map(({ finding }) => [finding, [...new Set(group.map(({ row }) => row))]] as const),
  );
}

/**
 * Returns whether a false condition hides a use of a variable. The condition belongs to the scene, or to the element
 * that uses the variable.
 */
function isHiddenBy(use: VariableUse, condition: VariableUse): boolean {
  return condition.element === 'scene' ? use.scene?.index === condition.scene?.index : use.node === condition.node;
}

/** Returns the problem of a cell with the cell's text, because the cell can be out of view. */
function atCell(says: Message, words: Catalogue['batch']): string {
  const text = refusedText(says);
  return text === null
    ? say(says, { plain: true })
    : `${say(says, { atField: true })} ${text.trim() === '' ? words.isEmpty : words.holds(text)}`;
}

/** Returns the progress of the checks; when they are done, their duration. */
function progressText({ ofRows, texts, milliseconds }: RowChecks, rows: string, words: Catalogue['batch']): string {
  if (milliseconds !== null) return words.checkedIn(rows, `${formatFixed(Math.max(0.1, milliseconds / 1000), 1)} s`);
  if (texts !== null) return words.checkingTexts(formatCount(texts), rows);
  return words.checking(formatCount(ofRows.reduce((sum, check) => sum + (check === null ? 0 : 1), 0)), rows);
}

/** Returns the groups of rows (from 0) whose films have equal values. Rows that the user left out are ignored. */
export function rowsWithEqualValues(
  rows: readonly TableRow[],
  uses: ColumnUses,
  leftOut: ReadonlySet<number>,
): readonly (readonly number[])[] {
  const columns = uses.flatMap((use, column) => (use === null ? [] : [column]));
  if (columns.length === 0) return [];
  const included = [...rows.keys()].filter((row) => !leftOut.has(row));
  const groups = Map.groupBy(included, (row) => JSON.stringify(columns.map((column) => rows[row]?.[column] ?? '')));
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** Formats rows such as `Rows 8, 9, 12 and 4 more`. `rows` counts from 0. */
export function namedRowsText(rows: readonly number[], words: Pick<Catalogue['batch'], 'rowsNamed'>): string {
  // Show a single remaining row by its number, which is shorter than `and 1 more`.
  const namedRows = rows.length <= ROWS_NAMED + 1 ? rows : rows.slice(0, ROWS_NAMED);
  const hiddenCount = rows.length - namedRows.length;
  return words.rowsNamed(
    namedRows.map((row) => formatCount(row + 1)),
    hiddenCount === 0 ? null : formatCount(hiddenCount),
  );
}

/** Returns the names of cells in the spreadsheet as one text; an empty list if they have no names. */
function cellsNamed(places: PreparedBatch['places'], rows: readonly number[], column: number): readonly string[] {
  const cells = rows.flatMap((row) => nameOfCell(places, row, column) ?? []);
  return cells.length === 0 ? [] : [cells.join(', ')];
}

/** Groups equal problems. Each group has its first problem and all its rows. */
function grouped<Problem extends { readonly variable: string | null; readonly says: object; readonly row: number }>(
  problems: readonly Problem[],
): readonly (readonly [first: Problem, rows: readonly number[]])[] {
  const groups = Map.groupBy(problems, ({ variable, says }) => `${variable} ${JSON.stringify(says)}`);
  return [...groups.values()].flatMap((group) =>
    group.slice(0, 1).map((first) => [first, group.map(({ row }) => row)] as const),
  );
}

function CheckEntry({ entry: { severity, place, text, go } }: { readonly entry: Entry }) {
  const content = (
    <>
      <Icon icon={ICONS[severity]} size={14} className={`${styles.mark} ${styles[severity]}`} />
      <span className={styles.words}>
        <strong>{place}</strong>
        <span>{text}</span>
      </span>
    </>
  );
  return go === null ? (
    <div className={styles.check}>{content}</div>
  ) : (
    <button type="button" className={styles.check} onClick={go}>
      {content}
    </button>
  );
}
