import type { RoomTable } from './room-table.ts';

/** The rooms of `shared/`, from the lowest to the highest; `shared/README.md` describes each. */
export const sharedRooms: RoomTable = {
  layer: 'shared',
  folders: 'outer',
  rooms: {
    lib: [],
    messages: ['lib'],
    formats: ['lib'],
    expressions: ['lib', 'formats'],
    names: ['messages', 'lib'],
    template: ['messages', 'lib', 'formats', 'expressions'],
    tables: ['messages', 'lib', 'formats', 'template'],
    brand: ['messages', 'lib', 'names', 'template'],
    'template-xml': ['messages', 'lib', 'template'],
    captions: ['lib', 'template'],
    drawings: ['lib', 'template'],
    timeline: ['messages', 'lib', 'expressions', 'template', 'captions', 'drawings'],
    sound: ['template'],
    editing: ['messages', 'lib', 'expressions', 'template', 'template-xml', 'timeline'],
    designs: ['lib', 'template', 'template-xml', 'timeline', 'editing'],
    contract: ['names', 'template', 'brand', 'designs'],
    resolve: ['messages', 'lib', 'formats', 'expressions', 'template', 'captions', 'timeline'],
    agents: ['messages', 'lib', 'template', 'template-xml', 'timeline', 'editing', 'resolve'],
    batch: ['messages', 'lib', 'names', 'template', 'tables', 'brand', 'timeline', 'contract', 'resolve'],
    'live-tables': ['names', 'batch'],
    compositor: ['lib', 'template', 'captions', 'drawings', 'timeline'],
    'film-check': [
      'messages',
      'lib',
      'template',
      'template-xml',
      'captions',
      'drawings',
      'timeline',
      'sound',
      'editing',
      'resolve',
      'compositor',
    ],
    golden: [
      'messages',
      'lib',
      'template',
      'template-xml',
      'captions',
      'drawings',
      'timeline',
      'editing',
      'agents',
      'compositor',
    ],
    'template-json': ['messages', 'template', 'resolve'],
  },
  apart: [],
};

/** The rooms of the template language, from the lowest to the highest. */
export const templateRooms: RoomTable = {
  layer: 'shared/template',
  folders: 'outer',
  rooms: {
    document: [],
    placeholders: ['document'],
    values: ['document'],
    conditions: ['document', 'placeholders'],
    'value-types': ['document', 'values'],
    effects: ['document', 'values', 'value-types'],
    tables: ['document', 'values', 'value-types', 'effects'],
    movie: ['document', 'values', 'value-types', 'effects', 'tables'],
    variables: ['document', 'placeholders', 'values', 'conditions', 'value-types', 'tables', 'movie'],
  },
  apart: [],
};

/** The rooms of the XML of templates, from the lowest to the highest. */
export const templateXmlRooms: RoomTable = {
  layer: 'shared/template-xml',
  folders: 'outer',
  rooms: {
    ranges: [],
    parser: ['ranges'],
    read: ['ranges', 'parser'],
    edit: ['ranges', 'read'],
  },
  apart: [],
};

/** The rooms of drawings, from the lowest to the highest. */
export const drawingsRooms: RoomTable = {
  layer: 'shared/drawings',
  folders: 'outer',
  rooms: {
    drawing: [],
    fonts: ['drawing'],
    images: ['drawing'],
    text: ['drawing', 'fonts'],
    '.': ['drawing', 'fonts', 'images', 'text'],
  },
  apart: [],
};

/** The rooms of the compositor, from the lowest to the highest. */
export const compositorRooms: RoomTable = {
  layer: 'shared/compositor',
  folders: 'outer',
  rooms: {
    kernels: [],
    assembly: ['kernels'],
    pixels: ['kernels'],
    effects: ['kernels', 'pixels'],
    '.': ['kernels', 'pixels', 'effects'],
    scene: ['kernels', 'pixels', 'effects', '.'],
  },
  apart: [],
};

/** The rooms of editing, from the lowest to the highest. */
export const editingRooms: RoomTable = {
  layer: 'shared/editing',
  folders: 'outer',
  rooms: {
    model: [],
    planning: ['model'],
    insert: ['model', 'planning'],
    keyframes: ['model', 'planning'],
    plan: ['model', 'planning', 'insert', 'keyframes'],
    '.': ['model', 'plan'],
    arrange: ['model', 'planning', 'plan', '.'],
    compare: ['planning'],
    stage: ['model', 'planning', 'plan'],
  },
  apart: [],
};
