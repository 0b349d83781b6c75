import { EditorView } from '@codemirror/view';
import type { Editor } from '#renderer/editor/editor.ts';
import { selectVariables } from '#renderer/editor/selectors.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { openProblemCard } from '#renderer/xml/problem-marks.ts';
import { offsetMap } from '#renderer/xml/view-text.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { QuickFix } from '../text/quick-fix.ts';
import { quickFixes } from '../text/quick-fixes.ts';
import type { TextLink } from './text-link.ts';

interface ProblemFixesOptions {
  readonly view: EditorView;
  readonly store: Editor;
  readonly link: TextLink;
  readonly words: Catalogue['xmlView'];
  readonly assets: () => readonly string[];
}

/** Returns functions that find, display, and apply the quick fixes of the open text. */
export function problemFixes({ view, store, link, words, assets }: ProblemFixesOptions) {
  const draw = (problem: Problem): HTMLElement =>
    drawProblem(problem, { fixes: fixesOf(problem), apply: applyFix, words });

  const fixesOf = (problem: Problem): readonly QuickFix[] => {
    const state = store.document.state;
    const variables = selectVariables(state).map(({ name }) => name);
    return quickFixes(problem, { text: state.text, assets: assets(), variables });
  };

  const applyFix = ({ edits }: QuickFix): void => {
    link.flush();
    store.document.endTyping();
    const { toView } = offsetMap(store.document.state.text);
    const changes = view.state.changes(
      edits.map(({ from, to, insert }) => ({ from: toView(from), to: toView(to), insert })),
    );
    const last = edits.at(-1);
    view.dispatch({
      changes,
      ...(last !== undefined && { selection: { anchor: changes.mapPos(toView(last.to), 1) } }),
      scrollIntoView: true,
      userEvent: 'input.fix',
    });
    link.flush();
    store.document.endTyping();
    view.focus();
  };

  const problemAtCursor = (): Problem | null => {
    const { text, problems } = store.document.state;
    const { toView } = offsetMap(text);
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    const onLine = problems.filter(({ range }) => {
      const at = range === null ? -1 : toView(range.start);
      return at >= line.from && at <= line.to;
    });
    const distance = ({ range }: Problem) => Math.abs(toView(range?.start ?? 0) - head);
    return onLine.toSorted((left, right) => distance(left) - distance(right))[0] ?? null;
  };

  const openFixes = (): boolean => {
    link.flush();
    const problem = problemAtCursor();
    if (problem === null || problem.range === null || fixesOf(problem).length === 0) {
      view.dispatch({ effects: EditorView.announce.of(words.noFixes) });
      return true;
    }
    openProblemCard(view, offsetMap(store.document.state.text).toView(problem.range.start), () => draw(problem));
    return true;
  };

  return { fixesOf, applyFix, openFixes, draw };
}

/** Returns the DOM of CodeMirror's tooltip for a problem: its message, and a button per fix. */
function drawProblem(
  problem: Problem,
  {
    fixes,
    apply,
    words,
  }: {
    readonly fixes: readonly QuickFix[];
    readonly apply: (fix: QuickFix) => void;
    readonly words: Catalogue['xmlView'];
  },
): HTMLElement {
  const box = document.createElement('div');
  box.className = problem.severity === 'error' ? 'cm-diagnostic-error' : 'cm-diagnostic-warning';
  const sentence = document.createElement('span');
  sentence.className = 'cm-diagnosticText';
  sentence.textContent = say(problem).replaceAll('`', '');
  box.append(sentence);
  for (const fix of fixes.slice(0, 4)) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'cm-diagnosticAction';
    button.textContent = words.fixAction(fix.action);
    button.addEventListener('mousedown', (event) => event.preventDefault());
    button.addEventListener('click', () => apply(fix));
    box.append(button);
  }
  return box;
}
