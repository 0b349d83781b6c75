import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, indentWithTab } from '@codemirror/commands';
import { autoCloseTags, xmlLanguage } from '@codemirror/lang-xml';
import { bracketMatching, codeFolding, foldGutter, foldKeymap, indentOnInput, indentUnit } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  highlightSpecialChars,
  hoverTooltip,
  keymap,
  lineNumbers,
  type Panel,
  rectangularSelection,
} from '@codemirror/view';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { completionSource } from './completion-source.ts';
import type { NamesInReach } from './completions.ts';
import { documentationOf } from './documentation.ts';
import { editorTheme } from './editor-theme.ts';
import { hoverAt, type VariableDoc } from './hover-docs.ts';
import { markupColours } from './markup-colours.ts';
import { problemCard } from './problem-marks.ts';
import { tintedLines } from './tinted-lines.ts';

type Words = Catalogue['xmlView'];

/** What every text view of a template has, the read-only one too. */
export function readingSetup(words: Words, variable?: Describe): Extension {
  return [
    EditorView.cspNonce.of(pageNonce()),
    editorTheme,
    // It takes the focus without, but assistive technology and its checks go by the attribute.
    EditorView.contentAttributes.of({ tabindex: '0' }),
    lineNumbers(),
    foldGutter({ markerDOM: foldMarker }),
    codeFolding(),
    highlightSpecialChars(),
    drawSelection(),
    xmlLanguage,
    markupColours,
    bracketMatching(),
    EditorState.allowMultipleSelections.of(true),
    documentationOnHover(words, variable),
  ];
}

/** What is known of a variable. */
type Describe = (name: string) => VariableDoc | null;

interface EditingSetup {
  readonly words: Words;
  readonly variable: Describe;
  readonly names: () => NamesInReach;
  /** Draws the panel to find and replace. */
  readonly findPanel: (view: EditorView) => Panel;
}

/** What makes of it an editor. There is no history: undo is the store's. */
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

function documentationOnHover(words: Words, variable?: Describe): Extension {
  return hoverTooltip((view, at) => {
    const found = hoverAt(view.state.doc.toString(), at, variable);
    if (found === null) return null;
    const { from, to, doc } = found;
    return { pos: from, end: to, above: true, create: () => ({ dom: documentationOf(doc, words) }) };
  });
}

function foldMarker(open: boolean): HTMLElement {
  const marker = document.createElement('span');
  marker.className = 'xml-fold';
  if (!open) marker.dataset['folded'] = '';
  return marker;
}

/** The page's policy lets only styles in that have it. */
function pageNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';
}
