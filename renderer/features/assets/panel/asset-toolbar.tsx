import { ArrowDownUp, LayoutGrid, List, ListFilter, Plus } from 'lucide-react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { Menu } from '#renderer/ui/overlays/menu.tsx';
import type { MenuEntry } from '#renderer/ui/overlays/menu-entry.ts';
import { type AssetView, assetFilters, assetSorts } from '../grid/asset-items.ts';
import type { AssetLayout } from '../grid/grid-size.ts';
import styles from './asset-panel.module.css';

export interface AssetToolbarProps {
  readonly view: AssetView;
  readonly onView: (view: AssetView) => void;
  readonly layout: AssetLayout;
  readonly onLayout: (layout: AssetLayout) => void;
  readonly onImport: () => void;
}

/** Search, filter, order, and the way in. */
export function AssetToolbar({ view, onView, layout, onLayout, onImport }: AssetToolbarProps) {
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
