import type { Action } from './action.ts';
import type { ActionContext } from './action-context.ts';
import type { ActionPorts } from './ports.ts';

/** Parts that are there wherever a template is open; the others belong to the editor. */
const OF_FILMS: ReadonlySet<keyof ActionPorts> = new Set(['transport', 'preview', 'variables']);

/**
 * What actions of an open template have in common that one of its parts carries out: they are off while the part is not
 * on screen.
 */
export function onPort<Name extends keyof ActionPorts>(
  name: Name,
  group: Action['group'],
  run: (port: ActionPorts[Name]) => void,
) {
  return {
    scope: OF_FILMS.has(name) ? 'film' : 'editor',
    group,
    enabled: ({ ports }: ActionContext) => ports[name] !== undefined,
    run: ({ ports }: ActionContext) => {
      const port = ports[name];
      if (port !== undefined) run(port);
    },
  } as const;
}
