import { requestOf, startRender } from './calls.ts';
import { openJobWorld, tinyClip, tinyFilm } from './job-world.ts';

/**
 * A process that renders until a test kills it: `node render-process.ts <folder> <new renders> [rows of a run]`. It
 * prints `ready` after the acceptance of all renders and `idle` when they have ended. With rows, it prints `ready` and
 * then sends a run of two templates and two languages, unless the project already has a run.
 */
const [folder = '', count = '0', rows = '0'] = process.argv.slice(2);
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
if (Number(rows) > 0 && world.batches.list(world.project).length === 0) {
  for (const size of [64, 32])
    world.putMovie(
      world.project,
      `size-${size}`,
      `<movie width="${size}" height="${size}" framerate="10"><scene duration="\${frames}" background="#123456"/></movie>`,
    );
  const body = {
    movies: ['size-64', 'size-32'],
    languages: ['de', 'en'],
    filename: '${movie}/${index}-${language}',
    rows: Array.from({ length: Number(rows) }, (_, row) => ({ frames: String((row % 5) + 1) })),
  };
  const parameters = { region: 'local', project: world.project };
  await world.handlers.startBatch(requestOf<'startBatch'>({ parameters, query: {}, body }));
}
const timer = setInterval(() => {
  const { queued, running } = world.queue.counts();
  if (queued + running > 0) return;
  clearInterval(timer);
  world.foundation.database.close();
  process.stdout.write('idle\n');
}, 20);
