import path from 'node:path';
import type { Import } from './imports.ts';
import type { RoomTable } from './room-table.ts';

/** Returns a sentence for each import that violates the table of its layer. */
export function forbiddenImports(table: RoomTable, imports: readonly Import[]): readonly string[] {
  return imports.flatMap(({ from, to }) => {
    const [inside, target] = [roomOf(table, from), roomOf(table, to)];
    if (inside === null || target === null) return [];
    const isAllowed = inside.room === target.room || table.rooms[inside.room]?.includes(target.room) === true;
    if (!isAllowed) return [`${from} imports ${to}: ${inside.room}/ may not import ${target.room}/`];
    const isApart = inside.room === target.room && table.apart.includes(inside.room) && inside.folder !== target.folder;
    return isApart ? [`${from} imports ${to}: the folders of ${inside.room}/ do not import each other`] : [];
  });
}

/** Returns the folders of a layer that its table lacks. */
export function unnamedRooms(table: RoomTable, files: readonly string[]): readonly string[] {
  const rooms = new Set(files.flatMap((file) => roomOf(table, file)?.room ?? []));
  return [...rooms].filter((room) => !Object.hasOwn(table.rooms, room));
}

interface FileInRoom {
  readonly room: string;
  /** The path below the room; empty for a file directly in the room. */
  readonly folder: string;
}

/** Returns the room of a file; null for a file outside the layer. */
function roomOf({ layer, folders }: RoomTable, file: string): FileInRoom | null {
  if (!file.startsWith(`${layer}/`)) return null;
  if (folders === 'every') return { room: path.posix.dirname(file.slice(layer.length + 1)), folder: '' };
  const [room = '', folder = '', ...below] = file.slice(layer.length + 1).split('/');
  if (folder === '') return { room: '.', folder: '' };
  return { room, folder: below.length === 0 ? '' : folder };
}
