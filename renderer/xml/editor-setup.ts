import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
  startCompletion,
} from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { autoCloseTags, xmlLanguage } from '@codemirror/lang-xml';
import {
  bracketMatching,
  codeFolding,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxTree,
} from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension, RangeSetBuilder, StateField } from '@codemirror/state';
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  MatchDecorator,
  type Panel,
  rectangularSelection,
  showTooltip,
  type Tooltip,
  ViewPlugin,
  type ViewUpdate,
} from '@codemirror/view';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import type { FunctionSpec } from '#shared/expressions/expression.ts';
import { parameterAt, signatureOf } from '#shared/expressions/functions.ts';
import { type CompletionItem, type CompletionList, completionsAt, type NamesInReach } from './completions.ts';
import { contextAt } from './cursor-context.ts';
import { documentationOf } from './documentation.ts';
import { editorTheme } from './editor-theme.ts';
import { callAround, expressionAround } from './expression-source.ts';
import { hoverAt, type VariableDoc } from './hover-docs.ts';
import { problemCard } from './problem-marks.ts';
import { tintedLines } from './tinted-lines.ts';

type Words = Catalogue['xmlView'];

/** Returns the extensions that all text views share, including read-only ones. */
export function readingSetup(words: Words, variable?: Describe): Extension {
  return [
    EditorView.cspNonce.of(pageNonce()),
    editorTheme,
    // The element is focusable even without this attribute, but assistive technology and accessibility checks need it.
    EditorView.contentAttributes.of({ tabindex: '0' }),
    lineNumbers(),
    foldGutter({ markerDOM: foldMarker }),
    codeFolding(),
    highlightSpecialChars(),
    drawSelection(),
    xmlLanguage,
    markupColors,
    bracketMatching(),
    EditorState.allowMultipleSelections.of(true),
    documentationOnHover(words, variable),
  ];
}

/** A function that describes a variable; null for an unknown variable. */
type Describe = (name: string) => VariableDoc | null;

interface EditingSetup {
  readonly words: Words;
  readonly variable: Describe;
  readonly names: () => NamesInReach;
  /** Creates the find and replace panel. */
  readonly findPanel: (view: EditorView) => Panel;
}

/** Returns the extensions of an editable view. The view has no history, because the editor store handles undo. */
export function editingSetup({ words, variable, names, findPanel }: EditingSetup): Extension {
  return [
    lintGutter(),
    readingSetup(words, variable),
    dropCursor(),
    rectangularSelection(),
    highlightActiveLine(),
    highlightActiveLineGutter(),
    highlightSelectionMatches(),
    indentUnit.of('  '),
    indentOnInput(),
    closeBrackets(),
    autoCloseTags,
    autocompletion({ override: [completionSource(names, words)], icons: true, maxRenderedOptions: 200 }),
    search({ top: true, createPanel: findPanel }),
    tintedLines,
    problemCard,
    callHelp,
    keymap.of([
      ...closeBracketsKeymap,
      ...searchKeymap.filter(({ key }) => key !== 'Mod-Alt-g'),
      ...foldKeymap,
      ...completionKeymap,
      ...lintKeymap.filter(({ key }) => key === 'F8'),
      ...defaultKeymap,
      indentWithTab,
    ]),
  ];
}

/** Shows the signature of the call around the cursor, with the parameter at the cursor emphasized. */
const callHelp = StateField.define<Tooltip | null>({
  create: () => null,
  update: (tooltip, { docChanged, selection, state }) =>
    docChanged || selection !== undefined ? tooltipAt(state) : tooltip,
  provide: (field) => showTooltip.from(field),
});

/** The number of characters before and after the cursor in which an expression is searched. */
const REACH = 5_000;

function tooltipAt(state: EditorState): Tooltip | null {
  const { head, empty } = state.selection.main;
  // Usually, the cursor is outside expressions. In that case, skip the scan of the markup.
  if (!empty || !/\$\{\s*=/.test(state.sliceDoc(Math.max(0, head - REACH), head))) return null;
  const text = state.doc.toString();
  const context = contextAt(text, head);
  const range = context.kind === 'attribute-value' ? context : 'text' in context ? context.text : null;
  const expression = range === null ? null : expressionAround(text, head, range);
  const call = expression === null ? null : callAround(expression);
  if (expression === null || call === null) return null;
  const { name, spec, index, start } = call;
  return { pos: expression.toText(start), above: true, create: () => ({ dom: signatureElement(name, spec, index) }) };
}

/** The number of parameters shown for a function with any number of arguments. */
const MAX_PARAMETERS = 100;

function signatureElement(name: string, spec: FunctionSpec, index: number): HTMLElement {
  const dom = document.createElement('div');
  dom.className = 'xml-call';
  const current = parameterAt(spec, index, MAX_PARAMETERS)?.name ?? '';
  const [before = '', ...after] = signatureOf(name, spec).split(new RegExp(`\\b${current}\\b`));
  if (current === '' || after.length === 0) dom.append(before);
  else {
    const mark = document.createElement('b');
    mark.textContent = current;
    dom.append(before, mark, after.join(current));
  }
  return dom;
}

function documentationOnHover(words: Words, variable?: Describe): Extension {
  return hoverTooltip((view, at) => {
    const hoverDoc = hoverAt(view.state.doc.toString(), at, variable);
    if (hoverDoc === null) return null;
    const { from, to, doc } = hoverDoc;
    return { pos: from, end: to, above: true, create: () => ({ dom: documentationOf(doc, words) }) };
  });
}

function foldMarker(open: boolean): HTMLElement {
  const marker = document.createElement('span');
  marker.className = 'xml-fold';
  if (!open) marker.dataset['folded'] = '';
  return marker;
}

/** Returns the nonce that the content security policy requires for style elements. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}

/** The decorations by node name in CodeMirror's XML grammar. */
const classes: Readonly<Record<string, Decoration>> = {
  TagName: Decoration.mark({ class: 'xml-tag' }),
  AttributeName: Decoration.mark({ class: 'xml-attribute' }),
  AttributeValue: Decoration.mark({ class: 'xml-value' }),
  Comment: Decoration.mark({ class: 'xml-comment' }),
  ProcessingInst: Decoration.mark({ class: 'xml-comment' }),
  StartTag: Decoration.mark({ class: 'xml-sign' }),
  StartCloseTag: Decoration.mark({ class: 'xml-sign' }),
  EndTag: Decoration.mark({ class: 'xml-sign' }),
  SelfCloseEndTag: Decoration.mark({ class: 'xml-sign' }),
  Is: Decoration.mark({ class: 'xml-sign' }),
};

function colours(view: EditorView): DecorationSet {
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to } of view.visibleRanges) {
    syntaxTree(view.state).iterate({
      from,
      to,
      enter: ({ name, from: start, to: end }) => {
        const mark = classes[name];
        if (mark !== undefined && end > start) builder.add(start, end, mark);
      },
    });
  }
  return builder.finish();
}

const markup = ViewPlugin.define(
  (view) => ({
    decorations: colours(view),
    update({ docChanged, viewportChanged, startState, state, view: changed }: ViewUpdate) {
      if (docChanged || viewportChanged || syntaxTree(startState) !== syntaxTree(state))
        this.decorations = colours(changed);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);

const placeholder = new MatchDecorator({
  regexp: /\$\{\s*=(?:'[^']*'|"[^"]*"|`[^`]*`|[^'"`}])*\}?|\$\{[^}]*\}?/g,
  decoration: Decoration.mark({ class: 'xml-variable' }),
});

const placeholders = ViewPlugin.define(
  (view) => ({
    decorations: placeholder.createDeco(view),
    update(update: ViewUpdate) {
      this.decorations = placeholder.updateDeco(update, this.decorations);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);

/**
 * The extensions that color the visible text. The markup is first and therefore outermost, so the color of a
 * placeholder stays visible.
 */
const markupColors: Extension = [markup, placeholders];

/** Returns the completion source for the template, with the project's names. */
function completionSource(names: () => NamesInReach, words: Words) {
  return (context: CompletionContext): CompletionResult | null => {
    const text = context.state.doc.toString();
    const list = completionsAt(text, context.pos, names());
    if (list === null) return null;
    // Automatic completions appear only in a tag, attribute, or placeholder that was started.
    if (!context.explicit && list.from === context.pos && !/[<\s"'{/(=]/.test(text[context.pos - 1] ?? '')) return null;
    if (!context.explicit && !list.isStarted) return null;
    return {
      from: list.from,
      options: list.items.map((item, index) => completionOf(item, index, list, context.pos, words)),
      validFor: /^[^<>"'=\s]*$/,
    };
  };
}

function completionOf(
  item: CompletionItem,
  index: number,
  list: CompletionList,
  requestOffset: number,
  words: Words,
): Completion {
  const detail = detailOf(item, words);
  return {
    label: item.label,
    type: item.kind,
    // The boost preserves the item order until the user types.
    boost: Math.max(-99, 50 - index),
    ...(detail !== null && { detail }),
    ...(item.description !== null && { info: item.description.replaceAll('`', '') }),
    apply: (view: EditorView, _: Completion, from: number, to: number) => {
      const end = Math.max(to, to + list.to - requestOffset);
      view.dispatch({
        changes: { from, to: Math.min(end, view.state.doc.length), insert: item.insert },
        selection: { anchor: from + item.cursor },
        userEvent: 'input.complete',
        scrollIntoView: true,
      });
      // After inserting an attribute with empty quotes, or a call, open the completions for its value.
      if (/["(]/.test(item.insert[item.cursor - 1] ?? '')) startCompletion(view);
    },
  };
}

function detailOf({ detail }: CompletionItem, words: Words): string | null {
  if (detail === null) return null;
  switch (detail.kind) {
    case 'required':
      return words.required;
    case 'default':
      return words.defaultIs(detail.value);
    case 'plain':
      return detail.text;
    default:
      return detail satisfies never;
  }
}
