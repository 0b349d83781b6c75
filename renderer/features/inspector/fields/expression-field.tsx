import { clsx } from 'clsx';
import { type KeyboardEvent, useCallback, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Editor } from '#renderer/editor/editor.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { type FieldEdit, useInspectorDispatch, writeFieldCommand } from '#renderer/editor/field-edit.ts';
import {
  type AttributeField,
  type FieldContext,
  type FieldValue,
  itemNamesWithValues,
  useReading,
} from '#renderer/editor/fields.ts';
import { pathTo, selectVariables } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { functionDescription, specWords } from '#renderer/strings/registry-strings.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import { variablesIn } from '#shared/editing/planning/planning.ts';
import { completeExpression, type ExpressionItem } from '#shared/expressions/completion.ts';
import { type EvaluationContext, evaluateText } from '#shared/expressions/evaluate.ts';
import type { ExpressionFault } from '#shared/expressions/expression.ts';
import type { FunctionName } from '#shared/expressions/functions.ts';
import type { Result } from '#shared/lib/result.ts';
import { expressionMessage } from '#shared/template/placeholders/expression-finding.ts';
import { expressionIn, formatExpression, parseValue } from '#shared/template/placeholders/placeholder.ts';
import { createValueBudget, evaluationContext } from '#shared/template/placeholders/substitute.ts';
import { filmSubstitution } from '#shared/template/variables/film-language.ts';
import { isReadOutside } from '#shared/template/variables/repeats.ts';
import styles from '../controls/fields.module.css';

export interface ExpressionFieldProps {
  readonly field: AttributeField;
  readonly edit: FieldEdit;
  readonly value: Extract<FieldValue, { kind: 'computed' }>;
}

/** The maximum number of listed names. */
const MAX_ITEMS = 8;

/** The fields whose expression takes the focus when it appears, by editor. */
const awaitedFields = new WeakMap<Editor, string>();

/** Runs a command that makes a field computed, and moves the focus to its expression. */
export function computeAndFocus(editor: Editor, field: AttributeField, run: () => boolean): void {
  awaitedFields.set(editor, keyOf(field));
  if (!run()) awaitedFields.delete(editor);
}

function keyOf({ nodes, name }: AttributeField): string {
  return `${nodes.join()} ${name}`;
}

/**
 * The expression of a field, with its result or error below. While the user types, matching names and functions are
 * listed. Pressing Enter or leaving the field commits the expression.
 */
export function ExpressionField({ field, edit, value }: ExpressionFieldProps) {
  const { inspector } = useStrings();
  const editor = useEditor();
  const dispatch = useInspectorDispatch();
  const [typed, setTyped] = useState<string | null>(null);
  const [cursor, setCursor] = useState(0);
  const [isListing, setListing] = useState(false);
  const [active, setActive] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  const nextCaret = useRef<number | null>(null);
  const id = useId();
  const context = useExpressionContext(field);
  const templateVariables = useEditorValue(({ document }) => selectVariables(document.state));
  const [node] = field.nodes;
  const items = useEditorValue(
    ({ document }) => (node === undefined ? [] : itemNamesWithValues(document.state, node, field.name)),
    isEqual,
  );
  const variables = [...items.map((each) => ({ ...each, default: each.value })), ...templateVariables];
  const written = sourceOf(value.written);
  const source = typed ?? written;
  const label = specWords(field.spec).label;
  const list = completeExpression(source, Math.min(cursor, source.length), { variables, context });
  const word = source.slice(list.from, list.to);
  const listed = isListing ? list.items.filter(({ insert: text }) => text !== word).slice(0, MAX_ITEMS) : [];

  // Take the focus in the commit that adds the field, before the closing menu returns it to its button.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a new expression takes the focus
  useLayoutEffect(() => {
    if (awaitedFields.get(editor) !== keyOf(field)) return;
    awaitedFields.delete(editor);
    input.current?.focus();
    input.current?.setSelectionRange(source.length, source.length);
  }, []);

  // Place the caret before the next key arrives; a later frame would let fast typing land behind the inserted name.
  useLayoutEffect(() => {
    if (nextCaret.current !== null) input.current?.setSelectionRange(nextCaret.current, nextCaret.current);
    nextCaret.current = null;
  });

  const commit = () => {
    setListing(false);
    if (typed !== null && typed.trim() === '') edit.reset();
    else if (typed !== null && typed !== written)
      dispatch(writeFieldCommand(field, formatExpression({ before: '', source: ` ${typed.trim()} ` })));
    setTyped(null);
  };
  const insert = (item: ExpressionItem) => {
    const next = source.slice(0, list.from) + item.insert + source.slice(list.to);
    const at = list.from + item.cursor;
    setTyped(next);
    setCursor(at);
    setActive(0);
    // After a function is inserted, keep the list open, because the user types its arguments next.
    setListing(item.kind === 'function');
    nextCaret.current = at;
  };
  /** Handles a key while names are listed. Returns whether the key has an effect. */
  const listKey = (key: string): boolean => {
    const chosen = listed[active];
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (step !== 0) setActive((active + step + listed.length) % listed.length);
    else if ((key === 'Enter' || key === 'Tab') && chosen !== undefined) insert(chosen);
    else if (key === 'Escape') setListing(false);
    else return false;
    return true;
  };
  const fieldKey = ({ key, ctrlKey }: KeyboardEvent): boolean => {
    if (key === 'Enter') commit();
    else if (key === 'Escape' && typed !== null) setTyped(null);
    else if (key === ' ' && ctrlKey) setListing(true);
    else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isTaken = listed.length > 0 ? listKey(event.key) : fieldKey(event);
    if (!isTaken) return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div className={styles.expression}>
      <TextField
        ref={input}
        value={source}
        label={inspector.expressionOf(label)}
        size="sm"
        mono
        role="combobox"
        aria-expanded={listed.length > 0}
        aria-controls={listed.length > 0 ? id : undefined}
        aria-activedescendant={listed.length > 0 ? `${id} ${active}` : undefined}
        aria-autocomplete="list"
        onChange={(text) => {
          setTyped(text);
          setCursor(input.current?.selectionStart ?? text.length);
          setActive(0);
          setListing(true);
        }}
        onSelect={(event) => setCursor(event.currentTarget.selectionStart ?? 0)}
        onKeyDown={onKeyDown}
        onBlur={commit}
      />
      {listed.length > 0 && (
        <div
          role="listbox"
          id={id}
          aria-label={inspector.expressionNames}
          className={styles.names}
          ref={(names) => names?.scrollIntoView({ block: 'nearest' })}
        >
          {listed.map((item, at) => (
            <div
              key={`${item.kind} ${item.label}`}
              role="option"
              id={`${id} ${at}`}
              aria-selected={at === active}
              tabIndex={-1}
              className={styles.name}
              title={item.kind === 'function' ? functionDescription(item.label as FunctionName) : undefined}
              // Keep the focus in the field: leaving it would write an unfinished expression.
              onPointerDown={(event) => {
                event.preventDefault();
                insert(item);
              }}
            >
              <span>{item.label}</span>
              {item.detail !== null && <span className={styles.nameDetail}>{item.detail}</span>}
            </div>
          ))}
        </div>
      )}
      <ExpressionResult source={source} result={resultOf(source, context)} isTyping={listed.length > 0} />
    </div>
  );
}

/**
 * Returns the context for evaluating the expressions of the open template. Each render creates a new budget for values.
 */
function useExpressionContext({ nodes, name: attribute }: AttributeField): EvaluationContext {
  const [node] = nodes;
  const readScope = useCallback(
    ({ document: template, scopes }: FieldContext) => {
      const path = node === undefined ? [] : pathTo(template, node);
      return scopes?.get(path.at(isReadOutside(attribute) ? -2 : -1)?.id ?? template.root.id) ?? null;
    },
    [node, attribute],
  );
  const scope = useReading(readScope);
  const document = useEditorValue((editor) => editor.document.state.document);
  const values = useEditorValue((editor) => editor.document.state.values);
  const substitution = useMemo(
    () => filmSubstitution(document.root, variablesIn(document), new Map(Object.entries(values))),
    [document, values],
  );
  return evaluationContext({ ...substitution, scope }, createValueBudget(), 'fault');
}

function sourceOf(written: string): string {
  const [piece] = parseValue(written).pieces;
  return piece?.kind === 'expression' ? piece.source.trim() : '';
}

function resultOf(source: string, context: EvaluationContext): Result<string, ExpressionFault> {
  const parsed = expressionIn({ source });
  return parsed.ok ? evaluateText(parsed.value, context) : parsed;
}

/** The result of an expression. For an invalid expression, its error with the wrong characters marked. */
function ExpressionResult({
  source,
  result,
  isTyping,
}: {
  readonly source: string;
  readonly result: Result<string, ExpressionFault>;
  /** Whether names are listed. The error of the unfinished name then stays hidden. */
  readonly isTyping: boolean;
}) {
  const { inspector } = useStrings();
  if (result.ok)
    return (
      <output className={styles.result} aria-label={inspector.expressionResult}>
        = {result.value}
      </output>
    );
  if (isTyping) return null;
  const fault = result.error;
  const piece = { kind: 'expression', before: '', source, at: 0 } as const;
  const { at, end } = fault;
  return (
    <div className={clsx(styles.result, styles.fault)} role="status">
      <code>
        {source.slice(0, at)}
        <mark>{source.slice(at, Math.max(end, at + 1)) || '\u00a0'}</mark>
        {source.slice(Math.max(end, at + 1))}
      </code>
      <span>{say(expressionMessage({ piece, fault }), { quoted: true })}</span>
    </div>
  );
}
