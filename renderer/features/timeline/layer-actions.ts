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
import {
  type Action,
  type ActionContext,
  editLayers,
  hasParts,
  type LayerAction,
  reordering,
} from '#renderer/actions/action.ts';
import { dispatch, stateOf } from '#renderer/actions/targets.ts';
import {
  areSelectedLocked,
  lockParts,
  moveParts,
  toggleOpenScenes,
  trimPartEnds,
} from '#renderer/editor/layer-edits.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { selectedParts } from '#shared/editing/model/selection.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { layerKindOf } from '#shared/template/tables/roles.ts';

const editor = { scope: 'editor', group: 'edit' } as const;

export const layerActions: readonly Action[] = [
  {
    ...editor,
    id: 'scene/open-layers',
    label: ({ timeline }) => timeline.openLayers,
    keys: ['E'],
    icon: ChevronsDownUp,
    checked: ({ editor: open }) => (open?.timeline.state.open.size ?? 0) > 0,
    run: ({ editor: open }) => {
      if (open !== null) toggleOpenScenes(open);
    },
  },
  {
    ...editor,
    id: 'layer/forward',
    label: ({ timeline }) => timeline.forward,
    icon: MoveUp,
    ...onParts(reordering(1), ({ timeline }) => timeline.isFrontmost),
  },
  {
    ...editor,
    id: 'layer/backward',
    label: ({ timeline }) => timeline.backward,
    icon: MoveDown,
    ...onParts(reordering(-1), ({ timeline }) => timeline.isRearmost),
  },
  { ...editor, id: 'layer/earlier', label: ({ timeline }) => timeline.earlier(1), icon: MoveLeft, ...moveAction(-1) },
  { ...editor, id: 'layer/later', label: ({ timeline }) => timeline.later(1), icon: MoveRight, ...moveAction(1) },
  {
    ...editor,
    id: 'layer/much-earlier',
    label: ({ timeline }) => timeline.earlier(10),
    keys: ['Alt+Shift+ArrowLeft'],
    icon: MoveLeft,
    ...moveAction(-10),
  },
  {
    ...editor,
    id: 'layer/much-later',
    label: ({ timeline }) => timeline.later(10),
    keys: ['Alt+Shift+ArrowRight'],
    icon: MoveRight,
    ...moveAction(10),
  },
  {
    ...editor,
    id: 'layer/shorter',
    label: ({ timeline }) => timeline.shorter,
    icon: FoldHorizontal,
    ...onParts({ run: (open) => trimPartEnds(open, -1) }),
  },
  {
    ...editor,
    id: 'layer/longer',
    label: ({ timeline }) => timeline.longer,
    icon: UnfoldHorizontal,
    ...onParts({ run: (open) => trimPartEnds(open, 1) }),
  },
  {
    ...editor,
    id: 'layer/lock',
    label: ({ timeline }, { editor: open }) =>
      open !== null && areSelectedLocked(open) ? timeline.unlock : timeline.lock,
    keys: ['Shift+L'],
    icon: Lock,
    enabled: (context) => selectedPartsOf(context).length > 0,
    whyNot: ({ actions }) => actions.needsLayer,
    run: toggleLocked,
  },
  {
    ...editor,
    id: 'layer/group',
    label: ({ timeline }) => timeline.group,
    keys: ['Mod+G', 'Mod+Alt+G'],
    icon: Group,
    enabled: (context) => selectedPartsOf(context).length > 0,
    whyNot: ({ actions }) => actions.needsLayer,
    run: (context) => void dispatch(context, { type: 'layer/group', layers: selectedPartsOf(context) }),
  },
  {
    ...editor,
    id: 'layer/ungroup',
    label: ({ timeline }) => timeline.ungroup,
    keys: ['Mod+Shift+G', 'Mod+Alt+Shift+G'],
    icon: Ungroup,
    enabled: (context) => selectedGroups(context).length > 0,
    whyNot: ({ timeline }) => timeline.needsGroup,
    run: (context) => void dispatch(context, { type: 'layer/ungroup', groups: selectedGroups(context) }),
  },
];

/** Returns the selected groups. Ignores other selected layers. */
function selectedGroups(context: ActionContext): readonly NodeId[] {
  const state = stateOf(context);
  if (state === null) return [];
  const { elements } = indexOf(state.document);
  return selectedPartsOf(context).filter((id) => layerKindOf(elements.get(id)?.element ?? { name: '' }) === 'group');
}

function selectedPartsOf(context: ActionContext) {
  const state = stateOf(context);
  return state === null ? [] : selectedParts(state);
}

function moveAction(by: number) {
  return onParts({ run: (open) => moveParts(open, by) });
}

/**
 * Creates an action on the selected layers and sounds. If the action is impossible for them, `whyNot` returns the
 * reason.
 */
function onParts(action: LayerAction, whyNot: ((strings: ActionContext['strings']) => string) | null = null) {
  return {
    repeats: true,
    enabled: ({ editor: open }: ActionContext) =>
      open !== null && hasParts(open) && (action.can === undefined || action.can(open)),
    whyNot: (strings: ActionContext['strings'], { editor: open }: ActionContext) =>
      whyNot !== null && open !== null && hasParts(open) ? whyNot(strings) : strings.actions.needsLayer,
    run: (context: ActionContext) => editLayers(context, action),
  };
}

function toggleLocked({ editor: open, strings }: ActionContext): void {
  if (open === null) return;
  const isLocked = !areSelectedLocked(open);
  lockParts(open, selectedParts(open.document.state), isLocked);
  open.timeline.say(isLocked ? strings.timeline.isLocked : strings.timeline.isUnlocked);
}
