import { Plus, Rows3, Trash2 } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { variableLabel } from '#renderer/strings/design-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Select } from '#renderer/ui/fields/select.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import type { ListField } from '#shared/editing/model/commands.ts';
import { MAX_ITEMS } from '#shared/expressions/list-text.ts';
import { isVariableName } from '#shared/lib/variable-name.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { ITEM_TYPES } from '#shared/template/tables/variable-attributes.ts';
import { itemName } from '#shared/template/value-types/text-types.ts';
import type { Declaration, ListRules } from '#shared/template/variables/declarations.ts';
import { ITEM_VALUE, type ItemTexts, itemTexts, textOfItems } from '#shared/template/variables/item-texts.ts';
import styles from './list-table.module.css';
import { type ListColumn, type ListRow, ListTable } from './list-table.tsx';
import { labelOf } from './variable-labels.ts';

export interface ListButtonProps {
  readonly variable: Variable;
  /** The text of the list; null if there is none. */
  readonly value: string | null;
  readonly label: string;
  readonly disabled: boolean;
  /** The control for an unreadable text. */
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
  readonly onSave: (list: SavedList) => void;
  readonly onClose: () => void;
}

/** A field whose key stays the same while its name is typed. */
interface FieldDraft extends ListField {
  readonly key: number;
}

/** The dialog for the items of a list, and for the name and the fields of a new list. */
export function ListDialog(props: ListDialogProps) {
  const { title, declaration, items, canChangeFields = declaration === null, taken = [], onSave, onClose } = props;
  const { variables: strings, kit } = useStrings();
  const nextKey = useRef(0);
  const rowsOf = (some: readonly ItemTexts[]): readonly ListRow[] =>
    some.map((texts) => {
      nextKey.current += 1;
      return { key: nextKey.current, texts };
    });
  const list = declaration?.list ?? null;
  const [name, setName] = useState(declaration?.name ?? '');
  const [rows, setRows] = useState(() => rowsOf(declaration === null && items.length === 0 ? [{}] : items));
  const [fields, setFields] = useState<readonly FieldDraft[]>(() => startFields(list, strings.firstField));
  const columns = columnsOf(declaration, canChangeFields && fields.length > 0 ? fields : null, strings.value);
  const [min, max] = [declaration?.min ?? 0, Math.min(MAX_ITEMS, declaration?.max ?? MAX_ITEMS)];
  const fault = faultOf({ name, fields: canChangeFields ? fields : [], taken, isNew: declaration === null }, strings);
  const count = rows.length < min || rows.length > max ? strings.itemRange(min, max) : strings.items(rows.length);
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="xl"
      footer={
        <>
          <span role="status" className={styles.count} style={{ marginRight: 'auto' }}>
            {fault ?? count}
          </span>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button
            variant="primary"
            disabled={fault !== null}
            onClick={() => {
              onClose();
              onSave({
                name: name.trim(),
                fields: fields.map(({ key, ...field }) => field),
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
            onChange={setFields}
            newKey={() => {
              nextKey.current += 1;
              return nextKey.current;
            }}
          />
          <h3 className={styles.section}>{strings.itemsTitle}</h3>
        </>
      )}
      <ListTable columns={columns} rows={rows} max={max} onChange={setRows} newRows={rowsOf} />
    </Dialog>
  );
}

function startFields(list: ListRules | null, first: string): readonly FieldDraft[] {
  if (list === null) return [{ key: -1, name: first, type: 'text', label: null }];
  return list.fields.map(({ name, type, label }, at) => ({ key: -1 - at, name, type: type ?? 'text', label }));
}

/** Returns the columns of the fields, or one column for the items of a list without fields. */
function columnsOf(
  declaration: ListDialogProps['declaration'],
  fields: readonly ListField[] | null,
  value: string,
): readonly ListColumn[] {
  const list = declaration?.list ?? null;
  const inLanguage = (text: string) => (declaration === null ? text : variableLabel(declaration.name, text));
  const declared = new Map(list?.fields.map((field) => [field.name, field]));
  const shown = fields ?? list?.fields.map(({ name, type, label }) => ({ name, type: type ?? 'text', label })) ?? [];
  if (shown.length === 0)
    return [
      { name: ITEM_VALUE, label: value, type: list?.of ?? 'text', choices: [], isRequired: false, fallback: null },
    ];
  return shown.map(({ name, type, label }) => {
    const known = declared.get(name);
    return {
      name,
      label: label === null ? name : inLanguage(label),
      type: type as ListColumn['type'],
      choices: (known?.choices ?? []).map((choice) => ({
        ...choice,
        label: choice.label === null ? null : inLanguage(choice.label),
      })),
      isRequired: known?.required ?? false,
      fallback: known?.default ?? null,
    };
  });
}

/** Returns the items of the rows. Values of removed fields and empty rows at the end are omitted. */
function itemsOf(rows: readonly ListRow[], columns: readonly ListColumn[]): readonly ItemTexts[] {
  const names = new Set(columns.map(({ name }) => name));
  const items = rows.map(({ texts }) =>
    Object.fromEntries(Object.entries(texts).filter(([name, text]) => names.has(name) && text !== '')),
  );
  const last = items.findLastIndex((item) => Object.keys(item).length > 0);
  return items.slice(0, last + 1);
}

interface ListDraft {
  readonly name: string;
  readonly fields: readonly ListField[];
  readonly taken: readonly string[];
  readonly isNew: boolean;
}

/** Returns why the list cannot be saved; null if it can. */
function faultOf(
  { name, fields, taken, isNew }: ListDraft,
  words: ReturnType<typeof useStrings>['variables'],
): string | null {
  if (isNew && !isVariableName(name.trim())) return words.renameBad;
  if (isNew && taken.includes(name.trim())) return words.renameTaken;
  const names = fields.map((field) => field.name);
  if (names.some((each) => !fieldNames.parse(each, null).ok)) return words.badField;
  return new Set(names).size < names.length ? words.fieldTwice : null;
}

const fieldNames = itemName();

/** The types of new fields. A choice needs options, which the XML has. */
const FIELD_TYPES = ITEM_TYPES.filter((type) => type !== 'choice');

interface FieldsProps {
  readonly fields: readonly FieldDraft[];
  readonly onChange: (fields: readonly FieldDraft[]) => void;
  readonly newKey: () => number;
}

/** The names and the types of the fields. */
function Fields({ fields, onChange, newKey }: FieldsProps) {
  const { variables: strings } = useStrings();
  const names: Readonly<Record<string, string>> = strings.types;
  const types = FIELD_TYPES.map((type) => ({ value: type, label: names[type] ?? type }));
  const set = (at: number, change: Partial<ListField>) =>
    onChange(fields.map((field, index) => (index === at ? { ...field, ...change } : field)));
  return (
    <>
      {fields.map(({ key, name, type }, at) => (
        <div key={key} className={styles.fields}>
          <TextField
            value={name}
            label={strings.fieldName(at + 1)}
            size="sm"
            mono
            onChange={(next) => set(at, { name: next })}
          />
          <Select
            value={FIELD_TYPES.find((each) => each === type) ?? null}
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
        </div>
      ))}
      <Button
        size="sm"
        icon={Plus}
        onClick={() => onChange([...fields, { key: newKey(), name: '', type: 'text', label: null }])}
      >
        {strings.addField}
      </Button>
    </>
  );
}
