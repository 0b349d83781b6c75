import { z } from 'zod';
import { brandKit } from '#shared/brand/brand-kit.ts';
import { inEnglish } from '#shared/messages/in-english.ts';
import { message } from '#shared/messages/message.ts';
import { nameProblem } from '#shared/names/asset-name.ts';
import { isTag, MOST_TAGS } from '#shared/names/tags.ts';
import { isMediaType } from '../assets/content-type.ts';

/**
 * What a bundle says of itself, in its first entry. The other entries are `assets/NAME`, `templates/NAME.xml`,
 * `editing/NAME.json` and `movies/NAME.xml`; there are no others.
 */
export const MANIFEST_ENTRY = 'manifest.json';

/** Raised when a bundle cannot be read by what reads this one. */
export const BUNDLE_SCHEMA = 1;
const FORMAT = 'scenewright-bundle';

/** What is looked at before the rest, which may be of a later schema. */
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
  /** For people. */
  generator: z.string().max(200),
  exportedAt: z.iso.datetime(),
  project: z.object({ name }),
  /** What the project looks and sounds like; absent where it says nothing of that. */
  brand: brandKit.optional(),
  assets: z.array(
    z.object({
      name,
      contentType: z.string().refine(isMediaType, 'That is no content type.'),
      /** Absent of one that has none, and in bundles of versions that knew none. */
      tags: z.array(z.string().refine(isTag, 'That is no tag.')).max(MOST_TAGS).optional(),
      ...stored,
    }),
  ),
  templates: z.array(
    z.object({
      name,
      /** How many errors it has; absent where it has none. Without it, a template with errors is refused. */
      errors: z.int().min(1).optional(),
      ...stored,
    }),
  ),
  /** Of the templates of these names. */
  editing: z.array(z.object({ name, ...stored })),
  movies: z.array(z.object({ name, ...stored })),
  /**
   * Of a bundle that is a design: what it is called, and which template is of which size. A project can be made of it by
   * who does not know designs, so whoever wants a design checks this.
   */
  design: z.unknown().optional(),
});

export type Manifest = z.output<typeof manifestSchema>;
export type BundleSection = 'assets' | 'templates' | 'editing' | 'movies';

/** In the order in which they stand in a bundle: what is small and to be read comes first. */
export const bundleParts = ['templates', 'editing', 'movies', 'assets'] as const satisfies readonly BundleSection[];

const ENDINGS: Readonly<Record<BundleSection, string>> = {
  assets: '',
  templates: '.xml',
  editing: '.json',
  movies: '.xml',
};

/** The entry of something that the manifest lists. */
export function entryName(part: BundleSection, name: string): string {
  return `${part}/${name}${ENDINGS[part]}`;
}

/** As it stands in the bundle, to be read by people too. */
export function printManifest(content: Omit<Manifest, 'format' | 'schema'>): string {
  return `${JSON.stringify({ format: FORMAT, schema: BUNDLE_SCHEMA, ...content }, null, 2)}\n`;
}
