import type { KeyboardEvent } from 'react';
import type { EditorStore } from '#renderer/state/editor-store.ts';
import type { Catalogue } from '#renderer/strings/catalogue.ts';
import { say } from '#renderer/strings/say.ts';
import type { CaseRow, Row } from '../grid/row.ts';
import { rowTitle } from '../model/row-words.ts';
import type { TimelineStore } from '../model/timeline-store.ts';

interface CaseKeysDependencies {
  readonly editor: EditorStore;
  readonly view: TimelineStore;
  readonly words: Catalogue['timeline'];
  readonly rows: () => readonly Row[];
}

/** Keys of the lane of a case: its order among the others, and where it ends. False for those that mean nothing here. */
export function createCaseKeys({ editor, view, words, rows }: CaseKeysDependencies) {
  const reorder = (row: CaseRow, direction: -1 | 1): boolean => {
    const cases = rows().filter((each): each is CaseRow => each.kind === 'case' && each.choice === row.choice);
    const beside = cases[cases.findIndex(({ id }) => id === row.id) + direction];
    if (beside === undefined) return true;
    const to = direction < 0 ? { before: beside.id } : { after: beside.id };
    const done = editor.actions.dispatch({ type: 'scene/move', scenes: [row.id], to });
    view.setState({ focusWanted: true });
    view.say(done.ok ? words.layerMoved : say(done.error));
    return true;
  };
  const trim = ({ id, scenes: [scene] }: CaseRow, by: number): boolean => {
    if (scene?.id !== id) return true;
    const duration = scene.duration + by;
    const done = editor.actions.dispatch({ type: 'scene/trim-end', scene: id, duration }, { key: `trim ${id}` });
    const after = rows().find((each) => each.id === id);
    if (!done.ok) view.say(say(done.error));
    else if (after?.kind === 'case') view.say(`${rowTitle(after)}, ${words.frames(after.end - after.start)}`);
    return true;
  };
  return {
    onKey: ({ key, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent, row: CaseRow): boolean => {
      if (ctrlKey || metaKey) return false;
      const up = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
      const sideways = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
      if (altKey && !shiftKey && up !== 0) return reorder(row, up);
      if (shiftKey && !altKey && sideways !== 0) return trim(row, sideways);
      return false;
    },
  };
}
