import {
  ChevronsDownUp,
  FoldHorizontal,
  Group,
  Lock,
  MoveDown,
  MoveLeft,
  MoveRight,
  MoveUp,
  UnfoldHorizontal,
  Ungroup,
} from 'lucide-react';
import type { Action } from '#renderer/actions/model/action.ts';
import type { ActionContext } from '#renderer/actions/model/action-context.ts';
import type { LayersPort } from '#renderer/actions/model/ports.ts';
import { dispatch, stateOf } from '#renderer/actions/tables/editor-access.ts';
import { indexOf } from '#shared/editing/document-index.ts';
import { selectedParts } from '#shared/editing/selected-nodes.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { layerKindOf } from '#shared/template/tables/roles.ts';

const editor = { scope: 'editor', group: 'edit' } as const;

/** What is done on the timeline to layers and sounds. */
export const layerActions: readonly Action[] = [
  {
    ...editor,
    id: 'scene/open-layers',
    label: ({ timeline }) => timeline.openLayers,
    keys: ['E'],
    icon: ChevronsDownUp,
    enabled: ({ ports }) => ports.layers !== undefined,
    checked: ({ ports }) => ports.layers?.hasOpen() ?? false,
    run: ({ ports }) => ports.layers?.toggleOpen(),
  },
  {
    ...editor,
    id: 'layer/forward',
    label: ({ timeline }) => timeline.forward,
    icon: MoveUp,
    ...onParts(
      (port) => port.reorder(1),
      (port) => port.canReorder(1),
      ({ timeline }) => timeline.isFrontmost,
    ),
  },
  {
    ...editor,
    id: 'layer/backward',
    label: ({ timeline }) => timeline.backward,
    icon: MoveDown,
    ...onParts(
      (port) => port.reorder(-1),
      (port) => port.canReorder(-1),
      ({ timeline }) => timeline.isRearmost,
    ),
  },
  { ...editor, id: 'layer/earlier', label: ({ timeline }) => timeline.earlier(1), icon: MoveLeft, ...moved(-1) },
  { ...editor, id: 'layer/later', label: ({ timeline }) => timeline.later(1), icon: MoveRight, ...moved(1) },
  {
    ...editor,
    id: 'layer/much-earlier',
    label: ({ timeline }) => timeline.earlier(10),
    keys: ['Alt+Shift+ArrowLeft'],
    icon: MoveLeft,
    ...moved(-10),
  },
  {
    ...editor,
    id: 'layer/much-later',
    label: ({ timeline }) => timeline.later(10),
    keys: ['Alt+Shift+ArrowRight'],
    icon: MoveRight,
    ...moved(10),
  },
  {
    ...editor,
    id: 'layer/shorter',
    label: ({ timeline }) => timeline.shorter,
    icon: FoldHorizontal,
    ...onParts((port) => port.trimEnd(-1)),
  },
  {
    ...editor,
    id: 'layer/longer',
    label: ({ timeline }) => timeline.longer,
    icon: UnfoldHorizontal,
    ...onParts((port) => port.trimEnd(1)),
  },
  {
    ...editor,
    id: 'layer/lock',
    label: ({ timeline }, { ports }) => (ports.layers?.allLocked() === true ? timeline.unlock : timeline.lock),
    keys: ['Shift+L'],
    icon: Lock,
    enabled: (context) => context.ports.layers !== undefined && chosen(context).length > 0,
    whyNot: ({ actions }) => actions.needsLayer,
    run: ({ ports: { layers } }) => layers?.setLocked(!layers.allLocked()),
  },
  {
    ...editor,
    id: 'layer/group',
    label: ({ timeline }) => timeline.group,
    keys: ['Mod+Alt+G'],
    icon: Group,
    enabled: (context) => chosen(context).length > 0,
    whyNot: ({ actions }) => actions.needsLayer,
    run: (context) => void dispatch(context, { type: 'layer/group', layers: chosen(context) }),
  },
  {
    ...editor,
    id: 'layer/ungroup',
    label: ({ timeline }) => timeline.ungroup,
    keys: ['Mod+Alt+Shift+G'],
    icon: Ungroup,
    enabled: (context) => chosenGroups(context).length > 0,
    whyNot: ({ timeline }) => timeline.needsGroup,
    run: (context) => void dispatch(context, { type: 'layer/ungroup', groups: chosenGroups(context) }),
  },
];

/** Of what is selected the groups: among other layers they are what is meant. */
function chosenGroups(context: ActionContext): readonly NodeId[] {
  const state = stateOf(context);
  if (state === null) return [];
  const { elements } = indexOf(state.document);
  return chosen(context).filter((id) => layerKindOf(elements.get(id)?.element ?? { name: '' }) === 'group');
}

function chosen(context: ActionContext) {
  const state = stateOf(context);
  return state === null ? [] : selectedParts(state);
}

function moved(by: number) {
  return onParts((port) => port.move(by));
}

/** `whyNot` says why what is selected can't take it. */
function onParts(
  run: (port: LayersPort) => void,
  can: (port: LayersPort) => boolean = () => true,
  whyNot: ((strings: ActionContext['strings']) => string) | null = null,
) {
  return {
    repeats: true,
    enabled: ({ ports }: ActionContext) => ports.layers !== undefined && ports.layers.count() > 0 && can(ports.layers),
    whyNot: (strings: ActionContext['strings'], { ports }: ActionContext) =>
      whyNot !== null && (ports.layers?.count() ?? 0) > 0 ? whyNot(strings) : strings.actions.needsLayer,
    run: ({ ports: { layers } }: ActionContext) => {
      if (layers !== undefined) run(layers);
    },
  };
}
