import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { SearchField } from '#renderer/ui/fields/search-field.tsx';
import { useFound } from '../model/shown-rows.ts';
import { useTimelineStore, useTimelineView } from '../model/timeline-context.tsx';
import styles from './row-search.module.css';
import { useRowSearch } from './use-row-search.ts';

/** The search of scenes and layers, in the head of the names: below the field how many were found. */
export function RowSearch({ search }: { readonly search: string }) {
  const { timeline: words } = useStrings();
  const view = useTimelineStore();
  const field = useRef<HTMLInputElement>(null);
  const searching = useRowSearch();
  const found = useFound();
  const wanted = useTimelineView((state) => state.searchWanted);
  useLayoutEffect(() => {
    if (!wanted) return;
    field.current?.focus();
    field.current?.select();
    view.setState({ searchWanted: false });
  }, [wanted, view]);
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, nativeEvent } = event;
    if (nativeEvent.isComposing) return;
    const inField = event.target === field.current;
    if (key === 'Escape') searching.close();
    else if (inField && (key === 'Enter' || key === 'ArrowDown')) searching.step(shiftKey ? -1 : 1);
    else if (inField && key === 'ArrowUp') searching.step(-1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count = found?.hits.length ?? 0;
  return (
    <search aria-label={words.searchRows} className={styles.search} onKeyDownCapture={onKeyDown}>
      <SearchField
        ref={field}
        value={search}
        onChange={searching.write}
        label={words.searchRows}
        size="sm"
        className={styles.field}
      />
      <div className={styles.line}>
        <Count />
        {found !== null && count === 0 && (
          <button type="button" className={styles.clear} onClick={searching.clear}>
            {words.clearSearch}
          </button>
        )}
        {count > 0 && (
          <>
            <IconButton
              icon={ChevronUp}
              label={words.previousHit}
              keys="Shift+Enter"
              size="sm"
              iconSize={14}
              className={styles.button}
              onClick={() => searching.step(-1)}
            />
            <IconButton
              icon={ChevronDown}
              label={words.nextHit}
              keys="Enter"
              size="sm"
              iconSize={14}
              className={styles.button}
              onClick={() => searching.step(1)}
            />
          </>
        )}
        <IconButton
          icon={X}
          label={words.closeSearch}
          keys="Escape"
          size="sm"
          iconSize={14}
          className={styles.button}
          onClick={searching.close}
        />
      </div>
    </search>
  );
}

/** How many were found, or at which of them one is. */
function Count() {
  const { timeline: words } = useStrings();
  const found = useFound();
  const at = useTimelineView(({ focus }) => focus?.part ?? focus?.scene ?? null);
  const place = found?.hits.findIndex(({ id }) => id === at) ?? -1;
  const said =
    found === null
      ? ''
      : found.hits.length === 0
        ? words.nothingFound
        : place < 0
          ? words.foundRows(found.hits.length)
          : words.hitOf(place + 1, found.hits.length);
  return (
    <span role="status" className="tabular">
      {said}
    </span>
  );
}
