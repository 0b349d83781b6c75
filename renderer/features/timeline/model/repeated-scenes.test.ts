import { expect, test } from 'vitest';
import { selectUnplayedList } from '#renderer/editor/empty-lists.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { sceneOfIndex, timelineOf } from '#shared/editing/model/timeline.ts';
import { required } from '#shared/lib/assert.ts';
import { dropTarget } from './drop-plans.ts';
import {
  clickedElement,
  clipContent,
  clipIndices,
  clipWith,
  gapBetweenClips,
  isFirstOfClip,
  setOpenCopies,
  shownScenesOf,
} from './repeated-scenes.ts';

const RESOURCES = `<resources>
  <variable name="words" type="list" label="Words" default="a, b, c"/>
  <variable name="none" type="list"/>
  <variable name="nested" type="list"><field name="tags" type="list"/>
    <item tags="x, y"/><item tags="z"/></variable>
</resources>`;

function opened(...scenes: readonly string[]) {
  return openEditor({ text: `<movie width="100" height="50" framerate="25">${RESOURCES}${scenes.join('')}</movie>` });
}

function shownIn(editor: ReturnType<typeof opened>) {
  return shownScenesOf(editor.state(), editor.timeline.state);
}

const SCENE = '<scene duration="10" each="${words}" name="${item}"><text content="${item}"/></scene>';
const SEQUENCE =
  '<scene name="List" each="${words}"><scene duration="10"/><scene duration="5"/><transition duration="2"/></scene>';
const LAST = '<scene duration="20"/>';

test('a repeated scene has one clip with its list’s name', () => {
  const editor = opened(SCENE, LAST);
  const shown = shownIn(editor);
  expect(shown.starts).toEqual([0, 30, 50]);
  const [clip] = shown.scenes;
  const copies = required(shown.folded.get(required(clip, 'it').id), 'it');
  expect(copies).toMatchObject({ element: editor.scene(0), count: 3, isScene: true, title: 'Words' });
  expect(clipContent(required(clip, 'it'), copies)).toMatchObject({ frames: 30, effects: [], parts: 0 });
  expect(shown.indices).toEqual([0, 3]);
});

test('a press on the clip of a repeated sequence selects the sequence', () => {
  const editor = opened(SEQUENCE, LAST);
  const shown = shownIn(editor);
  expect(shown.scenes).toHaveLength(2);
  const clip = required(shown.scenes[0], 'it').id;
  expect(shown.folded.get(clip)).toMatchObject({ title: 'List', isScene: false, count: 3 });
  expect(clickedElement(shown, clip)).toBe(editor.find('scene'));
  expect(clipWith(shown, editor.find('scene'))).toBe(clip);
  expect(clipIndices(shown, 0)).toEqual({ first: 0, last: 5 });
  expect([0, 1, 5, 6].map((scene) => isFirstOfClip(shown, scene))).toEqual([true, false, false, true]);
});

test('copies can get separate clips and be folded again', () => {
  const editor = opened(SCENE, LAST);
  const folded = required([...shownIn(editor).folded.values()][0], 'it');
  setOpenCopies(editor.timeline, folded, true);
  expect(shownIn(editor).starts).toEqual([0, 10, 20, 30, 50]);
  expect([...shownIn(editor).opened.keys()]).toEqual([editor.scene(0)]);
  const second = required(shownIn(editor).scenes[1], 'it').id;
  editor.timeline.set({ focus: { scene: second, part: null }, open: new Set([second]) });
  setOpenCopies(editor.timeline, folded, false);
  expect(shownIn(editor).starts).toEqual([0, 30, 50]);
  expect(editor.timeline.state).toMatchObject({ focus: { scene: editor.scene(0) }, open: new Set() });
});

test('expanded layers of a copy show all copies', () => {
  const editor = opened(SCENE, LAST);
  const copy = required(editor.state().movie?.scenes[2], 'it').id;
  editor.timeline.set({ open: new Set([copy]) });
  expect(shownIn(editor).scenes).toHaveLength(4);
});

test('a list inside a list folds separately in each copy', () => {
  const editor = opened('<scene each="${nested}" as="outer"><scene duration="5" each="${outer.tags}"/></scene>', LAST);
  const outer = required([...shownIn(editor).folded.values()][0], 'it');
  expect(outer).toMatchObject({ count: 2, title: 'nested' });
  setOpenCopies(editor.timeline, outer, true);
  // The second copy contains one item, so its inner scene is an ordinary scene.
  expect(shownIn(editor).starts).toEqual([0, 10, 15, 35]);
  const inner = required([...shownIn(editor).folded.values()][0], 'it');
  expect(inner).toMatchObject({ count: 2, title: 'outer.tags', isScene: true });
});

test('a gap beside a folded clip counts all scenes of the movie', () => {
  const editor = opened(LAST, SEQUENCE, LAST);
  const shown = shownIn(editor);
  const middle = required(sceneOfIndex(shown, 1), 'it');
  expect(gapBetweenClips(shown, middle.start + 2)).toEqual({ index: 1, frame: 20 });
  expect(gapBetweenClips(shown, middle.end - 2)).toEqual({ index: 7, frame: middle.end });
  const timeline = timelineOf(editor.state().movie);
  const inside = { frame: middle.start + 15, asLayer: false, pixelsPerFrame: 1 };
  expect(dropTarget(timeline, inside, shown)).toMatchObject({ kind: 'replace' });
  expect(dropTarget(timeline, inside)).toMatchObject({ kind: 'insert' });
});

test('a movie without lists has a clip for each scene', () => {
  const editor = opened(LAST, LAST);
  expect(shownIn(editor)).toMatchObject({ indices: [0, 1], folded: new Map(), opened: new Map() });
});

const NO_ITEMS = '<scene name="List" each="${none}"><scene duration="10"/><scene duration="5"/></scene>';

test('a chip represents an element without copies, and stays folded', () => {
  const editor = opened(NO_ITEMS.replace('name="List"', ''), LAST);
  const shown = shownIn(editor);
  expect(shown.starts).toEqual([0, 0, 20]);
  const chip = required(shown.scenes[0], 'it').id;
  const copies = required(shown.folded.get(chip), 'it');
  expect(copies).toMatchObject({ title: 'none', isScene: false, count: 0 });
  expect(clickedElement(shown, chip)).toBe(editor.find('scene'));
  setOpenCopies(editor.timeline, copies, true);
  editor.timeline.set({ open: new Set([chip]) });
  expect(shownIn(editor).folded.get(chip)).toMatchObject({ count: 0 });
  // The chip can be moved: the gaps around it are outside of its element.
  expect(clipIndices(shown, 0)).toEqual({ first: 0, last: 1 });
});

test('a movie without a played scene names the list that leaves out its scenes', () => {
  const list = (...scenes: readonly string[]) => selectUnplayedList(opened(...scenes).state());
  expect(list(NO_ITEMS)).toEqual({ list: 'none', why: 'empty' });
  expect(list(SCENE.replace('each', 'where="${item} = z" each'))).toEqual({ list: 'Words', why: 'excluded' });
  expect(list(SCENE.replace('each', 'from="4" each'))).toEqual({ list: 'Words', why: 'range' });
  expect([list(NO_ITEMS, LAST), list(LAST), list()]).toEqual([null, null, null]);
});

test('a placeholder changes neither the problems nor the length', () => {
  // The text of the placeholder would have a problem, because its size has no default.
  const editor = opened(LAST, '<scene duration="9" each="${none}"><text content="x" size="${item}"/></scene>');
  expect(editor.state().problems.map(({ code }) => code)).toEqual(['variable/unused', 'variable/unused']);
  expect(timelineOf(editor.state().movie).total).toBe(20);
});
