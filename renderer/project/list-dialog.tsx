import { Plus, Rows3, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { variableLabel } from '#renderer/strings/design-strings.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { ListField } from '#shared/editing/model/commands.ts';
import { MAX_ITEMS, MAX_LISTS } from '#shared/expressions/list-text.ts';
import { isVariableName } from '#shared/lib/variable-name.ts';
import { message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { DECLARED_TYPES } from '#shared/template/tables/variable-attributes.ts';
import { itemName } from '#shared/template/value-types/text-types.ts';
import { type Declaration, refusalOf } from '#shared/template/variables/declarations.ts';
import { ITEM_VALUE, type ItemTexts, itemTexts, textOfItems } from '#shared/template/variables/item-texts.ts';
import {
  choiceTexts,
  columnsOf,
  type FieldDraft,
  fieldOfDraft,
  innerFault,
  itemsOf,
  type ListColumn,
  type ListRow,
  rulesOf,
  startFields,
  withPastedFields,
  withRenamedFields,
} from './list-drafts.ts';
import styles from './list-table.module.css';
import { ListTable, type NestedListProps } from './list-table.tsx';
import { labelOf } from './variable-labels.ts';

export interface ListButtonProps {
  readonly variable: Variable;
  /** The text of the list; null without a text. */
  readonly value: string | null;
  readonly label: string;
  readonly disabled: boolean;
  /** The control to show if the text is unreadable. */
  readonly otherwise: ReactNode;
  readonly onChange: (value: string) => void;
}

/** The number of items of a list, with a button that edits them in a table. */
export function ListButton({ variable, value, label, disabled, otherwise, onChange }: ListButtonProps) {
  const { variables: strings } = useStrings();
  const [isOpen, setOpen] = useState(false);
  const { declaration } = variable;
  const list = declaration?.list ?? null;
  const items = list === null ? null : itemTexts(list, value ?? '');
  if (list === null || declaration === null || items === null) return otherwise;
  return (
    <span className={styles.open}>
      <Button size="sm" icon={Rows3} disabled={disabled} aria-label={label} onClick={() => setOpen(true)}>
        {strings.editItems}
      </Button>
      <span className={styles.count}>{strings.items(items.length)}</span>
      {isOpen && (
        <ListDialog
          title={strings.listTitle(labelOf(variable))}
          declaration={declaration}
          items={items}
          onClose={() => setOpen(false)}
          onSave={({ items: next }) => onChange(textOfItems(list, next))}
        />
      )}
    </span>
  );
}

/** The result of the dialog. `name` and `fields` are set only if the dialog edits them. */
export interface SavedList {
  readonly name: string;
  readonly fields: readonly ListField[];
  readonly items: readonly ItemTexts[];
}

export interface ListDialogProps {
  readonly title: string;
  /** The declaration of the list; null for a new list. */
  readonly declaration: Pick<Declaration, 'name' | 'list' | 'min' | 'max'> | null;
  readonly items: readonly ItemTexts[];
  /** Whether the user can change the fields of the items. The fields of a new list can always be changed. */
  readonly canChangeFields?: boolean;
  /** The names of other variables, which a new list cannot have. */
  readonly taken?: readonly string[];
  /** The place of the value that is focused first: the index of its item and its field; absent for the default. */
  readonly start?: { readonly item: number; readonly field: string | null } | undefined;
  readonly onSave: (list: SavedList) => void;
  readonly onClose: () => void;
}

/** The dialog for the items of a list. For a new list, it also edits the name and the fields. */
export function ListDialog(props: ListDialogProps) {
  const {
    title,
    declaration,
    items,
    canChangeFields = declaration === null,
    taken = [],
    start,
    onSave,
    onClose,
  } = props;
  const { variables: strings, kit } = useStrings();
  const nextKey = useRef(0);
  const newKey = () => {
    nextKey.current += 1;
    return nextKey.current;
  };
  const rowsOf = (some: readonly ItemTexts[]): readonly ListRow[] => some.map((texts) => ({ key: newKey(), texts }));
  const list = declaration?.list ?? null;
  const [name, setName] = useState(declaration?.name ?? '');
  const [rows, setRows] = useState(() => rowsOf(declaration === null && items.length === 0 ? [{}] : items));
  const [fields, setFields] = useState<readonly FieldDraft[]>(() => startFields(list, strings.firstField));
  const inLanguage = (text: string) => (declaration === null ? text : variableLabel(declaration.name, text));
  const columns = columnsOf(canChangeFields ? rulesOf(list, fields) : list, strings.value, inLanguage);
  const startRef = useRef<HTMLElement>(null);
  const [startCell] = useState(() => {
    const column = columns.findIndex(({ name: field }) => field === (start?.field ?? ITEM_VALUE));
    return start === undefined || column < 0 ? null : { row: start.item, column, ref: startRef };
  });
  const [min, max] = [declaration?.min ?? 0, Math.min(MAX_ITEMS, declaration?.max ?? MAX_ITEMS)];
  const fault = faultOf({ name, fields: canChangeFields ? fields : [], taken, isNew: declaration === null }, strings);
  const refusals = refusalsOf(rows, columns, name.trim() || strings.newListTitle);
  const [refusal] = refusals.values();
  const count = rows.length < min || rows.length > max ? strings.itemRange(min, max) : strings.items(rows.length);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="xl"
      initialFocus={startCell?.ref}
      footer={
        <>
          <span role="status" className={styles.count} style={{ marginRight: 'auto' }}>
            {fault ?? refusal ?? count}
          </span>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button
            variant="primary"
            disabled={fault !== null || refusal !== undefined}
            onClick={() => {
              onClose();
              onSave({
                name: name.trim(),
                fields: fields.map(fieldOfDraft),
                items: itemsOf(rows, columns),
              });
            }}
          >
            {strings.saveItems}
          </Button>
        </>
      }
    >
      {declaration === null && (
        <Field label={strings.listName} hint={strings.listNameHint}>
          <TextField value={name} onChange={setName} mono />
        </Field>
      )}
      {canChangeFields && (
        <>
          <h3 className={styles.section}>{strings.fields}</h3>
          <Fields
            fields={fields}
            lists={1}
            onChange={(next) => {
              setRows(withRenamedFields(rows, fields, next));
              setFields(next);
            }}
            newKey={newKey}
          />
          <h3 className={styles.section}>{strings.itemsTitle}</h3>
        </>
      )}
      <ListTable
        columns={columns}
        rows={rows}
        max={max}
        refusalAt={(item, column) => refusals.get(`${item} ${column.name}`)}
        onChange={setRows}
        newRows={rowsOf}
        listDialog={(nested) => <NestedListDialog {...nested} />}
        start={startCell}
        {...(canChangeFields && {
          addFields: (added, keys) => {
            const next = withPastedFields({ rows, fields }, { columns: added, keys }, newKey);
            setRows(next.rows);
            setFields(next.fields);
          },
        })}
      />
    </Dialog>
  );
}

/** The dialog for a list inside an item. */
function NestedListDialog({ column, value, onChange, onClose }: NestedListProps) {
  const { name, label, list } = column;
  const { variables: strings } = useStrings();
  // The value when the dialog opened determines the first focus.
  const [fault] = useState(() => innerFault(column, value, name));
  if (list === null) return null;
  return (
    <ListDialog
      title={strings.listTitle(label)}
      declaration={{ name, list, min: list.min, max: list.max }}
      items={itemTexts(list, value) ?? []}
      start={fault === null || fault.item === null ? undefined : { item: fault.item, field: fault.field }}
      onClose={onClose}
      onSave={({ items }) => onChange(textOfItems(list, items))}
    />
  );
}

/** Returns the messages about missing and invalid values, by the index of the item and the field. */
function refusalsOf(
  rows: readonly ListRow[],
  columns: readonly ListColumn[],
  list: string,
): ReadonlyMap<string, string> {
  const refusals = new Map<string, string>();
  const { length } = itemsOf(rows, columns);
  for (const [at, { texts }] of rows.slice(0, length).entries())
    for (const column of columns) {
      const { name, label, rules, isRequired, fallback, list: inner } = column;
      const text = texts[name] ?? '';
      const place = { list: shortened(list), item: at + 1, field: shortened(label) };
      const isMissing = isRequired && inner === null && (text.trim() || (fallback ?? '').trim()) === '';
      const reason = refusalOf(rules, text, null);
      const field = name === ITEM_VALUE ? null : place.field;
      const refused = reason && message('list/refused', { ...place, field, text: shortened(text), reason });
      const inside = innerFault(column, text, `${list}[${at + 1}].${name}`)?.says;
      const says = isMissing ? message('list/missing', place) : (inside ?? refused);
      if (says !== null) refusals.set(`${at} ${name}`, say(says, { quoted: true }));
    }
  return refusals;
}

interface ListDraft {
  readonly name: string;
  readonly fields: readonly FieldDraft[];
  readonly taken: readonly string[];
  readonly isNew: boolean;
}

/** Returns the reason why the list cannot be saved; null if it can be saved. */
function faultOf(
  { name, fields, taken, isNew }: ListDraft,
  words: ReturnType<typeof useStrings>['variables'],
): string | null {
  if (isNew && !isVariableName(name.trim())) return words.renameBad;
  if (isNew && taken.includes(name.trim())) return words.renameTaken;
  return fieldsFault(fields, words);
}

function fieldsFault(fields: readonly FieldDraft[], words: ReturnType<typeof useStrings>['variables']): string | null {
  const names = fields.map((field) => field.name.trim());
  if (names.some((each) => !fieldNames.parse(each, null).ok)) return words.badField;
  if (new Set(names).size < names.length) return words.fieldTwice;
  for (const { name, type, choices, fields: inner } of fields) {
    const read = type === 'choice' ? choiceTexts.parse(choices, null) : null;
    if (read !== null && !(read.ok && read.value.length > 0)) return words.fieldWithoutChoices(name);
    const fault = type === 'list' ? fieldsFault(inner, words) : null;
    if (fault !== null) return fault;
  }
  return null;
}

const fieldNames = itemName();

interface FieldsProps {
  readonly fields: readonly FieldDraft[];
  /** The number of lists that contain the fields, from outside to inside. Lists can be nested three levels deep. */
  readonly lists: number;
  readonly onChange: (fields: readonly FieldDraft[]) => void;
  readonly newKey: () => number;
}

/** The names and types of the fields. Below a field, its choices or the fields of its list are shown. */
function Fields({ fields, lists, onChange, newKey }: FieldsProps) {
  const { variables: strings } = useStrings();
  const names: Readonly<Record<string, string>> = strings.types;
  const types = DECLARED_TYPES.filter((type) => type !== 'list' || lists < MAX_LISTS).map((type) => ({
    value: type,
    label: names[type] ?? type,
  }));
  const set = (at: number, change: Partial<FieldDraft>) =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...change } : field)));
  return (
    <div className={styles.fieldList}>
      {fields.map(({ key, name, type, choices, fields: inner }, at) => (
        <div key={key} className={styles.fields}>
          <TextField
            value={name}
            label={strings.fieldName(at + 1)}
            size="sm"
            mono
            onChange={(next) => set(at, { name: next })}
          />
          <Select
            value={types.find((each) => each.value === type)?.value ?? null}
            options={types}
            label={strings.fieldType(at + 1)}
            size="sm"
            placeholder={names[type] ?? type}
            onChange={(next) => set(at, { type: next })}
          />
          <IconButton
            icon={Trash2}
            label={strings.removeField(name)}
            size="sm"
            iconSize={14}
            onClick={() => onChange(fields.toSpliced(at, 1))}
          />
          {type === 'choice' && (
            <div className={styles.below}>
              <TextField
                value={choices}
                label={strings.fieldChoices(name)}
                placeholder={strings.choicesExample}
                size="sm"
                onChange={(next) => set(at, { choices: next })}
              />
            </div>
          )}
          {type === 'list' && (
            <div className={styles.below}>
              {inner.length === 0 && <p className={styles.count}>{strings.itemsAreTexts}</p>}
              <Fields fields={inner} lists={lists + 1} onChange={(next) => set(at, { fields: next })} newKey={newKey} />
            </div>
          )}
        </div>
      ))}
      <div>
        <Button
          size="sm"
          icon={Plus}
          onClick={() =>
            onChange([...fields, { key: newKey(), name: '', type: 'text', label: null, choices: '', fields: [] }])
          }
        >
          {strings.addField}
        </Button>
      </div>
    </div>
  );
}
