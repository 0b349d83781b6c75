import type { UseQueryResult } from '@tanstack/react-query';
import { ArrowDownUp, CircleX, FolderOpen, Images, LayoutGrid, List, ListFilter, Plus, SearchX } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useOpened } from '#renderer/actions/dialogs.ts';
import type { AssetEntry } from '#renderer/api/client/asset-list.ts';
import { problemWords } from '#renderer/api/client/problem-words.ts';
import type { TrashEntry } from '#renderer/api/client/trash-list.ts';
import { useAssets } from '#renderer/api/queries/use-assets.ts';
import { useTrash } from '#renderer/api/queries/use-trash.ts';
import { useUploadStates } from '#renderer/api/queries/use-uploads.ts';
import { filesOfTransfer } from '#renderer/api/uploads/collect-files.ts';
import { useEditor, useEditorValue } from '#renderer/editor/editor-context.tsx';
import { canBeSound, isVideo } from '#renderer/editor/file-kinds.ts';
import { isEqual } from '#renderer/interaction/equality.ts';
import { type AssetCommands, useAssetCommands } from '#renderer/project/asset-commands.ts';
import { useFileDrop } from '#renderer/project/file-drop.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { readStored, writeStored } from '#renderer/ui/browser/stored.ts';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { Segmented } from '#renderer/ui/controls/segmented.tsx';
import { DropHint } from '#renderer/ui/display/drop-hint.tsx';
import { EmptyState } from '#renderer/ui/display/empty-state.tsx';
import { Skeleton } from '#renderer/ui/display/skeleton.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { ContextMenu } from '#renderer/ui/overlays/context-menu.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { nameKey } from '#shared/names/asset-name.ts';
import { hasTag } from '#shared/names/tags.ts';
import { BrandPanel } from '../brand-panel.tsx';
import { type AssetDialog, AssetDialogs } from '../dialogs/asset-dialogs.tsx';
import { FontPanel } from '../fonts/font-panel.tsx';
import { AssetGrid, type AssetGridProps } from '../grid/asset-grid.tsx';
import {
  type AssetItem,
  type AssetView,
  arrangeItems,
  assetFilters,
  assetItems,
  assetSorts,
  entriesOf,
} from '../grid/asset-items.ts';
import { NO_TILES_SELECTED } from '../grid/grid-moves.ts';
import type { AssetLayout } from '../grid/grid-size.ts';
import { usedNames } from '../grid/used-names.ts';
import { tagsOf } from '../tag-changes.ts';
import { TagFilter } from '../tag-filter.tsx';
import { trashMenu } from '../trash/trash-menu.ts';
import { TrashPanel, type TrashPanelProps } from '../trash/trash-panel.tsx';
import { useTrashCommands } from '../trash/use-trash-commands.ts';
import { UploadList } from '../upload-list.tsx';
import { assetMenu } from './asset-menu.ts';
import styles from './asset-panel.module.css';
import { type AssetPart, useAssetPart } from './use-asset-part.ts';

const NO_ASSETS: readonly AssetEntry[] = [];
const NO_TRASH: readonly TrashEntry[] = [];
/** The maximum number of recently deleted assets to search for a missing asset. */
const MAX_LOOKUPS = 1000;
const FIRST_VIEW: AssetView = { search: '', sort: 'newest', filter: 'all', tag: null };

/** The Assets tab of the library, with all assets of the project and their import. */
export function AssetPanel() {
  const editor = useEditor();
  const { project } = editor.document.state;
  const { assets: strings, brand } = useStrings();
  const query = useAssets(project);
  const used = useEditorValue(({ document }) => usedNames(document.state.movie), isEqual);
  const commands = useAssetCommands();
  const trash = useTrashCommands(project);
  const [part, setPart] = useAssetPart(query.data === undefined ? null : query.data.length === 0);
  const [view, setView] = useState(FIRST_VIEW);
  const [layout, setLayout] = useAssetLayout();
  const [selection, setSelection] = useState(NO_TILES_SELECTED);
  const [dialog, setDialog] = useState<AssetDialog | null>(null);
  /** The tile under the pointer when the menu was opened; null outside the tiles. */
  const menuAt = useRef<string | null>(null);
  /** The row of the trash under the pointer when the menu was opened; null outside the trash. */
  const trashedAt = useRef<Parameters<TrashPanelProps['onMenu']> | null>(null);

  const assets = query.data ?? NO_ASSETS;
  const uploadStates = useUploadStates(project);
  // Hide assets that are still being uploaded, because the upload list shows them.
  const all = useMemo(
    () =>
      assetItems(
        assets,
        used.filter(({ name }) => !uploadStates.has(nameKey(name))),
      ),
    [assets, used, uploadStates],
  );
  const isAnyMissing = query.isSuccess && all.some(({ type }) => type === 'missing');
  const trashed = useTrash(project, MAX_LOOKUPS, isAnyMissing).data?.assets;
  const tags = useMemo(() => tagsOf(assets), [assets]);
  // Ignore the tag of the filter if no asset has it any more.
  const tag = view.tag !== null && hasTag(tags, view.tag) ? view.tag : null;
  const items = useMemo(() => arrangeItems(all, { ...view, tag }), [all, view, tag]);
  useAssetActions(all, commands, setPart);
  const drop = useFileDrop((transfer) => void commands.addFiles(filesOfTransfer(transfer)));

  // Filter the existing items, because selected assets can have been deleted since.
  const selected = () => items.filter(({ name }) => selection.names.has(name));
  const areSoundsSelected = selected().some(isSound) && selected().every(isSound);
  const rename = (item: AssetItem) => item.type === 'asset' && setDialog({ type: 'rename', entry: item.entry });
  const viewItem = (item: AssetItem) =>
    item.type === 'asset' &&
    (isVideo(item.entry) || canBeSound(item.entry)) &&
    setDialog({ type: 'view', entry: item.entry });
  const remove = (names: readonly string[]) => names.length > 0 && setDialog({ type: 'delete', names });
  const open = (item: AssetItem) => {
    if (item.type === 'missing') return void commands.provideContent(item.name);
    commands.addToTimeline(entriesOf(items, selection.names, item), 'playhead');
  };
  const menuItems = () => {
    const name = menuAt.current;
    // The press also selects the tile, but the menu opens before the selection has changed.
    return name !== null && selection.names.has(name) ? selected() : items.filter((item) => item.name === name);
  };
  const entries = () => {
    if (trashedAt.current !== null) return trashMenu(...trashedAt.current, strings.trash);
    return assetMenu({
      words: strings,
      commands,
      assets,
      items: menuItems(),
      trashed: trashed ?? NO_TRASH,
      onRename: rename,
      onDelete: remove,
      onTags: (entries) => setDialog({ type: 'tags', entries }),
      onDetails: (entry) => setDialog({ type: 'details', entry }),
      onView: (entry) => setDialog({ type: 'view', entry }),
      onRestore: (entry) => void trash.restore([entry]),
    });
  };

  return (
    <ContextMenu entries={entries}>
      <section
        className={styles.panel}
        aria-label={strings.panel}
        data-takes-drops=""
        {...drop.handlers}
        onContextMenuCapture={(event) => {
          const tile = event.target instanceof Element ? event.target.closest('[data-name]') : null;
          trashedAt.current = null;
          menuAt.current = tile?.getAttribute('data-name') ?? null;
        }}
        onPaste={(event) => {
          if (event.clipboardData.files.length === 0) return;
          event.preventDefault();
          void commands.addFiles(filesOfTransfer(event.clipboardData));
        }}
      >
        <Segmented<AssetPart>
          label={strings.parts}
          size="sm"
          value={part}
          onChange={setPart}
          options={[
            { value: 'media', label: strings.media },
            { value: 'fonts', label: strings.fonts.tab },
            { value: 'brand', label: brand.part },
            { value: 'trash', label: strings.trash.tab },
          ]}
          className={styles.parts}
        />
        {part === 'fonts' ? (
          <FontPanel assets={assets} />
        ) : part === 'brand' ? (
          <BrandPanel project={project} />
        ) : part === 'trash' ? (
          <TrashPanel
            project={project}
            commands={trash}
            onMenu={(...at) => {
              trashedAt.current = at;
            }}
          />
        ) : (
          <>
            <AssetToolbar
              {...{ view, layout }}
              onView={setView}
              onLayout={setLayout}
              onImport={() => void commands.importFiles()}
            />
            <TagFilter tags={tags} chosen={tag} onChoose={(chosen) => setView({ ...view, tag: chosen })} />
            <AssetContent
              project={project}
              query={query}
              total={all.length}
              items={items}
              layout={layout}
              selection={selection}
              onSelect={setSelection}
              onOpen={open}
              onRename={rename}
              onView={viewItem}
              onDelete={() => remove(selected().flatMap(({ type, name }) => (type === 'asset' ? [name] : [])))}
              onRelink={(name) => void commands.provideContent(name)}
              onImport={() => void commands.importFiles()}
              onShowAll={() => setView({ ...view, search: '', filter: 'all', tag: null })}
            />
            {areSoundsSelected && (
              <p className={styles.note} role="note">
                {strings.soundNote}
              </p>
            )}
          </>
        )}
        <UploadList project={project} />
        {drop.isOver && <DropHint title={strings.dropHere} hint={strings.dropHint} className={styles.drop} />}
        <AssetDialogs dialog={dialog} project={project} onClose={() => setDialog(null)} />
      </section>
    </ContextMenu>
  );
}

function isSound(item: AssetItem): boolean {
  return item.type === 'asset' && item.entry.media?.kind === 'audio';
}

const key = 'assets-layout';

/** Returns the layout of the assets, which is stored on this machine. */
function useAssetLayout(): [AssetLayout, (layout: AssetLayout) => void] {
  const [layout, setLayout] = useState<AssetLayout>(() => (readStored(key) === 'list' ? 'list' : 'tiles'));
  const choose = (next: AssetLayout) => {
    setLayout(next);
    writeStored(key, next);
  };
  return [layout, choose];
}

/** Handles the actions on assets, and reports the number of missing assets to the editor. */
function useAssetActions(
  items: readonly AssetItem[],
  commands: AssetCommands,
  showPart: (part: AssetPart) => void,
): void {
  const { view } = useEditor();
  const missing = items.filter(({ type }) => type === 'missing');
  const count = missing.length;
  useEffect(() => {
    view.set({ missingAssets: count });
    return () => view.set({ missingAssets: 0 });
  }, [view, count]);
  useOpened('importAssets', () => void commands.importFiles());
  useOpened('relinkAsset', () => {
    const [first] = missing;
    if (first !== undefined) void commands.provideContent(first.name);
  });
  useOpened('trash', () => showPart('trash'));
}

export interface AssetToolbarProps {
  readonly view: AssetView;
  readonly onView: (view: AssetView) => void;
  readonly layout: AssetLayout;
  readonly onLayout: (layout: AssetLayout) => void;
  readonly onImport: () => void;
}

/** The toolbar with search, filter, sort order, and import. */
function AssetToolbar({ view, onView, layout, onLayout, onImport }: AssetToolbarProps) {
  const { assets } = useStrings();
  const filters = assetFilters.map(
    (filter): MenuEntry => ({
      kind: 'command',
      id: filter,
      label: assets.filters[filter],
      checked: view.filter === filter,
      exclusive: true,
      run: () => onView({ ...view, filter }),
    }),
  );
  const sorts = assetSorts.map(
    (sort): MenuEntry => ({
      kind: 'command',
      id: sort,
      label: assets.sortNames[sort],
      checked: view.sort === sort,
      exclusive: true,
      run: () => onView({ ...view, sort }),
    }),
  );
  const isFiltered = view.filter !== 'all';
  return (
    <div className={styles.tools}>
      <SearchField
        value={view.search}
        onChange={(search) => onView({ ...view, search })}
        label={assets.search}
        size="sm"
        className={styles.search}
      />
      <Menu
        trigger={
          <IconButton
            icon={ListFilter}
            size="sm"
            label={isFiltered ? assets.filterOn(assets.filters[view.filter]) : assets.filter}
            className={isFiltered ? styles.on : undefined}
          />
        }
        align="end"
        entries={filters}
      />
      <Menu
        trigger={<IconButton icon={ArrowDownUp} size="sm" label={assets.sortBy(assets.sorts[view.sort])} />}
        align="end"
        entries={sorts}
      />
      <IconButton
        icon={layout === 'list' ? LayoutGrid : List}
        size="sm"
        label={layout === 'list' ? assets.asTiles : assets.asList}
        onClick={() => onLayout(layout === 'list' ? 'tiles' : 'list')}
      />
      <IconButton icon={Plus} size="sm" label={assets.importFiles} onClick={onImport} />
    </div>
  );
}

export interface AssetContentProps extends AssetGridProps {
  readonly query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;
  /** The number of tiles before search and filter. */
  readonly total: number;
  readonly onImport: () => void;
  readonly onShowAll: () => void;
}

/** The tiles, or an explanation of the empty panel. */
function AssetContent({ query, total, onImport, onShowAll, ...grid }: AssetContentProps) {
  const { assets } = useStrings();
  if (query.isPending) return <LoadingTiles />;
  if (query.error !== null && total === 0) {
    const { detail, next } = problemWords(query.error);
    return (
      <EmptyState icon={CircleX} title={assets.failedTitle} hint={`${detail} ${next}`}>
        <Button onClick={() => void query.refetch()}>{assets.tryAgain}</Button>
      </EmptyState>
    );
  }
  if (total === 0) {
    return (
      <EmptyState icon={Images} title={assets.emptyTitle} hint={assets.emptyHint}>
        <Button icon={FolderOpen} onClick={onImport}>
          {assets.chooseFiles}
        </Button>
      </EmptyState>
    );
  }
  if (grid.items.length === 0) {
    return (
      <EmptyState icon={SearchX} title={assets.nothingFound} hint={assets.nothingFoundHint}>
        <Button onClick={onShowAll}>{assets.showAll}</Button>
      </EmptyState>
    );
  }
  return <AssetGrid {...grid} />;
}

const PLACES = ['a', 'b', 'c', 'd', 'e', 'f'] as const;

function LoadingTiles() {
  return (
    <div className={styles.waiting} aria-busy={true}>
      {PLACES.map((place) => (
        <div key={place}>
          <Skeleton width="100%" aspectRatio="16 / 9" />
          <Skeleton width="80%" height={10} className={styles.line} />
        </div>
      ))}
    </div>
  );
}
