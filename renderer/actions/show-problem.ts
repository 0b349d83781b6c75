import type { Problem } from '#shared/template/document/problem.ts';
import type { ActionRuntime } from './action-runtime.ts';

/**
 * Shows the XML of the template with the cursor at a problem. With null, only the XML is shown. The function waits
 * until the XML view is mounted.
 */
export function showProblem({ parts }: Pick<ActionRuntime, 'parts'>, problem: Problem | null): void {
  const { layout } = parts.getState().ports;
  if (layout?.mode() === 'visual') layout.setMode('split');
  if (problem === null) return;
  const go = (): boolean => {
    const { xml } = parts.getState().ports;
    xml?.goToProblem(problem);
    return xml !== undefined;
  };
  if (go()) return;
  const stop = parts.subscribe(() => {
    if (go()) stop();
  });
}
