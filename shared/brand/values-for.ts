import type { AttributeType } from '../template/value-types/attribute-types.ts';
import type { BrandVariable } from '../template/variables/variable-uses.ts';
import type { BrandKit } from './brand-kit.ts';
import { brandValues } from './brand-values.ts';

/** A brand value that an attribute accepts, and its variable. */
export interface ValueForAttribute {
  readonly variable: BrandVariable;
  /** The displayed name: the name of a color, or any other value itself. */
  readonly name: string;
  readonly value: string;
}

const FONTS = ['brand_title_font', 'brand_text_font', 'brand_number_font'] as const;

/** Returns the brand values for attributes of a type; empty for types without brand values. */
export function brandValuesFor(
  { kind, source }: Pick<AttributeType<unknown>, 'kind' | 'source'>,
  brand: BrandKit,
): readonly ValueForAttribute[] {
  const values: Readonly<Record<string, string>> = brandValues(brand);
  const named = (variable: BrandVariable): readonly ValueForAttribute[] => {
    const value = values[variable];
    return value === undefined ? [] : [{ variable, name: value, value }];
  };
  switch (kind) {
    case 'color':
    case 'paint':
    case 'background':
      return (brand.colours ?? []).flatMap(({ name, role, value }) =>
        role === undefined ? [] : [{ variable: `brand_${role}` as const, name, value: value.toLowerCase() }],
      );
    case 'fonts':
      return FONTS.flatMap(named);
    case 'asset':
      return source === 'image' ? named('brand_logo') : source === 'media' ? named('brand_music') : [];
    default:
      return [];
  }
}
