import type { RoomTable } from './room-table.ts';

/** The rooms of the compositor, from the ground up; `shared/compositor/README.md` says what each is. */
export const compositorRooms: RoomTable = {
  layer: 'shared/compositor',
  folders: 'outer',
  rooms: {
    kernels: [],
    assembly: ['kernels'],
    cube: [],
    pictures: ['kernels', 'cube'],
    laying: ['kernels', 'pictures'],
    effects: ['kernels', 'cube', 'pictures', 'laying'],
    mixing: ['kernels', 'pictures', 'laying'],
    '.': ['kernels', 'cube', 'pictures', 'laying', 'effects', 'mixing'],
  },
  apart: [],
};
