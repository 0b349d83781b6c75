import type { Action } from './action.ts';
import type { ActionContext } from './action-context.ts';
import type { LayersPort } from './ports.ts';

interface Layered {
  readonly can?: (port: LayersPort) => boolean;
  readonly run: (port: LayersPort) => void;
}

/** An action that is for the layers that are selected on the timeline, and where none are for something else. */
export function orLayers<Other extends Pick<Action, 'run' | 'enabled'>>(
  { can = () => true, run }: Layered,
  other: Other,
): Other & Pick<Action, 'run' | 'enabled'> {
  const port = ({ ports }: ActionContext) =>
    ports.layers !== undefined && ports.layers.count() > 0 ? ports.layers : null;
  return {
    ...other,
    enabled: (context) => {
      const layers = port(context);
      return layers === null ? (other.enabled?.(context) ?? true) : can(layers);
    },
    run: (context) => {
      const layers = port(context);
      return layers === null ? other.run(context) : run(layers);
    },
  };
}
