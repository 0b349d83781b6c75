import type { PlannableCommand, ScenePosition } from '../../../../shared/editing/commands.ts';
import type { Timeline } from '../../../../shared/editing/timeline.ts';
import type { AddableSource } from '../../../common/sources/add-scenes.ts';
import type { DropTarget } from './drop-target.ts';
import { gapPosition } from './reorder.ts';

/**
 * What dropping things with a picture comes to; null where there is none. The first counts where there is room for one.
 */
export function dropCommand(
  timeline: Timeline,
  target: DropTarget,
  items: readonly AddableSource[],
  addScenes: (at: ScenePosition) => PlannableCommand | null,
): PlannableCommand | null {
  if (target.kind === 'insert') return addScenes(gapPosition(timeline, target.gap));
  const [item] = items;
  if (item === undefined) return null;
  const source = { kind: 'asset', name: item.name } as const;
  const [lowest] = target.scene.layers;
  return target.kind === 'layer' || lowest === undefined
    ? { type: 'layer/add', parent: target.scene.id, source }
    : { type: 'layer/set', layers: [lowest.id], source };
}
