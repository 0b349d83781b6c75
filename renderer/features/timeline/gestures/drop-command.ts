import type { PlannableCommand, ScenePosition } from '../../../../shared/editing/commands.ts';
import type { Timeline } from '../../../../shared/editing/timeline.ts';
import type { AssetEntry } from '../../../api/asset-list.ts';
import type { DropTarget } from './drop-target.ts';
import { gapPosition } from './reorder.ts';

/** What dropping assets comes to; null where none of them has a picture. The first one counts where there is room for one. */
export function dropCommand(
  timeline: Timeline,
  target: DropTarget,
  entries: readonly AssetEntry[],
  addScenes: (at: ScenePosition) => PlannableCommand | null,
): PlannableCommand | null {
  if (target.kind === 'insert') return addScenes(gapPosition(timeline, target.gap));
  const entry = entries.find(({ media }) => media?.kind === 'video');
  if (entry === undefined) return null;
  const source = { kind: 'asset', name: entry.name } as const;
  const [lowest] = target.scene.layers;
  return target.kind === 'layer' || lowest === undefined
    ? { type: 'layer/add', scene: target.scene.id, source }
    : { type: 'layer/set', layers: [lowest.id], source };
}
