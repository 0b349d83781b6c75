import { z } from 'zod';
import type { Call } from '../call.ts';
import { noPath, noQuery } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

const call = { query: noQuery, headers: [], body: { kind: 'none' }, chapter: 'Fonts', access: 'credentials' } as const;
const packagePath = z.object({ package: z.string().min(1).max(64) });
const answered = (summary: string) => ({ kind: 'json', summary, schema: shapes.fontPackage }) as const;

/** Fonts that do not come with the program and can be added to it. */
export const fontCalls = {
  listFonts: {
    ...call,
    method: 'GET',
    path: '/v1/fonts',
    summary: 'Fonts that can be added to the program, and those that were',
    parameters: noPath,
    answers: {
      200: {
        kind: 'json',
        summary: 'Packages of fonts',
        schema: z.object({ packages: z.array(shapes.fontPackage) }),
      },
    },
    problems: [],
  },
  addFonts: {
    ...call,
    method: 'POST',
    path: '/v1/fonts/:package',
    summary: 'Begin to fetch a package of fonts; `GET /v1/fonts` says how far it is',
    parameters: packagePath,
    answers: { 202: answered('The package as it is now') },
    problems: ['fonts/not-found'],
  },
  removeFonts: {
    ...call,
    method: 'DELETE',
    path: '/v1/fonts/:package',
    summary: 'Remove a package of fonts, or stop fetching it',
    parameters: packagePath,
    answers: { 200: answered('The package as it is now') },
    problems: ['fonts/not-found'],
  },
  readFont: {
    ...call,
    method: 'GET',
    path: '/v1/fonts/:package/:sha256',
    summary: 'The file of a font that was added',
    parameters: packagePath.extend({ sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    headers: ['range', 'if-range', 'if-none-match'],
    answers: {
      200: { kind: 'bytes', summary: 'The whole font' },
      206: { kind: 'bytes', summary: 'The range that was asked for' },
      304: { kind: 'empty', summary: 'It has not changed' },
    },
    problems: ['fonts/not-found', 'asset/range'],
  },
} as const satisfies Record<string, Call>;
