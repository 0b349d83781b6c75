import type { RoomTable } from './room-table.ts';

/** The rooms of the film, from the ground up; `shared/film/README.md` says what each is. */
export const filmRooms: RoomTable = {
  layer: 'shared/film',
  folders: 'outer',
  rooms: {
    time: [],
    motion: [],
    rows: ['time', 'motion'],
    scenes: ['time', 'rows'],
    sound: ['time', 'motion', 'scenes'],
    boxes: ['time', 'motion', 'rows', 'scenes'],
    lengths: ['time', 'motion', 'scenes', 'sound'],
    checks: ['time', 'motion', 'scenes', 'sound', 'lengths'],
  },
  apart: [],
};
