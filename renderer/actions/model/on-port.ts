import type { Action } from './action.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionPorts } from './ports.ts';

/**
 * What actions of the editor have in common that one of its parts carries out: they are off while the part is not on
 * screen.
 */
export function onPort<Name extends keyof ActionPorts>(
  name: Name,
  group: Action['group'],
  run: (port: ActionPorts[Name]) => void,
) {
  return {
    scope: 'editor',
    group,
    enabled: ({ ports }: ActionContext) => ports[name] !== undefined,
    run: ({ ports }: ActionContext) => {
      const port = ports[name];
      if (port !== undefined) run(port);
    },
  } as const;
}
