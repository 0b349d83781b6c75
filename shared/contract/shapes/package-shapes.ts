// The files that accompany a film. Requests, batches, and the command can request them.
import { z } from 'zod';
import { type Message, message } from '../../messages/message.ts';

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

/** The valid range of each number of a sheet. */
const sheetBounds: ReadonlyMap<string, readonly [minimum: number, maximum: number]> = new Map([
  ['package.sheet.columns', [1, sheetLimits.most]],
  ['package.sheet.rows', [1, sheetLimits.most]],
  ['package.sheet.width', [sheetLimits.leastWidth, sheetLimits.mostWidth]],
]);

/** An invalid field of a package. */
interface PackageFault {
  readonly field: string;
  readonly says: Message;
}

/** Returns the invalid fields of a package with their messages, which name the valid values; empty for a valid package. */
export function packageFaults(value: unknown): readonly PackageFault[] {
  const parsed = packageRequest.safeParse(value);
  return (parsed.error?.issues ?? []).flatMap((issue): readonly PackageFault[] => {
    const path = ['package', ...issue.path.map(String)];
    const field = path.join('.');
    if (issue.code === 'unrecognized_keys') {
      const names = Object.keys(path.length === 1 ? packageRequest.shape : sheet.shape);
      const unknown = issue.keys.map((key) => `${field}.${key}`);
      return unknown.map((each) => ({ field: each, says: message('field/unknown-name', { field: each, names }) }));
    }
    if (issue.code === 'invalid_value')
      return [{ field, says: message('field/one-of', { field, names: issue.values.map(String) }) }];
    const bounds = sheetBounds.get(field);
    if (bounds === undefined) return [{ field, says: message('field/missing-or-wrong', { field }) }];
    return [{ field, says: message('field/out-of-bounds', { field, minimum: bounds[0], maximum: bounds[1] }) }];
  });
}

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
