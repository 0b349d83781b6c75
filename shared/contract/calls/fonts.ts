import { z } from 'zod';
import { noPath, noQuery } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';
import type { Call } from './call.ts';

const call = { query: noQuery, headers: [], body: { kind: 'none' }, chapter: 'Fonts', access: 'credentials' } as const;
const packagePath = z.object({ package: z.string().min(1).max(64) });
const packageAnswer = (summary: string) => ({ kind: 'json', summary, schema: shapes.fontPackage }) as const;

/** Optional font packages that users can download. */
export const fontCalls = {
  listFonts: {
    ...call,
    method: 'GET',
    path: '/v1/fonts',
    summary: 'List the font packages that can be added, and their state',
    parameters: noPath,
    answers: {
      200: {
        kind: 'json',
        summary: 'Font packages',
        schema: z.object({ packages: z.array(shapes.fontPackage) }),
      },
    },
    problems: [],
  },
  addFonts: {
    ...call,
    method: 'POST',
    path: '/v1/fonts/:package',
    summary: 'Start the download of a font package; `GET /v1/fonts` reports the progress',
    parameters: packagePath,
    answers: { 202: packageAnswer('The current state of the package') },
    problems: ['fonts/not-found'],
  },
  removeFonts: {
    ...call,
    method: 'DELETE',
    path: '/v1/fonts/:package',
    summary: 'Remove a font package, or cancel its download',
    parameters: packagePath,
    answers: { 200: packageAnswer('The current state of the package') },
    problems: ['fonts/not-found'],
  },
  readFont: {
    ...call,
    method: 'GET',
    path: '/v1/fonts/:package/:sha256',
    summary: 'Download the file of an added font',
    parameters: packagePath.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    headers: ['range', 'if-range', 'if-none-match'],
    answers: {
      200: { kind: 'bytes', summary: 'The complete font' },
      206: { kind: 'bytes', summary: 'The requested range' },
      304: { kind: 'empty', summary: 'Not modified' },
    },
    problems: ['fonts/not-found', 'asset/range'],
  },
} as const satisfies Record<string, Call>;
