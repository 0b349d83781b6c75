import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, CircleX, ClipboardPaste, Plus, Rows3, Trash2, TriangleAlert } from 'lucide-react';
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Switch } from '#renderer/ui/controls/switch.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { ColorField } from '#renderer/ui/fields/color-field.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { withDecimalPoint, withDecimalSign } from '#renderer/ui/format/number.ts';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { isArrayText } from '#shared/expressions/list-text.ts';
import type { DeclaredType } from '#shared/template/tables/variable-attributes.ts';
import { formatColor, parseColor } from '#shared/template/values/color.ts';
import { isLimitedToChoices, type ListRules } from '#shared/template/variables/declarations.ts';
import { type ItemTexts, itemTexts } from '#shared/template/variables/item-texts.ts';
import {
  type ListColumn,
  type ListRow,
  type PastedColumn,
  pastedCells,
  pastedTable,
  withCells,
} from './list-drafts.ts';
import styles from './list-table.module.css';
import { type MediaKind, SourcePicker } from './source-picker.tsx';

/** A list inside an item. It has a separate dialog. */
export interface NestedListProps {
  readonly column: ListColumn;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly onClose: () => void;
}

export interface ListTableProps {
  readonly columns: readonly ListColumn[];
  readonly rows: readonly ListRow[];
  readonly max: number;
  /** Returns the reason why a cell cannot be saved; undefined for a valid cell. */
  readonly refusalAt: (item: number, column: ListColumn) => string | undefined;
  readonly onChange: (rows: readonly ListRow[]) => void;
  /** Returns rows for new items. */
  readonly newRows: (items: readonly ItemTexts[]) => readonly ListRow[];
  /** Returns the dialog of a list inside an item. */
  readonly listDialog: (props: NestedListProps) => ReactNode;
  /** Adds fields for columns of a copied table, whose items have these keys; absent if the fields cannot change. */
  readonly addFields?: ((columns: readonly PastedColumn[], keys: readonly number[]) => void) | undefined;
  /** The cell that a dialog focuses first; absent for the default. */
  readonly start?: {
    readonly row: number;
    readonly column: number;
    readonly ref: RefObject<HTMLElement | null>;
  } | null;
}

/** Columns of a copied table without a field, and the keys of its items. */
interface UnusedColumns {
  readonly columns: readonly PastedColumn[];
  readonly keys: readonly number[];
}

/** The items of a list as a table that the user edits with the pointer, the keyboard, and the clipboard. */
export function ListTable(props: ListTableProps) {
  const { columns, rows, max, refusalAt, onChange, newRows, listDialog, addFields, start = null } = props;
  const { variables: strings } = useStrings();
  const toasts = useToast();
  const body = useRef<HTMLTableSectionElement>(null);
  const [unusedColumns, setUnusedColumns] = useState<UnusedColumns | null>(null);
  const unusedStatus = useRef<HTMLDivElement>(null);
  // The pasted rows can be higher than the dialog.
  useEffect(() => {
    if (unusedColumns !== null) unusedStatus.current?.scrollIntoView({ block: 'nearest' });
  }, [unusedColumns]);
  const add = (items: readonly ItemTexts[]) =>
    onChange([...rows, ...newRows(items)].slice(0, Math.max(max, rows.length)));
  const set = (at: number, name: string, value: string) =>
    onChange(rows.map((row, index) => (index === at ? { ...row, texts: { ...row.texts, [name]: value } } : row)));
  const move = (at: number, by: -1 | 1) => {
    const row = rows[at];
    if (row === undefined || at + by < 0 || at + by >= rows.length) return;
    onChange(rows.toSpliced(at, 1).toSpliced(at + by, 0, row));
  };
  const [nextCell, setNextCell] = useState<{ readonly row: number; readonly column: number } | null>(null);
  const focusCell = (row: number, column: number) => setNextCell({ row, column });
  // Focus the cell before the next key arrives; after a later frame, fast typing would go to the previous cell.
  useLayoutEffect(() => {
    if (nextCell !== null) controlIn(body.current, nextCell)?.focus();
  }, [nextCell]);
  useLayoutEffect(() => {
    if (start !== null) start.ref.current = controlIn(body.current, start);
  }, [start]);
  const onKeyDown = (event: KeyboardEvent) => {
    const place = cellOf(event);
    if (place === null) return;
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault();
      move(place.row, event.key === 'ArrowUp' ? -1 : 1);
    } else if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (place.row === rows.length - 1) add([{}]);
      focusCell(place.row + 1, place.column);
    }
  };
  const onPaste = (event: ClipboardEvent) => {
    const place = cellOf(event);
    const text = event.clipboardData.getData('text/plain');
    if (place === null || !/[\t\n]/.test(text.trim())) return;
    const cells = pastedCells(text);
    if (cells === null) return;
    event.preventDefault();
    const missing = Math.max(0, Math.min(max, place.row + cells.length) - rows.length);
    const all = [...rows, ...newRows(Array.from({ length: missing }, () => ({})))];
    onChange(all.map((row, at) => withCells(row, columns.slice(place.column), cells[at - place.row])));
  };
  const pasteTable = async () => {
    const text = await navigator.clipboard.readText().catch(() => '');
    const { items, unused } = pastedTable(columns, text);
    const isEmpty = !items.some((item) => Object.values(item).some((cell) => cell !== ''));
    if (isEmpty && (unused.length === 0 || addFields === undefined)) {
      toasts.show({ id: 'refused', message: strings.nothingToPaste, tone: 'warning' });
      return;
    }
    const before = rows.slice(
      0,
      rows.findLastIndex(({ texts }) => Object.values(texts).some((cell) => cell !== '')) + 1,
    );
    const added = newRows(items).slice(0, Math.max(0, max - before.length));
    onChange([...before, ...added]);
    setUnusedColumns(unused.length === 0 ? null : { columns: unused, keys: added.map(({ key }) => key) });
  };
  return (
    <div className={styles.list}>
      <div className={styles.scroll}>
        <table className={styles.table} onKeyDown={onKeyDown} onPaste={onPaste}>
          <thead>
            <tr>
              <th scope="col" className={styles.number}>
                <span className="visually-hidden">{strings.item}</span>
              </th>
              {columns.map(({ name, label, isRequired }) => (
                <th key={name} scope="col">
                  {label}
                  {isRequired && <span title={strings.required}> *</span>}
                </th>
              ))}
              <th scope="col" className={styles.ends}>
                <span className="visually-hidden">{strings.itemActions}</span>
              </th>
            </tr>
          </thead>
          <tbody ref={body}>
            {rows.map((row, at) => (
              <tr key={row.key}>
                <th scope="row" className={clsx(styles.number, 'tabular')}>
                  {at + 1}
                </th>
                {columns.map((column, number) => (
                  <td key={column.name} data-cell={`${at} ${number}`}>
                    <Cell
                      column={column}
                      value={row.texts[column.name] ?? ''}
                      label={strings.cell(column.label, at + 1)}
                      invalid={refusalAt(at, column)}
                      isStart={start?.row === at && start.column === number}
                      onChange={(value) => set(at, column.name, value)}
                      listDialog={listDialog}
                    />
                  </td>
                ))}
                <td className={styles.ends}>
                  <IconButton
                    icon={ArrowUp}
                    label={strings.moveItemUp(at + 1)}
                    keys="Alt+ArrowUp"
                    size="sm"
                    iconSize={14}
                    disabled={at === 0}
                    onClick={() => move(at, -1)}
                  />
                  <IconButton
                    icon={ArrowDown}
                    label={strings.moveItemDown(at + 1)}
                    keys="Alt+ArrowDown"
                    size="sm"
                    iconSize={14}
                    disabled={at === rows.length - 1}
                    onClick={() => move(at, 1)}
                  />
                  <IconButton
                    icon={Trash2}
                    label={strings.removeItem(at + 1)}
                    size="sm"
                    iconSize={14}
                    onClick={() => {
                      onChange(rows.toSpliced(at, 1));
                      focusCell(Math.min(at, rows.length - 2), 0);
                    }}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <div className={styles.tools}>
        <Button
          size="sm"
          icon={Plus}
          disabled={rows.length >= max}
          onClick={() => {
            add([{}]);
            focusCell(rows.length, 0);
          }}
        >
          {strings.addItem}
        </Button>
        <Button size="sm" icon={ClipboardPaste} disabled={rows.length >= max} onClick={pasteTable}>
          {strings.pasteTable}
        </Button>
      </div>
      {unusedColumns !== null && (
        <div ref={unusedStatus} role="status" className={styles.tools}>
          <Icon icon={TriangleAlert} size={14} className={styles.warning} />
          <span>
            {strings.unusedColumns(unusedColumns.columns.map(({ header }) => header))}
            {addFields === undefined && ` ${strings.unusedColumnsHint(unusedColumns.columns.length)}`}
          </span>
          {addFields !== undefined && (
            <Button
              size="sm"
              icon={Plus}
              onClick={() => {
                addFields(unusedColumns.columns, unusedColumns.keys);
                setUnusedColumns(null);
              }}
            >
              {strings.addFields(unusedColumns.columns.length)}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** Returns the control of a cell; null if there is none. */
function controlIn(body: HTMLElement | null, { row, column }: { readonly row: number; readonly column: number }) {
  return body?.querySelector<HTMLElement>(`[data-cell="${row} ${column}"] :is(input, button, textarea)`) ?? null;
}

/**
 * Returns the row and column of the cell of an event; null outside the cells. React also reports the events of a dialog
 * that a cell has opened, whose cells belong to another table.
 */
function cellOf({ target, currentTarget }: Pick<KeyboardEvent | ClipboardEvent, 'target' | 'currentTarget'>) {
  if (!(target instanceof Element) || !currentTarget.contains(target)) return null;
  const place = target.closest('[data-cell]')?.getAttribute('data-cell');
  const [row, column] = (place ?? '').split(' ').map(Number);
  return place == null || row === undefined || column === undefined ? null : { row, column };
}

interface CellProps {
  readonly column: ListColumn;
  readonly value: string;
  readonly label: string;
  readonly invalid: string | undefined;
  /** Whether a dialog focuses the cell first. An invalid list then opens. */
  readonly isStart: boolean;
  readonly onChange: (value: string) => void;
  readonly listDialog: ListTableProps['listDialog'];
}

const MEDIA: Partial<Readonly<Record<DeclaredType, readonly MediaKind[]>>> = {
  image: ['image'],
  video: ['video'],
  sound: ['audio', 'video'],
};

/** The control of a cell, selected by the type of the field. */
function Cell(props: CellProps) {
  const {
    column: { type, choices, fallback, list },
    value,
    label,
    invalid,
    onChange,
  } = props;
  const shows = MEDIA[type];
  const placeholder = fallback ?? '';
  if (list !== null) return <ListCell {...props} list={list} />;
  if (shows !== undefined)
    return (
      <SourcePicker
        value={value === '' ? null : { kind: 'asset', name: value }}
        kinds="asset"
        shows={shows}
        label={label}
        placeholder={placeholder}
        onChange={(source) => onChange(source.kind === 'asset' ? source.name : source.url)}
      />
    );
  if (type === 'boolean')
    return (
      <Switch
        checked={(value === '' ? fallback : value) === 'true'}
        label={label}
        onChange={(on) => onChange(String(on))}
      />
    );
  if (isLimitedToChoices({ type, choices }))
    return (
      <Select
        value={choices.some((choice) => choice.value === value) ? value : null}
        options={choices.map((choice) => ({ value: choice.value, label: choice.label ?? choice.value }))}
        label={label}
        size="sm"
        placeholder={value === '' ? placeholder : value}
        onChange={onChange}
      />
    );
  if (type === 'color') return <ColorCell {...{ value, placeholder, label, onChange }} />;
  if (type === 'number')
    return (
      <TextField
        value={withDecimalSign(value)}
        inputMode="decimal"
        placeholder={placeholder}
        label={label}
        invalid={invalid}
        size="sm"
        className="tabular"
        onChange={(text) => onChange(withDecimalPoint(text.trim()))}
      />
    );
  return <TextField {...{ value, placeholder, label, invalid, onChange }} size="sm" dir="auto" />;
}

/**
 * A list inside an item. If its items have no fields, it shows their values as text. A button opens the list as a
 * table.
 */
function ListCell(props: CellProps & { readonly list: ListRules }) {
  const { column, list, value, label, invalid, isStart, onChange, listDialog } = props;
  const { variables: strings } = useStrings();
  const [isOpen, setOpen] = useState(false);
  const opensOnFocus = useRef(isStart && invalid !== undefined);
  const reason = useId();
  // Open the list when the outer dialog focuses its cell, so that closing the list returns the focus to the cell.
  const onFocus = () => {
    if (opensOnFocus.current) setOpen(true);
    opensOnFocus.current = false;
  };
  const items = itemTexts(list, value);
  const isPlain = list.fields.length === 0 && !isArrayText(value);
  return (
    <span className={styles.open}>
      {(isPlain || items === null) && (
        <TextField value={value} label={label} size="sm" dir="auto" invalid={invalid} onChange={onChange} />
      )}
      {items !== null && (
        <Button
          size="sm"
          icon={invalid === undefined ? Rows3 : CircleX}
          className={clsx(invalid !== undefined && styles.refused)}
          tooltip={invalid}
          aria-describedby={invalid === undefined ? undefined : reason}
          aria-label={isPlain ? strings.editItemsOf(label) : `${label}: ${strings.items(items.length)}`}
          onFocus={onFocus}
          onClick={() => setOpen(true)}
        >
          {isPlain ? null : strings.items(items.length)}
        </Button>
      )}
      {invalid !== undefined && (
        <span id={reason} className="visually-hidden">
          {invalid}
        </span>
      )}
      {isOpen && listDialog({ column, value, onChange, onClose: () => setOpen(false) })}
    </span>
  );
}

interface ColorCellProps extends Pick<CellProps, 'value' | 'label' | 'onChange'> {
  readonly placeholder: string;
}

function ColorCell({ value, placeholder, label, onChange }: ColorCellProps) {
  const { kit } = useStrings();
  const color = value === '' ? null : parseColor(value);
  const isWrong = color?.ok === false;
  return (
    <ColorField
      value={color?.ok === true ? formatColor(color.value) : null}
      text={isWrong ? value : undefined}
      invalid={isWrong ? kit.notAColor : undefined}
      placeholder={placeholder}
      label={label}
      size="sm"
      onCommit={onChange}
      onEmpty={() => onChange('')}
      onText={onChange}
    />
  );
}
