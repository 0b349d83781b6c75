import { spawn } from 'node:child_process';
import process from 'node:process';
import { onPath } from './search-path.mjs';
import { SetUpError } from './set-up-error.mjs';

/** Returns whether this process can open a window that the user can see. */
export function hasDisplay() {
  const { DISPLAY = '', WAYLAND_DISPLAY = '', SSH_CONNECTION = '' } = process.env;
  if (process.platform === 'linux') return DISPLAY !== '' || WAYLAND_DISPLAY !== '';
  // In an SSH session, a window would open on a screen that the user does not see.
  return SSH_CONNECTION === '';
}

/** The size and the color depth of a usual screen for editing. */
const SCREEN = '-screen 0 1920x1080x24';

/**
 * Returns the command line for a program that opens windows. On Linux without a display, it starts the program under
 * Xvfb. Throws {@link SetUpError} if Xvfb is missing.
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
 * Opens a page in the browser of the user. Ignores a failure, because the address is also printed.
 * @param {string} file of the page; every user of the machine can see its name
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
  // rundll32 opens the link, because `cmd /c start` interprets `&` and `%`.
  if (process.platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', file] };
  return { command: 'xdg-open', args: [file] };
}
