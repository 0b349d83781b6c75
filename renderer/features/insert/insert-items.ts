import {
  Captions,
  Clapperboard,
  ClipboardPaste,
  FolderOpen,
  Group,
  type LucideIcon,
  PaintBucket,
  QrCode,
  Square,
  Type,
} from 'lucide-react';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import type { DesignEntry } from '#renderer/api/queries/use-designs.ts';
import { assetInsertable } from '#renderer/editor/file-kinds.ts';
import { equalRows, nextTile } from '#renderer/interaction/focus.ts';
import { matchesWords } from '#renderer/interaction/word-search.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { compareNames } from '#renderer/ui/format/collation.ts';
import { type Insertable, SHAPE_STYLES, TEXT_PRESETS } from '#shared/editing/insert/insertable.ts';

/** A category of the palette. */
export type InsertCategory = (typeof insertCategories)[number];

export const insertCategories = ['all', 'text', 'shapes', 'pictures', 'sound', 'captions', 'designs'] as const;

type Words = Catalogue['insert'];

/** Something that the palette offers in every project. */
export interface InsertEntry {
  readonly id: string;
  readonly section: 'quick' | 'shapes' | 'captions';
  readonly icon: LucideIcon;
  readonly label: (words: Words) => string;
  /** The layer; null for files from the user's machine, and for an action with a function in `insert-actions.ts`. */
  readonly insertable: ((words: Words) => Insertable) | null;
  /** The action that adds it without the palette; null if there is none. */
  readonly action: {
    readonly id: string;
    readonly label: (words: Words) => string;
    readonly keys?: readonly string[];
  } | null;
}

/**
 * The entries of the palette with their actions. Both are listed in this order. A new entry needs its texts in
 * `strings/insert.en.ts` and `insert.de.ts`. Its XML comes from `shared/editing/insert/`.
 */
export const insertEntries: readonly InsertEntry[] = [
  {
    ...{ id: 'text', section: 'quick', icon: Type },
    label: ({ text }) => text,
    insertable: ({ newText }) => ({ kind: 'text', preset: 'title', words: [newText] }),
    action: { id: 'text/add', label: ({ addText }) => addText, keys: ['T'] },
  },
  {
    ...{ id: 'shape-rounded', section: 'shapes', icon: Square },
    label: ({ shapes }) => shapes.rounded,
    insertable: () => ({ kind: 'shape', style: 'rounded' }),
    action: { id: 'shape/add', label: ({ addRectangle }) => addRectangle, keys: ['R'] },
  },
  {
    ...{ id: 'solid', section: 'quick', icon: PaintBucket },
    label: ({ solid }) => solid,
    insertable: () => ({ kind: 'solid' }),
    action: { id: 'solid/add', label: ({ addSolid }) => addSolid },
  },
  {
    ...{ id: 'code', section: 'quick', icon: QrCode },
    label: ({ code }) => code,
    insertable: () => ({ kind: 'code' }),
    action: { id: 'code/add', label: ({ addCode }) => addCode },
  },
  {
    ...{ id: 'group', section: 'quick', icon: Group },
    label: ({ group }) => group,
    insertable: () => ({ kind: 'group' }),
    action: null,
  },
  {
    ...{ id: 'scene', section: 'quick', icon: Clapperboard },
    label: ({ scene }) => scene,
    insertable: null,
    action: { id: 'scene/add', label: ({ addScene }) => addScene, keys: ['Shift+N'] },
  },
  {
    ...{ id: 'choose', section: 'quick', icon: FolderOpen },
    label: ({ chooseFile }) => chooseFile,
    insertable: null,
    action: null,
  },
  {
    ...{ id: 'captions-new', section: 'captions', icon: Captions },
    label: ({ newCaptions }) => newCaptions,
    insertable: null,
    action: { id: 'captions/new', label: ({ addCaptions }) => addCaptions },
  },
  {
    ...{ id: 'captions-import', section: 'captions', icon: FolderOpen },
    label: ({ importFile }) => importFile,
    insertable: null,
    action: { id: 'captions/import', label: ({ importCaptions }) => importCaptions },
  },
  {
    ...{ id: 'captions-paste', section: 'captions', icon: ClipboardPaste },
    label: ({ pasteCaptions }) => pasteCaptions,
    insertable: null,
    action: { id: 'captions/paste', label: ({ pasteCaptions }) => pasteCaptions },
  },
];

/** An item of the palette: an entry of `insertEntries`, a style, a file of the project, or a design. */
export interface InsertItem {
  readonly id: string;
  readonly label: string;
  /** The id of the action that adds the item directly, without the palette. */
  readonly action?: string;
  /** The content to insert. Null for an item that runs an action, opens a file chooser, or opens a design. */
  readonly insertable: Insertable | null;
  /** The icon of an item without a sample or thumbnail. */
  readonly icon?: LucideIcon;
  /** The asset, for an item that is a file of the project. */
  readonly entry?: AssetEntry;
  /** The design. Choosing it adds a template to the project. */
  readonly design?: DesignEntry;
}

export interface InsertSection {
  readonly id: Exclude<InsertCategory, 'all'> | 'quick';
  readonly heading: string | null;
  /** The number of items per row. */
  readonly columns: number;
  readonly items: readonly InsertItem[];
}

export interface InsertQuery {
  readonly search: string;
  readonly category: InsertCategory;
  readonly assets: readonly AssetEntry[];
  readonly designs: readonly DesignEntry[];
  readonly words: Words;
}

/** The maximum number of listed files. The search finds the others. */
const MAX_FILES = 24;

/** Returns the sections of the palette, in order. */
export function insertSections({ search, category, assets, designs, words }: InsertQuery): readonly InsertSection[] {
  const matchesSearch = (heading: string | null) => (item: InsertItem) =>
    matchesWords(search, [item.label, heading ?? '']);
  return [...allSections(assets, words), designSection(designs, words)]
    .filter(({ id }) => category === 'all' || id === category)
    .map((section) => ({ ...section, items: section.items.filter(matchesSearch(section.heading)) }))
    .map((section) => (isOfFiles(section) ? { ...section, items: section.items.slice(0, MAX_FILES) } : section))
    .filter(({ items }) => items.length > 0);
}

function designSection(designs: readonly DesignEntry[], words: Words): InsertSection {
  const items = designs.map((design) => ({
    id: `design-${design.name}`,
    label: design.title,
    insertable: null,
    design,
  }));
  return { id: 'designs', heading: words.categories.designs, columns: 4, items };
}

function isOfFiles({ id }: InsertSection): boolean {
  return id === 'pictures' || id === 'sound' || id === 'captions';
}

function allSections(assets: readonly AssetEntry[], words: Words): readonly InsertSection[] {
  const files = assets
    .flatMap((entry): readonly (InsertItem & { readonly insertable: Insertable })[] => {
      const insertable = assetInsertable(entry);
      return insertable === null
        ? []
        : [{ id: `file-${entry.name}`, label: entry.name, insertable: insertable, entry }];
    })
    .toSorted((one, other) => compareNames(one.label, other.label));
  const ofKinds = (...kinds: readonly Insertable['kind'][]) =>
    files.filter(({ insertable }) => kinds.includes(insertable.kind));
  return [
    {
      id: 'quick',
      heading: null,
      columns: 3,
      items: entryItems('quick', words),
    },
    {
      id: 'text',
      heading: words.categories.text,
      columns: 4,
      items: TEXT_PRESETS.map((preset) => ({
        id: `text-${preset}`,
        label: words.presets[preset],
        insertable: { kind: 'text', preset, words: words.samples[preset].split('\n') },
      })),
    },
    {
      id: 'shapes',
      heading: words.categories.shapes,
      columns: 8,
      items: SHAPE_STYLES.map((style) => {
        const id = `shape-${style}`;
        const action = insertEntries.find((entry) => entry.id === id)?.action?.id;
        return {
          ...{ id, label: words.shapes[style], insertable: { kind: 'shape', style } as const },
          ...(action !== undefined && { action }),
        };
      }),
    },
    { id: 'pictures', heading: words.categories.pictures, columns: 4, items: ofKinds('video', 'image') },
    { id: 'sound', heading: words.categories.sound, columns: 2, items: ofKinds('audio') },
    {
      id: 'captions',
      heading: words.categories.captions,
      columns: 2,
      items: [...entryItems('captions', words), ...ofKinds('captions')],
    },
  ];
}

/** Returns the entries of a section as items. */
function entryItems(section: InsertEntry['section'], words: Words): readonly InsertItem[] {
  return insertEntries
    .filter((entry) => entry.section === section)
    .map(({ id, label, icon, insertable, action }) => ({
      ...{ id, label: label(words), icon, insertable: insertable?.(words) ?? null },
      ...(action !== null && { action: action.id }),
    }));
}

/** A key that moves between items. */
export type ChoiceKey = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight' | 'Home' | 'End';

export function isChoiceKey(key: string): key is ChoiceKey {
  return ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(key);
}

/**
 * Returns the id of the item to which a key moves; the id of the current item if there is none in that direction. Null
 * for an empty list.
 */
export function movedChoice(
  sections: readonly Pick<InsertSection, 'columns' | 'items'>[],
  chosen: string | null,
  key: ChoiceKey,
): string | null {
  const all = sections.flatMap(({ items }) => items);
  const at = all.findIndex(({ id }) => id === chosen);
  if (at === -1) return all[0]?.id ?? null;
  const rows = sections.flatMap(({ columns, items }) => equalRows(items.length, columns));
  return all[nextTile(key, at, { rows }) ?? at]?.id ?? chosen;
}
