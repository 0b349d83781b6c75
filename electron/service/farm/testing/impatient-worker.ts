import { main } from '../worker/worker-program.ts';

/**
 * A worker process, `node impatient-worker.ts --queue …`, with leases a third as long, because many tests wait for the
 * leases of killed workers. They are long enough to be renewed on a busy machine.
 */
process.exitCode = await main(process.argv.slice(2), { lease: 10_000, look: 3000 });
