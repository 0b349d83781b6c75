import {
  Captions,
  Clapperboard,
  ClipboardPaste,
  FolderOpen,
  Group,
  type LucideIcon,
  PaintBucket,
  QrCode,
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

/**
 * An item of the palette. A new item also needs texts in `strings/insert.en.ts`, and a face in `insert-palette.tsx`
 * unless it has an icon, an asset, or a design. Its XML comes from `shared/editing/insert/`.
 */
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
  readonly words: Catalogue['insert'];
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

function designSection(designs: readonly DesignEntry[], words: Catalogue['insert']): InsertSection {
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

function allSections(assets: readonly AssetEntry[], words: Catalogue['insert']): readonly InsertSection[] {
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
      items: [
        { id: 'text', label: words.text, action: 'text/add', icon: Type, insertable: plainText(words) },
        { id: 'solid', label: words.solid, icon: PaintBucket, insertable: { kind: 'solid' } },
        { id: 'code', label: words.code, action: 'code/add', icon: QrCode, insertable: { kind: 'code' } },
        { id: 'group', label: words.group, icon: Group, insertable: { kind: 'group' } },
        { id: 'scene', label: words.scene, action: 'scene/add', icon: Clapperboard, insertable: null },
        { id: 'choose', label: words.chooseFile, icon: FolderOpen, insertable: null },
      ],
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
      items: SHAPE_STYLES.map((style) => ({
        ...{ id: `shape-${style}`, label: words.shapes[style], insertable: { kind: 'shape', style } as const },
        ...(style === 'rounded' && { action: 'shape/add' }),
      })),
    },
    { id: 'pictures', heading: words.categories.pictures, columns: 4, items: ofKinds('video', 'image') },
    { id: 'sound', heading: words.categories.sound, columns: 2, items: ofKinds('audio') },
    {
      id: 'captions',
      heading: words.categories.captions,
      columns: 2,
      items: [
        { id: 'captions-new', label: words.newCaptions, action: 'captions/new', icon: Captions, insertable: null },
        {
          id: 'captions-import',
          label: words.importFile,
          action: 'captions/import',
          icon: FolderOpen,
          insertable: null,
        },
        {
          id: 'captions-paste',
          label: words.pasteCaptions,
          action: 'captions/paste',
          icon: ClipboardPaste,
          insertable: null,
        },
        ...ofKinds('captions'),
      ],
    },
  ];
}

/** Returns the item that adds a text without a style. */
export function plainText(words: Pick<Catalogue['insert'], 'newText'>): Insertable {
  return { kind: 'text', preset: 'title', words: [words.newText] };
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
