import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search';
import type { EditorState } from '@codemirror/state';
import type { EditorView } from '@codemirror/view';
import { ArrowDown, ArrowUp, CaseSensitive, Regex, WholeWord, X } from 'lucide-react';
import { type KeyboardEvent, useReducer, useState } from 'react';
import { useStrings } from '#renderer/strings/use-strings.tsx';
import { Button } from '#renderer/ui/controls/button.tsx';
import { IconButton } from '#renderer/ui/controls/icon-button.tsx';
import { TextField } from '#renderer/ui/fields/text-field.tsx';
import styles from './find-panel.module.css';

/** CodeMirror focuses the element with this attribute. */
const mainField = { 'main-field': 'true' };

/** The find and replace panel above the text. */
export function FindPanel({ view }: { readonly view: EditorView }) {
  const { xmlView: strings } = useStrings();
  const [query, setQuery] = useState(() => getSearchQuery(view.state));
  // React does not notice when a command changes the selection of the view. Render again to update the current match.
  const [, rerender] = useReducer((turn: number) => turn + 1, 0);
  const change = (part: Partial<SearchQuery>) => {
    const { search, replace, caseSensitive, wholeWord, regexp } = { ...query, ...part };
    const next = new SearchQuery({ search, replace, caseSensitive, wholeWord, regexp, literal: !regexp });
    setQuery(next);
    view.dispatch({ effects: setSearchQuery.of(next) });
  };
  const run = (command: (view: EditorView) => boolean) => () => {
    command(view);
    rerender();
  };
  const matches = matchesOf(view.state, query);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') closeSearchPanel(view);
    else if (event.key === 'Enter') run(event.shiftKey ? findPrevious : findNext)();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const count =
    query.search === ''
      ? ''
      : matches.total === '0'
        ? strings.noMatch
        : strings.matches(matches.current, matches.total);
  return (
    <div className={styles.panel}>
      <TextField
        {...mainField}
        label={strings.search}
        placeholder={strings.search}
        size="sm"
        mono
        autoFocus
        value={query.search}
        invalid={query.search !== '' && !query.valid ? strings.badPattern : undefined}
        onChange={(search) => change({ search })}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.target.select()}
        end={
          <>
            <span className={styles.count} role="status">
              {count}
            </span>
            <IconButton
              icon={CaseSensitive}
              label={strings.matchCase}
              size="sm"
              iconSize={14}
              pressed={query.caseSensitive}
              onClick={() => change({ caseSensitive: !query.caseSensitive })}
            />
            <IconButton
              icon={WholeWord}
              label={strings.wholeWord}
              size="sm"
              iconSize={14}
              pressed={query.wholeWord}
              onClick={() => change({ wholeWord: !query.wholeWord })}
            />
            <IconButton
              icon={Regex}
              label={strings.regexp}
              size="sm"
              iconSize={14}
              pressed={query.regexp}
              onClick={() => change({ regexp: !query.regexp })}
            />
          </>
        }
      />
      <div className={styles.buttons}>
        <IconButton icon={ArrowUp} label={strings.previous} keys="Shift+Enter" size="sm" onClick={run(findPrevious)} />
        <IconButton icon={ArrowDown} label={strings.next} keys="Enter" size="sm" onClick={run(findNext)} />
        <IconButton icon={X} label={strings.close} keys="Escape" size="sm" onClick={() => closeSearchPanel(view)} />
      </div>
      <TextField
        label={strings.replaceWith}
        placeholder={strings.replaceWith}
        size="sm"
        mono
        value={query.replace}
        onChange={(replace) => change({ replace })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return onKeyDown(event);
          event.preventDefault();
          run(replaceNext)();
        }}
      />
      <div className={styles.buttons}>
        <Button size="sm" disabled={!query.valid} onClick={run(replaceNext)}>
          {strings.replace}
        </Button>
        <Button size="sm" variant="quiet" disabled={!query.valid} onClick={run(replaceAll)}>
          {strings.replaceAll}
        </Button>
      </div>
    </div>
  );
}

/** The maximum number of matches to count. A higher count would not help the user. */
const MAX_COUNT = 999;

/** Returns the number of matches, and the index (from 1) of the selected match; 0 if none is selected. */
function matchesOf(state: EditorState, query: SearchQuery): { readonly current: number; readonly total: string } {
  if (query.search === '' || !query.valid) return { current: 0, total: '0' };
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state);
  let total = 0;
  let current = 0;
  for (let next = cursor.next(); next.done !== true; next = cursor.next()) {
    total += 1;
    if (next.value.from === from && next.value.to === to) current = total;
    if (total === MAX_COUNT) return { current, total: `${MAX_COUNT}+` };
  }
  return { current, total: String(total) };
}
