import { expect, it } from 'vitest';
import { markChangedParts } from './changed-parts.ts';
import { FILM, openEditor } from './testing/open-editor.ts';

const LATER = FILM.replace('"10"', '"12"');

function changeOf(name: string, text: string, etag: string) {
  const author = { kind: 'agent', name } as const;
  return { kind: 'saved', version: { text, etag }, origin: { author, label: 'Longer' } } as const;
}

it('marks elements that a program changed for four seconds', async () => {
  const editor = openEditor();
  const stop = markChangedParts(editor, editor.clock);
  const [first, second, video] = [editor.scene(0), editor.scene(1), editor.find('video')];
  const marked = () => editor.view.state.changedParts;
  editor.service.saveRemotely(LATER);
  await editor.saving.handleRemoteChange(changeOf('Claude', LATER, '"2"'));
  expect(marked().author).toBe('Claude');
  expect([first, second, video].map((id) => marked().ids.has(id))).toEqual([true, false, false]);
  await editor.clock.pass(3_000);
  const latest = LATER.replace('b.mp4', 'c.mp4');
  editor.service.saveRemotely(latest);
  await editor.saving.handleRemoteChange(changeOf('Claude', latest, '"3"'));
  await editor.clock.pass(3_000);
  expect([first, second, video].map((id) => marked().ids.has(id))).toEqual([true, true, true]);
  await editor.clock.pass(1_000);
  expect(marked()).toMatchObject({ author: null, ids: new Set() });
  stop();
});

it('marks neither own steps nor the steps of other windows', async () => {
  const editor = openEditor();
  const stop = markChangedParts(editor, editor.clock);
  editor.trim(1, 30);
  await editor.clock.pass(2_000);
  const saved = editor.service.text() ?? '';
  const theirs = saved.replace('"10"', '"12"');
  editor.service.saveRemotely(theirs);
  const change = changeOf('', theirs, '"3"');
  await editor.saving.handleRemoteChange({ ...change, origin: { author: { kind: 'person', name: '' }, label: null } });
  expect(editor.xml()).toBe(theirs);
  expect(editor.view.state.changedParts.ids.size).toBe(0);
  stop();
});
