import { expect, test } from 'vitest';
import { indexOf } from '#shared/editing/model/document-index.ts';
import { selectNodes } from '#shared/editing/model/selection.ts';
import { required } from '#shared/lib/assert.ts';
import { openEditor } from './testing/open-editor.ts';

const FILM = `<movie width="100" height="50" framerate="25">
  <scene duration="20">
    <solid color="red"><animation><key time="0" opacity="0"/></animation><filter type="blur" value="1"/></solid>
    <solid color="blue"/>
  </scene>
</movie>`;

function opened() {
  const { store, actions } = openEditor({ text: FILM });
  const named = (name: string, index = 0) => {
    const all = [...indexOf(store.document.state.document).elements.values()].filter(
      ({ element }) => element.name === name,
    );
    return required(all[index], name).element.id;
  };
  const keys = store.keyframes;
  const choose = (node: ReturnType<typeof named>) => {
    keys.set({ selected: [{ node, property: 'opacity', key: named('key') }] });
  };
  return { store, actions, named, keys, choose, count: () => keys.state.selected.length };
}

test('keyframes are deselected when another layer is selected', () => {
  const { actions, named, choose, count } = opened();
  const [red, blue] = [named('solid'), named('solid', 1)];
  actions.select(selectNodes([red]));
  choose(red);
  actions.select(selectNodes([blue]));
  expect(count()).toBe(0);
  choose(blue);
  actions.select(selectNodes([]));
  expect(count()).toBe(0);
});

test('keyframes stay selected while their layer or its effect is selected', () => {
  const { actions, named, choose, count } = opened();
  const [red, blue, blur] = [named('solid'), named('solid', 1), named('filter')];
  actions.select(selectNodes([blue]));
  choose(red);
  actions.select(selectNodes([red, blue]));
  actions.select(selectNodes([blur]));
  expect(count()).toBe(1);
});

test('keyframes stay selected through edits and undo', () => {
  const { actions, named, choose, count } = opened();
  actions.select(selectNodes([named('solid', 1)]));
  choose(named('solid'));
  actions.dispatch({ type: 'movie/set', width: 200 });
  actions.undo();
  expect(count()).toBe(1);
});
