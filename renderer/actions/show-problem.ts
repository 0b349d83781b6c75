import type { Editor } from '#renderer/editor/editor.ts';
import type { Problem } from '#shared/template/document/problem.ts';

/**
 * Shows the text of the template, with the cursor at a problem unless it is null. Waits until the text view is mounted.
 */
export function showProblem({ views }: Pick<Editor, 'views'>, problem: Problem | null): void {
  if (views.screen?.mode() === 'visual') views.screen.setMode('split');
  if (problem === null) return;
  const go = (): boolean => {
    views.xml?.goToProblem(problem);
    return views.xml !== null;
  };
  if (go()) return;
  const stop = views.subscribe(() => {
    if (go()) stop();
  });
}
