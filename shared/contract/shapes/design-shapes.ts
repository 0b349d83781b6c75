import { z } from 'zod';
import { type DesignSize, designCategories, designSizes } from '../../designs/design-file.ts';
import { variable } from './shapes.ts';

export const designSize = z.enum(Object.keys(designSizes) as [DesignSize, ...DesignSize[]]);

/** A template of a design, with its size. */
const sizedTemplate = z.object({
  size: designSize,
  width: z.int(),
  height: z.int(),
  frames: z.int().describe('Duration in frames, with the defaults of the variables'),
  framerate: z.string(),
  seconds: z.number(),
  posterFrame: z.int().describe('Number of the poster frame'),
});

export const design = z.object({
  name: z.string(),
  title: z.string().describe('Title in the requested language'),
  description: z.string(),
  category: z.enum(designCategories),
  own: z.boolean().describe('Whether the design is your own; false for built-in designs'),
  licence: z.string().nullable(),
  version: z.string().describe('Changes whenever the design changes; use it as `v` in addresses of pictures'),
  sizes: z.array(sizedTemplate).describe('At least one size; the first is the default'),
  variables: z.array(variable).describe('Variables of the design; all sizes have the same variables'),
  dataSets: z.array(z.string()),
  /** The numbers of items in the first size of the design with the defaults of all variables. */
  contents: z.object({
    scenes: z.int(),
    transitions: z.int(),
    texts: z.int(),
    keyframes: z.int(),
    sounds: z.int(),
  }),
});

/** The templates and files that a project got from a design. */
export const usedDesign = z.object({
  movie: z.string().describe('Name of the template to open first, and of its movie'),
  templates: z.array(z.object({ size: designSize, name: z.string() })),
  assets: z
    .array(z.object({ name: z.string(), as: z.string() }))
    .describe('Files that the templates use; `as` is the name in the project'),
});
