import type { RoomTable } from './room-table.ts';

/** The rooms of Electron's main process, from the ground up; `electron/README.md` says what each is. */
export const mainRooms: RoomTable = {
  layer: 'electron/main',
  folders: 'every',
  rooms: {
    system: [],
    settings: ['system'],
    window: ['system', 'settings'],
    'service-process': ['system', 'settings', 'window'],
    files: ['system', 'settings', 'window', 'service-process'],
    page: ['system', 'service-process'],
    updates: ['system'],
    '.': ['system', 'settings', 'window', 'service-process', 'files', 'page', 'updates'],
  },
  apart: [],
};
