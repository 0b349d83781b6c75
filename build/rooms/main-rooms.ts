import type { RoomTable } from './room-table.ts';

/** The rooms of Electron's main process, from the lowest to the highest; `electron/main/README.md` describes each. */
export const mainRooms: RoomTable = {
  layer: 'electron/main',
  folders: 'every',
  rooms: {
    system: [],
    window: ['system'],
    'service-process': ['system', 'window'],
    files: ['system', 'window', 'service-process'],
    '.': ['system', 'window', 'service-process', 'files'],
  },
  apart: [],
};
