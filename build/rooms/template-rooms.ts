import type { RoomTable } from './room-table.ts';

/** What is read is made of these. */
const beneathReading = [
  'document',
  'values',
  'value-types',
  'effects',
  'tables',
  'placeholders',
  'conditions',
  'movie',
  'variables',
];

/** The rooms of the template's language, from the ground up; `shared/template/README.md` says what each is. */
export const templateRooms: RoomTable = {
  layer: 'shared/template',
  folders: 'outer',
  rooms: {
    document: [],
    values: ['document'],
    'value-types': ['document', 'values'],
    effects: ['document', 'values', 'value-types'],
    tables: ['document', 'values', 'value-types', 'effects'],
    placeholders: ['document'],
    conditions: ['document', 'values', 'placeholders'],
    movie: ['document', 'values', 'value-types', 'effects', 'tables'],
    variables: ['document', 'values', 'value-types', 'effects', 'tables', 'placeholders', 'conditions', 'movie'],
    reading: beneathReading,
    resolve: [...beneathReading, 'reading'],
    json: ['document', 'values', 'value-types', 'effects', 'tables', 'variables'],
  },
  apart: [],
};
