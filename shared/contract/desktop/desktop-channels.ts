import type { DesktopCallName, DesktopEventName } from './desktop-bridge.ts';

/** The origin of the page in the desktop. */
export const DESKTOP_ORIGIN = 'app://editor';

/** The names as a record, because the type requires an entry for every call. */
const callNames: Readonly<Record<DesktopCallName, true>> = {
  appInfo: true,
  showLogs: true,
  openExternal: true,
  chooseFiles: true,
  chooseFolder: true,
  findFiles: true,
  watchFile: true,
  watchedFiles: true,
  unwatchFile: true,
  openWatchedFile: true,
  takeOpenedFiles: true,
  saveFilm: true,
  saveFilms: true,
  saveBundle: true,
  saveFilmsZip: true,
  cancelSave: true,
  showInFolder: true,
  openFile: true,
  setProgress: true,
  notify: true,
  setMenu: true,
  secretStorage: true,
  setSecret: true,
  listSecrets: true,
  hasSecret: true,
  removeSecret: true,
  settings: true,
  changeSettings: true,
  chooseFfmpeg: true,
  resetFfmpeg: true,
  apiAccess: true,
  copyApiSecret: true,
  renewApiSecret: true,
  workspace: true,
  chooseWorkspace: true,
  moveWorkspace: true,
  showWorkspace: true,
  serviceState: true,
  restartService: true,
  theme: true,
  setUnsaved: true,
  answerClose: true,
};

/** The names of all calls. The preload script and the main process are built from this list. */
export const desktopCallNames = Object.keys(callNames) as readonly DesktopCallName[];

const eventNames: Readonly<Record<DesktopEventName, true>> = {
  serviceState: true,
  theme: true,
  closeRequested: true,
  filesOpened: true,
  filesOffered: true,
  saveProgress: true,
  action: true,
  navigate: true,
  power: true,
  settings: true,
  workspaceMove: true,
};

export const desktopEventNames = Object.keys(eventNames) as readonly DesktopEventName[];

/** Returns the channel on which the main process receives a call. */
export function callChannel(name: DesktopCallName): string {
  return `desktop:${name}`;
}

/** The channel on which the main process sends all events. */
export const EVENT_CHANNEL = 'desktop-event';

/** The channel on which the preload script reports files from the user. The page cannot use it. */
export const OFFER_CHANNEL = 'desktop-offer';
