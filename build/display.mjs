import { spawn } from 'node:child_process';
import process from 'node:process';
import { onPath } from './search-path.mjs';
import { SetUpError } from './set-up-error.mjs';

/** Whether a window can be shown to whoever runs this. */
export function hasDisplay() {
  const { DISPLAY = '', WAYLAND_DISPLAY = '', SSH_CONNECTION = '' } = process.env;
  if (process.platform === 'linux') return DISPLAY !== '' || WAYLAND_DISPLAY !== '';
  // The display is where the person is not.
  return SSH_CONNECTION === '';
}

/** As large as a screen that somebody would edit a film on, in the colours of one. */
const SCREEN = '-screen 0 1920x1080x24';

/**
 * How a command is run that opens windows: on Linux without a display, on one that nobody sees. Throws {@link SetUpError}.
 * @param {readonly string[]} command
 * @returns {readonly string[]}
 */
export function displayCommand(command) {
  if (process.platform !== 'linux' || hasDisplay()) return command;
  const program = onPath('xvfb-run');
  if (program === null) {
    throw new SetUpError(
      'There is no display for a window. Install Xvfb (Debian: `apt-get install xvfb xauth` as root), or run this on a desktop.',
    );
  }
  return [program, '--auto-servernum', `--server-args=${SCREEN}`, ...command];
}

/**
 * Opens a page in the person's own browser, if there is one; nothing is said if not, because its address is printed.
 * @param {string} file of the page; everybody on the machine can see its name
 */
export function openInBrowser(file) {
  const { command, args } = opener(file);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** @param {string} file */
function opener(file) {
  if (process.platform === 'darwin') return { command: 'open', args: [file] };
  // Not through `cmd /c start`, which takes `&` and `%` for its own.
  if (process.platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', file] };
  return { command: 'xdg-open', args: [file] };
}
