import type { SearchQuery } from '@codemirror/search';
import type { EditorState } from '@codemirror/state';

/** Counting stops here; more say nothing. */
const MOST = 999;

/** How many matches there are, and which of them is selected, from 1; 0 for none. */
export function matchesOf(
  state: EditorState,
  query: SearchQuery,
): { readonly current: number; readonly total: string } {
  if (query.search === '' || !query.valid) return { current: 0, total: '0' };
  const { from, to } = state.selection.main;
  const cursor = query.getCursor(state);
  let total = 0;
  let current = 0;
  for (let next = cursor.next(); next.done !== true; next = cursor.next()) {
    total += 1;
    if (next.value.from === from && next.value.to === to) current = total;
    if (total === MOST) return { current, total: `${MOST}+` };
  }
  return { current, total: String(total) };
}
