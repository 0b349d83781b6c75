import { parentPort } from 'node:worker_threads';
import type { InspectionReply } from './inspection-task.ts';
import { createInspection, type InspectionTask } from './inspection-task.ts';

// The thread that `createInspectionQueue` starts: one answer for each question, in their order.
const inspection = createInspection();
parentPort?.on('message', (task: InspectionTask) => parentPort?.postMessage(reply(task)));

function reply(task: InspectionTask): InspectionReply {
  try {
    return { ok: true, result: inspection(task) };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
