import { z } from 'zod';
import { type DesignSize, designCategories, designSizes } from '../../designs/design-file.ts';
import { variable } from './shapes.ts';

export const designSize = z.enum(Object.keys(designSizes) as [DesignSize, ...DesignSize[]]);

/** One template of a design. */
const sized = z.object({
  size: designSize,
  width: z.int(),
  height: z.int(),
  /** With the defaults of its variables. */
  frames: z.int(),
  framerate: z.string(),
  seconds: z.number(),
  /** The frame that stands for it. */
  posterFrame: z.int(),
});

export const design = z.object({
  name: z.string(),
  /** In the language that was asked for. */
  title: z.string(),
  description: z.string(),
  category: z.enum(designCategories),
  /** Whether it was put here: the others come with the program. */
  own: z.boolean(),
  licence: z.string().nullable(),
  /** Another one whenever something about the design is another: for addresses of pictures that may be kept. */
  version: z.string(),
  /** At least one; the first is what is meant where none is said. */
  sizes: z.array(sized),
  /** Of the first size; those of the others are the same. */
  variables: z.array(variable),
  dataSets: z.array(z.string()),
  /** Of the first size, as it is played with the defaults of its variables. */
  contents: z.object({
    scenes: z.int(),
    transitions: z.int(),
    texts: z.int(),
    keyframes: z.int(),
    sounds: z.int(),
  }),
});

/** What came into a project of a design. */
export const usedDesign = z.object({
  /** The template to open first; its movie has the same name. */
  movie: z.string(),
  templates: z.array(z.object({ size: designSize, name: z.string() })),
  /** The files that its templates name, `as` the project calls them. */
  assets: z.array(z.object({ name: z.string(), as: z.string() })),
});
