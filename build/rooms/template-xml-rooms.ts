import type { RoomTable } from './room-table.ts';

/** The rooms of the template's XML, from the ground up; `shared/template-xml/README.md` says what each is. */
export const templateXmlRooms: RoomTable = {
  layer: 'shared/template-xml',
  folders: 'outer',
  rooms: {
    places: [],
    gate: ['places'],
    read: ['places', 'gate'],
    edit: ['places', 'read'],
  },
  apart: [],
};
