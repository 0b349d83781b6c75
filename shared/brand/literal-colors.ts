import { elementsOf, type NodeId, type TemplateDocument } from '../template/document/document.ts';
import { isBrandVariable, scanVariables } from '../template/variables/variable-uses.ts';
import { knownAttributesOf } from '../template/variables/written-values.ts';
import type { BrandColor } from './brand-kit.ts';
import { nearColor } from './near-color.ts';

/** A literal color of a template that resembles a brand color. */
export interface LiteralBrandColor {
  /** The color as it is written in the template. */
  readonly value: string;
  readonly near: BrandColor;
  /** The attributes with this color. */
  readonly places: readonly { readonly node: NodeId; readonly attribute: string }[];
}

/** Returns the literal colors of a template that resemble a brand color, without duplicates, in document order. */
export function literalBrandColors(
  document: TemplateDocument,
  colours: readonly BrandColor[],
): readonly LiteralBrandColor[] {
  const colorsByValue = new Map<string, { near: BrandColor; places: { node: NodeId; attribute: string }[] }>();
  for (const element of elementsOf(document.root))
    for (const { name, value, spec } of knownAttributesOf(element)) {
      if (spec.type.kind !== 'color' && spec.type.kind !== 'paint' && spec.type.kind !== 'background') continue;
      const near = nearColor(value, colours);
      // Skip colors that equal a brand color without a role: such a brand color has no variable.
      if (near === null || (near.isSame && near.color.role === undefined)) continue;
      const entry = colorsByValue.get(value) ?? { near: near.color, places: [] };
      entry.places.push({ node: element.id, attribute: name });
      colorsByValue.set(value, entry);
    }
  return [...colorsByValue].map(([value, { near, places }]) => ({ value, near, places }));
}

/**
 * Returns the text for a brand color in templates: its variable with the color as the default. If the color has no
 * role, returns the color itself.
 */
export function brandColorPlaceholder({ role, value }: BrandColor): string {
  return role === undefined ? value : `\${brand_${role}, ${value.toLowerCase()}}`;
}

/** Returns whether a template uses a brand variable. */
export function usesBrand(document: TemplateDocument): boolean {
  const { uses } = scanVariables(document);
  return uses.some(({ name }) => isBrandVariable(name));
}
