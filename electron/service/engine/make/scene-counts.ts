import type { NodeId } from '#shared/template/document/document.ts';
import { partsOf, type RenderPlan, type ScenePlan } from '../plan/plan.ts';
import type { Job } from './plan-jobs.ts';
import type { SceneCounts } from './render-types.ts';

/**
 * Counts the scenes of a film and the cached ones. A scene with transitions covers several segments and counts once.
 * Only scenes that have parts can count as cached.
 */
export function sceneCounts({ scenes }: Pick<RenderPlan, 'scenes'>, jobs: readonly Job[]): SceneCounts {
  const missingKeys = new Set(jobs.flatMap((job) => job.parts.map(({ key }) => key)));
  const segmentsByScene = new Map<NodeId, ScenePlan[]>();
  for (const segment of scenes)
    for (const id of segment.sceneIds) {
      const segments = segmentsByScene.get(id);
      if (segments === undefined) segmentsByScene.set(id, [segment]);
      else segments.push(segment);
    }
  const cached = [...segmentsByScene.values()].filter((segments) => {
    const parts = segments.flatMap(partsOf);
    return parts.length > 0 && parts.every(({ key }) => !missingKeys.has(key));
  });
  return { total: segmentsByScene.size, cached: cached.length };
}
