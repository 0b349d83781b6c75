import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { type Extension, StateEffect, StateField, type TransactionSpec } from '@codemirror/state';
import { type EditorView, showTooltip, type Tooltip } from '@codemirror/view';
import type { Problem } from '#shared/template/document/problem.ts';
import type { OffsetMap } from './view-text.ts';

/** The maximum number of marks in the text. The problem list shows all problems. */
const MAX_MARKS = 500;

/** A function that creates the element for a problem, with buttons for its fixes. */
export type DrawProblem = (problem: Problem) => HTMLElement;

/** Returns the transaction that underlines the problems and marks their lines. */
export function markProblems(
  view: EditorView,
  {
    problems,
    map,
    draw,
  }: { readonly problems: readonly Problem[]; readonly map: OffsetMap; readonly draw: DrawProblem },
): TransactionSpec {
  const { length } = view.state.doc;
  const diagnostics = problems.slice(0, MAX_MARKS).flatMap((problem): readonly Diagnostic[] => {
    const { range, severity, message } = problem;
    if (range === null) return [];
    const from = Math.min(length, map.toView(range.start));
    const to = Math.min(length, Math.max(from, map.toView(range.end)));
    return [{ from, to, severity, message, renderMessage: () => draw(problem) }];
  });
  return setDiagnostics(view.state, diagnostics);
}

const setCard = StateEffect.define<Tooltip | null>();

const card = StateField.define<Tooltip | null>({
  create: () => null,
  update: (shown, { effects, docChanged, selection }) => {
    for (const effect of effects) if (effect.is(setCard)) return effect.value;
    return docChanged || selection !== undefined ? null : shown;
  },
  provide: (field) => showTooltip.from(field),
});

/** The extension that shows a problem's fixes in a tooltip when the user opens it with the keyboard. */
export const problemCard: Extension = card;

/** Opens the tooltip of a problem with its fixes, and focuses the first button. */
export function openProblemCard(view: EditorView, at: number, draw: () => HTMLElement): void {
  const create = () => {
    const dom = document.createElement('div');
    dom.className = 'cm-diagnostic';
    dom.append(draw());
    dom.addEventListener('keydown', (event) => onCardKey(view, dom, event));
    return { dom, mount: () => dom.querySelector('button')?.focus() };
  };
  view.dispatch({ effects: setCard.of({ pos: at, above: false, create }) });
}

function onCardKey(view: EditorView, dom: HTMLElement, event: KeyboardEvent): void {
  const buttons = [...dom.querySelectorAll('button')];
  const at = buttons.findIndex((button) => button.matches(':focus'));
  const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
  const step = steps[event.key];
  if (event.key === 'Escape') {
    view.dispatch({ effects: setCard.of(null) });
    view.focus();
  } else if (step !== undefined) buttons.at((at + step) % buttons.length)?.focus();
  else return;
  event.preventDefault();
  event.stopPropagation();
}
