import { Check, Plus, X } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch, writeFieldCommand } from '#renderer/editor/field-edit.ts';
import { type AttributeField, type FieldContext, useReading } from '#renderer/editor/fields.ts';
import { conditionResult, nestedIn } from '#renderer/editor/nested-scenes.ts';
import { itemsAround } from '#renderer/editor/selectors.ts';
import { useSamples } from '#renderer/editor/use-samples.ts';
import { specWords } from '#renderer/strings/registry-strings.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { Popover } from '#renderer/ui/overlays/popover.tsx';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { variablesIn } from '#shared/editing/planning/planning.ts';
import { attributeValue, type NodeId } from '#shared/template/document/document.ts';
import type { AttributeSpec } from '#shared/template/value-types/attribute-types.ts';
import fields from '../controls/fields.module.css';
import { FieldRow, Problem } from '../fields/field-row.tsx';
import { useField } from '../model/use-field-context.ts';
import styles from './condition.module.css';
import { ConditionBuilder } from './condition-builder.tsx';
import { type Chips, hasValue, parseChips } from './condition-chips.ts';

export interface ConditionRowProps {
  readonly nodes: readonly NodeId[];
  /** The attribute: `condition`, or `where`, which filters the items of a list. */
  readonly name: string;
  readonly spec: AttributeSpec<unknown>;
}

/** The attribute that decides whether an element exists. */
const CONDITION = 'condition';

/** The condition of an element as chips or as an expression. Below it, its current result and the reason. */
export function ConditionRow({ nodes, name, spec }: ConditionRowProps) {
  const field = useField(nodes, name, spec);
  const written = useReading(useCallback((context: FieldContext) => conditionOf(context, nodes, name), [nodes, name]));
  // In a choice, `condition` contains the value that selects a case, instead of a test.
  const isChoice = useReading(
    useCallback((context: FieldContext) => nodes.some((id) => nestedIn(context, id)?.kind === 'choice'), [nodes]),
  );
  if (field === null) return null;
  return isChoice && name === CONDITION ? (
    <FieldRow field={field} />
  ) : (
    <ConditionFields field={field} written={written} />
  );
}

function ConditionFields({ field, written }: { readonly field: AttributeField; readonly written: string | null }) {
  const { inspector } = useStrings();
  const dispatch = useInspectorDispatch();
  const [open, setOpen] = useState(false);
  const { label } = specWords(field.spec);
  const isCondition = field.name === CONDITION;
  const always = isCondition ? inspector.always : inspector.allItems;
  const [node] = field.nodes;
  const document = useEditorValue((editor) => editor.document.state.document);
  const items = node === undefined ? [] : itemsAround(document, node, field.name);
  const write = (text: string) => void dispatch(conditionCommand(field, text));
  const summary = written === null ? inspector.mixed : written === '' ? always : written;
  return (
    <fieldset aria-label={label} className={fields.row} data-field={field.name}>
      <span className={fields.label} title={specWords(field.spec).description}>
        {isCondition ? (field.element === 'audio' ? inspector.playIf : inspector.showIf) : label}
      </span>
      <div className={fields.control}>
        <Popover
          label={label}
          open={open}
          onOpenChange={setOpen}
          trigger={
            <button type="button" className={styles.shown} aria-label={`${label}: ${summary}`} title={summary}>
              <Summary written={written} always={always} />
            </button>
          }
        >
          <ConditionBuilder written={written ?? ''} items={items} onWrite={write} />
        </Popover>
      </div>
      <span className={styles.end}>{written === '' && <Icon icon={Plus} size={12} />}</span>
      <div className={fields.below}>
        {field.problems.map((problem) => (
          <Problem key={say(problem, { quoted: true })} text={say(problem, { quoted: true })} />
        ))}
        {items.length === 0 && written !== null && written !== '' && <Result written={written} />}
      </div>
    </fieldset>
  );
}

/** The condition as read-only chips, or as an expression if it is too complex for chips. */
function Summary({ written, always }: { readonly written: string | null; readonly always: string }) {
  const { inspector } = useStrings();
  if (written === null) return <span className={styles.dim}>{inspector.mixed}</span>;
  const chips = parseChips(written);
  if (chips === null) return <code className={styles.code}>{written}</code>;
  if (chips.tests.length === 0) return <span className={styles.dim}>{always}</span>;
  return <ChipRow chips={chips} />;
}

function ChipRow({ chips: { operator, tests } }: { readonly chips: Chips }) {
  const { inspector } = useStrings();
  const [first, ...others] = tests;
  if (first === undefined) return null;
  return (
    <>
      <VariableChip name={first.variable} />
      <span className={styles.text}>
        {inspector.comparisons[first.comparison]}
        {hasValue(first.comparison) && ` ${first.value === '' ? '“”' : first.value}`}
        {others.length > 0 && ` ${inspector.joins[operator]} …`}
      </span>
    </>
  );
}

/** The result of a condition for the current data set, with the values that determine it. */
function Result({ written }: { readonly written: string }) {
  const { inspector, variables } = useStrings();
  const samples = useSamples();
  const set = samples.automatic === null ? (samples.setName ?? '') : variables[samples.automatic];
  const read = useCallback(
    ({ document, values }: FieldContext) => {
      const result = conditionResult(written, { values, defaults: variablesIn(document).defaults });
      if (result === null) return null;
      const because = result.because.map(({ variable, value }) => inspector.variableIs(variable, value)).join(', ');
      return `${result.holds ? '+' : '-'}${because}`;
    },
    [written, inspector],
  );
  const resultText = useReading(read);
  if (resultText === null) return null;
  const isTrue = resultText.startsWith('+');
  return (
    <p className={styles.result} data-holds={isTrue}>
      <Icon icon={isTrue ? Check : X} size={12} />
      <span>{inspector.conditionResult(isTrue, resultText.slice(1), set)}</span>
    </p>
  );
}

/**
 * Returns the condition of the elements as written in the template; empty if it is absent, null if the elements differ.
 */
function conditionOf({ document }: FieldContext, nodes: readonly NodeId[], name: string): string | null {
  const { elements } = indexOf(document);
  const all = new Set(
    nodes.map((id) => {
      const element = elements.get(id)?.element;
      return element === undefined ? '' : (attributeValue(element, name) ?? '');
    }),
  );
  const [only] = all;
  return all.size === 1 ? (only ?? '') : null;
}

/** Returns the command that writes the text to all elements in one step. An empty text removes the attribute. */
function conditionCommand(field: AttributeField, text: string) {
  const command = writeFieldCommand(field, text);
  if (text.trim() !== '' || command.type !== 'batch') return command;
  return {
    ...command,
    commands: command.commands.map((each) => (each.type === 'attribute/set' ? { ...each, value: null } : each)),
  };
}
