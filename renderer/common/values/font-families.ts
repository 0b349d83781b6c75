import { nameKey } from '#shared/names/asset-name.ts';
import { attributeValue, childElements, type TemplateDocument } from '#shared/template/document/document.ts';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';
import { roleOf } from '#shared/template/tables/roles.ts';
import { isFontFile } from '#shared/template/value-types/text-types.ts';

/** Fonts that a text can ask for. */
export interface FontChoice {
  /** As it is written. */
  readonly name: string;
  readonly from: 'template' | 'project' | 'bundled' | 'added';
}

/** The families that the template names itself. */
export function declaredFamilies({ root }: TemplateDocument): readonly string[] {
  const resources = childElements(root).filter((each) => roleOf(each) === 'resources');
  const fonts = resources.flatMap((each) => childElements(each)).filter(({ name }) => name === 'font');
  return [...new Set(fonts.flatMap((font) => attributeValue(font, 'family') ?? []))];
}

/** What there is to choose from: the template's own families, the project's font files, the bundled ones, those added. */
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

/** Whether a font that a text asks for is there. A family that a variable names is not judged. */
export function isFontThere(name: string, choices: readonly FontChoice[]): boolean {
  const isSame = isFontFile(name)
    ? (each: FontChoice) => each.from === 'project' && nameKey(each.name) === nameKey(name)
    : (each: FontChoice) => each.from !== 'project' && each.name.toLowerCase() === name.toLowerCase();
  return name.includes('${') || choices.some(isSame);
}
