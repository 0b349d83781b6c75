import { clsx } from 'clsx';
import { ArrowRight, Braces, Calculator, RotateCcw, Unlink } from 'lucide-react';
import { type ComponentProps, useRef, useState } from 'react';
import { useBrand } from '#renderer/api/queries/use-brand.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import {
  bindFieldCommand,
  computeFieldCommand,
  type FieldEdit,
  proposeName,
  unbindFieldCommand,
  useInspectorDispatch,
  writeFieldCommand,
} from '#renderer/editor/field-edit.ts';
import { type AttributeField, fieldText, type ItemName, itemNamesWithValues } from '#renderer/editor/fields.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { Field } from '#renderer/ui/controls/field.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { Tooltip } from '#renderer/ui/display/tooltip.tsx';
import styles from '#renderer/ui/display/variable-chip.module.css';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { formatWritten } from '#renderer/ui/format/number.ts';
import { Dialog } from '#renderer/ui/overlays/dialog.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { type BrandKit, EMPTY_BRAND } from '#shared/brand/brand-kit.ts';
import { brandValuesFor } from '#shared/brand/values-for.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { isVariableName } from '#shared/lib/variable-name.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { attributeValue } from '#shared/template/document/document.ts';
import { isScene } from '#shared/template/tables/roles.ts';
import { computeAndFocus } from './expression-field.tsx';

export interface FieldVariableMenuProps {
  readonly field: AttributeField;
  readonly edit: FieldEdit;
}

/** The maximum length of a value in the menu, in characters. */
const MAX_VALUE = 18;
const NO_VARIABLES: readonly Variable[] = [];

/**
 * The variable menu of a field. It makes the value a variable, binds the field to an existing variable, or replaces the
 * variable with its value.
 */
export function FieldVariableMenu({ field, edit }: FieldVariableMenuProps) {
  const { inspector, brand: strings } = useStrings();
  const editor = useEditor();
  const brand = useBrand(editor.document.state.project).data?.brand ?? EMPTY_BRAND;
  const dispatch = useInspectorDispatch();
  const [proposed, setProposed] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  // Read the list only while the menu or the dialog is open, because each edit creates a new list.
  const variables = useEditorValue(({ document }) =>
    open || proposed !== null ? selectVariables(document.state) : NO_VARIABLES,
  );
  const { value } = field;
  const [node] = field.nodes;
  const { label } = specWords(field.spec);
  const isComputed = value.kind === 'computed';
  const isComposed = value.kind === 'composed' || isComputed;
  const names = value.kind === 'variable' ? [value.name] : isComposed ? value.names : [];
  const isBound = names.length > 0 || isComputed || value.kind === 'malformed';

  const entries = (): readonly MenuEntry[] => [
    ...(isBound ? boundEntries() : [makeEntry()]),
    ...(isComputed || value.kind === 'mixed' || field.spec.type.kind === 'condition' ? [] : [computeEntry()]),
    ...(isBound
      ? []
      : brandEntries(field, brand, strings, (name, value) => void dispatch(bindFieldCommand(field, name, value)))),
    ...itemEntries(
      node === undefined ? [] : itemNamesWithValues(editor.document.state, node, field.name),
      inspector,
      (name) => void dispatch(writeFieldCommand(field, `\${${name}}`)),
    ),
    ...existingEntries(variables, field, inspector, (name) => void dispatch(bindFieldCommand(field, name, null))),
    ...(field.isChanged && field.standard !== null && !isBound ? resetEntries(field.standard) : []),
  ];
  const makeEntry = (): MenuEntry => ({
    kind: 'command',
    id: 'make',
    label: inspector.menuMake,
    icon: Braces,
    run: () =>
      setProposed(
        proposeName(
          field,
          effectTypeOf(editor.document.state.document, field),
          selectVariables(editor.document.state).map(({ name }) => name),
        ),
      ),
  });
  const computeEntry = (): MenuEntry => ({
    kind: 'command',
    id: 'compute',
    label: inspector.menuCompute,
    icon: Calculator,
    run: () =>
      computeAndFocus(editor, field, () => dispatch(computeFieldCommand(editor.document.state.document, field))),
  });
  const boundEntries = (): readonly MenuEntry[] => [
    {
      kind: 'command',
      id: 'go-to',
      label: inspector.menuGoTo,
      icon: ArrowRight,
      run: () => editor.views.screen?.setTab('variables'),
    },
    {
      kind: 'command',
      id: 'unbind',
      label: inspector.menuUnbind,
      icon: Unlink,
      disabled: fieldText(field) === null || value.kind === 'malformed',
      run: () => void dispatch(unbindFieldCommand(field)),
    },
  ];
  const resetEntries = (standard: string): readonly MenuEntry[] => [
    { kind: 'separator', id: 'before-reset' },
    {
      kind: 'command',
      id: 'reset',
      label: inspector.menuReset(formatWritten(standard)),
      icon: RotateCcw,
      run: edit.reset,
    },
  ];

  return (
    <>
      <Menu
        align="end"
        onOpenChange={setOpen}
        trigger={
          <VariableButton
            bound={isBound}
            label={
              isComputed
                ? inspector.computed(label)
                : isBound
                  ? inspector.boundTo(label, names.join(', '))
                  : inspector.makeVariable(label)
            }
          />
        }
        entries={open ? entries() : []}
      />
      {proposed !== null && (
        <NameVariableDialog
          label={label}
          proposed={proposed}
          value={fieldText(field)}
          taken={variables.map(({ name }) => name)}
          onClose={() => setProposed(null)}
          onName={(name) => {
            setProposed(null);
            dispatch(bindFieldCommand(field, name, null));
          }}
        />
      )}
    </>
  );
}

/**
 * Returns the menu entries for brand values. Choosing one binds the field to the brand's variable, with the current
 * value as the default.
 */
function brandEntries(
  field: AttributeField,
  brand: BrandKit,
  words: Catalogue['brand'],
  onUse: (name: string, value: string) => void,
): readonly MenuEntry[] {
  const values = brandValuesFor(field.spec.type, brand);
  if (values.length === 0) return [];
  return [
    { kind: 'separator', id: 'before-brand' },
    { kind: 'heading', id: 'brand', label: words.menu },
    ...values.map(
      ({ variable, name, value }): MenuEntry => ({
        kind: 'command',
        id: `brand ${variable}`,
        label: name,
        end: shortened(value),
        run: () => onUse(variable, value),
      }),
    ),
  ];
}

/** Returns the menu entries for the names that lists define, with their values in the displayed item. */
export function itemEntries(
  names: readonly ItemName[],
  words: Catalogue['inspector'],
  onUse: (name: string) => void,
): readonly MenuEntry[] {
  if (names.length === 0) return [];
  const positions: Readonly<Record<string, string>> = { index: words.menuIndex, count: words.menuCount };
  return [
    { kind: 'separator', id: 'before-items' },
    { kind: 'heading', id: 'items', label: words.menuItems },
    ...names.map(
      ({ name, label, value }): MenuEntry => ({
        kind: 'command',
        id: `item ${name}`,
        label: label ?? positions[name] ?? name,
        end: value === null ? undefined : shortened(value),
        run: () => onUse(name),
      }),
    ),
  ];
}

/**
 * Returns the menu entries for existing variables. Variables of the field's type come first; a submenu contains the
 * others.
 */
function existingEntries(
  variables: readonly Variable[],
  field: AttributeField,
  words: Catalogue['inspector'],
  onUse: (name: string) => void,
): readonly MenuEntry[] {
  const currentName = field.value.kind === 'variable' ? field.value.name : null;
  const others = variables.filter(({ name }) => name !== currentName);
  if (others.length === 0) return [];
  const fieldType = field.spec.type.variableType;
  const entry = ({ name, default: fallback }: Variable): MenuEntry => ({
    kind: 'command',
    id: `use ${name}`,
    label: name,
    end: fallback === null ? undefined : shortened(fallback),
    run: () => onUse(name),
  });
  const fitting = others.filter(({ type }) => type === fieldType).map(entry);
  const rest = others.filter(({ type }) => type !== fieldType).map(entry);
  return [
    { kind: 'separator', id: 'before-use' },
    { kind: 'heading', id: 'use', label: words.menuUse },
    ...fitting,
    ...(rest.length > 0 ? [{ kind: 'menu', id: 'other', label: words.menuOther, entries: rest } as const] : []),
  ];
}

function effectTypeOf(document: Parameters<typeof indexOf>[0], { nodes }: AttributeField): string | null {
  const [first] = nodes;
  const element = first === undefined ? undefined : indexOf(document).elements.get(first)?.element;
  return element === undefined || isScene(element) ? null : (attributeValue(element, 'type') ?? null);
}

function shortened(text: string): string {
  return text.length <= MAX_VALUE ? text : `${text.slice(0, MAX_VALUE - 1).toWellFormed()}…`;
}

export interface NameVariableDialogProps {
  readonly label: string;
  readonly proposed: string;
  /** The value that becomes the default of the variable; null for none. */
  readonly value: string | null;
  /**
   * The names of existing variables. If the user enters one of them, the dialog shows that the field will use that
   * variable.
   */
  readonly taken: readonly string[];
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

function NameVariableDialog({ label, proposed, value, taken, onName, onClose }: NameVariableDialogProps) {
  const { inspector, kit } = useStrings();
  const [name, setName] = useState(proposed);
  const input = useRef<HTMLInputElement>(null);
  const requested = name.trim();
  const isValid = isVariableName(requested);
  const hint = taken.includes(requested)
    ? inspector.nameTaken
    : value === null
      ? inspector.nameHintNone
      : inspector.nameHint(value);
  return (
    <Dialog
      open
      onClose={onClose}
      title={inspector.nameTitle(label)}
      size="sm"
      initialFocus={input}
      onSubmit={() => isValid && onName(requested)}
      footer={
        <>
          <Button onClick={onClose}>{kit.cancel}</Button>
          <Button type="submit" variant="primary" disabled={!isValid} tooltip={isValid ? undefined : inspector.nameBad}>
            {inspector.make}
          </Button>
        </>
      }
    >
      <Field
        label={inspector.nameField}
        hint={hint}
        problem={isValid || requested === '' ? undefined : inspector.nameBad}
      >
        <TextField ref={input} value={name} onChange={setName} mono onFocus={(event) => event.target.select()} />
      </Field>
    </Dialog>
  );
}

export interface VariableButtonProps extends Omit<ComponentProps<'button'>, 'type' | 'children' | 'aria-label'> {
  /** Whether the value comes from a variable. */
  readonly bound: boolean;
  /** The label, such as `Make Intensity a variable`. */
  readonly label: string;
}

/** The button with braces beside a field, which shows whether the value comes from a variable and opens the menu. */
function VariableButton({ bound, label, className, ...rest }: VariableButtonProps) {
  return (
    <Tooltip content={label}>
      <button
        {...rest}
        type="button"
        aria-label={label}
        className={clsx(styles.button, bound && styles.bound, className)}
        data-variable-button={bound ? 'bound' : 'plain'}
      >
        <Icon icon={Braces} size={14} />
      </button>
    </Tooltip>
  );
}
