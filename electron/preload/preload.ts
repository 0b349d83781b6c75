import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  callChannel,
  DESKTOP_ORIGIN,
  desktopCallNames,
  EVENT_CHANNEL,
  OFFER_CHANNEL,
} from '#shared/contract/desktop/desktop-channels.ts';
import { type DesktopMessage, isDesktopEventName } from '#shared/contract/desktop/desktop-events.ts';

/** The calls of the bridge, which are the only channels. The main process checks the arguments. */
const calls = Object.fromEntries(
  desktopCallNames.map((name) => [
    name,
    (...args: readonly unknown[]) => ipcRenderer.invoke(callChannel(name), ...args),
  ]),
);

contextBridge.exposeInMainWorld('desktop', { platform: process.platform, ...calls });

// Pass events as messages that the window posts to itself, because callbacks never cross the bridge.
ipcRenderer.on(EVENT_CHANNEL, (_event, name: unknown, payload: unknown) => {
  if (!isDesktopEventName(name)) return;
  window.postMessage({ desktopEvent: name, payload } as DesktopMessage, DESKTOP_ORIGIN);
});

// Send the paths of dropped or chosen files only to the main process. The page gets tokens, with which an upload can
// continue after a restart.
const offer = (files: FileList | null | undefined): void => {
  const paths = Array.from(files ?? [], (file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
  // The page already has the files. It uses the tokens only to find the files again after a restart.
  if (paths.length > 0) ipcRenderer.invoke(OFFER_CHANNEL, paths).catch(() => undefined);
};
window.addEventListener('drop', (event) => offer(event.dataTransfer?.files), true);
window.addEventListener(
  'change',
  ({ target }) => {
    if (target instanceof HTMLInputElement && target.type === 'file') offer(target.files);
  },
  true,
);
