import { describe, expect, test } from 'vitest';
import { selectNodes } from '#shared/editing/model/selection.ts';
import { message } from '#shared/messages/message.ts';
import { FILM, openEditor } from './testing/open-editor.ts';

const edited = (duration: number) => FILM.replace('"10"', `"${duration}"`);

describe('a change by another window', () => {
  const version = (text: string, etag = '"9"') => ({ kind: 'saved', version: { text, etag } }) as const;

  const named = (duration: number, name: string) => edited(duration).replace('name="a"', `name="${name}"`);

  test('becomes a step that undo leaves in place', async () => {
    const editor = openEditor();
    const second = editor.scene(1);
    editor.select(second);
    editor.seek(15);
    editor.service.saveRemotely(edited(12));
    await editor.saving.handleRemoteChange(version(edited(12), '"2"'));
    expect(editor.state()).toMatchObject({ text: edited(12), playhead: 15, saving: { kind: 'saved' } });
    expect(editor.state().selection).toEqual(selectNodes([second]));
    await editor.clock.pass(5_000);
    expect([editor.service.requests, editor.journal.texts()]).toEqual([[], []]);

    editor.trim(0, 13);
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(edited(13));
    expect(editor.undo()).not.toBeNull();
    expect(editor.undo()).toBeNull();
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(edited(12));
    editor.document.jump(0);
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(FILM);
  });

  test('is undone like an own step if an assistant made it', async () => {
    const editor = openEditor();
    editor.trim(0, 13);
    await editor.clock.pass(2_000);
    const theirs = editor.xml().replace('name="a"', 'name="theirs"');
    editor.service.saveRemotely(theirs);
    const origin = { author: { kind: 'agent', name: 'Claude Code' }, label: 'Other name' } as const;
    await editor.saving.handleRemoteChange({ ...version(theirs, '"9"'), origin });
    expect(editor.undo()).toEqual(message('step/take-change-of', { author: 'Claude Code', label: 'Other name' }));
    expect(editor.xml()).toBe(edited(13));
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(edited(13));
    editor.redo();
    expect(editor.xml()).toBe(theirs);
  });

  test('stays when an earlier own edit is undone and redone', async () => {
    const editor = openEditor();
    editor.trim(0, 13);
    editor.edit({ type: 'scene/rename', scene: editor.scene(1), name: 'b' });
    await editor.clock.pass(2_000);
    const mine = editor.xml();
    const theirs = mine.replace('name="a"', 'name="theirs"');
    editor.service.saveRemotely(theirs);
    await editor.saving.handleRemoteChange(version(theirs, '"9"'));
    expect(editor.undo()).toMatchObject({ code: 'step/rename-scene' });
    expect(editor.xml()).toBe(named(13, 'theirs'));
    expect(editor.undo()).not.toBeNull();
    expect(editor.xml()).toBe(named(10, 'theirs'));
    expect(editor.undo()).toBeNull();
    editor.redo();
    expect(editor.xml()).toBe(named(13, 'theirs'));
    editor.redo();
    expect(editor.xml()).toBe(theirs);
    editor.document.jump(0);
    expect(editor.xml()).toBe(FILM);
  });

  test('can be redone before an own edit that replaced an XML error', async () => {
    const editor = openEditor();
    editor.type(`${FILM}<`);
    editor.edit({ type: 'text/replace', text: edited(13) });
    await editor.clock.pass(2_000);
    const theirs = named(13, 'theirs');
    editor.service.saveRemotely(theirs);
    await editor.saving.handleRemoteChange(version(theirs, '"9"'));
    editor.undo();
    expect(editor.xml()).toBe(named(10, 'theirs'));
    editor.document.jump(0);
    editor.redo();
    expect(editor.xml()).toBe(named(10, 'theirs'));
    editor.redo();
    expect(editor.xml()).toBe(theirs);
  });

  test('can prevent undo of an earlier own edit at the same place', async () => {
    const editor = openEditor();
    editor.trim(0, 13);
    await editor.clock.pass(2_000);
    editor.service.saveRemotely(edited(14));
    await editor.saving.handleRemoteChange(version(edited(14), '"9"'));
    expect(editor.undo()).toBeNull();
    expect(editor.xml()).toBe(edited(14));
    editor.document.jump(0);
    expect(editor.xml()).toBe(FILM);
  });

  test('stays if it has an XML error', async () => {
    const editor = openEditor();
    editor.trim(0, 13);
    await editor.clock.pass(2_000);
    const broken = `${edited(13)}<`;
    editor.service.saveRemotely(broken);
    await editor.saving.handleRemoteChange(version(broken, '"9"'));
    expect(editor.undo()).toBeNull();
    expect(editor.xml()).toBe(broken);
    editor.document.discardText();
    expect(editor.xml()).toBe(edited(13));
  });

  test('is undone when the user chooses the other version', async () => {
    const editor = openEditor();
    editor.trim(0, 5);
    editor.service.saveRemotely(edited(12));
    await editor.saving.handleRemoteChange(version(edited(12), '"2"'));
    await editor.saving.resolveConflict({ kind: 'theirs' });
    expect(editor.undo()).toEqual(message('step/take-other-version'));
    expect(editor.xml()).toBe(edited(5));
  });

  test('is a conflict with unsaved or invalid text', async () => {
    for (const text of ['<movie', edited(5)]) {
      const editor = openEditor();
      editor.type(text);
      editor.service.saveRemotely(edited(12));
      await editor.saving.handleRemoteChange(version(edited(12), '"2"'));
      expect(editor.state()).toMatchObject({ text, saving: { kind: 'conflict', theirs: { text: edited(12) } } });
      editor.type(`${text} `);
      await editor.clock.pass(5_000);
      expect(editor.service.requests).toEqual([]);
      expect(editor.journal.texts()).toEqual([`${text} `]);
      await editor.saving.handleRemoteChange(version(edited(14), '"3"'));
      expect(await editor.saving.resolveConflict({ kind: 'theirs' })).toMatchObject({ ok: true });
      expect(editor.state()).toMatchObject({ text: edited(14), saving: { kind: 'saved' } });
    }
  });

  test('is ignored if this window saved an identical version', async () => {
    const editor = openEditor();
    editor.trim(0, 5);
    const saving = editor.saving.save();
    const met = editor.saving.handleRemoteChange(version(edited(5), '"2"'));
    await Promise.all([saving, met]);
    expect(editor.state().saving).toMatchObject({ kind: 'saved' });
    expect(editor.state().history.entries).toHaveLength(1);
    expect([await editor.saving.isKnownVersion('"2"'), await editor.saving.isKnownVersion('"1"')]).toEqual([
      true,
      false,
    ]);
  });

  test('is ignored if this window has saved since the read', async () => {
    const editor = openEditor();
    const since = editor.saving.savedEtag();
    const older = { ...version(FILM, since ?? ''), since };
    editor.trim(0, 5);
    const saving = editor.saving.save();
    expect(await editor.saving.handleRemoteChange(older)).toBe(false);
    await saving;
    expect(await editor.saving.handleRemoteChange({ kind: 'deleted', what: 'template', since })).toBe(false);
    expect(editor.state()).toMatchObject({ text: edited(5), saving: { kind: 'saved' } });
    const now = editor.saving.savedEtag();
    expect(await editor.saving.handleRemoteChange({ ...version(edited(12)), since: now })).toBe(true);
    expect(editor.xml()).toBe(edited(12));
  });

  test('is applied after the gesture ends', async () => {
    const editor = openEditor();
    editor.drag({ type: 'scene/trim-end', scene: editor.scene(0), duration: 7 });
    const met = editor.saving.handleRemoteChange(version(edited(12)));
    await editor.clock.pass(100);
    expect(editor.state().gesture).not.toBe(null);
    editor.escape();
    await met;
    expect(editor.xml()).toBe(edited(12));
  });

  test('keeps the text of a deleted template until the user saves', async () => {
    const editor = openEditor();
    editor.trim(0, 5);
    editor.service.remove();
    await editor.saving.handleRemoteChange({ kind: 'deleted', what: 'template' });
    editor.trim(0, 6);
    await editor.clock.pass(5_000);
    expect(editor.state().saving).toEqual({ kind: 'deleted', what: 'template' });
    expect([editor.service.requests, editor.journal.texts()]).toEqual([[], [edited(6)]]);
    expect(await editor.saving.resolveConflict({ kind: 'overwrite' })).toMatchObject({ ok: true });
    expect([editor.service.text(), editor.state().saving.kind]).toEqual([edited(6), 'saved']);
    expect(editor.service.requests.map(({ etag }) => etag)).toEqual([null]);
  });

  test('is an ordinary change if the template was recreated', async () => {
    const editor = openEditor();
    await editor.saving.handleRemoteChange({ kind: 'deleted', what: 'template' });
    await editor.clock.pass(5_000);
    expect(editor.journal.texts()).toEqual([FILM]);
    await editor.saving.handleRemoteChange(version(FILM, '"1"'));
    await editor.clock.pass(5_000);
    expect(editor.state()).toMatchObject({ text: FILM, saving: { kind: 'saved' } });
    expect(editor.journal.texts()).toEqual([]);
  });
});
