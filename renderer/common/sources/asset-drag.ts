import type { AssetEntry } from '#renderer/api/client/asset-list.ts';

/** What a dragged tile carries: JSON of {@link DraggedAsset}. */
export const assetDragType = 'application/x-scenewright-asset';
/** All of them, where several are selected: JSON, a list. */
export const assetsDragType = 'application/x-scenewright-assets';

/** Set beside them where none can be a scene or be heard: captions are layers. */
export const layerDragType = 'application/x-scenewright-layer';
/** Set beside them where all are still pictures. */
export const pictureDragType = 'application/x-scenewright-picture';
/** Set beside them where they are more than one: who they are is only known when they are dropped. */
export const severalDragType = 'application/x-scenewright-several';

/** Set beside them with each kind that is among them behind it: what a drag carries is only read when it is dropped. */
export const KIND_DRAG_PREFIX = 'application/x-scenewright-of-';

export interface DraggedAsset {
  readonly name: string;
  readonly kind: NonNullable<AssetEntry['media']>['kind'];
  readonly durationSeconds: number | null;
}

function draggedAsset({ name, media }: AssetEntry): DraggedAsset {
  return { name, kind: media?.kind ?? 'other', durationSeconds: media?.durationSeconds ?? null };
}

/** Puts assets into a drag; the one under the pointer stands first. */
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
