import { type KeyboardEvent, useMemo, useState } from 'react';
import { useActions } from '#renderer/actions/use-actions.tsx';
import { type AssetEntry, assetNamed } from '#renderer/api/client/asset-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { type DesignEntry, useDesigns } from '#renderer/api/queries/use-designs.ts';
import { useEditor } from '#renderer/editor/editor-context.tsx';
import { whereAtPlayhead } from '#renderer/editor/inserting.ts';
import { insertFileCommand } from '#renderer/project/add-assets.ts';
import { chooseLayers } from '#renderer/project/placing.ts';
import { useNavigation } from '#renderer/shell/window/window-context.tsx';
import { say } from '#renderer/strings/say.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useToast } from '#renderer/ui/overlays/toast.tsx';
import type { Insertable } from '#shared/editing/insert/insertable.ts';
import {
  type InsertCategory,
  type InsertItem,
  insertCategories,
  insertSections,
  isChoiceKey,
  movedChoice,
} from './insert-items.ts';
import { addNewCaptions, pasteCaptions } from './new-captions.ts';
import { startTypingAdded } from './write-added.ts';

const NO_ASSETS: readonly AssetEntry[] = [];
const NO_DESIGNS: readonly DesignEntry[] = [];

/** Returns the state of the insert palette: the search, its results, and the item that Enter adds. */
export function useInsertPalette(onClose: () => void) {
  const { insert: strings } = useStrings();
  const editor = useEditor();
  const actions = useActions();
  const toasts = useToast();
  const { go } = useNavigation();
  const assets = useAssets(editor.document.state.project).data ?? NO_ASSETS;
  const designs = useDesigns().data ?? NO_DESIGNS;
  const [search, setSearch] = useState('');
  const [category, setCategory] = useState<InsertCategory>('all');
  const [chosen, setChosen] = useState<string | null>(null);
  const sections = useMemo(
    () => insertSections({ search, category, assets, designs, words: strings }),
    [search, category, assets, designs, strings],
  );
  const items = sections.flatMap((section) => section.items);
  const active = items.find(({ id }) => id === chosen) ?? items[0] ?? null;

  const addItem = (insertable: Insertable, over: 'film' | undefined) => {
    const state = editor.document.state;
    const target = whereAtPlayhead(state);
    const media =
      'source' in insertable && insertable.source.kind === 'asset'
        ? (assetNamed(assets, insertable.source.name)?.media ?? null)
        : null;
    const place = over === undefined ? target : { ...target, over };
    const command = insertFileCommand(editor, insertable, media, place);
    const result = command === null ? null : editor.document.dispatch(command);
    if (result?.ok === false) toasts.show({ id: 'refused', message: say(result.error), tone: 'warning' });
    else startTypingAdded(editor);
  };
  const add = ({ insertable, design, action }: InsertItem, over?: 'film') => {
    onClose();
    // A design opens in the gallery, where the user can add it to the project as a template.
    if (design !== undefined)
      return go({ screen: 'designs', project: editor.document.state.project, design: design.name });
    if (insertable !== null) addItem(insertable, over);
    else if (action === 'captions/new') void addNewCaptions(actions.context(), over);
    else if (action === 'captions/paste') void pasteCaptions(actions.context(), over);
    // Nothing may be awaited before this call, because browsers open the file dialog only during a user event.
    else if (action === 'captions/import') chooseLayers({ ...actions.context(), editor }, 'captions', over);
    else if (action !== undefined) void actions.run(action);
    else chooseLayers({ ...actions.context(), editor }, undefined, over);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent, altKey, ctrlKey, metaKey, shiftKey } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey) return;
    const isDone = altKey ? stepCategory(key) : key === 'Enter' ? addActive(shiftKey) : !shiftKey && goTo(key);
    if (isDone) event.preventDefault();
  };
  const addActive = (isOver: boolean): true => {
    if (active !== null) add(active, isOver ? 'film' : undefined);
    return true;
  };
  /**
   * Handles a navigation key and returns whether it was handled. If the search field contains text, the left and right
   * arrow keys move the text cursor.
   */
  const goTo = (key: string): boolean => {
    const isPaletteKey = isChoiceKey(key) && (search === '' || key === 'ArrowUp' || key === 'ArrowDown');
    if (isPaletteKey) setChosen(movedChoice(sections, active?.id ?? null, key));
    return isPaletteKey;
  };
  const stepCategory = (key: string): boolean => {
    const by = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0;
    if (by === 0) return false;
    const at = insertCategories.indexOf(category);
    setCategory(insertCategories[(at + by + insertCategories.length) % insertCategories.length] ?? 'all');
    setChosen(null);
    return true;
  };

  return {
    search,
    setSearch: (next: string) => {
      setSearch(next);
      setChosen(null);
    },
    category,
    setCategory: (next: InsertCategory) => {
      setCategory(next);
      setChosen(null);
    },
    sections,
    active: active?.id ?? null,
    add,
    onKeyDown,
  };
}
