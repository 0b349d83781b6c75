// The files that accompany a film. Requests, batches, and the command can request them.
import { z } from 'zod';

export const POSTER_FORMATS = ['jpg', 'png', 'webp'] as const;
export const CAPTION_FORMATS = ['srt', 'vtt'] as const;

/** The default sheet: 4 × 4 pictures with a width of 320 pixels. */
export const SHEET = { columns: 4, rows: 4, width: 320 } as const;
export const sheetLimits = { most: 10, leastWidth: 16, mostWidth: 1920 } as const;

const sheet = z.strictObject({
  columns: z.int().min(1).max(sheetLimits.most).default(SHEET.columns),
  rows: z.int().min(1).max(sheetLimits.most).default(SHEET.rows),
  width: z
    .int()
    .min(sheetLimits.leastWidth)
    .max(sheetLimits.mostWidth)
    .default(SHEET.width)
    .describe('Width of each picture in pixels'),
});

/** The requested files. An absent part is not created. */
export const packageRequest = z.strictObject({
  poster: z
    .enum(POSTER_FORMATS)
    .optional()
    .describe('Picture of the film at the time in the attribute `poster` of the movie'),
  sheet: sheet.optional().describe('Contact sheet: pictures of the film at regular intervals, in one JPEG'),
  captions: z
    .array(z.enum(CAPTION_FORMATS))
    .min(1)
    .max(CAPTION_FORMATS.length)
    .optional()
    .describe('Files with the captions, one for each language'),
  subtitles: z.literal(true).optional().describe('Subtitle track with the soft captions'),
  chapters: z.literal(true).optional(),
  metadata: z.literal(true).optional().describe('Metadata and cover of the film'),
  checksums: z.literal(true).optional().describe('File with the SHA-256 digests of the film and its files'),
});
export type PackageRequest = z.output<typeof packageRequest>;

export const PACKAGE =
  'JSON object: the parts of the package of the film, such as `{"poster": "jpg", "chapters": true}`.';

/** The kinds of files that accompany a film. */
export const fileParts = ['poster', 'sheet', 'captions', 'chapters', 'metadata', 'cover', 'checksums'] as const;
export type FilePart = (typeof fileParts)[number];

/** A file that accompanies a film, in answers. */
export const filmFile = z.object({
  name: z.string(),
  part: z.enum(fileParts),
  url: z.string().nullable().describe('Address of the file; null if it has expired'),
  bytes: z.int(),
  sha256: z.string(),
});
