import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { sayTold } from '#renderer/strings/say.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import type { QuickFix } from '../text/quick-fix.ts';

/** A problem as CodeMirror's tooltips show it: its sentence, and a button for each way to mend it. */
export function drawProblem(
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
  sentence.textContent = sayTold(problem).replaceAll('`', '');
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
