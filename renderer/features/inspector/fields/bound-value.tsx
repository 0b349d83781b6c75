import { clsx } from 'clsx';
import { ArrowRight, ChevronDown } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { type AttributeField, type FieldContext, type FieldValue, useReading } from '#renderer/editor/fields.ts';
import { itemsAround, selectVariables } from '#renderer/editor/selectors.ts';
import { useSamples } from '#renderer/editor/use-samples.ts';
import { SampleField } from '#renderer/project/sample-field.tsx';
import { shownType } from '#renderer/project/variable-inputs.ts';
import { originOf } from '#renderer/project/variable-rows.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { FileName } from '#renderer/ui/display/file-name.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { formatWritten } from '#renderer/ui/format/number.ts';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { headOf } from '#shared/template/placeholders/placeholder.ts';
import type { VariableType } from '#shared/template/value-types/attribute-types.ts';
import type { ItemInScope } from '#shared/template/variables/repeats.ts';
import styles from '../controls/fields.module.css';

export interface BoundValueProps {
  readonly field: AttributeField;
  readonly value: Extract<FieldValue, { kind: 'variable' | 'composed' }>;
}

/** A button with the name and value of a variable. It replaces the control and opens the sample value. */
export function BoundValue({ field, value }: BoundValueProps) {
  const { inspector } = useStrings();
  const [open, setOpen] = useState(false);
  const names = value.kind === 'variable' ? [value.name] : [...new Set(value.names)];
  const { label } = specWords(field.spec);
  const text = value.text === null ? null : readable(field.spec.type.variableType, value.text);
  const [node] = field.nodes;
  const hasCopies = useReading(
    useCallback(({ withoutCopies }: FieldContext) => node === undefined || withoutCopies?.has(node) !== true, [node]),
  );
  const document = useEditorValue((editor) => editor.document.state.document);
  const items = node === undefined ? [] : itemsAround(document, node, field.name);
  const isOfEmptyList = !hasCopies && names.some((name) => itemOf(items, name) !== null);
  const displayedText = isOfEmptyList && (text ?? '') === '' ? inspector.listIsEmpty : (text ?? inspector.noValue);
  return (
    <Popover
      label={inspector.boundTo(label, names.join(', '))}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <button
          type="button"
          className={clsx(styles.bound, value.text === null && !isOfEmptyList && styles.unset)}
          aria-label={`${inspector.boundTo(label, names.join(', '))}, ${displayedText}`}
          title={displayedText}
        >
          <span className={styles.chips}>
            {names.map((name) => (
              <VariableChip
                key={name}
                name={name}
                unset={value.text === null && !isOfEmptyList}
                title={displayedText}
              />
            ))}
          </span>
          <CurrentValue type={field.spec.type.variableType} text={isOfEmptyList ? displayedText : text} />
          <Icon icon={ChevronDown} size={12} />
        </button>
      }
    >
      <SamplePopover names={names} items={items} hasCopies={hasCopies} onDone={() => setOpen(false)} />
    </Popover>
  );
}

/** Formats a number in the page's language; other values stay unchanged. */
function readable(type: VariableType, text: string): string {
  return type === 'number' ? formatWritten(text) : text;
}

function CurrentValue({ type, text }: { readonly type: VariableType; readonly text: string | null }) {
  const { inspector } = useStrings();
  if (text === null) return <span className={styles.given}>{inspector.setSample}</span>;
  if (type === 'media') return <FileName name={text} className={styles.given} />;
  return (
    <>
      {type === 'color' && <i className={styles.swatch} style={{ background: text }} />}
      <span className={styles.given}>{text}</span>
    </>
  );
}

/** Returns the item that a name refers to, either directly or through one of its fields; null for other names. */
function itemOf(items: readonly ItemInScope[], name: string): ItemInScope | null {
  return items.findLast((item) => item.name === headOf(name)) ?? null;
}

interface SamplePopoverProps {
  readonly names: readonly string[];
  /** The items of the lists around the element. */
  readonly items: readonly ItemInScope[];
  /** Whether the element has copies. Without copies, the fields of the items have their defaults. */
  readonly hasCopies: boolean;
  readonly onDone: () => void;
}

/** Shows the sample values of the variables in a field. For the item of a list, shows the sample values of the list. */
function SamplePopover({ names, items, hasCopies, onDone }: SamplePopoverProps) {
  const { inspector, variables: strings } = useStrings();
  const variables = useEditorValue(({ document }) => selectVariables(document.state));
  const givenValues = useEditorValue(({ document }) => document.state.given);
  const brand = useEditorValue(({ document }) => document.state.brand);
  const editor = useEditor();
  const samples = useSamples();
  const automatic = samples.automatic === null ? null : strings[samples.automatic];
  return (
    <div className={styles.sample}>
      {names.map((name) => {
        const item = itemOf(items, name);
        return item === null ? null : <ItemField key={name} name={name} item={item} hasCopies={hasCopies} />;
      })}
      {[...new Set(names.flatMap((name) => variableOf(items, name) ?? []))].map((name) => {
        const variable = variables.find((each) => each.name === name);
        if (variable === undefined) return null;
        const [sample, branded] = [givenValues[name], brand[name]];
        const origin = originOf(variable, sample, branded);
        return (
          <div key={name}>
            <div className={styles.sampleHead}>
              <VariableChip name={name} unset={origin === 'none'} />
              <span className={styles.sampleNote}>{strings.types[shownType(variable)]}</span>
            </div>
            <SampleField
              variable={variable}
              value={sample ?? branded ?? variable.default}
              origin={origin}
              disabled={automatic !== null}
              onChange={(value) => samples.set(name, value)}
            />
          </div>
        );
      })}
      <p className={styles.sampleNote}>
        {automatic === null ? `${strings.dataSet}: ${samples.setName ?? ''}` : strings.automaticReadOnly(automatic)}
      </p>
      <div className={styles.sampleFoot}>
        <Button
          size="sm"
          variant="quiet"
          iconEnd={ArrowRight}
          onClick={() => {
            editor.views.screen?.setTab('variables');
            onDone();
          }}
        >
          {inspector.menuGoTo}
        </Button>
      </div>
    </div>
  );
}

/** Returns the variable that provides the value of a name. For an item, this is the list variable. */
function variableOf(items: readonly ItemInScope[], name: string): string | null {
  const item = itemOf(items, name);
  return item === null ? name : item.variable;
}

interface ItemFieldProps extends Pick<SamplePopoverProps, 'hasCopies'> {
  readonly name: string;
  readonly item: ItemInScope;
}

/** The field of an item. If the element has no copies, a hint and the defaults of all fields are below it. */
function ItemField({ name, item, hasCopies }: ItemFieldProps) {
  const { inspector } = useStrings();
  const fields = item.list?.fields ?? [];
  return (
    <div>
      <div className={styles.sampleHead}>
        <VariableChip name={name} />
        <span className={styles.sampleNote}>{hasCopies ? inspector.ofFirstItem : inspector.listIsEmpty}</span>
      </div>
      {!hasCopies && (
        <>
          <p className={styles.sampleNote}>{inspector.emptyListHint}</p>
          {fields.length > 0 && (
            <dl className={styles.defaults}>
              {fields.map((field) => (
                <div key={field.name}>
                  <dt>{field.label ?? field.name}</dt>
                  <dd>{field.default ?? inspector.noDefault}</dd>
                </div>
              ))}
            </dl>
          )}
        </>
      )}
    </div>
  );
}
