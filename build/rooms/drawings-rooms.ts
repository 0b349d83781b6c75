import type { RoomTable } from './room-table.ts';

/** The rooms of drawings, from the ground up; `shared/drawings/README.md` says what each is. */
export const drawingsRooms: RoomTable = {
  layer: 'shared/drawings',
  folders: 'outer',
  rooms: {
    drawing: [],
    fonts: ['drawing'],
    text: ['drawing', 'fonts'],
    images: ['drawing'],
    shapes: ['drawing'],
    '.': ['drawing', 'fonts', 'text', 'images', 'shapes'],
  },
  apart: [],
};
