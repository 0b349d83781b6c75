import { parentPort } from 'node:worker_threads';
import { firstScenes, type PlannedHead, takenApart } from '../engine/plan/film-planner.ts';
import type { ScenePlan } from '../engine/plan/plan.ts';
import { createInspection, type InspectionTask } from './inspection-task.ts';

/** What is posted to the thread: a task, or a wish for more scenes of the plan that it has just made. */
export type InspectionRequest = InspectionTask | { readonly kind: 'more-scenes' };

/** What the thread posts back, one reply for each request. */
export type InspectionReply =
  | { readonly kind: 'result'; readonly result: unknown }
  /** A plan whose scenes are to be asked for: whoever took all of them at once would be held up. */
  | { readonly kind: 'plan'; readonly head: PlannedHead }
  | { readonly kind: 'scenes'; readonly scenes: readonly ScenePlan[] }
  | { readonly kind: 'failed'; readonly message: string };

// The thread that `createInspectionQueue` starts.
const inspection = createInspection();
/** The scenes of the last plan that were not asked for yet. */
let left: readonly ScenePlan[] = [];
parentPort?.on('message', (request: InspectionRequest) => parentPort?.postMessage(reply(request)));

function reply(request: InspectionRequest): InspectionReply {
  try {
    if (request.kind === 'more-scenes') return moreScenes();
    left = [];
    return request.kind === 'plan' ? plan(request) : { kind: 'result', result: inspection(request) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function plan(task: Extract<InspectionTask, { readonly kind: 'plan' }>): InspectionReply {
  const planned = inspection(task);
  if (!planned.ok) return { kind: 'result', result: planned };
  left = planned.value.plan.scenes;
  return { kind: 'plan', head: takenApart(planned.value, task.question.format) };
}

function moreScenes(): InspectionReply {
  const scenes = firstScenes(left);
  left = left.slice(scenes.length);
  return { kind: 'scenes', scenes };
}
