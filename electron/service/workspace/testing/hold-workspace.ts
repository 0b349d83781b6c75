import { openWorkspace } from '../open-workspace.ts';

/** Opens the workspace of its first argument, prints `open`, and holds it until it is killed. */
const workspace = await openWorkspace({ folder: process.argv[2] ?? '', clock: Date.now });
workspace.projects.create('Kept');
process.stdout.write('open\n');
setInterval(() => undefined, 1000);
