import type { KeyboardEvent } from 'react';
import type { ActionRuntime } from '#renderer/actions/runtime/action-runtime.ts';

/** What keys do to the layers that are selected while a row has the focus. They are actions, as buttons and menus run them. */
const ACTIONS: Readonly<Record<string, string>> = {
  'Alt+ArrowUp': 'layer/forward',
  'Alt+ArrowDown': 'layer/backward',
  'Alt+ArrowLeft': 'layer/earlier',
  'Alt+ArrowRight': 'layer/later',
  'Alt+Shift+ArrowLeft': 'layer/much-earlier',
  'Alt+Shift+ArrowRight': 'layer/much-later',
  'Shift+ArrowLeft': 'layer/shorter',
  'Shift+ArrowRight': 'layer/longer',
};

/** Keys of a row: in the tree arrows with Alt or Shift are for what is selected, elsewhere they are for scenes or frames. */
export function createLayerKeys(runtime: Pick<ActionRuntime, 'run'>) {
  return {
    onKey: ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean => {
      if (ctrlKey || metaKey) return false;
      const action = ACTIONS[`${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${key}`];
      if (action === undefined) return false;
      runtime.run(action);
      return true;
    },
  };
}
