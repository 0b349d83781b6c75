import { useMemo } from 'react';
import type { LayersPort } from '#renderer/actions/model/ports.ts';
import { useActionPort } from '#renderer/actions/runtime/use-actions.tsx';
import { useEditor, useEditorStore } from '#renderer/state/editor-context.tsx';
import { useLocked } from '#renderer/state/locked-layers.ts';
import { selectSceneAtPlayhead, selectSceneIds } from '#renderer/state/selectors.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { PlannableCommand } from '#shared/editing/commands.ts';
import { indexOf } from '#shared/editing/document-index.ts';
import { cutPart, movedParts, trimmedEnds, trimmedStarts } from '#shared/editing/layer-moves.ts';
import { selectedParts } from '#shared/editing/selected-nodes.ts';
import { selectNodes } from '#shared/editing/selection.ts';
import { type PlacedPart, placedParts } from '#shared/editing/timed-parts.ts';
import { isLayer, layersOf } from '#shared/template/tables/roles.ts';
import { useLocks } from './model/locked-rows.ts';
import { barLabel } from './model/row-words.ts';
import { rowsShown } from './model/shown-rows.ts';
import { lengthFrom } from './model/source-frames.ts';
import { useTimelineContext, useTimelineView } from './model/timeline-context.tsx';
import { setTimes } from './moves/bar-drag.ts';
import { stepCommand } from './moves/row-order.ts';

/** Offers what is done to selected layers and sounds to the table of actions. */
export function useLayersPort(): void {
  const { view, library } = useTimelineContext();
  const editor = useEditorStore();
  const locks = useLocks();
  const toasts = useToast();
  const { timeline: words } = useStrings();
  const selection = useEditor((state) => state.selection);
  const document = useEditor((state) => state.document);
  const playhead = useEditor((state) => (selectedParts(state).length > 0 ? state.playhead : null));
  const open = useTimelineView((state) => state.open);
  const locked = useLocked();
  const port = useMemo((): LayersPort => {
    // What is asked for follows from these, which make the port anew.
    void playhead;
    const chosen = selectedParts({ document, selection });
    const free = new Set(chosen.filter((id) => !locked.has(id)));
    const parts = (): readonly PlacedPart[] => {
      const { movie } = editor.getState();
      return movie === null
        ? []
        : placedParts(
            movie,
            free,
            lengthFrom(library, () => movie.frameRate),
          );
    };
    const announce = () => {
      const { primary } = editor.getState().selection;
      const row = rowsShown(editor.getState().movie, view.getState()).find(({ id }) => id === primary);
      if (row !== undefined) view.say(barLabel(row, words));
    };
    const carryOut = (command: PlannableCommand | null, key?: string) => {
      if (command === null) return;
      const done = editor.actions.dispatch(command, key === undefined ? {} : { key: `${key} ${[...free].join(' ')}` });
      if (done.ok) announce();
      else toasts.show({ id: 'refused', message: say(done.error), tone: 'warning' });
    };
    const timed = (times: ReturnType<typeof movedParts>, as: 'move' | 'trim', key: string) =>
      carryOut(times.length === 0 ? null : setTimes(times, as), key);
    const cuts = () => {
      const { playhead: now } = editor.getState();
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
      const state = editor.getState();
      const ids = selectSceneIds(state);
      const here = selectSceneAtPlayhead(state)?.scene.id;
      return ids.length > 0 ? ids : here === undefined ? [] : [here];
    };
    return {
      count: () => free.size,
      move: (by) => timed(movedParts(parts(), by), 'move', 'move'),
      trimEnd: (by) => timed(trimmedEnds(parts(), by), 'trim', 'trim'),
      trimToPlayhead: (edge) => {
        const { playhead: now } = editor.getState();
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
        editor.actions.select(selectNodes(ids));
        view.setState({ focusWanted: view.getState().byKeyboard });
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
  useActionPort('layers', port);
}
