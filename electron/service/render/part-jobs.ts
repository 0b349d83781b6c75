import { SAMPLE_RATE } from '../../../shared/template/frame-rate.ts';
import type { Part } from './part.ts';
import type { RenderPlan, ScenePlan } from './plan.ts';
import { SOUND_BYTES_PER_SAMPLE } from './sound-graph.ts';

/** Parts that one FFmpeg process makes together. */
export interface Job {
  readonly parts: readonly { readonly key: string; readonly part: Part }[];
  /** Frames of its pictures. */
  readonly frames: number;
  /** Length of what it makes, which bounds its time. */
  readonly seconds: number;
  /** No file of it can honestly get larger. */
  readonly limitBytes: number;
}

/** Picture and sound of a scene come from the same sources, so they are read once: a job for each scene that lacks any. */
export function planJobs(plan: RenderPlan, keyOf: (part: Part) => string, ready: ReadonlySet<string>): readonly Job[] {
  const claimed = new Set(ready);
  return plan.scenes.flatMap((scene) => {
    const parts = [scene.picture, scene.sound]
      .filter((part) => part !== null)
      .map((part) => ({ key: keyOf(part), part }))
      .filter(({ key }) => !claimed.has(key) && claimed.add(key));
    return parts.length === 0 ? [] : [jobOf(parts, scene, plan)];
  });
}

function jobOf(parts: Job['parts'], scene: ScenePlan, { canvas, samples, length }: RenderPlan): Job {
  const frames = parts.some(({ part }) => part.kind === 'picture') ? scene.length : 0;
  const filmSeconds = samples / SAMPLE_RATE;
  return {
    parts,
    frames,
    seconds: length === 0 ? filmSeconds : (filmSeconds * Math.max(scene.length, 1)) / length,
    // Twice the raw picture, and the raw sound of an hour: encoders do not reach it, a runaway does.
    limitBytes:
      2 * canvas.width * canvas.height * 4 * Math.max(scene.length, 30) + 3600 * SAMPLE_RATE * SOUND_BYTES_PER_SAMPLE,
  };
}
