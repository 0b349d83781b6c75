import { z } from 'zod';
import { designLanguages } from '../../designs/design-file.ts';
import type { Call } from '../call.ts';
import { noPath } from '../shapes/parameters.ts';
import * as shapes from '../shapes/shapes.ts';

const language = z.enum(designLanguages).optional().describe('Language of names and texts. Default: `en`.');

export const sampleCalls = {
  createSample: {
    method: 'POST',
    path: '/v1/sample',
    summary: 'Create a sample project with generated clips and music, a film, and a template with variables',
    chapter: 'Projects',
    access: 'credentials',
    parameters: noPath,
    query: z.object({ language }),
    headers: [],
    body: { kind: 'none' },
    answers: {
      201: { kind: 'json', summary: 'The new project and the template to open first', schema: shapes.sampleProject },
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
