import { contextBridge, ipcRenderer, webUtils } from 'electron';
import {
  callChannel,
  DESKTOP_ORIGIN,
  desktopCallNames,
  EVENT_CHANNEL,
  OFFER_CHANNEL,
} from '#shared/contract/desktop/desktop-channels.ts';
import { type DesktopMessage, isDesktopEventName } from '#shared/contract/desktop/desktop-events.ts';

/** Each call of the bridge, and no other channel. Arguments are checked where they arrive. */
const calls = Object.fromEntries(
  desktopCallNames.map((name) => [
    name,
    (...args: readonly unknown[]) => ipcRenderer.invoke(callChannel(name), ...args),
  ]),
);

contextBridge.exposeInMainWorld('desktop', { platform: process.platform, ...calls });

// No callback crosses the bridge: the window posts events to itself.
ipcRenderer.on(EVENT_CHANNEL, (_event, name: unknown, payload: unknown) => {
  if (!isDesktopEventName(name)) return;
  window.postMessage({ desktopEvent: name, payload } as DesktopMessage, DESKTOP_ORIGIN);
});

// Where the files of a drop or a form lie is for the main process alone; the page gets tokens, to go on after a restart.
const offer = (files: FileList | null | undefined): void => {
  const paths = Array.from(files ?? [], (file) => webUtils.getPathForFile(file)).filter((path) => path !== '');
  // The page has the files anyway; without tokens they are only not found again.
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
