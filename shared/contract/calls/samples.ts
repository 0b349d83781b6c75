import { z } from 'zod';
import { designLanguages } from '../../designs/design-file.ts';
import type { Call } from '../call.ts';
import { noPath } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

export const sampleCalls = {
  createSample: {
    method: 'POST',
    path: '/v1/sample',
    summary: 'Create a sample project: clips that FFmpeg computes, a film, and a template with variables',
    chapter: 'Projects',
    access: 'credentials',
    parameters: noPath,
    query: z.object({ language: z.enum(designLanguages).optional().describe('of names and texts; `en` unless given') }),
    headers: [],
    body: { kind: 'none' },
    answers: {
      201: { kind: 'json', summary: 'The new project, and the template to open first', schema: shapes.sampleProject },
    },
    problems: [
      'ffmpeg/not-found',
      'ffmpeg/failed',
      'ffmpeg/stalled',
      'ffmpeg/output-limit',
      'ffmpeg/memory',
      'render/format-unavailable',
      'storage/full',
      'storage/read-only',
    ],
  },
} as const satisfies Record<string, Call>;
