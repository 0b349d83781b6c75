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
import { useMemo } from 'react';
import type { Action, ActionContext } from '#renderer/actions/action.ts';
import type { LayersPort } from '#renderer/actions/ports.ts';
import { dispatch, stateOf } from '#renderer/actions/targets.ts';
import { useEditorView } from '#renderer/actions/use-actions.tsx';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { useLocked } from '#renderer/editor/locked-layers.ts';
import { selectSceneAtPlayhead, selectSceneIds } from '#renderer/editor/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { PlannableCommand } from '#shared/editing/model/commands.ts';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { cutPart, movedParts, trimmedEnds, trimmedStarts } from '#shared/editing/model/layer-moves.ts';
import { selectedParts, selectNodes } from '#shared/editing/model/selection.ts';
import { type PlacedPart, placedParts } from '#shared/editing/model/timeline.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import { isLayer, layerKindOf, layersOf } from '#shared/template/tables/roles.ts';
import { barLabel } from './model/labels.ts';
import { setTimes, stepCommand } from './model/row-plans.ts';
import { lengthFrom, useLocks, useTimelineContext, useTimelineView } from './model/timeline-context.tsx';
import { visibleRows } from './model/visible-rows.ts';

const editor = { scope: 'editor', group: 'edit' } as const;

/** The actions on layers and sounds in the timeline. */
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

/** Returns the selected groups. Other selected layers are ignored. */
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

/** Creates an action on the selected layers. `whyNot` returns why the action is disabled. */
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

/** Registers the functions on selected layers and sounds for actions. */
export function useLayersPort(): void {
  const { view, library } = useTimelineContext();
  const editor = useEditor();
  const locks = useLocks();
  const toasts = useToast();
  const { timeline: words } = useStrings();
  const selection = useEditorValue(({ document }) => document.state.selection);
  const document = useEditorValue(({ document }) => document.state.document);
  const playhead = useEditorValue(({ document }) =>
    selectedParts(document.state).length > 0 ? document.state.playhead : null,
  );
  const open = useTimelineView((state) => state.open);
  const locked = useLocked();
  const port = useMemo((): LayersPort => {
    // The results of the registered functions depend on these values, so the functions are registered again when one
    // changes.
    void playhead;
    const chosen = selectedParts({ document, selection });
    const free = new Set(chosen.filter((id) => !locked.has(id)));
    const parts = (): readonly PlacedPart[] => {
      const { movie } = editor.document.state;
      return movie === null
        ? []
        : placedParts(
            movie,
            free,
            lengthFrom(library, () => movie.frameRate),
          );
    };
    const announce = () => {
      const { primary } = editor.document.state.selection;
      const row = visibleRows(editor.document.state.movie, view.getState()).find(({ id }) => id === primary);
      if (row !== undefined) view.say(barLabel(row, words));
    };
    const carryOut = (command: PlannableCommand | null, key?: string) => {
      if (command === null) return;
      const done = editor.document.dispatch(command, key === undefined ? {} : { key: `${key} ${[...free].join(' ')}` });
      if (done.ok) announce();
      else toasts.show({ id: 'refused', message: say(done.error), tone: 'warning' });
    };
    const timed = (times: ReturnType<typeof movedParts>, as: 'move' | 'trim', key: string) =>
      carryOut(times.length === 0 ? null : setTimes(times, as), key);
    const cuts = () => {
      const { playhead: now } = editor.document.state;
      return parts().flatMap((part) => cutPart(part, now - part.clock, part.hasMotion) ?? []);
    };
    const step = (direction: -1 | 1): PlannableCommand | null => {
      const [first] = free;
      const { elements } = indexOf(document);
      const parent = first === undefined ? null : (elements.get(first)?.parent ?? null);
      const layers = parent === null ? [] : layersOf(parent).map(({ id }) => id);
      const areLayers = [...free].every(
        (id) => layers.includes(id) && isLayer(elements.get(id)?.element ?? { name: '' }),
      );
      return parent === null || !areLayers ? null : stepCommand(layers, free, parent.id, direction);
    };
    const scenes = () => {
      const state = editor.document.state;
      const ids = selectSceneIds(state);
      const here = selectSceneAtPlayhead(state)?.scene.id;
      return ids.length > 0 ? ids : here === undefined ? [] : [here];
    };
    return {
      count: () => free.size,
      move: (by) => timed(movedParts(parts(), by), 'move', 'move'),
      trimEnd: (by) => timed(trimmedEnds(parts(), by), 'trim', 'trim'),
      trimToPlayhead: (edge) => {
        const { playhead: now } = editor.document.state;
        const times = parts().flatMap((part) => {
          const start = part.clock + part.offset;
          return edge === 'start'
            ? trimmedStarts([part], now - start)
            : trimmedEnds([part], now + 1 - start - part.length);
        });
        timed(times, 'trim', `trim-${edge}`);
      },
      canSplit: () => cuts().length > 0,
      split: () => carryOut({ type: 'layer/split', cuts: cuts() }),
      canReorder: (direction) => step(direction) !== null,
      reorder: (direction) => {
        const ids = [...free];
        const command = step(direction);
        if (command === null) return;
        carryOut(command);
        editor.selection.select(selectNodes(ids));
        view.setState({ focusRequested: view.getState().byKeyboard });
        view.say(words.layerMoved);
      },
      allLocked: () => chosen.length > 0 && free.size === 0,
      setLocked: (isLocked) => {
        locks.set(chosen, isLocked);
        view.say(isLocked ? words.isLocked : words.isUnlocked);
      },
      hasOpen: () => open.size > 0,
      toggleOpen: () => {
        const ids = scenes();
        const isOpen = ids.length > 0 && ids.every((id) => open.has(id));
        view.setState({ open: new Set(isOpen ? [...open].filter((id) => !ids.includes(id)) : ids) });
      },
    };
  }, [view, library, editor, locks, toasts, words, selection, document, playhead, open, locked]);
  useEditorView('layers', port);
}
