import { z } from 'zod';
import { err, ok, type Result } from '../lib/result.ts';
import type { DefaultTexts, LayerNames } from './worded-template.ts';

/** The possible sizes of a design. Each has a frame size and a word for file names. */
export const designSizes = {
  '16:9': { word: '16x9', width: 1920, height: 1080 },
  '9:16': { word: '9x16', width: 1080, height: 1920 },
  '1:1': { word: '1x1', width: 1080, height: 1080 },
} as const;

export type DesignSize = keyof typeof designSizes;

export const designCategories = ['people', 'shops', 'news', 'social', 'events', 'products'] as const;
export type DesignCategory = (typeof designCategories)[number];

/** The languages of the texts of a design. The first is the language of the templates. */
export const designLanguages = ['en', 'de'] as const;
export type DesignLanguage = (typeof designLanguages)[number];

/** The file that describes a design. */
export const DESIGN_FILE = 'design.json';
/** The file with the sample values of a design. */
export const DESIGN_DATA_FILE = 'data.json';

/** The data sets of each built-in design: the default values, the longest values, and no values. */
export const builtInDataSets = ['Default', 'Longest', 'Empty'] as const;

/** A visible file name, without folders. */
const fileName = z
  .string()
  .max(120)
  .regex(/^[^./\\:\0][^/\\:\0]*$/);

/** A text in English and optionally in German. */
const translatedText = (most: number) =>
  z.strictObject({ en: z.string().trim().min(1).max(most), de: z.string().trim().min(1).max(most).optional() });

/** The items of a list variable, by field. */
const listItems = <Value extends z.ZodType>(value: Value) => z.array(z.record(z.string().min(1), value)).max(1000);

const defaultText = z.string().trim().min(1).max(10_000);

const sizedTemplate = z.strictObject({
  template: fileName,
  /** The index of the frame that is the poster. */
  posterFrame: z.int().min(0),
});

const designSize = z.enum(Object.keys(designSizes) as [DesignSize, ...DesignSize[]]);

export const designFile = z.strictObject({
  title: translatedText(80),
  description: translatedText(300),
  /**
   * The defaults of texts and choices in languages other than English, by variable. For a list, the texts of its
   * default items, in order.
   */
  texts: z
    .strictObject({ de: z.record(z.string(), z.union([defaultText, listItems(defaultText)])).optional() })
    .optional(),
  /**
   * The names of scenes and layers in languages other than English, by English name. Names without an entry stay
   * unchanged.
   */
  names: z.strictObject({ de: z.record(z.string(), z.string().trim().min(1).max(200)).optional() }).optional(),
  category: z.enum(designCategories),
  sizes: z.partialRecord(designSize, sizedTemplate).refine((sizes) => Object.keys(sizes).length > 0),
  /** The license as an SPDX identifier. */
  licence: z.string().max(80).optional(),
});

/** The content of `design.json`. */
export type DesignFile = z.output<typeof designFile>;

export type SizedTemplate = z.output<typeof sizedTemplate>;

/** A text, or the items of a list. Items are converted to the JSON text of the list. */
const dataValue = z.union([
  z.string().max(10_000),
  listItems(z.union([z.string(), z.number(), z.boolean()])).transform((items) => JSON.stringify(items)),
]);

/** The content of `data.json`: the values of variables by data set. */
export const designData = z.record(z.string().min(1).max(80), z.record(z.string(), dataValue));

export type DesignData = z.output<typeof designData>;

/** The paths of invalid fields, such as `sizes/16:9/posterFrame`. The empty path means the whole file. */
export type DesignFaults = readonly string[];

/** Parses the text of a `design.json`. The error has the paths of invalid fields. */
export function readDesignFile(text: string): Result<DesignFile, DesignFaults> {
  return readJson(text, designFile);
}

/** Parses the text of a `data.json`. The error has the paths of invalid fields. */
export function readDesignData(text: string): Result<DesignData, DesignFaults> {
  return readJson(text, designData);
}

/** Returns the sizes of a design, in the order of {@link designSizes}. */
export function sizesOf({ sizes }: DesignFile): readonly (SizedTemplate & { readonly size: DesignSize })[] {
  const all = Object.keys(designSizes) as readonly DesignSize[];
  return all.flatMap((size) => {
    const sized = sizes[size];
    return sized === undefined ? [] : [{ size, ...sized }];
  });
}

/** Returns the file name of the poster for a size. The poster has the default texts of the language. */
export function posterFile(size: DesignSize, language: DesignLanguage): string {
  return `poster-${designSizes[size].word}${languageSuffix(language)}.jpg`;
}

/** Returns the file name of the preview video for a size. The video has the default texts of the language. */
export function previewFile(size: DesignSize, language: DesignLanguage): string {
  return `preview-${designSizes[size].word}${languageSuffix(language)}.mp4`;
}

function languageSuffix(language: DesignLanguage): string {
  return language === 'en' ? '' : `.${language}`;
}

/** Returns the default texts of a design in a language; empty for the language of its templates. */
export function defaultTextsIn({ texts }: Pick<DesignFile, 'texts'>, language: DesignLanguage): DefaultTexts {
  return language === 'en' ? {} : (texts?.[language] ?? {});
}

/** Returns the names of scenes and layers in a language; empty for the language of its templates. */
export function layerNamesIn({ names }: Pick<DesignFile, 'names'>, language: DesignLanguage): LayerNames {
  return language === 'en' ? {} : (names?.[language] ?? {});
}

function readJson<Shape extends z.ZodType>(text: string, shape: Shape): Result<z.output<Shape>, DesignFaults> {
  const json = parseJson(text);
  if (!json.ok) return json;
  const read = shape.safeParse(json.value);
  if (read.success) return ok(read.data);
  return err([...new Set(read.error.issues.map(({ path }) => path.join('/')))]);
}

function parseJson(text: string): Result<unknown, DesignFaults> {
  try {
    return ok(JSON.parse(text));
  } catch {
    return err(['']);
  }
}
