import type { Api } from '#renderer/api/api.ts';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import { queryKeys } from '#renderer/api/client/query-keys.ts';
import { filesOfTransfer, pickFiles } from '#renderer/api/uploads/collect-files.ts';
import { endOfMovie, indexAtPlayhead } from '#renderer/editor/added-scenes.ts';
import type { Editor } from '#renderer/editor/editor.ts';
import { assetInsertable, canBeSound, isVideo } from '#renderer/editor/file-kinds.ts';
import { insertItems, whereAtPlayhead, whereCaptions } from '#renderer/editor/inserting.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import type { Toasts } from '#renderer/ui/overlays/toast-store.ts';
import type { InsertTarget } from '#shared/editing/insert/insert-command.ts';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import { timelineOf } from '#shared/editing/model/timeline.ts';
import { err, type Result } from '#shared/lib/result.ts';
import type { Message } from '#shared/messages/message.ts';
import { addAssets, offerLayers } from './add-assets.ts';
import { whyNoScene } from './asset-notes.ts';
import { assetDragType, assetsDragType, draggedInsertable } from './drag-data.ts';
import {
  type DropTarget,
  draggedNames,
  filesPlaceOf,
  gapPosition,
  layerDestination,
  type PlaceTarget,
} from './drop-target.ts';
import { createFilePlacer, replacedVideo } from './file-placer.ts';

/** The file types of captions for the file dialog, by media type. */
const CAPTIONS_TYPES = { 'application/x-subrip': ['.srt'], 'text/vtt': ['.vtt'], 'application/json': ['.json'] };

/** The dependencies of adding files and assets to the movie. The context of an action provides them. */
export interface Placing {
  readonly editor: Editor;
  readonly api: Api;
  readonly toasts: Toasts;
  readonly strings: Catalogue;
}

/** Adds dropped files, assets, or an insertable at the playhead. Call it synchronously in the drop event. */
export function placeDrop(placing: Placing, transfer: DataTransfer): void {
  const { editor } = placing;
  const insertable = draggedInsertable(transfer);
  if (insertable !== null) placeItems(placing, [insertable], () => whereAtPlayhead(editor.document.state));
  else placeContent(placing, transfer, atPlayhead(editor));
}

/** Adds dropped items as layers. Call it synchronously in the drop event. */
export function placeLayers(placing: Placing, transfer: DataTransfer, where: InsertTarget): void {
  const insertable = draggedInsertable(transfer);
  if (insertable !== null) placeItems(placing, [insertable], () => where);
  else placeContent(placing, transfer, { kind: 'layers', where });
}

/** Opens a file chooser and adds the chosen files at the playhead. */
export function chooseFiles(placing: Placing): void {
  void placeFiles(placing, pickFiles({ multiple: true }), atPlayhead(placing.editor));
}

/**
 * Opens a file chooser and adds each chosen file as a layer at the playhead, or over the whole movie. If `kind` is
 * `captions`, only captions files are offered.
 */
export function chooseLayers(placing: Placing, kind?: 'captions', over?: 'film'): void {
  const { state } = placing.editor.document;
  const where =
    kind === 'captions'
      ? whereCaptions(state, over)
      : { ...whereAtPlayhead(state), ...(over !== undefined && { over }) };
  const accept = kind === 'captions' ? CAPTIONS_TYPES : undefined;
  void placeFiles(placing, pickFiles({ multiple: true, accept }), { kind: 'layers', where });
}

/** Adds dropped assets, or dropped files before their upload ends. */
export function placeContent(placing: Placing, transfer: DataTransfer, target: PlaceTarget): void {
  if (transfer.types.includes(assetDragType)) placeAssets(placing, transfer, target);
  else void placeFiles(placing, filesOfTransfer(transfer), target);
}

/** Adds insertables. */
export function placeItems(
  placing: Placing,
  items: readonly Insertable[],
  where: (insertable: Insertable) => InsertTarget,
): void {
  reportRefusal(placing, insertItems(placing.editor, items, where));
}

/** Adds files to the movie before their upload ends. */
export async function placeFiles(
  { api, editor, toasts, strings }: Placing,
  files: ReturnType<typeof filesOfTransfer>,
  target: PlaceTarget,
): Promise<void> {
  const refuse = (message: string) => toasts.show({ id: 'refused', message, tone: 'warning' });
  const placer = createFilePlacer({
    ...{ api, editor, refuse },
    words: strings.timeline,
    onAdded: (added) => offerLayers(editor, toasts, strings.assets, added, (reason) => refuse(say(reason))),
  });
  try {
    await placer.place(await files, target);
  } catch (error) {
    const { title, detail } = problemWords(error);
    toasts.show({ tone: 'danger', message: title, detail });
  }
}

/** Shows the reason for a refused edit. Returns whether the edit was made. */
export function reportRefusal({ toasts }: Pick<Placing, 'toasts'>, done: Result<unknown, Message>): boolean {
  if (!done.ok) toasts.show({ id: 'refused', message: say(done.error), tone: 'warning' });
  return done.ok;
}

function placeAssets(placing: Placing, transfer: DataTransfer, target: PlaceTarget): void {
  const { editor, toasts, strings } = placing;
  const { assets: words } = strings;
  const { movie } = editor.document.state;
  if (movie === null) return;
  const entries = draggedEntries(placing, transfer);
  const clip = replaceVideo(placing, entries, target);
  const others = entries.filter((entry) => entry !== clip);
  if (clip === undefined || (clip !== null && others.length === 0)) return;
  const added = addAssets(editor, others, {
    place: filesPlaceOf(movie, target),
    at: target.kind === 'insert' ? gapPosition(timelineOf(movie), target.gap) : endOfMovie({ movie }),
    layersAt: (kind) => layerDestination(target, kind),
  });
  if (added === null) {
    toasts.show(whyNoScene(entries, words));
    return;
  }
  if (!added.ok) {
    reportRefusal(placing, added);
    return;
  }
  offerLayers(editor, toasts, words, added.value, (reason) => void reportRefusal(placing, err(reason)));
  if (target.kind === 'insert' && entries.some(canBeSound))
    toasts.show({ id: 'sound', message: words.soundAdded, detail: words.soundAddedHint });
  const unplaced = others.filter((entry) => assetInsertable(entry) === null);
  if (unplaced.length > 0) toasts.show(whyNoScene(unplaced, words));
}

function draggedEntries({ api, editor }: Placing, transfer: DataTransfer): readonly AssetEntry[] {
  const { project } = editor.document.state;
  const assets = api.queries.getQueryData<readonly AssetEntry[]>(queryKeys.assets(project));
  return draggedNames(transfer.getData(assetsDragType) || transfer.getData(assetDragType)).flatMap(
    (name) => assetNamed(assets, name) ?? [],
  );
}

/**
 * Replaces a video with the first dropped video. Returns the asset of the new video; null if nothing is replaced,
 * undefined if the edit was refused.
 */
function replaceVideo(placing: Placing, entries: readonly AssetEntry[], target: PlaceTarget) {
  const replaced = target.kind === 'replace' ? replacedVideo(target.scene) : null;
  const clip = replaced === null ? undefined : entries.find(isVideo);
  if (replaced === null || clip === undefined) return null;
  const source = { kind: 'asset', name: clip.name } as const;
  const done = placing.editor.document.dispatch({ type: 'layer/set', layers: [replaced.id], source });
  return reportRefusal(placing, done) ? clip : undefined;
}

function atPlayhead({ document }: Editor): DropTarget {
  const { state } = document;
  const index = indexAtPlayhead(state);
  const { starts, total } = timelineOf(state.movie);
  return { kind: 'insert', gap: { index, frame: starts[index] ?? total }, layersAt: whereAtPlayhead(state) };
}
