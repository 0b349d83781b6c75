import { Braces, Calculator } from 'lucide-react';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useInspectorDispatch, writeFieldCommand } from '#renderer/editor/field-edit.ts';
import { type AttributeField, fieldText, itemNamesWithValues } from '#renderer/editor/fields.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { VariableChip } from '#renderer/ui/display/variable-chip.tsx';
import { TextArea } from '#renderer/ui/fields/text-area.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { isVariableName } from '#shared/lib/variable-name.ts';
import { attributeValue, childElements, type ElementNode, type NodeId } from '#shared/template/document/document.ts';
import { computedValue } from '#shared/template/placeholders/computed-value.ts';
import { formatExpression, formatValue, parseValue } from '#shared/template/placeholders/placeholder.ts';
import { elementRegistry } from '#shared/template/tables/elements.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { hasSpans, textsOf } from '#shared/template/variables/written-values.ts';
import { computeAndFocus } from '../fields/expression-field.tsx';
import { FieldRow } from '../fields/field-row.tsx';
import styles from '../fields/inspector.module.css';
import { itemEntries } from '../fields/variable-menu.tsx';
import { useContentField, useField } from '../model/use-field-context.ts';
import layerFormStyles from './layer-form.module.css';

/**
 * The content of texts or QR codes. A QR code has it in its attribute; a text has it in its attribute or content
 * element. Texts with spans are edited in the XML.
 */
export function TextContentRow({ layers }: { readonly layers: readonly ElementNode[] }) {
  const { inspector } = useStrings();
  const contentElements = layers.flatMap((layer) => contentOf(layer) ?? []);
  const inElement = useIds(contentElements);
  const inAttribute = useIds(contentElements.length === layers.length ? [] : layers);
  const element = useContentField(inElement);
  const { attributes } = elementRegistry[layers[0]?.name === 'code' ? 'code' : 'text'];
  const attribute = useField(inAttribute, 'content', attributes.content);
  if (contentElements.some(hasSpans)) return <p className={styles.note}>{inspector.textHasSpans}</p>;
  const field = attribute ?? element;
  if (field === null) return null;
  const [only, ...others] = layers;
  // Several layers share a plain field. Only the text of a single layer shows its placeholders as chips. An expression
  // has its own field.
  if (only === undefined || others.length > 0 || field.value.kind === 'computed') return <FieldRow field={field} />;
  return <TextBox field={field} written={writtenIn(only, contentElements[0] ?? null)} />;
}

/** Returns the content element of a text; null if the text is in an attribute. */
function contentOf(layer: ElementNode): ElementNode | null {
  if (attributeValue(layer, 'content') !== undefined) return null;
  return childElements(layer).find((child) => roleOf(child) === 'content') ?? null;
}

/** Returns the text of the attribute or the content element as written in the template. */
function writtenIn(layer: ElementNode, contentElement: ElementNode | null): string {
  if (contentElement === null) return attributeValue(layer, 'content') ?? '';
  return textsOf(contentElement)
    .map(({ text }) => text)
    .join('');
}

/** Returns the ids of the elements. Returns the same array while the ids are equal. */
function useIds(elements: readonly ElementNode[]): readonly NodeId[] {
  const key = elements.map(({ id }) => id).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: lists with equal ids are the same list
  return useMemo(() => elements.map(({ id }) => id), [key]);
}

export interface TextBoxProps {
  readonly field: AttributeField;
  /** The text as written in the template, with its placeholders. */
  readonly written: string;
}

/**
 * The text of a layer with chips for its variables. During editing, it shows the text as written, with the resolved
 * text below.
 */
function TextBox({ field, written }: TextBoxProps) {
  const { inspector } = useStrings();
  const editor = useEditor();
  const dispatch = useInspectorDispatch();
  const [isWriting, setWriting] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const variables = useEditorValue(({ document }) => selectVariables(document.state));
  const [node] = field.nodes;
  const items = useEditorValue(
    ({ document }) => (node === undefined ? [] : itemNamesWithValues(document.state, node, field.name)),
    isEqual,
  );
  const resolvedText = fieldText(field);
  const write = (text: string) => {
    const isKnown = (name: string) => [...variables, ...items].some((known) => known.name === name);
    return dispatch(writeFieldCommand(field, withPlaceholders(text, isKnown, written)));
  };
  /** The selection when the text lost the focus to the menu, which removes the text area. */
  const lastSelection = useRef<TextSelection | null>(null);
  const insert = (name: string) => {
    const area = box.current?.querySelector('textarea') ?? null;
    // The field can contain typed text that is not committed yet.
    const selection = area === null ? lastSelection.current : selectionIn(area);
    const isCurrent = area !== null || selection?.text === written;
    write(withVariableAt(area?.value ?? written, name, isCurrent ? selection : null));
  };
  useLayoutEffect(() => {
    if (!isWriting) return;
    const area = box.current?.querySelector('textarea');
    area?.focus();
    area?.setSelectionRange(area.value.length, area.value.length);
  }, [isWriting]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handler only observes that the focus leaves the element
    <div
      ref={box}
      className={layerFormStyles.content}
      onBlur={(event) => {
        if (event.target instanceof HTMLTextAreaElement) lastSelection.current = selectionIn(event.target);
        if (!event.currentTarget.contains(event.relatedTarget)) setWriting(false);
      }}
    >
      {isWriting ? (
        <TextArea value={written} label={inspector.writtenText} rows={3} onCommit={write} keepsOnEscape />
      ) : (
        <button
          type="button"
          className={layerFormStyles.words}
          aria-label={inspector.editText}
          onClick={() => setWriting(true)}
        >
          {written === '' ? (
            <span className={layerFormStyles.empty}>{inspector.notSet}</span>
          ) : (
            <Pieces written={written} />
          )}
        </button>
      )}
      <div className={layerFormStyles.contentFoot}>
        <span className={layerFormStyles.resolved} title={resolvedText ?? undefined}>
          {written.includes('${') && (resolvedText === null ? inspector.noValue : inspector.resolvesTo(resolvedText))}
        </span>
        <Menu
          align="end"
          trigger={
            <Button size="sm" variant="quiet" icon={Braces}>
              {inspector.insertVariable}
            </Button>
          }
          entries={[
            {
              kind: 'command',
              id: 'compute',
              label: inspector.menuCompute,
              icon: Calculator,
              run: () =>
                computeAndFocus(editor, field, () =>
                  write(computedValue(box.current?.querySelector('textarea')?.value ?? written)),
                ),
            },
            ...itemEntries(items, inspector, insert),
            { kind: 'separator', id: 'before-use' },
            { kind: 'heading', id: 'use', label: variables.length === 0 ? inspector.noVariables : inspector.menuUse },
            ...variables.map(
              ({ name }): MenuEntry => ({
                kind: 'command',
                id: name,
                label: name,
                run: () => insert(name),
              }),
            ),
          ]}
        />
      </div>
    </div>
  );
}

function Pieces({ written }: { readonly written: string }) {
  const { pieces, faults } = parseValue(written);
  if (faults.length > 0) return written;
  let at = 0;
  return pieces.map((piece) => {
    at += 1;
    if (piece.kind === 'placeholder') return <VariableChip key={at} name={piece.name} />;
    return <span key={at}>{piece.kind === 'text' ? piece.text : formatExpression(piece)}</span>;
  });
}

/** The selected range of a text, in UTF-16 units. */
interface TextSelection {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function selectionIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): TextSelection {
  return { text: value, start: selectionStart, end: selectionEnd };
}

/** Replaces a range of a text with a placeholder for a variable; null inserts it at the end. */
export function withVariableAt(
  text: string,
  variable: string,
  range: Pick<TextSelection, 'start' | 'end'> | null,
): string {
  const { start, end } = range ?? { start: text.length, end: text.length };
  return `${text.slice(0, start)}\${${variable}}${text.slice(end)}`;
}

/** The name of a variable in braces. */
const BRACED_NAME = /\{([\p{L}\p{M}\p{N}_.-]+)\}/gu;

/**
 * Converts each `{name}` of an existing variable to a placeholder, and each typed `{name}` to a new variable whose
 * default is its name, as the text editor of the picture does. A text with an invalid placeholder stays unchanged.
 * @param before The text before the edit. Braces that it contains stay plain text.
 */
export function withPlaceholders(text: string, isKnown: (name: string) => boolean, before: string): string {
  const { pieces, faults } = parseValue(text);
  if (faults.length > 0) return text;
  const present = bracedNames(before);
  const isNew = (name: string) => !present.has(name) && /\p{L}/u.test(name) && isVariableName(name);
  const added = new Set<string>();
  const placeholderOf = (name: string) => {
    const standard = added.has(name) ? null : name;
    added.add(name);
    return formatValue([{ kind: 'placeholder', name, default: standard, options: [] }]);
  };
  let isChanged = false;
  const withNames = pieces.map((piece) => {
    if (piece.kind !== 'text') return piece;
    const written = piece.text.replaceAll(BRACED_NAME, (braced: string, name: string) => {
      if (isKnown(name)) return `$${braced}`;
      return isNew(name) ? placeholderOf(name) : braced;
    });
    isChanged ||= written !== piece.text;
    return { ...piece, text: written };
  });
  return isChanged ? formatValue(withNames) : text;
}

/** Returns the names in braces in the plain parts of a text. */
function bracedNames(text: string): ReadonlySet<string> {
  const { pieces } = parseValue(text);
  const plain = pieces.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));
  return new Set(plain.flatMap((part) => [...part.matchAll(BRACED_NAME)].map(([, name = '']) => name)));
}
