import { type Job, Queue, WaitingChildrenError, Worker } from 'bullmq';
import type { FarmJob } from '#service/farm/protocol/job.ts';
import { PRIORITY } from '#service/farm/protocol/queue-names.ts';
import { fakePartsJobs } from './pretended-jobs.ts';

// Fake workers of a farm in a separate process. They take jobs like workers, but render nothing.
const [, , port = '', prefix = '', name = '', workers = '', parts = ''] = process.argv;
const PARTS = Number(parts);
const connection = { host: '127.0.0.1', port: Number(port), maxRetriesPerRequest: null };
const queue = new Queue(name, { connection, prefix });

/** Processes a job: divides a film into parts at the first run, and finishes it at the second run. */
async function make(job: Job<FarmJob & { readonly divided?: true }>, token?: string): Promise<object> {
  if (job.data.kind === 'parts') return { state: 'made' };
  const film = job.data;
  if (film.divided === true) return { state: 'made', sha256: film.template, bytes: 1, frames: 60 * PARTS };
  const parent = { id: String(job.id), queue: job.queueQualifiedName };
  await queue.addBulk(
    fakePartsJobs(film, PARTS).map((data) => ({
      name: 'parts',
      data,
      opts: { jobId: data.id, parent, priority: PRIORITY.parts, removeOnComplete: true, removeOnFail: true },
    })),
  );
  await job.updateData({ ...film, divided: true });
  if (await job.moveToWaitingChildren(token ?? '')) throw new WaitingChildrenError();
  return { state: 'made' };
}

for (let each = 0; each < Number(workers); each++) {
  const worker = new Worker(name, make, { connection, prefix });
  worker.on('error', (error) => console.error(error));
  await worker.waitUntilReady();
}
process.stdout.write('ready\n');
