import path from 'node:path';
import { provideExampleMedia } from './example-media.mjs';
import { root } from './paths.mjs';
import { runCommand } from './run-command.mjs';
import { setUp } from './set-up.mjs';
import { runMain, say } from './set-up-error.mjs';

/** `npm start`: until there is an editor to open, makes the first example. */
await runMain(async () => {
  const node = await setUp();
  await provideExampleMedia();
  const film = path.join(root, 'out', 'films', 'evening.mp4');
  say('Rendering examples/evening.xml …');
  const code = await runCommand(node, ['render', 'examples/evening.xml', '--out', path.relative(root, film)], root);
  if (code === 0) say(`The film is ${film}`);
  return code;
});
