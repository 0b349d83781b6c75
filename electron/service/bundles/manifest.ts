import { z } from 'zod';
import { brandKit } from '#shared/brand/brand-kit.ts';
import { bundledLiveTable, MAX_LIVE_TABLES } from '#shared/contract/calls/live-tables.ts';
import { inEnglish } from '#shared/messages/english.ts';
import { message } from '#shared/messages/message.ts';
import { nameProblem } from '#shared/names/asset-name.ts';
import { isTag, MAX_TAGS } from '#shared/names/tags.ts';
import { isMediaType } from '../assets/content-type.ts';

/**
 * The description of a bundle in its first entry. The other entries are `assets/NAME`, `templates/NAME.xml`,
 * `editing/NAME.json`, `tables/NAME.json`, and `movies/NAME.xml`.
 */
export const MANIFEST_ENTRY = 'manifest.json';

/**
 * The newest version of the format. Raise it if older versions cannot read new bundles. Version 2 adds batch tables; a
 * bundle without them has version 1.
 */
export const BUNDLE_SCHEMA = 2;
const FORMAT = 'scenewright-bundle';

/** The format and the schema version. They are checked first, because a newer version can have other fields. */
export const manifestHead = z.object({ format: z.literal(FORMAT), schema: z.int().min(1) });

const name = z.string().superRefine((text, context) => {
  const problem = nameProblem(text);
  if (problem !== null) context.addIssue({ code: 'custom', message: inEnglish(message('name/refused', { problem })) });
});
const stored = {
  size: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/, 'Write 64 hexadecimal digits.'),
};

export const manifestSchema = manifestHead.extend({
  /** The program that wrote the bundle, for information only. */
  generator: z.string().max(200),
  exportedAt: z.iso.datetime(),
  project: z.object({ name }),
  /** The brand of the project; absent if it has none. */
  brand: brandKit.optional(),
  assets: z.array(
    z.object({
      name,
      contentType: z.string().refine(isMediaType, 'That is no content type.'),
      /** The tags of the asset; absent without tags, and in bundles of older versions. */
      tags: z.array(z.string().refine(isTag, 'That is no tag.')).max(MAX_TAGS).optional(),
      ...stored,
    }),
  ),
  templates: z.array(
    z.object({
      name,
      /**
       * The number of errors in the template; absent for a valid template. Import refuses a template with errors if
       * this field is absent.
       */
      errors: z.int().min(1).optional(),
      ...stored,
    }),
  ),
  /** The editing records. Each has the name of its template. */
  editing: z.array(z.object({ name, ...stored })),
  /** The batch tables. Each has the name of its template. Absent without tables. */
  tables: z.array(z.object({ name, ...stored })).optional(),
  movies: z.array(z.object({ name, ...stored })),
  /**
   * The settings of the live tables, without the values of headers. Absent without live tables. Older versions ignore
   * this field, so it needs no newer schema.
   */
  liveTables: z.array(bundledLiveTable).max(MAX_LIVE_TABLES).optional(),
  /**
   * The description of a design: its title, and the size of each template. Importing the bundle as a project ignores
   * it. Only the import of a design checks it.
   */
  design: z.unknown().optional(),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BundledLiveTable = NonNullable<Manifest['liveTables']>[number];
export type BundleSection = 'assets' | 'templates' | 'editing' | 'tables' | 'movies';

/** The order of the parts in a bundle. Small texts come first. */
export const bundleParts: readonly BundleSection[] = ['templates', 'editing', 'tables', 'movies', 'assets'];

const ENDINGS: Readonly<Record<BundleSection, string>> = {
  assets: '',
  templates: '.xml',
  editing: '.json',
  tables: '.json',
  movies: '.xml',
};

/** Returns the name of the entry for an item of the manifest. */
export function entryName(part: BundleSection, name: string): string {
  return `${part}/${name}${ENDINGS[part]}`;
}

/** Prints the manifest with line breaks and indentation. */
export function printManifest(content: Omit<Manifest, 'format' | 'schema'>): string {
  const schema = content.tables === undefined ? 1 : BUNDLE_SCHEMA;
  return `${JSON.stringify({ format: FORMAT, schema, ...content }, null, 2)}\n`;
}
