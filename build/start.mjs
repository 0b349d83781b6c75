import { spawn } from 'node:child_process';
import path from 'node:path';
import process from 'node:process';
import { parseArgs } from 'node:util';
import { hasDisplay } from './display.mjs';
import { provideElectron } from './electron-program.mjs';
import { openLink } from './link-file.mjs';
import { root } from './paths.mjs';
import { runInFront, runService } from './run-command.mjs';
import { setUp } from './set-up.mjs';
import { runMain, SetUpError, say } from './set-up-error.mjs';

const HELP = `Opens the editor in a desktop window. If there is no display, opens it in your browser.

  npm start -- [options]

  --browser           open the editor in your browser
  --workspace FOLDER  open it in the browser with the workspace FOLDER (default: scenewright in your data folder)
  --port N            open it in the browser at this port (default: 7420, or the next free port)
  --no-open           print the address without opening a browser
  -h, --help          show this help
`;

/** The time in milliseconds from a start in which a failure means that Electron has not opened a window. */
const SOON_MS = 10_000;

/** `npm start`: completes the set-up, then opens the editor. */
await runMain(async () => {
  const values = readArguments();
  if (typeof values === 'string') throw new SetUpError(values, HELP);
  if (values.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const node = await setUp({ build: false, bundles: ['service', 'renderer'] });
  if (!values.browser && values.workspace === undefined && values.port === undefined) {
    const ended = await openWindow(node);
    if (typeof ended === 'number') return ended;
    say(`${ended}; opening the editor in your browser instead.`);
  }
  const { workspace, port } = values;
  return await runService(node, {
    args: [
      ...['--editor', '--log', 'warn'],
      ...(workspace === undefined ? [] : ['--workspace', path.resolve(process.env['INIT_CWD'] ?? '.', workspace)]),
      ...(port === undefined ? [] : ['--port', port]),
    ],
    onLine: (line) => showLine(line, !values['no-open'] && hasDisplay()),
  });
});

/** Returns the parsed options, or an error message if they are invalid. */
function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        browser: { type: 'boolean', default: false },
        workspace: { type: 'string' },
        port: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
    return values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Runs the desktop app until it ends.
 * @param {string} node
 * @returns {Promise<number | string>} its exit code, or the reason why the window could not be opened
 */
async function openWindow(node) {
  if (!hasDisplay()) return 'There is no display for a window';
  // The app requires the sandbox of Electron, which does not work for root.
  if (process.platform === 'linux' && process.getuid?.() === 0) return 'The desktop app does not run as root';
  const program = await provideElectron(node);
  if (program === null) return "Electron's program could not be downloaded";
  await setUp({ ffmpeg: false, bundles: ['main', 'preload'] });
  const start = Date.now();
  const code = await runInFront(spawn(program, [root], { cwd: root, stdio: 'inherit' }));
  return code !== 0 && Date.now() - start < SOON_MS ? `Electron could not open a window (exit code ${code})` : code;
}

/**
 * @param {string} line of the service
 * @param {boolean} open whether to open the browser
 */
function showLine(line, open) {
  const link = /^Scenewright is open at (\S+)$/.exec(line)?.[1];
  if (link === undefined) return;
  process.stdout.write(`${line}\n`);
  if (open) openLink(path.join(root, 'out', 'link'), link);
}
