import { type DragEvent, type RefObject, useEffect, useMemo, useRef } from 'react';
import { useEditorView } from '#renderer/actions/use-actions.tsx';
import { useApi } from '#renderer/api/api-context.tsx';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { filesOfTransfer, pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import {
  assetInsertable,
  canBeSound,
  endOf,
  indexAtPlayhead,
  insertItems,
  isVideo,
  whereAtPlayhead,
} from '#renderer/editor/inserting.ts';
import { frameAt } from '#renderer/editor/timeline-view.ts';
import { autoScrollSpeed } from '#renderer/interaction/drag.ts';
import { addAssets, type FilesAdded, offerLayers } from '#renderer/project/add-assets.ts';
import { whyNoScene } from '#renderer/project/asset-notes.ts';
import {
  assetDragType,
  assetsDragType,
  draggedInsertable,
  draggedTransition,
  insertableDragType,
  layerDragType,
  pictureDragType,
  severalDragType,
  transitionDragType,
} from '#renderer/project/drag-data.ts';
import { takeLeftFiles } from '#renderer/shell/window/left-files.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { InsertWhere } from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { err, type Result } from '#shared/lib/result.ts';
import type { Message } from '#shared/messages/message.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import {
  type DropTarget,
  draggedNames,
  dropTarget,
  filesPlaceOf,
  type PlaceTarget,
  whereOf,
} from '../model/drop-plans.ts';
import { sceneTitle } from '../model/labels.ts';
import { HEAD_HEIGHT, RULER_HEIGHT } from '../model/lane-heights.ts';
import { brandTransition } from '../model/like-brand.ts';
import { rowIdOf } from '../model/pointed-elements.ts';
import { gapPosition, transitionDrop } from '../model/scene-plans.ts';
import { useTimelineContext } from '../model/timeline-context.tsx';
import { laneHeightsOf, visibleRows } from '../model/visible-rows.ts';
import { createFilePlacer, type FilePlacer, replacedVideo } from './file-placer.ts';

/** The types of caption files for the file dialog, by media type. */
const CAPTIONS_TYPES = { 'application/x-subrip': ['.srt'], 'text/vtt': ['.vtt'] };

/**
 * Handles drops of the library's assets and of files from the user's machine. Files are in the movie while they are
 * being uploaded.
 */
export function useLaneDrop(ref: RefObject<HTMLDivElement | null>) {
  const editor = useEditor();
  const api = useApi();
  const toasts = useToast();
  const { view, assets } = useTimelineContext();
  const { timeline: words, assets: assetWords } = useStrings();
  const placer = useRef<FilePlacer>(null);
  useEffect(() => {
    const refuse = (message: string) => toasts.show({ id: 'refused', message, tone: 'warning' });
    const onAdded = (added: FilesAdded) =>
      offerLayers(editor, toasts, assetWords, added, (reason) => refuse(say(reason)));
    const made = createFilePlacer({ api, editor, words, refuse, onAdded });
    placer.current = made;
    return made.dispose;
  }, [api, editor, words, assetWords, toasts]);
  const { handlers, placeFiles, port } = useMemo(() => {
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
      const target = dropTarget(timelineOf(movie), {
        frame: frameAt(x, view.getState()),
        onHead: isOnHead(event.clientY - box.top),
        asLayer: event.shiftKey,
        isLayer: isLayerDrag(event.dataTransfer),
        isPicture: isPictureDrag(event.dataTransfer),
        pixelsPerFrame: view.getState().pixelsPerFrame,
        over: ownerAt(event.target),
        // During a drag, the browser reveals only the types and the number of items. Their content is readable at the
        // drop.
        count: event.dataTransfer.types.includes(severalDragType) ? 2 : filesIn(event.dataTransfer).length,
      });
      return { target, x };
    };
    const isOnHead = (y: number) => {
      const top = RULER_HEIGHT + laneHeightsOf(editor.document.state.movie, view.getState()).skipped;
      return y >= top && y < top + HEAD_HEIGHT;
    };
    const ownerAt = (target: EventTarget) => {
      const id = target instanceof Element ? rowIdOf(target) : null;
      return visibleRows(editor.document.state.movie, view.getState()).find((row) => row.id === id)?.owner ?? null;
    };
    const transitionAt = ({ clientX }: DragEvent) => {
      const left = ref.current?.getBoundingClientRect().left ?? 0;
      return transitionDrop(editor.document.state.movie, frameAt(clientX - left, view.getState()));
    };
    const placeTransition = (event: DragEvent) => {
      const type = draggedTransition(event.dataTransfer);
      const drop = type === null ? null : transitionAt(event);
      if (type === null || drop === null) return;
      const { like } = brandTransition(api, editor.document.state.project);
      const done = report(editor.document.dispatch(drop.command(type, like)));
      if (done && drop.transition !== null) editor.selection.select(selectNodes([drop.transition]));
    };
    const clear = () => {
      if (view.getState().drag?.kind === 'drop') view.setState({ drag: null });
    };
    const draggedEntries = (transfer: DataTransfer) =>
      draggedNames(transfer.getData(assetsDragType) || transfer.getData(assetDragType)).flatMap(
        (name) => assets?.get(nameKey(name)) ?? [],
      );
    /**
     * Replaces a video by a dropped one. Returns its asset; null if there is none, undefined if the edit is refused.
     */
    const replaceVideo = (entries: readonly AssetEntry[], target: PlaceTarget) => {
      const replaced = target.kind === 'replace' ? replacedVideo(target.scene) : null;
      const clip = replaced === null ? undefined : entries.find(isVideo);
      if (replaced === null || clip === undefined) return null;
      const source = { kind: 'asset', name: clip.name } as const;
      const done = editor.document.dispatch({ type: 'layer/set', layers: [replaced.id], source });
      return report(done) ? clip : undefined;
    };
    const saySounds = (entries: readonly AssetEntry[]) => {
      if (entries.some(canBeSound))
        toasts.show({ id: 'sound', message: assetWords.soundAdded, detail: assetWords.soundAddedHint });
    };
    const sayUnplaced = (entries: readonly AssetEntry[]) => {
      const unplaced = entries.filter((entry) => assetInsertable(entry) === null);
      if (unplaced.length > 0) toasts.show(whyNoScene(unplaced, assetWords));
    };
    const placeAssets = (transfer: DataTransfer, target: PlaceTarget) => {
      const { movie } = editor.document.state;
      if (movie === null) return;
      const entries = draggedEntries(transfer);
      const clip = replaceVideo(entries, target);
      const others = entries.filter((entry) => entry !== clip);
      if (clip === undefined || (clip !== null && others.length === 0)) return;
      const added = addAssets(editor, others, {
        place: filesPlaceOf(movie, target),
        at: target.kind === 'insert' ? gapPosition(timelineOf(movie), target.gap) : endOf({ movie }),
        layersAt: (kind) => whereOf(target, kind),
      });
      if (added === null) return void toasts.show(whyNoScene(entries, assetWords));
      if (!added.ok) return void report(added);
      offerLayers(editor, toasts, assetWords, added.value, (reason) => void report(err(reason)));
      if (target.kind === 'insert') saySounds(entries);
      sayUnplaced(others);
    };
    const report = (done: Result<unknown, Message>): boolean => {
      if (!done.ok) toasts.show({ id: 'refused', message: say(done.error), tone: 'warning' });
      return done.ok;
    };
    const placeItems = (items: readonly Insertable[], where: (insertable: Insertable) => InsertWhere, key?: string) =>
      void report(insertItems(editor, items, where, key));
    const placeFiles = async (files: ReturnType<typeof filesOfTransfer>, target: PlaceTarget) => {
      try {
        await placer.current?.place(await files, target);
      } catch (error) {
        const { title, detail } = problemWords(error);
        toasts.show({ tone: 'danger', message: title, detail });
      }
    };

    const atPlayhead = (): DropTarget => {
      const state = editor.document.state;
      const index = indexAtPlayhead(state);
      const { starts, total } = timelineOf(state.movie);
      const gap = { index, frame: starts[index] ?? total };
      return { kind: 'insert', gap, layersAt: whereAtPlayhead(state) };
    };
    const take = (transfer: DataTransfer) => {
      const insertable = draggedInsertable(transfer);
      if (insertable !== null) placeItems([insertable], () => whereAtPlayhead(editor.document.state));
      else if (transfer.types.includes(assetDragType)) placeAssets(transfer, atPlayhead());
      else void placeFiles(filesOfTransfer(transfer), atPlayhead());
    };
    const takeLayers = (transfer: DataTransfer, where: InsertWhere) => {
      const insertable = draggedInsertable(transfer);
      if (insertable !== null) return placeItems([insertable], () => where);
      if (transfer.types.includes(assetDragType)) placeAssets(transfer, { kind: 'layers', where });
      else void placeFiles(filesOfTransfer(transfer), { kind: 'layers', where });
    };
    const handlers = {
      onDragOver: (event: DragEvent) => {
        const kind = kindOf(event);
        const found = kind === null ? null : targetOf(event);
        if (found === null) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'copy';
        const { target, x } = found;
        const { scroll, width } = view.getState();
        // While the pointer rests, the browser repeats this event about every 50 ms.
        const speed = autoScrollSpeed(x, width);
        if (speed !== 0) view.scrollTo(scroll + speed * 0.05, timelineOf(editor.document.state.movie).total);
        const left = x + view.getState().scroll;
        if (kind === 'transition') {
          const drop = transitionAt(event);
          if (drop === null) return clear();
          const label = drop.transition === null ? words.dropTransition : words.dropTransitionType;
          const gap: DropTarget = { kind: 'insert', gap: drop.gap };
          return view.setState({ drag: { kind: 'drop', target: gap, label, hint: null, left } });
        }
        const { label, hint } = dropWords(words, target, kind === 'files');
        view.setState({ drag: { kind: 'drop', target, label, hint, left } });
      },
      onDragLeave: (event: DragEvent) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) clear();
      },
      onDrop: (event: DragEvent) => {
        const kind = kindOf(event);
        if (kind === null) return;
        event.preventDefault();
        // The areas around the lanes accept files too, so the event stops here.
        event.stopPropagation();
        clear();
        if (kind === 'transition') return placeTransition(event);
        const found = targetOf(event);
        if (found === null) return;
        const { target } = found;
        const insertable = draggedInsertable(event.dataTransfer);
        if (insertable !== null) placeItems([insertable], () => whereOf(target, insertable.kind));
        else if (kind === 'assets') placeAssets(event.dataTransfer, target);
        else void placeFiles(filesOfTransfer(event.dataTransfer), target);
      },
    };
    const choose = () => void placeFiles(pickFiles({ multiple: true }), atPlayhead());
    const chooseLayers = (kind?: 'captions', over?: 'film') => {
      const where = { ...whereAtPlayhead(editor.document.state), ...(over !== undefined && { over }) };
      const accept = kind === 'captions' ? CAPTIONS_TYPES : undefined;
      void placeFiles(pickFiles({ multiple: true, accept }), { kind: 'layers', where });
    };
    return { handlers, placeFiles, port: { take, choose, chooseLayers, takeLayers } };
  }, [ref, api, editor, toasts, view, assets, words, assetWords]);
  useEditorView('placing', port);
  useEffect(() => {
    const { project, template } = editor.document.state;
    const left = takeLeftFiles(project, template);
    if (left !== null) void placeFiles(Promise.resolve(left), { kind: 'insert', gap: { index: 0, frame: 0 } });
  }, [editor, placeFiles]);
  return handlers;
}

/** Whether the dragged items can only become layers. */
function isLayerDrag({ types }: DataTransfer): boolean {
  return types.includes(insertableDragType) || types.includes(layerDragType);
}

/** Whether all dragged items are images. Before the drop, only their types are known. */
function isPictureDrag(transfer: DataTransfer): boolean {
  const files = filesIn(transfer);
  const isFiles = files.length > 0 && files.every(({ type }) => type.startsWith('image/'));
  return transfer.types.includes(pictureDragType) || isFiles;
}

function filesIn({ items }: DataTransfer): readonly DataTransferItem[] {
  return [...items].filter(({ kind }) => kind === 'file');
}

/** Returns the label that describes what a drop at this position does. */
function dropWords(words: Catalogue['timeline'], target: DropTarget, isFiles: boolean) {
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
