import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { type Insertable, isInsertableKind } from '#shared/editing/insert/insertable.ts';
import { TRANSITION_TYPES } from '#shared/template/tables/transition-attributes.ts';

/** The type of a dragged asset: JSON of {@link DraggedAsset}. */
export const assetDragType = 'application/x-scenewright-asset';
/** The drag type of all dragged assets, as a JSON list. */
export const assetsDragType = 'application/x-scenewright-assets';

/** An additional drag type, set if all assets are captions, which can only become layers. */
export const layerDragType = 'application/x-scenewright-layer';
/** An additional drag type, set if all assets are images. */
export const pictureDragType = 'application/x-scenewright-picture';
/**
 * An additional drag type, set if several assets are dragged. Before the drop, browsers expose only the types of a
 * drag.
 */
export const severalDragType = 'application/x-scenewright-several';

/**
 * The prefix of an additional drag type that contains the kind of an asset. Before the drop, browsers expose only the
 * types of a drag.
 */
export const KIND_DRAG_PREFIX = 'application/x-scenewright-of-';

export interface DraggedAsset {
  readonly name: string;
  readonly kind: NonNullable<AssetEntry['media']>['kind'];
  readonly durationSeconds: number | null;
}

function draggedAsset({ name, media }: AssetEntry): DraggedAsset {
  return { name, kind: media?.kind ?? 'other', durationSeconds: media?.durationSeconds ?? null };
}

/** Adds assets to a drag. The asset under the pointer comes first. */
export function fillDrag(transfer: DataTransfer, assets: readonly AssetEntry[]): void {
  const [first] = assets;
  if (first === undefined) return;
  transfer.effectAllowed = 'copy';
  transfer.setData(assetDragType, JSON.stringify(draggedAsset(first)));
  transfer.setData(assetsDragType, JSON.stringify(assets.map(draggedAsset)));
  if (assets.every(({ media }) => media?.kind === 'captions')) transfer.setData(layerDragType, '1');
  if (assets.every(({ media }) => media?.kind === 'image')) transfer.setData(pictureDragType, '1');
  if (assets.length > 1) transfer.setData(severalDragType, '1');
  for (const kind of new Set(assets.map(({ media }) => media?.kind ?? 'other')))
    transfer.setData(`${KIND_DRAG_PREFIX}${kind}`, '1');
  transfer.setData('text/plain', assets.map(({ name }) => name).join('\n'));
}

/** The type of a drag from the insert palette: JSON of an insertable. */
export const insertableDragType = 'application/x-scenewright-thing';

export function fillInsertableDrag(transfer: DataTransfer, insertable: Insertable): void {
  transfer.effectAllowed = 'copy';
  transfer.setData(insertableDragType, JSON.stringify(insertable));
}

/** Returns the insertable of a drag from the palette; null for other drags. */
export function draggedInsertable(transfer: DataTransfer): Insertable | null {
  const json = transfer.getData(insertableDragType);
  if (json === '') return null;
  try {
    const value: unknown = JSON.parse(json);
    return isInsertable(value) ? value : null;
  } catch {
    // Another page can use the same type for other data.
    return null;
  }
}

/**
 * Returns whether a value is an insertable. Checking only the kind is enough, because usually only this program uses
 * the drag type.
 */
function isInsertable(value: unknown): value is Insertable {
  return typeof value === 'object' && value !== null && 'kind' in value && isInsertableKind(value.kind);
}

export type TransitionType = (typeof TRANSITION_TYPES)[number];

/** The type of a drag from the gallery of transitions. */
export const transitionDragType = 'application/x-scenewright-transition';

export function fillTransitionDrag(transfer: DataTransfer, type: TransitionType): void {
  transfer.effectAllowed = 'copy';
  transfer.setData(transitionDragType, type);
}

/** Returns the transition type of a drag from the gallery; null for other drags. */
export function draggedTransition(transfer: DataTransfer): TransitionType | null {
  const dragged = transfer.getData(transitionDragType);
  return TRANSITION_TYPES.find((type) => type === dragged) ?? null;
}
