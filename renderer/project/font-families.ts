import { nameKey } from '#shared/names/asset-name.ts';
import { attributeValue, childElements, type TemplateDocument } from '#shared/template/document/document.ts';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { isFontFile } from '#shared/template/value-types/text-types.ts';

/** A font that a text can use. */
export interface FontChoice {
  /** The name as written in the template. */
  readonly name: string;
  readonly from: 'template' | 'project' | 'bundled' | 'added';
}

export function declaredFamilies({ root }: TemplateDocument): readonly string[] {
  const resources = childElements(root).filter((child) => roleOf(child) === 'resources');
  const fonts = resources.flatMap((resource) => childElements(resource)).filter(({ name }) => name === 'font');
  return [...new Set(fonts.flatMap((font) => attributeValue(font, 'family') ?? []))];
}

/**
 * Returns the available fonts: families that the template declares, font files of the project, bundled fonts, and added
 * fonts.
 */
export function fontChoices(
  declared: readonly string[],
  files: readonly string[],
  added: readonly string[] = [],
): readonly FontChoice[] {
  return [
    ...declared.map((name) => ({ name, from: 'template' }) as const),
    ...files.map((name) => ({ name, from: 'project' }) as const),
    ...BUNDLED_FAMILIES.map((name) => ({ name, from: 'bundled' }) as const),
    ...added.map((name) => ({ name, from: 'added' }) as const),
  ];
}

/** Returns whether the font of a text is available. If its value contains a variable, the font counts as available. */
export function isFontAvailable(name: string, choices: readonly FontChoice[]): boolean {
  const isSame = isFontFile(name)
    ? (choice: FontChoice) => choice.from === 'project' && nameKey(choice.name) === nameKey(name)
    : (each: FontChoice) => each.from !== 'project' && each.name.toLowerCase() === name.toLowerCase();
  return name.includes('${') || choices.some(isSame);
}
