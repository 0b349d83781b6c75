import { z } from 'zod';
import { inEnglish } from '../messages/english.ts';
import { message } from '../messages/message.ts';
import { nameProblem } from '../names/asset-name.ts';
import { transitionAttributes } from '../template/tables/transition-attributes.ts';
import type { AttributeType } from '../template/value-types/attribute-types.ts';
import { easing } from '../template/value-types/easing-type.ts';

/** The roles of brand colors; each role has at most one color. */
export const COLOR_ROLES = ['accent', 'panel', 'highlight', 'on_dark', 'on_light'] as const;
export type ColorRole = (typeof COLOR_ROLES)[number];

export const FONT_ROLES = ['titles', 'text', 'numbers'] as const;
export type FontRole = (typeof FONT_ROLES)[number];

const MAX_COLORS = 64;
const MAX_LOGOS = 32;
const MAX_PLATFORMS = 20;
const MAX_OFF = 100;
const MAX_NAME_LENGTH = 100;
const MAX_VOLUME = 8;

const label = z.string().regex(/\S/, 'Write a name.').max(MAX_NAME_LENGTH);
const assetName = z.string().superRefine((text, context) => {
  const problem = nameProblem(text);
  if (problem !== null) context.addIssue({ code: 'custom', message: inEnglish(message('name/refused', { problem })) });
});

/** Returns a schema for texts that are valid values of a type of the template language. */
function attributeText(type: AttributeType<unknown>) {
  return z
    .string()
    .max(MAX_NAME_LENGTH)
    .superRefine((text, context) => {
      const read = type.parse(text, null);
      if (!read.ok) context.addIssue({ code: 'custom', message: inEnglish(read.error) });
    });
}

const font = z.strictObject({
  font: z
    .string()
    .regex(/^[^,]*[^,\s][^,]*$/, 'Name one font.')
    .max(255)
    .describe('A family, or the file of a font among the project’s assets'),
  weight: z.int().min(1).max(1000).optional(),
});

const margin = z.number().min(0).max(0.9);

/** The settings of the film check for a project. */
const checkSettings = z.strictObject({
  platforms: z
    .array(
      z.strictObject({
        name: label.regex(/^[^,]*$/, 'Write a name without a comma.').describe('Name of the platform'),
        margins: z
          .strictObject({ top: margin, bottom: margin, left: margin, right: margin })
          .describe('Covered margins: shares of the height (top, bottom) and of the width (left, right)'),
      }),
    )
    .max(MAX_PLATFORMS)
    .superRefine((platforms, context) =>
      reportDuplicates(platforms, ({ name }) => name.toLowerCase(), 'Another platform has that name.', context),
    )
    .describe('Platforms of the project')
    .optional(),
  off: z
    .array(
      z
        .string()
        .regex(/^[a-z]+\/[a-z-]+$/, 'Write the code of a check.')
        .max(64),
    )
    .max(MAX_OFF)
    .describe('Codes of checks that are switched off, such as `text/tiny`')
    .optional(),
});

/** The brand of a project: colors, fonts, logos, music, motion, and film check. All parts are optional. */
export const brandKit = z.strictObject({
  colours: z
    .array(
      z.strictObject({
        name: label,
        value: z.string().regex(/^#[0-9a-f]{6}$/i, 'Write the color as #rrggbb.'),
        role: z.enum(COLOR_ROLES).optional(),
      }),
    )
    .max(MAX_COLORS)
    .superRefine((colours, context) => {
      reportDuplicates(colours, ({ name }) => name.toLowerCase(), 'Another color has that name.', context);
      reportDuplicates(colours, ({ role }) => role ?? null, 'Another color has that role.', context);
    })
    .optional(),
  fonts: z.strictObject({ titles: font.optional(), text: font.optional(), numbers: font.optional() }).optional(),
  logos: z
    .array(
      z.strictObject({
        name: label,
        asset: assetName,
        on: label.describe('Background of the text: the name of one of the colors, or #rrggbb').optional(),
      }),
    )
    .max(MAX_LOGOS)
    .describe('Templates show the first logo')
    .superRefine((logos, context) =>
      reportDuplicates(logos, ({ name }) => name.toLowerCase(), 'Another logo has that name.', context),
    )
    .optional(),
  music: z
    .strictObject({
      asset: assetName,
      volume: z.number().min(0).max(MAX_VOLUME).describe('Factor of the amplitude').optional(),
    })
    .optional(),
  motion: z
    .strictObject({
      easing: attributeText(easing()).describe('Easing as in templates, such as `ease-out`').optional(),
      transition: z
        .strictObject({
          type: attributeText(transitionAttributes.type.type),
          direction: attributeText(transitionAttributes.direction.type).optional(),
          duration: attributeText(transitionAttributes.duration.type).optional(),
        })
        .optional(),
    })
    .optional(),
  check: checkSettings.optional(),
});

export type BrandKit = Readonly<z.output<typeof brandKit>>;
export type BrandColor = NonNullable<BrandKit['colours']>[number];
export type BrandCheck = NonNullable<BrandKit['check']>;
export type BrandFont = z.output<typeof font>;
export type BrandLogo = NonNullable<BrandKit['logos']>[number];

/** A brand without any parts. */
export const EMPTY_BRAND: BrandKit = {};

/** Reports every item with the key of an earlier item. */
function reportDuplicates<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string | null,
  message: string,
  context: z.RefinementCtx,
): void {
  const seen = new Set<string>();
  for (const [at, item] of items.entries()) {
    const key = keyOf(item);
    if (key === null) continue;
    if (seen.has(key)) context.addIssue({ code: 'custom', message, path: [at] });
    seen.add(key);
  }
}
