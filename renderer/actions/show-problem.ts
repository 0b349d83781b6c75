import type { Editor } from '#renderer/editor/editor.ts';
import type { EditorViews, ViewsManager } from '#renderer/editor/editor-views.ts';
import { listPlaceOf } from '#renderer/editor/movie-issues.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import type { Problem } from '#shared/template/document/problem.ts';

/**
 * Shows the text of the template, with the cursor at a problem unless it is null. For a fault in the items of a list,
 * opens the item in *Variables* instead, and moves the cursor only in a visible text. Waits until the view is mounted.
 */
export function showProblem({ views }: Pick<Editor, 'views'>, problem: Problem | null): void {
  const says = problem && messageOf(problem);
  const place = says && listPlaceOf(says);
  if (problem !== null && place !== null && views.screen !== null) {
    views.xml?.goToProblem(problem);
    views.screen.setTab('variables');
    // A fault in an item of a data set is reported at the element that shows the list.
    const inDefault = problem.path.startsWith('movie/resources');
    whenMounted(views, 'variables', (variables) => variables.showList(place, inDefault));
    return;
  }
  if (views.screen?.mode() === 'visual') views.screen.setMode('split');
  if (problem !== null) whenMounted(views, 'xml', (xml) => xml.goToProblem(problem));
}

function whenMounted<Name extends keyof EditorViews>(
  views: ViewsManager,
  name: Name,
  show: (view: NonNullable<EditorViews[Name]>) => void,
): void {
  const go = (): boolean => {
    const view = views[name];
    if (view !== null) show(view);
    return view !== null;
  };
  if (go()) return;
  const stop = views.subscribe(() => {
    if (go()) stop();
  });
}
