import { spawn } from 'node:child_process';
import process from 'node:process';

/** Whether a window can be shown to whoever runs this. */
export function hasDisplay() {
  const { DISPLAY = '', WAYLAND_DISPLAY = '', SSH_CONNECTION = '' } = process.env;
  if (process.platform === 'linux') return DISPLAY !== '' || WAYLAND_DISPLAY !== '';
  // The display is where the person is not.
  return SSH_CONNECTION === '';
}

/**
 * Opens an address in the person's own browser, if there is one; nothing is said if not, because the address is printed.
 * @param {string} url
 */
export function openInBrowser(url) {
  const { command, args } = opener(url);
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => undefined);
  child.unref();
}

/** @param {string} url */
function opener(url) {
  if (process.platform === 'darwin') return { command: 'open', args: [url] };
  // Not through `cmd /c start`, which takes `&` and `%` for its own.
  if (process.platform === 'win32') return { command: 'rundll32', args: ['url.dll,FileProtocolHandler', url] };
  return { command: 'xdg-open', args: [url] };
}
