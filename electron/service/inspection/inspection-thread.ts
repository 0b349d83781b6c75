import { parentPort } from 'node:worker_threads';
import { type PlannedHead, scenesForOneMessage, splitPlan } from '../engine/plan/film-planner.ts';
import type { ScenePlan } from '../engine/plan/plan.ts';
import { createInspection, type InspectionTask } from './inspection-task.ts';

/** A message to the thread: a task, or a request for more scenes of the last plan. */
export type InspectionRequest = InspectionTask | { readonly kind: 'more-scenes' };

/** A message from the thread. Each message to the thread gets one reply. */
export type InspectionReply =
  | { readonly kind: 'result'; readonly result: unknown }
  /** A plan whose scenes follow on request, because receiving all scenes in one message would block the receiver. */
  | { readonly kind: 'plan'; readonly head: PlannedHead }
  | { readonly kind: 'scenes'; readonly scenes: readonly ScenePlan[] }
  | { readonly kind: 'failed'; readonly message: string };

// This module is the entry of the thread that `createInspectionQueue` starts.
const inspection = createInspection();
/** The scenes of the last plan that were not sent yet. */
let unsentScenes: readonly ScenePlan[] = [];
parentPort?.on('message', (request: InspectionRequest) => parentPort?.postMessage(reply(request)));

function reply(request: InspectionRequest): InspectionReply {
  try {
    if (request.kind === 'more-scenes') return moreScenes();
    unsentScenes = [];
    return request.kind === 'plan' ? plan(request) : { kind: 'result', result: inspection(request) };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function plan(task: Extract<InspectionTask, { readonly kind: 'plan' }>): InspectionReply {
  const planned = inspection(task);
  if (!planned.ok) return { kind: 'result', result: planned };
  unsentScenes = planned.value.plan.scenes;
  return { kind: 'plan', head: splitPlan(planned.value, task.query.format) };
}

function moreScenes(): InspectionReply {
  const scenes = scenesForOneMessage(unsentScenes);
  unsentScenes = unsentScenes.slice(scenes.length);
  return { kind: 'scenes', scenes };
}
