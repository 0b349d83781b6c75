import { Braces, Plus } from 'lucide-react';
import { type RefObject, useEffect, useId, useImperativeHandle, useLayoutEffect, useRef, useState } from 'react';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import type { EditorState } from '#renderer/editor/editor-state.ts';
import { scopeOf, selectFieldContext } from '#renderer/editor/fields.ts';
import { itemNames, selectVariables } from '#renderer/editor/selectors.ts';
import { hideLayers } from '#renderer/editor/view-state.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Icon } from '#renderer/ui/display/icon.tsx';
import { variablesIn } from '#shared/editing/planning/planning.ts';
import { isVariableName } from '#shared/lib/variable-name.ts';
import { listVariables, type Variable } from '#shared/resolve/variables.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { TextLayer } from '#shared/template/movie/movie.ts';
import type { Placeholder } from '#shared/template/placeholders/placeholder.ts';
import type { Color } from '#shared/template/values/color.ts';
import type { LayerBox } from '#shared/timeline/boxes.ts';
import { layerName } from './layer-labels.ts';
import styles from './writing.module.css';
import {
  type ContentPlace,
  closedPlaceholder,
  contentCommand,
  contentPlace,
  cursorPlace,
  cursorToEnd,
  fillEditable,
  insertChip,
  lettersBefore,
  offeredNames,
  pieceChip,
  readEditable,
  typedVariable,
  type WrittenPiece,
  withoutFaults,
  writtenPieces,
} from './written-text.ts';

/** The functions that the toolbar calls during text editing. */
export interface WritingHandle {
  readonly insertVariable: (name: string) => void;
}

export interface TextWritingProps {
  readonly box: LayerBox;
  readonly layer: TextLayer;
  readonly place: ContentPlace;
  readonly pieces: readonly WrittenPiece[];
  /** The variable to insert at the end when editing starts; null for none. */
  readonly variable: string | null;
  /** Whether the whole text is selected when editing starts. */
  readonly isNew: boolean;
  readonly scale: number;
  readonly handle: RefObject<WritingHandle | null>;
  /**
   * Called when editing ends. If the layer was removed before its text was saved, `lost` is the text; otherwise, it is
   * null.
   */
  readonly onEnd: (lost: string | null) => void;
}

interface Suggestions {
  readonly typed: string;
  readonly left: number;
  readonly top: number;
}

/**
 * An editable element in the box of a layer, for editing its text. Each placeholder is a chip that counts as one
 * character. Typing is previewed, and becomes one undo step at the end.
 */
export function TextWriting({ box, layer, place, pieces, variable, isNew, scale, handle, onEnd }: TextWritingProps) {
  const { stage: strings } = useStrings();
  const editor = useEditor();
  const text = useRef<HTMLDivElement>(null);
  const container = useRef<HTMLDivElement>(null);
  const list = useId();
  const [suggestions, setSuggestions] = useState<Suggestions | null>(null);
  const [highlighted, setHighlighted] = useState(0);
  const initial = useRef({ place, pieces, variable, isNew });
  const isOver = useRef(false);

  // Fill the element once. Afterward, only editing changes its content.
  useLayoutEffect(() => {
    const element = text.current;
    if (element === null) return;
    fillEditable(element, initial.current.pieces, styles.chip ?? '');
    element.focus({ preventScroll: true });
    if (initial.current.isNew) document.getSelection()?.selectAllChildren(element);
    else cursorToEnd(element);
  }, []);
  const latestInsert = useRef<((name: string) => void) | null>(null);
  useEffect(() => {
    const { variable: first } = initial.current;
    if (first !== null) latestInsert.current?.(first);
    initial.current = { ...initial.current, variable: null };
  }, []);
  // Hide the text in the picture while the editable element shows it.
  useEffect(() => {
    hideLayers(editor.view, { written: layer.id });
    return () => hideLayers(editor.view, { written: null });
  }, [editor, layer.id]);
  /**
   * The current text in the notation of the template. It cannot be read from the element at unmount, because React has
   * already removed the element.
   */
  const written = useRef(place.value);
  const isUnchanged = () => written.current === initial.current.place.value;
  const commandFor = (value: string) => contentCommand(initial.current.place, value);
  const end = () => {
    if (isOver.current) return;
    isOver.current = true;
    const previewed = isUnchanged() ? null : editor.document.preview(commandFor(withoutFaults(written.current)));
    const result = previewed?.ok === true ? editor.document.commit() : previewed;
    if (previewed?.ok !== true) editor.document.cancel();
    onEnd(result?.ok === false ? written.current : null);
  };
  // If a changed selection or a moved playhead unmounts the component, commit the text.
  const latestEnd = useRef(end);
  latestEnd.current = end;
  useEffect(() => () => latestEnd.current(), []);

  const onTyped = (isComposing = false) => {
    const element = text.current;
    if (element === null) return;
    const before = lettersBefore(element);
    const closed = isComposing ? null : closedPlaceholder(before);
    if (closed !== null) {
      const { placeholder, length } = closed;
      insertChip(element, chipFor(placeholder, editor.document.state, layer.id), styles.chip ?? '', length);
    }
    written.current = readEditable(element);
    if (writtenPieces(written.current, NOTHING_GIVEN) !== null)
      editor.document.preview(commandFor(written.current), { isInteractive: true });
    const typed = closed === null ? typedVariable(before) : null;
    setHighlighted(0);
    if (typed === null || container.current === null) return setSuggestions(null);
    const cursor = cursorPlace(element);
    const from = container.current.getBoundingClientRect();
    setSuggestions({ typed, left: cursor.left - from.left, top: cursor.bottom - from.top + 4 });
  };
  const insert = (name: string, typed: string | null) => {
    const element = text.current;
    if (element === null) return;
    const piece = chipFor({ kind: 'placeholder', name, default: null, options: [] }, editor.document.state, layer.id);
    element.focus({ preventScroll: true });
    // If a dollar sign precedes the brace, it belongs to the typed placeholder.
    const dollar = typed !== null && lettersBefore(element).endsWith(`\${${typed}`) ? 1 : 0;
    insertChip(element, piece, styles.chip ?? '', typed === null ? 0 : typed.length + 1 + dollar);
    setSuggestions(null);
    onTyped();
  };
  latestInsert.current = (name) => insert(name, null);
  useImperativeHandle(handle, () => ({ insertVariable: (name) => latestInsert.current?.(name) }), []);

  const offered =
    suggestions === null ? [] : suggestionsFor(suggestions.typed, namesAt(editor.document.state, layer.id));
  const actionOf = (event: React.KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return null;
    // If this text has nothing to undo, the browser's undo would change another field.
    if (isUnchanged() && (event.ctrlKey || event.metaKey) && /^[zy]$/i.test(event.key)) return 'undo';
    return writingKey(event, suggestions !== null, offered.length, initial.current.isNew && isUnchanged());
  };
  const step = ({ key, shiftKey }: React.KeyboardEvent) => {
    if (shiftKey || /^y$/i.test(key)) editor.document.redo();
    else editor.document.undo();
  };
  const onKeyDown = (event: React.KeyboardEvent) => {
    const action = actionOf(event);
    if (action === null) return;
    event.preventDefault();
    event.stopPropagation();
    const chosen = offered[highlighted];
    if (action === 'end' || action === 'undo') end();
    if (action === 'undo') step(event);
    if (action === 'close') setSuggestions(null);
    else if (action === 'take' && chosen !== undefined) insert(chosen.name, suggestions?.typed ?? null);
    else if (action === 'next' || action === 'previous')
      setHighlighted((highlighted + (action === 'next' ? 1 : offered.length - 1)) % offered.length);
  };

  const { style } = layer;
  const { a, b, c, d, e, f } = box.matrix;
  const matrix = [a, b, c, d, e, f].map((value) => value * scale).join(', ');
  const hasWidth = layer.box.width !== null;
  return (
    <div ref={container} className={styles.ground}>
      <div
        className={styles.box}
        style={{
          transform: `matrix(${matrix})`,
          width: hasWidth ? box.size.width : 'max-content',
          minWidth: box.size.width,
          minHeight: box.size.height,
          outlineWidth: 1.5 / (scale * Math.max(0.01, Math.hypot(a, b))),
          justifyContent: JUSTIFY_BY_Y_ALIGN[style.yAlign],
        }}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a text area cannot contain chips */}
        <div
          ref={text}
          className={styles.text}
          role="textbox"
          tabIndex={0}
          aria-multiline="true"
          aria-label={strings.writing(layerName(layer))}
          aria-controls={suggestions === null ? undefined : list}
          aria-activedescendant={offered.length > 0 ? `${list}-${highlighted}` : undefined}
          contentEditable="plaintext-only"
          suppressContentEditableWarning
          spellCheck={false}
          dir={style.direction}
          style={{
            fontFamily: [...style.families.map((family) => JSON.stringify(family)), 'var(--font)'].join(', '),
            fontSize: box.state.look?.fontsize ?? style.size,
            fontWeight: style.weight,
            fontStyle: style.slant,
            lineHeight: style.lineHeight,
            letterSpacing: style.letterSpacing,
            textAlign: style.xAlign,
            // Each paragraph detects its text direction, as in the movie.
            unicodeBidi: style.direction === 'auto' ? 'plaintext' : undefined,
            whiteSpace: hasWidth ? 'pre-wrap' : 'pre',
            color: cssColor(style.color),
          }}
          onInput={(event) => onTyped(event.nativeEvent instanceof InputEvent && event.nativeEvent.isComposing)}
          onKeyDown={onKeyDown}
          onBlur={(event) => {
            const next = event.relatedTarget;
            if (!(next instanceof Element && next.closest('[data-text-tools], [role=listbox], [role=menu]') !== null))
              end();
          }}
        />
      </div>
      {suggestions !== null && (
        <VariableList
          id={list}
          offered={offered}
          highlighted={highlighted}
          left={suggestions.left}
          top={suggestions.top}
          onChoose={(name) => insert(name, suggestions.typed)}
        />
      )}
    </div>
  );
}

const NOTHING_GIVEN = { values: new Map<string, string>(), defaults: new Map<string, string>() };
const JUSTIFY_BY_Y_ALIGN = { top: 'flex-start', middle: 'center', bottom: 'flex-end' } as const;

/**
 * Returns the variables of the template, including the variables before this edit. The edit can have removed the last
 * use of a variable.
 */
function knownVariables(state: EditorState): readonly Pick<Variable, 'name' | 'default'>[] {
  const current = selectVariables(state);
  const { variables } = listVariables(state.source.document);
  return [...current, ...variables.filter(({ name }) => current.every((each) => each.name !== name))];
}

/** Returns the names that a text can show: the items of the lists around its layer, and the variables. */
function namesAt(state: EditorState, layer: NodeId): readonly { readonly name: string }[] {
  return [...itemNames(state.document, layer, 'content'), ...knownVariables(state)];
}

/**
 * Returns the chip of a placeholder. If the placeholder has no default and its variable is new to the document, it gets
 * a default, so that the picture shows a text. This is the default that the variable had before the edit, or else the
 * name of the variable.
 */
function chipFor(placeholder: Placeholder, state: EditorState, layer: NodeId): WrittenPiece {
  const variableValues = {
    values: new Map(Object.entries(state.values)),
    defaults: variablesIn(state.document).defaults,
    scope: scopeOf(selectFieldContext(state), layer, 'content'),
  };
  const { name } = placeholder;
  const known = knownVariables(state).find((variable) => variable.name === name);
  const isUsed = variableValues.defaults.has(name) || selectVariables(state).some((variable) => variable.name === name);
  const isOfItem = itemNames(state.document, layer, 'content').some((each) => each.name === name);
  const hasDefault = isUsed || isOfItem || placeholder.default !== null;
  return pieceChip(hasDefault ? placeholder : { ...placeholder, default: known?.default ?? name }, variableValues);
}

function suggestionsFor(typed: string, variables: readonly { readonly name: string }[]): readonly Offered[] {
  const names = variables.map(({ name }) => name);
  const offered = offeredNames(names, typed).map((name) => ({ name, isNew: false }));
  const isNew = typed !== '' && isVariableName(typed) && !names.includes(typed);
  return isNew ? [...offered, { name: typed, isNew }] : offered;
}

function cssColor({ red, green, blue }: Color): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** The effect of a key during text editing. `none` ignores the key. */
export type WritingKey = 'end' | 'undo' | 'none' | 'close' | 'take' | 'next' | 'previous';

type PressedKey = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

/**
 * Returns the effect of a key during text editing; null if the browser handles the key.
 * @param isOffering Whether the list of variables is open.
 * @param count The number of variables in the list.
 * @param isFresh Whether the text was just added and is unchanged. Undo then removes the layer, and Enter is ignored so
 * that it does not replace the selected text.
 */
export function writingKey(
  { key, ctrlKey, metaKey }: PressedKey,
  isOffering: boolean,
  count: number,
  isFresh = false,
): WritingKey | null {
  const mod = ctrlKey || metaKey;
  if (isFresh && mod && key === 'z') return 'undo';
  if (isFresh && key === 'Enter' && !mod) return 'none';
  if (key === 'Escape') return isOffering ? 'close' : 'end';
  if (key === 'Enter' && mod) return 'end';
  if (!isOffering || count === 0 || mod) return null;
  if (key === 'ArrowDown') return 'next';
  if (key === 'ArrowUp') return 'previous';
  return key === 'Enter' || key === 'Tab' ? 'take' : null;
}

export interface Offered {
  readonly name: string;
  readonly isNew: boolean;
}

export interface VariableListProps {
  readonly id: string;
  readonly offered: readonly Offered[];
  /** The index of the variable that Enter inserts. */
  readonly highlighted: number;
  readonly left: number;
  readonly top: number;
  readonly onChoose: (name: string) => void;
}

/** The list of variables at the caret. The text keeps the focus. */
function VariableList({ id, offered, highlighted, left, top, onChoose }: VariableListProps) {
  const { stage } = useStrings();
  if (offered.length === 0)
    return (
      <p className={styles.list} style={{ left, top }}>
        {stage.noVariables}
      </p>
    );
  return (
    <div className={styles.list} style={{ left, top }}>
      <div id={id} role="listbox" aria-label={stage.variables}>
        {offered.map(({ name, isNew }, index) => (
          <div
            key={name}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === highlighted}
            className={styles.option}
            // Prevent the default action, which would move the focus out of the text.
            onPointerDown={(event) => {
              event.preventDefault();
              event.stopPropagation();
              onChoose(name);
            }}
          >
            <Icon icon={isNew ? Plus : Braces} size={14} />
            <span>{isNew ? stage.newVariable(name) : name}</span>
          </div>
        ))}
      </div>
      <p className={styles.hint}>{offered[highlighted]?.isNew === true ? stage.newVariableRule : stage.variableRule}</p>
    </div>
  );
}

/** The initial state of text editing. */
export interface Writing {
  readonly layer: NodeId;
  readonly place: ContentPlace;
  readonly pieces: readonly WrittenPiece[];
  /** The variable to insert immediately; null for none. */
  readonly variable: string | null;
  /** Whether the text was just added. Typing then replaces the whole text. */
  readonly isNew: boolean;
}

/** Returns the initial state for editing a text; null if the text can be edited only in the XML. */
export function beginWriting(
  state: EditorState,
  layer: NodeId,
  { variable = null, isNew = false }: Partial<Pick<Writing, 'variable' | 'isNew'>> = {},
): Writing | null {
  const { source, values } = state;
  const place = contentPlace(source.document, layer);
  if (place === null || place === 'spans') return null;
  const { defaults } = variablesIn(source.document);
  const pieces = writtenPieces(place.value, {
    values: new Map(Object.entries(values)),
    defaults,
    scope: scopeOf(selectFieldContext(state), place.node, 'content'),
  });
  return pieces === null ? null : { layer, place, pieces, variable, isNew };
}
