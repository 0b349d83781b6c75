import { elementsOf, type NodeId, type TemplateDocument } from '../template/document/document.ts';
import { isBrandVariable, scanVariables } from '../template/variables/variable-uses.ts';
import { knownAttributesOf } from '../template/variables/written-values.ts';
import type { BrandColor } from './brand-kit.ts';
import { nearColor } from './near-color.ts';

/** A colour of a template that is written by hand, and looks like one of the brand. */
export interface ColorByHand {
  /** As it is written. */
  readonly value: string;
  readonly near: BrandColor;
  /** Where it stands. */
  readonly places: readonly { readonly node: NodeId; readonly attribute: string }[];
}

/** Whether a template takes anything of a brand. */
export function usesBrand(document: TemplateDocument): boolean {
  const { uses } = scanVariables(document);
  return uses.some(({ name }) => isBrandVariable(name));
}

/** The plain colours of a template that a brand has colours for, each once, in document order. */
export function colorsByHand(document: TemplateDocument, colours: readonly BrandColor[]): readonly ColorByHand[] {
  const found = new Map<string, { near: BrandColor; places: { node: NodeId; attribute: string }[] }>();
  for (const element of elementsOf(document.root))
    for (const { name, value, spec } of knownAttributesOf(element)) {
      if (spec.type.kind !== 'color' && spec.type.kind !== 'paint') continue;
      const near = nearColor(value, colours);
      // One without a role is no variable, so that nothing is won by naming it.
      if (near === null || (near.isSame && near.color.role === undefined)) continue;
      const known = found.get(value) ?? { near: near.color, places: [] };
      known.places.push({ node: element.id, attribute: name });
      found.set(value, known);
    }
  return [...found].map(([value, { near, places }]) => ({ value, near, places }));
}

/** How a template names a colour of a brand: by its variable, with the colour for who has no brand. */
export function writtenColor({ role, value }: BrandColor): string {
  return role === undefined ? value : `\${brand_${role}, ${value.toLowerCase()}}`;
}
