import type { RoomTable } from './room-table.ts';

const BASE = ['strings', 'state', 'ui', 'api'];

/** The editor's rooms, from the ground up; `renderer/README.md` says what each is. */
export const rendererRooms: RoomTable = {
  layer: 'renderer',
  rooms: {
    '.': [],
    strings: [],
    state: [],
    ui: ['strings'],
    api: ['strings', 'state'],
    xml: ['strings', 'ui', 'state'],
    film: BASE,
    shell: [...BASE, 'film'],
    actions: [...BASE, 'film', 'shell'],
    common: [...BASE, 'film', 'xml', 'shell', 'actions'],
    features: [...BASE, 'film', 'xml', 'shell', 'actions', 'common'],
    app: [...BASE, 'film', 'xml', 'shell', 'actions', 'common', 'features'],
  },
  folders: 'outer',
  apart: ['features'],
};
