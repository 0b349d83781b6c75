import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import { compareNames } from '#renderer/ui/format/collation.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import type { NodeId } from '#shared/template/document/document.ts';
import type { Layer, Movie } from '#shared/template/movie/movie.ts';
import { namedFamilies } from '#shared/template/movie/movie-kinds.ts';
import { withNestedLayers } from '#shared/template/movie/used-sources.ts';
import { BUNDLED_FAMILIES } from '#shared/template/tables/bundled-families.ts';

export interface FontRow {
  /** The name that texts use to refer to the font: a family or a file name. */
  readonly reference: string;
  /** The display name. */
  readonly family: string;
  /**
   * The origin. `bundled`: part of the program or added to it. `missing`: neither in the project nor in the program.
   */
  readonly kind: 'project' | 'bundled' | 'missing';
  /** The font file for the sample; null if there is none. */
  readonly file: AssetEntry | null;
  /** The files of the font. For a missing font, the files that the template names. */
  readonly files: readonly string[];
  /** The elements that refer to the font. */
  readonly uses: readonly NodeId[];
}

/** Returns all fonts that texts of the movie can use. Missing fonts come first. */
export function fontRows(
  movie: Movie | null,
  assets: readonly AssetEntry[],
  added: readonly string[] = [],
): readonly FontRow[] {
  const uses = usesByName(movie);
  const usesOf = (...names: readonly string[]) =>
    [...new Set(names)].flatMap((name) => uses.get(name.toLowerCase())?.nodes ?? []);
  const byKey = new Map(assets.map((entry) => [nameKey(entry.name), entry]));
  const declared = declaredRows(movie, byKey, usesOf);
  const declaredFiles = new Set(declared.flatMap(({ files }) => files.map(nameKey)));
  const undeclared = assets
    .filter(({ name, media }) => media?.kind === 'font' && !declaredFiles.has(nameKey(name)))
    .map((entry): FontRow => {
      const { name, media } = entry;
      return {
        reference: name,
        family: media?.fontFamily ?? name,
        kind: 'project',
        file: entry,
        files: [name],
        uses: usesOf(name),
      };
    });
  const projectRows = [...declared, ...undeclared];
  const projectNames = new Set(projectRows.map(({ reference }) => reference.toLowerCase()));
  const bundled = [...BUNDLED_FAMILIES, ...added]
    .filter((family) => !projectNames.has(family.toLowerCase()))
    .map(
      (family): FontRow => ({
        reference: family,
        family,
        kind: 'bundled',
        file: null,
        files: [],
        uses: usesOf(family),
      }),
    );
  const known = new Set([
    ...projectNames,
    ...bundled.map(({ reference }) => reference.toLowerCase()),
    ...fileNames(assets),
  ]);
  const unknown = [...uses]
    .filter(([name]) => !known.has(name))
    .map(
      ([, { name, nodes }]): FontRow => ({
        reference: name,
        family: name,
        kind: 'missing',
        file: null,
        files: [],
        uses: nodes,
      }),
    );
  const rank = { missing: 0, project: 1, bundled: 2 };
  const sorted = [...unknown, ...projectRows].toSorted(
    (one, other) => rank[one.kind] - rank[other.kind] || compareNames(one.family, other.family),
  );
  return [...sorted, ...bundled];
}

/** Returns the families that the template declares, one row per family with the files of all its faces. */
function declaredRows(
  movie: Movie | null,
  assets: ReadonlyMap<string, AssetEntry>,
  usesOf: (name: string) => readonly NodeId[],
): readonly FontRow[] {
  const families = Map.groupBy(movie?.fonts ?? [], ({ family }) => family.toLowerCase());
  return [...families.values()].flatMap((faces): readonly FontRow[] => {
    const [first] = faces;
    if (first === undefined) return [];
    const files = faces.flatMap(({ source }) => (source.kind === 'asset' ? [source.name] : []));
    const entries = files.map((name) => assets.get(nameKey(name)) ?? null);
    const isMissing = entries.includes(null);
    const { family } = first;
    const missing = files.filter((_, at) => entries[at] === null);
    return [
      {
        ...{ reference: family, family, uses: usesOf(family) },
        kind: isMissing ? 'missing' : 'project',
        file: entries.find((entry) => entry !== null) ?? null,
        files: isMissing ? missing : files,
      },
    ];
  });
}

function fileNames(assets: readonly AssetEntry[]): readonly string[] {
  return assets.map(({ name }) => name.toLowerCase());
}

interface Uses {
  readonly name: string;
  readonly nodes: readonly NodeId[];
}

/** Returns the references of texts and captions to fonts, by lowercase name. */
function usesByName(movie: Movie | null): ReadonlyMap<string, Uses> {
  const uses = new Map<string, Uses>();
  if (movie === null) return uses;
  const custom = movie.transitions.flatMap(({ look }) => (look.type === 'custom' ? look.layers : []));
  const layers = [...movie.scenes, ...movie.overlays].flatMap((container) => container.layers);
  for (const { family, node } of withNestedLayers([...layers, ...custom]).flatMap(familiesOf)) {
    const key = family.toLowerCase();
    const existing = uses.get(key) ?? { name: family, nodes: [] };
    uses.set(key, { ...existing, nodes: [...existing.nodes, node] });
  }
  return uses;
}

function familiesOf(layer: Layer): ReturnType<typeof namedFamilies> {
  if (layer.kind === 'text') return namedFamilies(layer);
  return layer.kind === 'captions' ? layer.style.families.map((family) => ({ family, node: layer.id })) : [];
}

/** Returns the fonts that match a search. */
export function foundFonts(rows: readonly FontRow[], search: string): readonly FontRow[] {
  return rows.filter(({ family, files }) => matchesWords(search, [family, ...files]));
}

/** The scripts of the bundled families, with sample words in each script. */
const SCRIPTS: Readonly<Record<string, { readonly has: RegExp; readonly words: string }>> = {
  'Noto Sans Arabic': { has: /\p{Script=Arabic}/u, words: 'صِف خَلقَ خَودٍ كَمِثلِ الشَمسِ' },
  'Noto Sans Hebrew': { has: /\p{Script=Hebrew}/u, words: 'דג סקרן שט בים מאוכזב' },
  'Noto Sans Devanagari': { has: /\p{Script=Devanagari}/u, words: 'ऋषियों को सताने वाले' },
  'Noto Sans Thai': { has: /\p{Script=Thai}/u, words: 'เป็นมนุษย์สุดประเสริฐ' },
  'Noto Color Emoji': { has: /\p{Extended_Pictographic}/u, words: '😀 🎬 🎉 🌷 ☀️ ❤️' },
};

/** The maximum number of characters in a sample, so that it fits in a row. */
const MAX_SAMPLE_LENGTH = 32;

/**
 * Returns the sample text of a font. If the font supports the script of the selected text, this is the selected text.
 * Otherwise, it is words in the font's script, or the pangram.
 */
export function fontSample(family: string, selected: string | null, pangram: string): string {
  const text = selected?.trim().replaceAll(/\s+/gu, ' ').slice(0, MAX_SAMPLE_LENGTH).toWellFormed() ?? '';
  const script = SCRIPTS[family];
  if (script === undefined) return text === '' ? pangram : text;
  return script.has.test(text) ? text : script.words;
}
