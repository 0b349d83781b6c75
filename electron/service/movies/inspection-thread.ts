import { parentPort } from 'node:worker_threads';
import { assertNever } from '../../../shared/lib/assert.ts';
import { inspectMovie, movieJson, movieVariables } from './inspect.ts';
import type { InspectionReply, InspectionResult, InspectionTask } from './inspector.ts';

// The thread that `createMovieInspector` starts: one answer for each question, in their order.
parentPort?.on('message', (task: InspectionTask) => parentPort?.postMessage(reply(task)));

function reply(task: InspectionTask): InspectionReply {
  try {
    return { ok: true, result: answer(task) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

function answer(task: InspectionTask): InspectionResult {
  switch (task.kind) {
    case 'inspect':
      return inspectMovie(task.body);
    case 'json':
      return movieJson(task.xml);
    case 'variables':
      return movieVariables(task.xml);
    default:
      return assertNever(task);
  }
}
