import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { fileCycles, folderCycles } from './cycles.ts';
import { importsIn, readImports, sourcesOf } from './imports.ts';
import { mainRooms } from './main-rooms.ts';
import { rendererRooms } from './renderer-rooms.ts';
import { forbiddenImports, unnamedRooms } from './room-rules.ts';
import type { RoomTable } from './room-table.ts';
import { serviceRooms } from './service-rooms.ts';
import {
  compositorRooms,
  drawingsRooms,
  editingRooms,
  sharedRooms,
  templateRooms,
  templateXmlRooms,
} from './shared-rooms.ts';

const root = path.resolve(import.meta.dirname, '../..');
const tables = [
  rendererRooms,
  serviceRooms,
  mainRooms,
  sharedRooms,
  templateRooms,
  templateXmlRooms,
  drawingsRooms,
  compositorRooms,
  editingRooms,
];

describe.each(tables)('the rooms of $layer', (table) => {
  const files = sourcesOf(root, table.layer);
  const imports = readImports(root, files);
  const inside = imports.filter(({ to }) => to.startsWith(`${table.layer}/`));
  const rooms = Object.keys(table.rooms);
  const file = (room: string, name: string) => path.posix.join(table.layer, room, name);

  test('every file is in a room', () => {
    expect(files.length).toBeGreaterThan(20);
    expect(inside.length).toBeGreaterThan(files.length);
  });

  test('the table lists every room', () => {
    expect(unnamedRooms(table, files)).toEqual([]);
  });

  test('rooms import only rooms that the table allows', () => {
    expect(forbiddenImports(table, imports)).toEqual([]);
  });

  test.each(rooms)('reports a forbidden import: %s/', (room) => {
    const walled = rooms.filter((other) => other !== room && table.rooms[room]?.includes(other) !== true);
    for (const other of walled)
      expect(forbiddenImports(table, [{ from: file(room, 'a.ts'), to: file(other, 'b.ts') }])).toEqual([
        expect.stringContaining(`${room}/ may not import ${other}/`),
      ]);
  });

  test('every room in the table exists', () => {
    expect(rooms.filter((room) => !files.some((each) => each.startsWith(file(room, ''))))).toEqual([]);
    const named = Object.values(table.rooms).flat();
    expect(named.filter((room) => !rooms.includes(room))).toEqual([]);
  });

  test.each(table.apart)('reports an import between folders that must stay apart: %s/', (room) => {
    const [one, other] = [`${table.layer}/${room}/one/a.ts`, `${table.layer}/${room}/other/b.ts`];
    expect(forbiddenImports(table, [{ from: one, to: other }])).toEqual([expect.stringContaining('each other')]);
  });

  test('folders have no import cycle', () => {
    expect(folderCycles(inside)).toEqual([]);
  });

  test('files have no import cycle', () => {
    expect(fileCycles(inside)).toEqual([]);
  });
});

test('finds a cycle of three files and of their folders', () => {
  const imports = [
    { from: 'l/a/x.ts', to: 'l/b/y.ts' },
    { from: 'l/b/y.ts', to: 'l/c/z.ts' },
    { from: 'l/c/z.ts', to: 'l/a/x.ts' },
    { from: 'l/c/z.ts', to: 'l/d/w.ts' },
  ];
  expect(fileCycles(imports)).toEqual([['l/a/x.ts', 'l/b/y.ts', 'l/c/z.ts']]);
  expect(folderCycles(imports)).toEqual([['l/a', 'l/b', 'l/c']]);
});

test('finds a cycle of folders without a cycle of files', () => {
  const imports = [
    { from: 'l/a/x.ts', to: 'l/b/y.ts' },
    { from: 'l/b/other.ts', to: 'l/a/another.ts' },
  ];
  expect(fileCycles(imports)).toEqual([]);
  expect(folderCycles(imports)).toEqual([['l/a', 'l/b']]);
});

test('reports a folder that the table lacks', () => {
  const table: RoomTable = { layer: 'l', folders: 'outer', rooms: { a: [] }, apart: [] };
  expect(unnamedRooms(table, ['l/a/x.ts', 'l/b/z.ts'])).toEqual(['b']);
});

test('a folder belongs to its room or is a room itself', () => {
  const rooms = { a: [], 'a/b': [] };
  const imports = [{ from: 'l/a/b/x.ts', to: 'l/a/y.ts' }];
  const outer: RoomTable = { layer: 'l', folders: 'outer', rooms, apart: [] };
  expect(forbiddenImports(outer, imports)).toEqual([]);
  expect(forbiddenImports({ ...outer, folders: 'every' }, imports)).toEqual([
    'l/a/b/x.ts imports l/a/y.ts: a/b/ may not import a/',
  ]);
});

test('finds imports of every form', () => {
  const text = [
    `import type { A } from './a.ts';`,
    `export { b } from '../b.ts';`,
    `import './c.css';`,
    `const d = await import('./d.tsx');`,
    `new Worker(new URL('./e.ts', import.meta.url));`,
    `import f from 'react';`,
    `import {\n  g,\n} from "./g.ts";`,
    `import { h } from '#shared/h/h.ts';`,
    `import { i } from '#service/i.ts';`,
  ].join('\n');
  expect(importsIn('l/r/x.ts', text).map(({ to }) => to)).toEqual([
    'l/r/a.ts',
    'l/b.ts',
    'l/r/c.css',
    'l/r/d.tsx',
    'l/r/e.ts',
    'l/r/g.ts',
    'shared/h/h.ts',
    'electron/service/i.ts',
  ]);
});
