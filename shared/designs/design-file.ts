import { z } from 'zod';
import { err, ok, type Result } from '../lib/result.ts';
import type { DefaultTexts, LayerNames } from './worded-template.ts';

/** The sizes that a design can have, each with its frame and the word that its files are named with. */
export const designSizes = {
  '16:9': { word: '16x9', width: 1920, height: 1080 },
  '9:16': { word: '9x16', width: 1080, height: 1920 },
  '1:1': { word: '1x1', width: 1080, height: 1080 },
} as const;

export type DesignSize = keyof typeof designSizes;

export const designCategories = ['people', 'shops', 'news', 'social', 'events', 'products'] as const;
export type DesignCategory = (typeof designCategories)[number];

/** Languages of a design's texts; its templates are written in the first. */
export const designLanguages = ['en', 'de'] as const;
export type DesignLanguage = (typeof designLanguages)[number];

/** What a folder of a design is described by. */
export const DESIGN_FILE = 'design.json';
/** Its sample values. */
export const DESIGN_DATA_FILE = 'data.json';

/** The data sets that each design of the program has: as it is, with the longest values, with nothing given. */
export const usualDataSets = ['Default', 'Longest', 'Empty'] as const;

/** A name of a file beside the others: no folder, nothing hidden. */
const fileName = z
  .string()
  .max(120)
  .regex(/^[^./\\:\0][^/\\:\0]*$/);

/** A sentence in English and, where there is one, in German. */
const words = (most: number) =>
  z.strictObject({ en: z.string().trim().min(1).max(most), de: z.string().trim().min(1).max(most).optional() });

const sizedTemplate = z.strictObject({
  template: fileName,
  /** The frame of the film that stands for it, from 0. */
  posterFrame: z.int().min(0),
});

const designSize = z.enum(Object.keys(designSizes) as [DesignSize, ...DesignSize[]]);

export const designFile = z.strictObject({
  title: words(80),
  description: words(300),
  /** What the variables of text say by default where it is another language than English, by variable. */
  texts: z.strictObject({ de: z.record(z.string(), z.string().trim().min(1).max(10_000)).optional() }).optional(),
  /** What its scenes and layers are called in another language than English, by their names; the others keep theirs. */
  names: z.strictObject({ de: z.record(z.string(), z.string().trim().min(1).max(200)).optional() }).optional(),
  category: z.enum(designCategories),
  sizes: z.partialRecord(designSize, sizedTemplate).refine((sizes) => Object.keys(sizes).length > 0),
  /** As SPDX names it. */
  licence: z.string().max(80).optional(),
});

/** What `design.json` says. */
export type DesignFile = z.output<typeof designFile>;

export type SizedTemplate = z.output<typeof sizedTemplate>;

/** What `data.json` says: by data set, values of variables. */
export const designData = z.record(z.string().min(1).max(80), z.record(z.string(), z.string().max(10_000)));

export type DesignData = z.output<typeof designData>;

/** Places of what cannot be read, such as `sizes/16:9/posterFrame`; empty for the whole file. */
export type DesignFaults = readonly string[];

/** Reads the text of a `design.json`. */
export function readDesignFile(text: string): Result<DesignFile, DesignFaults> {
  return readJson(text, designFile);
}

/** Reads the text of a `data.json`. */
export function readDesignData(text: string): Result<DesignData, DesignFaults> {
  return readJson(text, designData);
}

/** The sizes that a design has, widest first. */
export function sizesOf({ sizes }: DesignFile): readonly (SizedTemplate & { readonly size: DesignSize })[] {
  const all = Object.keys(designSizes) as readonly DesignSize[];
  return all.flatMap((size) => {
    const sized = sizes[size];
    return sized === undefined ? [] : [{ size, ...sized }];
  });
}

/** The name of the picture that stands for a size of a design, with the default texts of a language. */
export function posterFile(size: DesignSize, language: DesignLanguage): string {
  return `poster-${designSizes[size].word}${ending(language)}.jpg`;
}

/** The name of the small film of a size of a design, with the default texts of a language. */
export function previewFile(size: DesignSize, language: DesignLanguage): string {
  return `preview-${designSizes[size].word}${ending(language)}.mp4`;
}

function ending(language: DesignLanguage): string {
  return language === 'en' ? '' : `.${language}`;
}

/** The default texts of a design in a language; none where its templates have them. */
export function defaultTextsIn({ texts }: Pick<DesignFile, 'texts'>, language: DesignLanguage): DefaultTexts {
  return language === 'en' ? {} : (texts?.[language] ?? {});
}

/** What scenes and layers of a design are called in a language; none where its templates say it. */
export function layerNamesIn({ names }: Pick<DesignFile, 'names'>, language: DesignLanguage): LayerNames {
  return language === 'en' ? {} : (names?.[language] ?? {});
}

function readJson<Shape extends z.ZodType>(text: string, shape: Shape): Result<z.output<Shape>, DesignFaults> {
  const json = parsed(text);
  if (!json.ok) return json;
  const read = shape.safeParse(json.value);
  if (read.success) return ok(read.data);
  return err([...new Set(read.error.issues.map(({ path }) => path.join('/')))]);
}

function parsed(text: string): Result<unknown, DesignFaults> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(['']);
  }
}
