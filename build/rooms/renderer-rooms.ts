import type { RoomTable } from './room-table.ts';

const BASE = ['strings', 'interaction', 'ui', 'api'];

/** The rooms of the editor, from the lowest to the highest; `renderer/README.md` describes each. */
export const rendererRooms: RoomTable = {
  layer: 'renderer',
  rooms: {
    strings: [],
    interaction: [],
    // The pages of links are a program of their own.
    'link-pages': ['interaction'],
    ui: ['strings', 'interaction'],
    api: ['strings'],
    xml: ['strings'],
    playback: ['ui', 'api'],
    editor: [...BASE, 'playback'],
    shell: [...BASE, 'editor'],
    project: [...BASE, 'editor', 'shell'],
    actions: [...BASE, 'editor', 'shell', 'project'],
    features: [...BASE, 'xml', 'playback', 'editor', 'shell', 'actions', 'project'],
    app: [...BASE, 'playback', 'editor', 'shell', 'actions', 'project', 'features'],
  },
  folders: 'outer',
  apart: ['features'],
};
