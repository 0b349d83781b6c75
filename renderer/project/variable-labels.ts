import { variableLabel } from '#renderer/strings/design-strings.ts';
import { effectLabels, specWords } from '#renderer/strings/registry-strings.ts';
import type { Variable } from '#shared/resolve/variables.ts';
import { attributeValue, type ElementNode } from '#shared/template/document/document.ts';
import { effectTypeNamed } from '#shared/template/effects/effects.ts';
import { specOf } from '#shared/template/tables/attribute-lookup.ts';
import { elementSpecOf } from '#shared/template/tables/language.ts';
import type { VariableUse } from '#shared/template/variables/variable-uses.ts';

/**
 * The fields of a variable that determine its label. `Variable` is not used, because the service returns the variables
 * of designs in another type.
 */
export interface Named {
  readonly name: string;
  readonly declaration?: { readonly label?: string | null | undefined } | null | undefined;
}

/** Returns the display label of a variable; if it has no label, its name. */
export function labelOf({ name, declaration }: Named): string {
  const label = declaration?.label?.trim();
  return label ? variableLabel(name, label) : name;
}

/** Returns the labels to search: the label in the page language, and the label written in the template. */
export function labelsOf(variable: Named): readonly string[] {
  return [...new Set([labelOf(variable), variable.declaration?.label?.trim() || variable.name])];
}

/** Returns the label of a variable, followed by its name in parentheses if they differ. */
export function labelWithName(variable: Named): string {
  const label = labelOf(variable);
  return label === variable.name ? label : `${label} (${variable.name})`;
}

/** Returns the help text of a variable; null if there is none. */
export function helpOf({ name, declaration }: Variable): string | null {
  const help = declaration?.help ?? null;
  return help === null ? null : variableLabel(name, help.trim());
}

/**
 * Returns the label of a use: the attribute that it sets, with its element, such as `Intensity of Saturation`; or only
 * the attribute, such as `Source`.
 */
export function labelOfUse(
  use: VariableUse,
  element: ElementNode | null,
): { readonly label: string; readonly of: string | null } {
  if (use.attribute === null) return { label: elementSpecOf({ name: use.element })?.content?.label ?? '', of: null };
  if (element === null) return { label: use.attribute, of: null };
  const type = attributeValue(element, 'type')?.trim() ?? null;
  const spec = specOf(element, use.attribute, type);
  const label = spec === null ? use.attribute : specWords(spec).label;
  const effect = type === null ? null : effectTypeNamed(type);
  return { label, of: effect === null ? null : effectLabels(effect).label };
}
