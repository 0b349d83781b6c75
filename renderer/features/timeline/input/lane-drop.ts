import { type DragEvent, type RefObject, useEffect, useMemo } from 'react';
import { useApi } from '#renderer/api/api-context.tsx';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { frameAt } from '#renderer/editor/timeline-view.ts';
import { autoScrollSpeed } from '#renderer/interaction/drag.ts';
import {
  assetDragType,
  draggedInsertable,
  draggedTransition,
  insertableDragType,
  layerDragType,
  pictureDragType,
  severalDragType,
  transitionDragType,
} from '#renderer/project/drag-data.ts';
import { type DropTarget, layerDestination } from '#renderer/project/drop-target.ts';
import { type Placing, placeContent, placeFiles, placeItems, reportRefusal } from '#renderer/project/placing.ts';
import { takePendingFiles } from '#renderer/shell/window/pending-files.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { dropTarget } from '../model/drop-plans.ts';
import { sceneTitle } from '../model/labels.ts';
import { HEAD_HEIGHT, laneHeightsOf, RULER_HEIGHT } from '../model/lane-heights.ts';
import { brandTransition } from '../model/like-brand.ts';
import { rowIdOf } from '../model/pointed-elements.ts';
import { shownScenesOf } from '../model/repeated-scenes.ts';
import { transitionDrop } from '../model/scene-plans.ts';
import { useTimelineContext } from '../model/timeline-context.tsx';
import { visibleRows } from '../model/visible-rows.ts';

/**
 * Handles drops of the library's assets and of files from the user's machine. Files are added to the movie before their
 * upload ends.
 */
export function useLaneDrop(ref: RefObject<HTMLDivElement | null>) {
  const editor = useEditor();
  const api = useApi();
  const toasts = useToast();
  const strings = useStrings();
  const { timeline: view } = editor;
  const { gesture } = useTimelineContext();
  const placing = useMemo((): Placing => ({ editor, api, toasts, strings }), [editor, api, toasts, strings]);
  const handlers = useMemo(() => {
    const { timeline: words } = placing.strings;
    const kindOf = ({ dataTransfer: { types } }: DragEvent) => {
      if (types.includes(insertableDragType)) return 'thing';
      if (types.includes(transitionDragType)) return 'transition';
      return types.includes(assetDragType) ? 'assets' : types.includes('Files') ? 'files' : null;
    };
    const targetOf = (event: DragEvent): { readonly target: DropTarget; readonly x: number } | null => {
      const element = ref.current;
      if (element === null) return null;
      const box = element.getBoundingClientRect();
      const { movie } = editor.document.state;
      const x = event.clientX - box.left;
      const target = dropTarget(
        timelineOf(movie),
        {
          frame: frameAt(x, view.state),
          onHead: isOnHead(event.clientY - box.top),
          asLayer: event.shiftKey,
          isLayer: isLayerDrag(event.dataTransfer),
          isPicture: isPictureDrag(event.dataTransfer),
          pixelsPerFrame: view.state.pixelsPerFrame,
          over: ownerAt(event.target),
          // During a drag, browsers expose only the types and the number of items. Their data is readable only at the
          // drop.
          count: event.dataTransfer.types.includes(severalDragType) ? 2 : filesIn(event.dataTransfer).length,
        },
        shownScenesOf(editor.document.state, view.state),
      );
      return { target, x };
    };
    const isOnHead = (y: number) => {
      const top = RULER_HEIGHT + laneHeightsOf(editor.document.state.movie, view.state).skipped;
      return y >= top && y < top + HEAD_HEIGHT;
    };
    const ownerAt = (target: EventTarget) => {
      const id = target instanceof Element ? rowIdOf(target) : null;
      return visibleRows(editor.document.state.movie, view.state).find((row) => row.id === id)?.owner ?? null;
    };
    const transitionAt = ({ clientX }: DragEvent) => {
      const left = ref.current?.getBoundingClientRect().left ?? 0;
      return transitionDrop(editor.document.state.movie, frameAt(clientX - left, view.state));
    };
    const placeTransition = (event: DragEvent) => {
      const type = draggedTransition(event.dataTransfer);
      const drop = type === null ? null : transitionAt(event);
      if (type === null || drop === null) return;
      const { like } = brandTransition(api, editor.document.state.project);
      const done = reportRefusal(placing, editor.document.dispatch(drop.command(type, like)));
      if (done && drop.transition !== null) editor.selection.select([drop.transition]);
    };
    const clear = () => {
      if (gesture.state.drag?.kind === 'drop') gesture.set({ drag: null });
    };
    const handlers = {
      onDragOver: (event: DragEvent) => {
        const kind = kindOf(event);
        const location = kind === null ? null : targetOf(event);
        if (location === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const { target, x } = location;
        const { scroll, width } = view.state;
        // The browser repeats `dragover` about every 50 ms while the pointer rests.
        const speed = autoScrollSpeed(x, width);
        if (speed !== 0) view.scrollTo(scroll + speed * 0.05, timelineOf(editor.document.state.movie).total);
        const left = x + view.state.scroll;
        if (kind === 'transition') {
          const drop = transitionAt(event);
          if (drop === null) return clear();
          const label = drop.transition === null ? words.dropTransition : words.dropTransitionType;
          const gap: DropTarget = { kind: 'insert', gap: drop.gap };
          return gesture.set({ drag: { kind: 'drop', target: gap, label, hint: null, left } });
        }
        const { label, hint } = dropLabels(words, target, kind === 'files');
        gesture.set({ drag: { kind: 'drop', target, label, hint, left } });
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) clear();
      },
      onDrop: (event: DragEvent) => {
        const kind = kindOf(event);
        if (kind === null) return;
        event.preventDefault();
        // Stop the event, because the areas around the lanes also accept files.
        event.stopPropagation();
        clear();
        if (kind === 'transition') return placeTransition(event);
        const location = targetOf(event);
        if (location === null) return;
        const { target } = location;
        const insertable = draggedInsertable(event.dataTransfer);
        if (insertable !== null) placeItems(placing, [insertable], () => layerDestination(target, insertable.kind));
        else placeContent(placing, event.dataTransfer, target);
      },
    };
    return handlers;
  }, [ref, api, editor, view, gesture, placing]);
  useEffect(() => {
    const { project, template } = editor.document.state;
    const left = takePendingFiles(project, template);
    if (left !== null) void placeFiles(placing, Promise.resolve(left), { kind: 'insert', gap: { index: 0, frame: 0 } });
  }, [editor, placing]);
  return handlers;
}

/** Returns whether the dragged items can only become layers. */
function isLayerDrag({ types }: DataTransfer): boolean {
  return types.includes(insertableDragType) || types.includes(layerDragType);
}

/** Returns whether all dragged items are images. Browsers expose the types of items even before the drop. */
function isPictureDrag(transfer: DataTransfer): boolean {
  const files = filesIn(transfer);
  const areImageFiles = files.length > 0 && files.every(({ type }) => type.startsWith('image/'));
  return transfer.types.includes(pictureDragType) || areImageFiles;
}

function filesIn({ items }: DataTransfer): readonly DataTransferItem[] {
  return [...items].filter(({ kind }) => kind === 'file');
}

/** Returns the label and the hint for a drop on a target. */
function dropLabels(words: Catalogue['timeline'], target: DropTarget, isFiles: boolean) {
  const upload = isFiles ? words.upload : null;
  switch (target.kind) {
    case 'insert':
      return target.isSound === true
        ? { label: words.addToFilm, hint: upload ?? words.addToFilmHint }
        : { label: words.insert, hint: upload };
    case 'layer':
      return { label: words.asLayer(sceneTitle(target.scene, words)), hint: upload };
    case 'replace':
      return { label: words.replace(sceneTitle(target.scene, words)), hint: words.replaceHint };
    default:
      return target satisfies never;
  }
}
