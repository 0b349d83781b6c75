import { startRender } from './calls.ts';
import { openJobWorld, tinyClip, tinyFilm } from './job-world.ts';

/**
 * A process that renders until a test kills it: `node render-process.ts <folder> <new renders>`. It prints `ready`
 * after the acceptance of all renders and `idle` when they have ended.
 */
const [folder = '', count = '0'] = process.argv.slice(2);
const world = await openJobWorld(folder, { atOnce: { most: 2, withTwoCores: 2 } });
if (Number(count) > 0) await world.putAsset(world.project, 'clip.mp4', await tinyClip(folder));
for (let number = 0; number < Number(count); number++)
  await startRender(world, {
    template: tinyFilm().replace('duration="5"', `duration="${(number % 5) + 1}"`),
    async: 'true',
    onsuccess: 'https://hook.example/yes',
    onerror: 'https://hook.example/no',
  });
world.queue.start();
process.stdout.write('ready\n');
const timer = setInterval(() => {
  const { queued, running } = world.queue.counts();
  if (queued + running > 0) return;
  clearInterval(timer);
  world.foundation.database.close();
  process.stdout.write('idle\n');
}, 20);
