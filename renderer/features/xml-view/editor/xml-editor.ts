import { foldEffect, unfoldAll } from '@codemirror/language';
import { getChunks, unifiedMergeView } from '@codemirror/merge';
import { Compartment, EditorState, type Extension, Prec, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap, type Panel } from '@codemirror/view';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Editor } from '#renderer/editor/editor.ts';
import type { EditorState as FilmState } from '#renderer/editor/editor-state.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { editingSetup } from '#renderer/xml/editor-setup.ts';
import type { VariableDoc } from '#renderer/xml/hover-docs.ts';
import { markProblems } from '#renderer/xml/problem-marks.ts';
import { setTint } from '#renderer/xml/tinted-lines.ts';
import { offsetMap, viewTextOf } from '#renderer/xml/view-text.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { frameToShowLayer } from '#shared/editing/model/seen-frame.ts';
import { type Selection, sameSelection } from '#shared/editing/model/selection.ts';
import { message } from '#shared/messages/message.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { declarationsIn } from '#shared/template/variables/declarations.ts';
import { formatTemplate } from '#shared/template-xml/edit/write.ts';
import { wrappedLines } from '../text/hanging-indent.ts';
import type { QuickFix } from '../text/quick-fix.ts';
import { rangesOf, selectionAtOffset } from '../text/selection-lines.ts';
import { problemFixes } from './problem-fixes.ts';
import { createAsideReader } from './read-aside.ts';
import { linkText, type Schedule } from './text-link.ts';

/** The state of the text editor for the UI around it. */
export interface XmlEditorSnapshot {
  /** The line of the cursor, from 1. */
  readonly line: number;
  readonly column: number;
  /** The number of selected UTF-16 units. */
  readonly selected: number;
  readonly lines: number;
  /** The container for the find panel; null while it is closed. */
  readonly findHost: HTMLElement | null;
  /** The number of differences from the compared text. */
  readonly changes: number;
}

export interface XmlEditor {
  readonly view: EditorView;
  readonly snapshot: StoreApi<XmlEditorSnapshot>;
  readonly setWrap: (wrap: boolean) => void;
  /** Compares with another text; null ends the comparison. */
  readonly compareWith: (text: string | null) => void;
  readonly foldScenes: () => void;
  readonly unfold: () => void;
  readonly goToLine: (line: number) => void;
  readonly goToProblem: (problem: Problem) => void;
  readonly fixesOf: (problem: Problem) => readonly QuickFix[];
  readonly applyFix: (fix: QuickFix) => void;
  readonly format: () => void;
  /** Returns the documentation of a variable; null if the template has no such variable. */
  readonly variable: (name: string) => VariableDoc | null;
  readonly destroy: () => void;
}

interface XmlEditorOptions {
  readonly parent: HTMLElement;
  readonly store: Editor;
  readonly words: Catalogue['xmlView'];
  readonly assets: () => readonly string[];
}

/**
 * Creates a CodeMirror editor for the text of the open template. It follows the text, problems, selection, and history
 * of the store.
 */
export function createXmlEditor({ parent, store, words, assets }: XmlEditorOptions): XmlEditor {
  const snapshot = createStore<XmlEditorSnapshot>(() => ({
    line: 1,
    column: 1,
    selected: 0,
    lines: 1,
    findHost: null,
    changes: 0,
  }));
  const wrapping = new Compartment();
  const comparing = new Compartment();
  /** The last selection that this view made; null if there is none. The view must not scroll to it. */
  let ownSelection: Selection | null = null;
  let cancelCursor: (() => void) | null = null;
  /** Whether undo or redo is in progress. Afterward, the cursor moves to the change. */
  let followsHistory = false;

  const travel = (step: () => unknown) => () => {
    link.flush();
    followsHistory = true;
    step();
    followsHistory = false;
    return true;
  };
  const undo = travel(store.document.undo);
  const redo = travel(store.document.redo);
  const goToLine = (): boolean => {
    store.views.xml?.goToLine();
    return true;
  };

  const variable = (name: string): VariableDoc | null => {
    const state = store.document.state;
    const usage = selectVariables(state).find((each) => each.name === name);
    if (usage === undefined) return null;
    const sample = Object.hasOwn(state.given, name) ? (state.given[name] ?? null) : null;
    return { name, type: usage.type, default: usage.default, uses: usage.uses.length, sample };
  };

  const findPanel = (): Panel => {
    const dom = document.createElement('div');
    return {
      dom,
      top: true,
      mount: () => snapshot.setState({ findHost: dom }),
      destroy: () => snapshot.setState({ findHost: null }),
    };
  };

  const view = new EditorView({
    parent,
    state: EditorState.create({
      doc: viewTextOf(store.document.state.text),
      extensions: [
        Prec.highest(
          keymap.of([
            { key: 'Mod-z', run: undo, preventDefault: true },
            { key: 'Mod-Shift-z', run: redo, preventDefault: true },
            { key: 'Mod-y', run: redo, preventDefault: true },
            // In the text, this key goes to a line; outside the text, it groups layers.
            { key: 'Mod-g', run: () => goToLine(), preventDefault: true },
            { key: 'Mod-.', run: () => openFixes(), preventDefault: true },
          ]),
        ),
        EditorView.domEventHandlers({
          // Route the browser's undo and redo commands to the history of the editor.
          beforeinput: (event, view) => {
            const { inputType } = event;
            if (inputType === 'historyUndo') return undo();
            if (inputType === 'historyRedo') return redo();
            return typeOver(event, view);
          },
          blur: () => link.flush(),
        }),
        editingSetup({
          words,
          variable,
          names: () => ({
            assets: assets(),
            variables: selectVariables(store.document.state),
            declarations: declarationsIn(store.document.state.document.root),
          }),
          findPanel,
        }),
        EditorView.contentAttributes.of({ 'aria-label': words.editor, spellcheck: 'false' }),
        wrapping.of([]),
        comparing.of([]),
        EditorView.updateListener.of((update) => {
          for (const transaction of update.transactions) link.took(transaction);
          if (update.docChanged || update.selectionSet || update.transactions.length > 0) updateSnapshot();
          const moved = update.transactions.some((transaction) => transaction.isUserEvent('select'));
          if (moved && !update.docChanged) cancelCursor ??= nextFrame(selectAtCursor);
        }),
      ],
    }),
  });

  const aside = createAsideReader();
  const link = linkText({
    store,
    view,
    schedule: readingSchedule(),
    readAside: aside.read,
    onStoreChange: (edits) => {
      const last = edits.at(-1);
      if (!followsHistory || last === undefined) return;
      const moved = edits.slice(0, -1).reduce((sum, edit) => sum + edit.insert.length - (edit.to - edit.from), 0);
      const anchor = Math.min(view.state.doc.length, last.from + moved + last.insert.length);
      view.dispatch({ selection: { anchor }, scrollIntoView: true });
    },
  });

  const updateSnapshot = (): void => {
    const { main } = view.state.selection;
    const line = view.state.doc.lineAt(main.head);
    snapshot.setState({
      line: line.number,
      column: main.head - line.from + 1,
      selected: main.to - main.from,
      lines: view.state.doc.lines,
      changes: getChunks(view.state)?.chunks.length ?? 0,
    });
  };

  const selectAtCursor = (): void => {
    cancelCursor = null;
    const { source, isTextBroken, selection } = store.document.state;
    if (link.isPending() || isTextBroken) return;
    const { main } = view.state.selection;
    const next = selectionAtOffset(source, offsetMap(source.text).toText(main.head));
    if (next === null || sameSelection(next, selection)) return;
    ownSelection = next;
    store.selection.set(next);
    const [only, ...others] = next.ids;
    const visibleFrame = only === undefined || others.length > 0 ? null : frameToShowLayer(store.document.state, only);
    if (visibleFrame !== null && !store.document.state.playing) store.playback.seek(visibleFrame);
  };

  const showSelection = ({ source, selection, isTextBroken }: FilmState, scroll: boolean): void => {
    if (isTextBroken || link.isPending()) return;
    const { toView } = offsetMap(source.text);
    const segments = rangesOf(source, selection).map(({ start, end }) => ({ from: toView(start), to: toView(end) }));
    const [first] = segments;
    const effects: TransactionSpec['effects'] = [
      setTint.of(segments),
      ...(scroll && first !== undefined ? [EditorView.scrollIntoView(first.from, { y: 'center' })] : []),
    ];
    view.dispatch({ effects });
  };

  const showProblems = ({ problems, text }: FilmState): void => {
    if (link.isPending()) return;
    view.dispatch(markProblems(view, { problems, map: offsetMap(text), draw }));
  };

  const { fixesOf, applyFix, openFixes, draw } = problemFixes({ view, store, link, words, assets });

  const setWrap = (wrap: boolean): void => {
    view.dispatch({ effects: wrapping.reconfigure(wrap ? wrappedLines : []) });
  };

  const format = (): void => {
    link.flush();
    const { source, isTextBroken } = store.document.state;
    if (isTextBroken) return;
    store.document.dispatch({
      type: 'text/replace',
      text: formatTemplate(source.document),
      label: message('step/format-xml'),
    });
  };

  const unsubscribe = store.document.subscribe((state, before) => {
    if (state.problems !== before.problems || state.isTextBroken !== before.isTextBroken) showProblems(state);
    if (state.selection === before.selection && state.source === before.source) return;
    const isOwn = ownSelection !== null && sameSelection(ownSelection, state.selection);
    if (!isOwn) ownSelection = null;
    showSelection(state, state.selection !== before.selection && !isOwn && !view.hasFocus);
  });
  const onPageHide = () => link.flush();
  window.addEventListener('pagehide', onPageHide, { capture: true });
  showProblems(store.document.state);
  showSelection(store.document.state, true);
  updateSnapshot();

  return {
    view,
    snapshot: snapshot,
    setWrap,
    compareWith: (text) => {
      view.dispatch({ effects: comparing.reconfigure(text === null ? [] : comparison(viewTextOf(text), words)) });
      updateSnapshot();
    },
    foldScenes: () => {
      const { source } = store.document.state;
      const { toView } = offsetMap(source.text);
      const effects = indexOf(source.document).scenes.flatMap(({ id }) => {
        const place = source.ranges.get(id);
        if (place?.kind !== 'element' || place.endTag === null) return [];
        return [foldEffect.of({ from: toView(place.startTag.end), to: toView(place.endTag.start) })];
      });
      if (!link.isPending() && !store.document.state.isTextBroken) view.dispatch({ effects });
    },
    unfold: () => void unfoldAll(view),
    goToLine: (line) => {
      const { doc } = view.state;
      const { from } = doc.line(Math.min(doc.lines, Math.max(1, line)));
      goTo(view, from);
    },
    goToProblem: ({ range }) => {
      if (range !== null) goTo(view, offsetMap(store.document.state.text).toView(range.start));
    },
    fixesOf,
    applyFix,
    format,
    variable,
    destroy: () => {
      window.removeEventListener('pagehide', onPageHide, { capture: true });
      cancelCursor?.();
      unsubscribe();
      link.close();
      aside.dispose();
      view.destroy();
    },
  };
}

function goTo(view: EditorView, at: number): void {
  view.dispatch({
    selection: { anchor: at },
    effects: EditorView.scrollIntoView(at, { y: 'center' }),
    userEvent: 'select',
  });
  view.focus();
}

/**
 * Replaces the selection with typed text. Returns false for other input, which the browser handles. If Chromium handled
 * typed text, it would keep the style of the selected text in a `style` attribute, which the content security policy
 * blocks.
 */
function typeOver(event: InputEvent, view: EditorView): boolean {
  const { main } = view.state.selection;
  const { data } = event;
  if (event.inputType !== 'insertText' || data === null || main.empty || event.isComposing || view.state.readOnly)
    return false;
  event.preventDefault();
  const insert = () => view.state.update(view.state.replaceSelection(data), { userEvent: 'input.type' });
  const isTaken = view.state
    .facet(EditorView.inputHandler)
    .some((take) => take(view, main.from, main.to, data, insert));
  if (!isTaken) view.dispatch(insert());
  return true;
}

const nextFrame: Schedule = (run) => {
  const id = requestAnimationFrame(run);
  return () => cancelAnimationFrame(id);
};

/** The parsing time in milliseconds above which parsing at every keystroke would be noticeable. */
const SLOW_MILLISECONDS = 50;
/** The debounce delay in milliseconds for texts that are slow to parse; it grows with the parsing time. */
const PAUSE = { shortest: 250, longest: 1_500 } as const;

/** Returns a function that schedules a call for the next frame or, if the last call was slow, debounces it. */
function readingSchedule(): Schedule {
  let lastMilliseconds = 0;
  return (run) => {
    const timed = () => {
      const start = performance.now();
      run();
      lastMilliseconds = performance.now() - start;
    };
    if (lastMilliseconds <= SLOW_MILLISECONDS) return nextFrame(timed);
    const id = setTimeout(timed, Math.min(PAUSE.longest, Math.max(PAUSE.shortest, lastMilliseconds * 2)));
    return () => clearTimeout(id);
  };
}

/** Returns the extension that shows the diff from `original`, with a button per difference that reverts it. */
function comparison(original: string, words: Catalogue['xmlView']): Extension {
  return unifiedMergeView({
    original,
    gutter: true,
    highlightChanges: true,
    syntaxHighlightDeletions: false,
    diffConfig: { scanLimit: 500, timeout: 500 },
    mergeControls: (type, action) => {
      if (type === 'accept') return document.createElement('span');
      const button = document.createElement('button');
      button.type = 'button';
      button.className = 'cm-diagnosticAction';
      button.textContent = words.revert;
      button.setAttribute('aria-label', words.revertChange);
      button.addEventListener('mousedown', action);
      button.addEventListener('click', (event) => {
        // A click triggered by keyboard has a `detail` of 0.
        if (event.detail === 0) action(event);
      });
      return button;
    },
  });
}
