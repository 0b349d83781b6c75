import { homedir } from 'node:os';
import { join } from 'node:path';
import type { FileFilter } from 'electron';
import type { DialogPort } from '#main/system/electron-port.ts';
import type { ChooseFilesOptions } from '#shared/contract/desktop/desktop-shapes.ts';
import type { DialogWords } from './words.ts';

/** The dialogs of the system. Null and empty results mean that the user canceled. */
export interface Dialogs {
  readonly chooseFiles: (options: ChooseFilesOptions) => Promise<readonly string[]>;
  readonly chooseFolder: () => Promise<string | null>;
  readonly chooseProgram: () => Promise<string | null>;
  readonly chooseWorkspace: (purpose: 'open' | 'move') => Promise<string | null>;
  readonly saveFilm: (name: string) => Promise<string | null>;
  readonly saveBundle: (name: string) => Promise<string | null>;
  readonly saveZip: (name: string) => Promise<string | null>;
  readonly outputFolder: () => Promise<string | null>;
  readonly rendersRunning: (count: number) => Promise<'background' | 'quit' | 'stay'>;
  readonly pageCrashed: (again: boolean) => Promise<'reload' | 'quit'>;
  readonly pageHangs: () => Promise<'wait' | 'reload'>;
}

const FILTERS: Readonly<Record<ChooseFilesOptions['kind'], readonly string[]>> = {
  media: [
    ...['mp4', 'm4v', 'mov', 'mkv', 'webm', 'avi', 'mpg', 'mpeg', 'ts', 'mts', 'wmv', 'flv', 'mxf', 'gif'],
    ...['mp3', 'wav', 'm4a', 'aac', 'ogg', 'opus', 'flac', 'aif', 'aiff'],
  ],
  template: ['xml'],
  table: ['xlsx', 'xlsm', 'ods', 'fods', 'csv', 'tsv', 'tab', 'txt', 'json', 'ndjson', 'jsonl'],
  bundle: ['scenewright'],
  any: [],
};

/** Makes the dialogs. They remember the folder of the last film and offer it for the next film. */
export function createDialogs(dialog: DialogPort, videos: () => string, words: () => DialogWords): Dialogs {
  let lastFolder: string | null = null;
  const folderOf = (): string => lastFolder ?? videosOrHome(videos);
  const chooseOne = async (options: Parameters<DialogPort['showOpenDialog']>[0]): Promise<string | null> => {
    const { canceled, filePaths } = await dialog.showOpenDialog(options);
    return canceled ? null : (filePaths[0] ?? null);
  };
  const saveAs = async (options: Parameters<DialogPort['showSaveDialog']>[0]): Promise<string | null> => {
    const { canceled, filePath } = await dialog.showSaveDialog({
      ...options,
      properties: ['createDirectory', 'showOverwriteConfirmation'],
    });
    return canceled || filePath === '' ? null : filePath;
  };
  return {
    chooseFiles: async ({ kind, many }) => {
      const extensions = [...FILTERS[kind]];
      const { kinds } = words();
      const filters: FileFilter[] =
        extensions.length === 0
          ? []
          : [
              { name: kinds[kind], extensions },
              { name: kinds.any, extensions: ['*'] },
            ];
      const { canceled, filePaths } = await dialog.showOpenDialog({
        properties: ['openFile', ...(many ? ['multiSelections' as const] : [])],
        filters,
      });
      return canceled ? [] : filePaths;
    },
    chooseFolder: () => chooseOne({ properties: ['openDirectory'] }),
    chooseProgram: () => chooseOne({ title: words().chooseFfmpeg, properties: ['openFile'] }),
    chooseWorkspace: (purpose) =>
      chooseOne({
        title: purpose === 'open' ? words().openWorkspace : words().moveWorkspace,
        properties: ['openDirectory', 'createDirectory', 'promptToCreate'],
      }),
    saveFilm: async (name) => {
      const path = await saveAs({ title: words().saveFilm, defaultPath: join(folderOf(), name) });
      lastFolder = path === null ? lastFolder : join(path, '..');
      return path;
    },
    // The system remembers the last folder itself.
    saveBundle: (name) =>
      saveAs({
        title: words().saveBundle,
        defaultPath: name,
        filters: [{ name: words().kinds.bundle, extensions: [...FILTERS.bundle] }],
      }),
    saveZip: async (name) => {
      const path = await saveAs({
        title: words().saveZip,
        defaultPath: join(folderOf(), name),
        filters: [{ name: 'ZIP', extensions: ['zip'] }],
      });
      lastFolder = path === null ? lastFolder : join(path, '..');
      return path;
    },
    outputFolder: async () => {
      const chosen = await chooseOne({
        title: words().saveFilms,
        defaultPath: folderOf(),
        properties: ['openDirectory', 'createDirectory'],
      });
      lastFolder = chosen ?? lastFolder;
      return chosen;
    },
    rendersRunning: async (count) => {
      const { title, detail, buttons } = words().rendersRunning(count);
      const { response } = await dialog.showMessageBox({
        type: 'question',
        message: title,
        detail,
        buttons: [...buttons],
        defaultId: 0,
        cancelId: 2,
      });
      return response === 0 ? 'background' : response === 1 ? 'quit' : 'stay';
    },
    pageCrashed: async (again) => {
      const { title, detail, buttons } = words().pageCrashed(again);
      const { response } = await dialog.showMessageBox({
        type: 'error',
        message: title,
        detail,
        buttons: [...buttons],
        defaultId: 0,
        cancelId: 0,
      });
      return response === 1 ? 'quit' : 'reload';
    },
    pageHangs: async () => {
      const { title, detail, buttons } = words().pageHangs;
      const { response } = await dialog.showMessageBox({
        type: 'warning',
        message: title,
        detail,
        buttons: [...buttons],
        defaultId: 0,
        cancelId: 0,
      });
      return response === 1 ? 'reload' : 'wait';
    },
  };
}

/** Returns the user's folder for films; the home folder if the system has no such folder. */
function videosOrHome(videos: () => string): string {
  try {
    return videos();
  } catch {
    return homedir();
  }
}
