import { useVirtualizer } from '@tanstack/react-virtual';
import {
  type DragEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useProxyStates } from '#renderer/api/queries/use-media.ts';
import { equalRows, isPointed, nextTile } from '#renderer/interaction/focus.ts';
import { kindName, notesOf } from '#renderer/project/asset-notes.ts';
import { fillDrag } from '#renderer/project/drag-data.ts';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { useWidth } from '#renderer/ui/browser/use-width.ts';
import styles from './asset-grid.module.css';
import { type AssetItem, canBeDragged } from './asset-items.ts';
import { AssetTile, factsOf } from './asset-tile.tsx';
import { type GridSelection, NO_TILES_SELECTED, selectTile } from './grid-moves.ts';
import { type AssetLayout, gridSize } from './grid-size.ts';

export interface AssetGridProps {
  readonly project: string;
  readonly items: readonly AssetItem[];
  readonly layout: AssetLayout;
  readonly selection: GridSelection;
  readonly onSelect: (selection: GridSelection) => void;
  /** Called on Enter and on a double-click. */
  readonly onOpen: (item: AssetItem) => void;
  /** Called on Shift+Enter. */
  readonly onView: (item: AssetItem) => void;
  readonly onRename: (item: AssetItem) => void;
  readonly onDelete: () => void;
  readonly onRelink: (name: string) => void;
}

/** A virtualized grid of tiles. It is one tab stop, and arrow keys move inside it. */
export function AssetGrid(props: AssetGridProps) {
  const { project, items, layout, selection, onSelect } = props;
  const { assets } = useStrings();
  const scroller = useRef<HTMLDivElement>(null);
  const width = useWidth(scroller);
  const { columns, rowHeight, gap, pictureHeight } = gridSize(width, layout);
  const rowCount = Math.ceil(items.length / columns);
  const [current, setCurrent] = useState(0);
  const focusNext = useRef(false);
  const proxies = useProxyStates(project);
  const at = Math.min(current, Math.max(0, items.length - 1));
  const virtualizer = useVirtualizer({
    count: rowCount,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    paddingEnd: 12,
    paddingStart: 2,
    overscan: 4,
  });
  useEffect(() => {
    virtualizer.measure();
    // Measure all rows again, because their common height has changed.
    void rowHeight;
  }, [virtualizer, rowHeight]);
  useEffect(() => {
    if (!focusNext.current) return;
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
    if (cell === null || cell === undefined) return;
    focusNext.current = false;
    cell.focus({ preventScroll: true });
  });

  const focusHandlers = useFocusAfterRemoval(() =>
    scroller.current?.querySelector<HTMLElement>(`[data-at="${at}"]`)?.focus({ preventScroll: true }),
  );

  const names = () => items.map(({ name }) => name);
  const press = (index: number, event: MouseEvent | KeyboardEvent) => {
    const item = items[index];
    if (item === undefined) return;
    setCurrent(index);
    const mode = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';
    onSelect(selectTile(selection, item.name, mode, names()));
  };
  const moveTo = (index: number, event: KeyboardEvent) => {
    event.preventDefault();
    focusNext.current = true;
    virtualizer.scrollToIndex(Math.floor(index / columns));
    // With Ctrl, move only the focus, so that the user can select non-adjacent tiles.
    if (event.ctrlKey || event.metaKey) setCurrent(index);
    else press(index, event);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const visibleRowCount = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight));
    const next = nextTile(event.key, at, { rows: equalRows(items.length, columns), page: visibleRowCount });
    if (next !== null && !event.altKey) return moveTo(next, event);
    const item = items[at];
    const command = item === undefined ? undefined : keyCommand(event, item);
    if (command === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    command();
  };
  const keyCommand = (event: KeyboardEvent, item: AssetItem): (() => void) | undefined => {
    if (event.key === 'Enter') return () => (event.shiftKey ? props.onView(item) : props.onOpen(item));
    if (event.key === 'F2') return () => props.onRename(item);
    if (event.key === 'Delete' || event.key === 'Backspace') return props.onDelete;
    // If the tile was focused with the pointer, leave the Space key to the editor, where it starts playback.
    if (event.key === ' ' && event.target instanceof Element && isPointed(event.target)) return undefined;
    if (event.key === ' ') return () => onSelect(selectTile(selection, item.name, 'toggle', names()));
    if (event.key === 'Escape' && selection.names.size > 0) return () => onSelect(NO_TILES_SELECTED);
    if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey))
      return () => onSelect({ names: new Set(names()), anchor: item.name });
    return undefined;
  };
  const onDragStart = (event: DragEvent, item: AssetItem) => {
    if (!canBeDragged(item)) return event.preventDefault();
    const others = selection.names.has(item.name)
      ? items.filter((other) => other.name !== item.name && selection.names.has(other.name))
      : [];
    fillDrag(
      event.dataTransfer,
      [item, ...others].flatMap((each) => (canBeDragged(each) ? [each.entry] : [])),
    );
  };

  return (
    <div ref={scroller} className={styles.scroller}>
      {/* biome-ignore lint/a11y/useSemanticElements: a virtual grid renders only the rows in view. */}
      <div
        role="grid"
        aria-label={assets.panel}
        aria-rowcount={rowCount}
        aria-colcount={columns}
        aria-multiselectable={true}
        className={styles.grid}
        data-layout={layout}
        style={{
          height: virtualizer.getTotalSize(),
          ...(pictureHeight !== null && { '--picture-height': `${pictureHeight}px` }),
        }}
        {...focusHandlers}
        onKeyDown={onKeyDown}
      >
        {virtualizer.getVirtualItems().map((row) => (
          // biome-ignore lint/a11y/useFocusableInteractive: its cells take the focus.
          // biome-ignore lint/a11y/useSemanticElements: part of a virtual grid.
          <div
            key={row.key}
            role="row"
            aria-rowindex={row.index + 1}
            className={styles.row}
            style={{ transform: `translateY(${row.start}px)`, gridTemplateColumns: `repeat(${columns}, 1fr)`, gap }}
          >
            {items.slice(row.index * columns, (row.index + 1) * columns).map((item, column) => {
              const index = row.index * columns + column;
              return (
                // biome-ignore lint/a11y/useSemanticElements: part of a virtual grid.
                // biome-ignore lint/a11y/useKeyWithClickEvents: the grid handles the keys of all cells.
                <div
                  key={item.name}
                  role="gridcell"
                  aria-colindex={column + 1}
                  aria-selected={selection.names.has(item.name)}
                  aria-label={labelOf(item, assets)}
                  tabIndex={index === at ? 0 : -1}
                  data-at={index}
                  data-name={item.name}
                  draggable={canBeDragged(item)}
                  className={styles.cell}
                  onFocus={() => setCurrent(index)}
                  onClick={(event) => press(index, event)}
                  onContextMenu={(event) => !selection.names.has(item.name) && press(index, event)}
                  onDoubleClick={() => props.onOpen(item)}
                  onDragStart={(event) => onDragStart(event, item)}
                >
                  <AssetTile {...{ project, item, layout }} proxy={proxies[item.name]} onRelink={props.onRelink} />
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </div>
  );
}

function labelOf(item: AssetItem, words: ReturnType<typeof useStrings>['assets']): string {
  if (item.type === 'missing') return words.tile([item.name, words.missing, words.missingIn(item.scenes)]);
  return words.tile([
    item.name,
    kindName(item.entry, words),
    factsOf(item.entry, words),
    ...notesOf(item.entry, words),
  ]);
}

/**
 * Calls `focusTile` if the focused element was removed from the grid, for example the tile of a deleted asset. The next
 * tile then takes the focus. Menus and dialogs restore the focus themselves.
 */
function useFocusAfterRemoval(focusTile: () => void) {
  const hadFocus = useRef(false);
  useEffect(() => {
    const { activeElement } = document;
    if (hadFocus.current && (activeElement === null || activeElement === document.body)) focusTile();
  });
  return {
    onFocus: () => {
      hadFocus.current = true;
    },
    onBlur: ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget === null)
        // Restore the focus if the tile was removed. After a press outside the grid, do not restore it.
        queueMicrotask(() => {
          hadFocus.current = !target.isConnected;
        });
      else hadFocus.current = relatedTarget.closest('[role=dialog], [role=menu], [role=grid]') !== null;
    },
  };
}
