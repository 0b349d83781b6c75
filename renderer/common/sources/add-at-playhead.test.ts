import { expect, test } from 'vitest';
import { selectNodes } from '../../../shared/editing/selection.ts';
import type { AssetEntry } from '../../api/client/asset-list.ts';
import { openEditor, sceneId } from '../../state/testing/open-editor.ts';
import { indexAtPlayhead, positionAtPlayhead, selectAdded } from './add-at-playhead.ts';
import { addScenesCommand } from './add-scenes.ts';

const EMPTY = '<movie width="100" height="50" framerate="25">\n</movie>\n';

function clip(name: string): AssetEntry {
  const media = { kind: 'video', durationSeconds: 1, width: 1, height: 1, frameRate: '25' } as const;
  const codecs = {
    videoCodec: 'h264',
    audioCodec: null,
    hasAudio: false,
    pictureSeconds: 1,
    damage: null,
    fontFamily: null,
    reason: null,
  };
  const times = { createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' };
  return { name, size: 1, contentType: 'video/mp4', etag: '"1"', ...times, media: { ...media, ...codecs } };
}

/** What Enter does with these clips. */
function add(editor: ReturnType<typeof openEditor>, ...names: readonly string[]) {
  const { movie, document } = editor.state();
  if (movie === null) throw new Error('there is a film');
  const command = addScenesCommand(names.map(clip), positionAtPlayhead(editor.state()), movie.frameRate);
  if (command === null) throw new Error('they are clips');
  editor.actions.dispatch(command);
  selectAdded(editor.store, document);
}
const sources = ({ state }: ReturnType<typeof openEditor>) =>
  [...state().text.matchAll(/src="([^"]*)"/gu)].map(([, name]) => name);

test('clips that are added one after the other, or several at once, stand behind each other in that order', () => {
  const editor = openEditor({ text: EMPTY });
  add(editor, 'a', 'b');
  add(editor, 'c');
  // The playhead goes to what was added.
  editor.actions.seek(60);
  add(editor, 'd', 'e');
  expect(sources(editor)).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(editor.state().selection).toMatchObject({ ids: [sceneId(editor.store, 3), sceneId(editor.store, 4)] });
});

test('without a selection they go to the nearer end of the scene under the playhead', () => {
  const { actions, state, store } = openEditor();
  expect(indexAtPlayhead(state())).toBe(0);
  actions.seek(8);
  expect(indexAtPlayhead(state())).toBe(1);
  actions.seek(27);
  expect(indexAtPlayhead(state())).toBe(2);
  // What is selected elsewhere is not meant.
  actions.select(selectNodes([sceneId(store, 0)]));
  expect(indexAtPlayhead(state())).toBe(2);
});
