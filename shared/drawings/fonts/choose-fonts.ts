import { nearestName } from '../../template/document/names.ts';
import type { Digest } from '../drawing/drawing.ts';
import { bundledFonts } from './bundled-fonts.ts';
import { chooseFace, type Face } from './choose-face.ts';

/** A font that a text can use. */
export interface FontChoice extends Face {
  /** The name that texts use for the font: a family, or the name of an asset. Case does not matter. */
  readonly family: string;
  readonly digest: Digest;
}

/** The faces for a text, in lookup order. */
export interface ChosenFonts {
  readonly fonts: readonly Digest[];
  /** Families that are neither declared nor bundled, with similar names. They cause the finding `font/family`. */
  readonly unknown: readonly { readonly family: string; readonly near: readonly string[] }[];
}

/** Fonts that users added to the program, and the names of added families that the characters of a text require. */
export interface AddedFonts {
  readonly installed: readonly FontChoice[];
  readonly families: readonly string[];
}

/**
 * Chooses one face per family: first for the families that a text names, then for all bundled families, then for the
 * added families that the characters require. Ignores other added families.
 * @param declared The fonts of the template, and assets that texts name.
 */
export function chooseFonts(
  families: readonly string[],
  weight: number,
  style: 'normal' | 'italic',
  declared: readonly FontChoice[],
  added: AddedFonts = { installed: [], families: [] },
): ChosenFonts {
  const all = [...declared, ...bundledFonts, ...added.installed];
  const fonts = new Set<Digest>();
  const unknown: ChosenFonts['unknown'][number][] = [];
  for (const family of families) {
    // A declared family replaces a bundled family of the same name.
    const own = declared.filter((font) => isSameName(font.family, family));
    const face = chooseFace(
      own.length > 0 ? own : all.filter((font) => isSameName(font.family, family)),
      weight,
      style,
    );
    if (face === null) unknown.push({ family, near: nearFamilies(family, all) });
    else fonts.add(face.digest);
  }
  const last = [...new Set<string>(bundledFonts.map((font) => font.family)), ...added.families];
  for (const family of last) {
    const faces = [...bundledFonts, ...added.installed].filter((font) => font.family === family);
    const face = chooseFace(faces, weight, style);
    if (face !== null) fonts.add(face.digest);
  }
  return { fonts: [...fonts], unknown };
}

function isSameName(left: string, right: string): boolean {
  return left.toLowerCase() === right.toLowerCase();
}

/**
 * Returns the most similar family name. If no name is similar, returns at most three families whose names begin with
 * `family`.
 */
function nearFamilies(family: string, all: readonly FontChoice[]): readonly string[] {
  const names = [...new Set(all.map((font) => font.family))];
  const nearest = nearestName(family, names);
  if (nearest !== null) return [nearest];
  return names.filter((name) => name.toLowerCase().startsWith(family.toLowerCase())).slice(0, 3);
}
