import { main } from '../worker/worker-program.ts';

/**
 * A worker, `node hasty-worker.ts --queue …`, whose orders come back to the others a third as long after it was killed:
 * tests wait for that again and again. Still so long that one on a busy machine renews its leases in time.
 */
process.exitCode = await main(process.argv.slice(2), { lease: 10_000, look: 3000 });
