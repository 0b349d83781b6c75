import { describe, expect, test } from 'vitest';
import { fakeClock } from '../testing/fake-clock.ts';
import { fakeService } from '../testing/fake-service.ts';
import { memoryJournal } from '../testing/memory-journal.ts';
import { FILM, openEditor } from '../testing/open-editor.ts';

const edited = (duration: number) => FILM.replace('"10"', `"${duration}"`);

describe('an edit', () => {
  test('is saved over the opened version within two seconds', async () => {
    const editor = openEditor();
    editor.trim(0, 5);
    expect(editor.state().saving).toEqual({ kind: 'dirty' });
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(edited(5));
    expect(editor.state().saving).toMatchObject({ kind: 'saved' });
    editor.trim(0, 6);
    await editor.clock.pass(2_000);
    expect(editor.service.requests.map(({ etag }) => etag)).toEqual(['"1"', '"2"']);
  });

  test('is saved within two seconds while edits continue', { tags: ['promise:P12'] }, async () => {
    const editor = openEditor();
    for (let turn = 1; turn <= 8; turn++) {
      editor.trim(0, turn);
      await editor.clock.pass(250);
    }
    expect(editor.service.requests.length).toBeGreaterThan(0);
  });

  test('is saved after a save that is already running', async () => {
    const editor = openEditor();
    editor.trim(0, 5);
    const saving = editor.saving.save();
    editor.trim(0, 6);
    await saving;
    expect(editor.state().saving).toEqual({ kind: 'dirty' });
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(edited(6));
  });

  test('is not sent if it is undone before the save', async () => {
    const editor = openEditor();
    editor.trim(0, 5);
    editor.undo();
    await editor.clock.pass(5_000);
    expect(editor.service.requests).toEqual([]);
    expect(editor.journal.texts()).toEqual([]);
  });

  test('is retried with growing delays after a failed save', async () => {
    const editor = openEditor();
    editor.service.failWith({ kind: 'failed', reason: 'The disk is full.' });
    editor.trim(0, 5);
    await editor.clock.pass(10_000);
    expect(editor.state().saving).toMatchObject({ kind: 'failed', reason: 'The disk is full.' });
    expect(editor.service.requests).toHaveLength(4);
    expect(editor.journal.texts()).toEqual([edited(5)]);
    editor.service.failWith(null);
    await editor.clock.pass(30_000);
    expect(editor.service.text()).toBe(edited(5));
    expect(editor.journal.texts()).toEqual([]);
  });

  test('is retried after a failed save when the service is back', { tags: ['promise:P12'] }, async () => {
    const editor = openEditor();
    editor.service.failWith({ kind: 'failed', reason: 'The service does not answer.' });
    editor.trim(0, 5);
    await editor.clock.pass(300_000);
    const tries = editor.service.requests.length;
    editor.saving.retry();
    await editor.clock.pass(0);
    expect(editor.service.requests).toHaveLength(tries + 1);
    editor.service.failWith(null);
    editor.saving.retry();
    await editor.clock.pass(0);
    expect(editor.service.text()).toBe(edited(5));
    expect(editor.state().saving).toMatchObject({ kind: 'saved' });
    editor.saving.retry();
    await editor.clock.pass(60_000);
    expect(editor.service.requests).toHaveLength(tries + 2);
  });

  test('is retried every five seconds even without a signal', async () => {
    const editor = openEditor();
    editor.service.failWith({ kind: 'failed', reason: 'The service does not answer.' });
    editor.trim(0, 5);
    await editor.clock.pass(300_000);
    editor.service.failWith(null);
    await editor.clock.pass(5_000);
    expect(editor.service.text()).toBe(edited(5));
  });

  test('is saved even if the XML has errors', async () => {
    const editor = openEditor();
    editor.type('<movie');
    await editor.clock.pass(5_000);
    expect(editor.state().saving).toMatchObject({ kind: 'saved' });
    expect(editor.service.text()).toBe('<movie');
    expect(editor.journal.texts()).toEqual([]);
    editor.type(edited(5));
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(edited(5));
    expect(editor.journal.texts()).toEqual([]);
  });

  test('can be undone to the valid text after opening with errors', async () => {
    const broken = `${FILM}<`;
    const editor = openEditor({ text: broken, lastGood: FILM });
    expect(editor.state()).toMatchObject({ text: broken, isTextBroken: true });
    expect(editor.state().movie?.scenes).toHaveLength(2);
    editor.undo();
    expect(editor.state()).toMatchObject({ text: FILM, isTextBroken: false });
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(FILM);
  });

  test('is stored for recovery if the service refuses the save', async () => {
    const editor = openEditor();
    editor.service.failWith({ kind: 'refused', reason: 'It is too large.' });
    editor.trim(0, 5);
    await editor.clock.pass(5_000);
    expect(editor.state().saving).toEqual({ kind: 'held', reason: 'It is too large.' });
    expect(editor.journal.texts()).toEqual([edited(5)]);
  });

  test('is sent when the page closes if it is small', async () => {
    const editor = openEditor();
    editor.trim(0, 5);
    editor.saving.flush();
    expect(editor.service.requests).toMatchObject([{ keepalive: true, text: edited(5) }]);
    const large = openEditor({ text: FILM.replace('"a"', `"${'ä'.repeat(40_000)}"`) });
    large.trim(0, 5);
    large.saving.flush();
    await large.clock.pass(0);
    expect(large.service.requests).toEqual([]);
    expect(large.journal.texts()).toEqual([large.xml()]);
  });
});

describe('a save whose response is lost', () => {
  async function lost() {
    const editor = openEditor();
    editor.service.loseAnswer();
    editor.trim(0, 5);
    await editor.clock.pass(1_000);
    expect(editor.service.text()).toBe(edited(5));
    expect(editor.state().saving.kind).toBe('failed');
    return editor;
  }

  test('causes no conflict with itself', async () => {
    const editor = await lost();
    await editor.clock.pass(5_000);
    expect(editor.state().saving.kind).toBe('saved');
    expect(editor.journal.texts()).toEqual([]);
  });

  test('does not block the next save', async () => {
    const editor = await lost();
    editor.trim(0, 6);
    await editor.clock.pass(5_000);
    expect(editor.state().saving.kind).toBe('saved');
    expect(editor.service.text()).toBe(edited(6));
  });

  test('can be undone', async () => {
    const editor = await lost();
    editor.undo();
    await editor.clock.pass(5_000);
    expect(editor.state().saving.kind).toBe('saved');
    expect(editor.service.text()).toBe(FILM);
  });

  test('does not hide a conflict with another window’s save', async () => {
    const editor = await lost();
    editor.service.saveRemotely(edited(99));
    await editor.clock.pass(5_000);
    expect(editor.state().saving).toMatchObject({ kind: 'conflict', theirs: { text: edited(99) } });
  });
});

describe('a template that is open in two windows', () => {
  async function conflict() {
    const editor = openEditor();
    editor.service.saveRemotely(edited(99));
    editor.trim(0, 5);
    await editor.clock.pass(2_000);
    return editor;
  }

  test('reports the conflict and stores both versions', async () => {
    const editor = await conflict();
    expect(editor.state().saving).toMatchObject({ kind: 'conflict', theirs: { text: edited(99) } });
    editor.trim(0, 6);
    await editor.clock.pass(60_000);
    expect(editor.service.text()).toBe(edited(99));
    expect(editor.journal.texts()).toEqual([edited(6)]);
  });

  test('saves every edit into a copy until the conflict is resolved', async () => {
    const editor = await conflict();
    const copy = editor.copyService('t (conflict 1)');
    expect(copy.text()).toBe(edited(5));
    expect(editor.state().conflictCopy).toMatchObject({ name: 't (conflict 1)', saving: { kind: 'saved' } });
    editor.trim(0, 6);
    await editor.clock.pass(2_000);
    expect(copy.text()).toBe(edited(6));
    expect(editor.service.text()).toBe(edited(99));
    editor.type('<movie');
    await editor.close();
    expect(copy.text()).toBe('<movie');
  });

  test('uses the next name if the copy cannot be used', async () => {
    const editor = openEditor();
    editor.copyService('t (conflict 1)').saveRemotely('somebody’s');
    editor.service.saveRemotely(edited(99));
    editor.trim(0, 5);
    await editor.clock.pass(2_000);
    expect(editor.copyService('t (conflict 1)').text()).toBe('somebody’s');
    const second = editor.copyService('t (conflict 2)');
    expect(second.text()).toBe(edited(5));
    second.saveRemotely('changed');
    editor.trim(0, 6);
    await editor.clock.pass(2_000);
    expect(second.text()).toBe('changed');
    expect(editor.copyService('t (conflict 3)').text()).toBe(edited(6));
    expect(editor.state().conflictCopy?.name).toBe('t (conflict 3)');
  });

  test('writes a copy again after it was deleted', async () => {
    const editor = await conflict();
    const copy = editor.copyService('t (conflict 1)');
    copy.removeForSure();
    editor.trim(0, 6);
    await editor.clock.pass(2_000);
    expect(copy.text()).toBe(edited(6));
  });

  test('retries the copy when the service is back', async () => {
    const editor = await conflict();
    const copy = editor.copyService('t (conflict 1)');
    copy.failWith({ kind: 'failed', reason: 'The service does not answer.' });
    editor.trim(0, 6);
    await editor.clock.pass(60_000);
    expect(editor.state().conflictCopy?.saving.kind).toBe('failed');
    expect((await editor.saving.resolveConflict({ kind: 'copy', name: 't (conflict 1)' })).ok).toBe(false);
    copy.failWith(null);
    editor.saving.retry();
    await editor.clock.pass(0);
    expect(copy.text()).toBe(edited(6));
  });

  test('deletes the copy when the user resolves the conflict', async () => {
    for (const kind of ['overwrite', 'theirs'] as const) {
      const editor = await conflict();
      await editor.saving.resolveConflict({ kind });
      await editor.clock.pass(2_000);
      expect(editor.copyService('t (conflict 1)').text()).toBeNull();
      expect(editor.state().conflictCopy).toBeNull();
      editor.trim(0, 7);
      await editor.clock.pass(2_000);
      expect(editor.copyService('t (conflict 1)').text()).toBeNull();
    }
  });

  test('names a copy that could not be deleted', async () => {
    const editor = await conflict();
    editor.copyService('t (conflict 1)').saveRemotely('somebody’s');
    await editor.saving.resolveConflict({ kind: 'overwrite' });
    await editor.clock.pass(2_000);
    expect(editor.copyService('t (conflict 1)').text()).toBe('somebody’s');
    expect(editor.state()).toMatchObject({ conflictCopy: null, undeletedCopy: 't (conflict 1)' });
  });

  test('stores this window’s version under the name of the copy', async () => {
    const editor = await conflict();
    editor.trim(0, 6);
    const result = await editor.saving.resolveConflict({ kind: 'copy', name: 't (conflict 1)' });
    expect(result.ok).toBe(true);
    await editor.clock.pass(2_000);
    expect(editor.copyService('t (conflict 1)').text()).toBe(edited(6));
    expect(editor.copies.size).toBe(0);
    expect(editor.state()).toMatchObject({ text: edited(99), conflictCopy: null, saving: { kind: 'saved' } });
  });

  test('replaces the other version when the user chooses this window’s', async () => {
    const editor = await conflict();
    expect(await editor.saving.resolveConflict({ kind: 'overwrite' })).toEqual({ ok: true, value: null });
    expect(editor.service.text()).toBe(edited(5));
    expect(editor.state().saving.kind).toBe('saved');
  });

  test('restores this window’s version when the user undoes the choice', async () => {
    const editor = await conflict();
    await editor.saving.resolveConflict({ kind: 'theirs' });
    expect(editor.state()).toMatchObject({ text: edited(99), saving: { kind: 'saved' } });
    editor.undo();
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(edited(5));
  });

  test('stores this window’s version as a copy on request', async () => {
    const editor = await conflict();
    await editor.saving.resolveConflict({ kind: 'copy', name: 'mine' });
    expect(editor.copies).toEqual(new Map([['mine', edited(5)]]));
    expect(editor.xml()).toBe(edited(99));
  });

  test('saves a template again that the other window deleted', async () => {
    const editor = openEditor();
    editor.service.remove();
    editor.trim(0, 5);
    await editor.clock.pass(2_000);
    expect(editor.state().saving).toEqual({ kind: 'conflict', theirs: null });
    expect((await editor.saving.resolveConflict({ kind: 'theirs' })).ok).toBe(false);
    await editor.saving.resolveConflict({ kind: 'overwrite' });
    expect(editor.service.text()).toBe(edited(5));
  });
});

describe('unsaved work', () => {
  async function crashed(text?: string) {
    const parts = { journal: memoryJournal(), service: fakeService(FILM) };
    parts.service.failWith({ kind: 'failed', reason: 'gone' });
    const clock = fakeClock();
    const editor = openEditor({ ...parts, clock, session: 'first' });
    if (text === undefined) editor.trim(0, 5);
    else editor.type(text);
    // Stop the clock after 500 ms, as if the process were killed.
    await clock.pass(500);
    parts.journal.kill('first');
    parts.service.failWith(null);
    const next = openEditor({ ...parts, session: 'second', text: FILM });
    await next.saving.findRecovered();
    return next;
  }

  test('is offered by the next session until the user decides', { tags: ['promise:P12'] }, async () => {
    const editor = await crashed();
    expect(editor.state().recovered).toMatchObject([{ key: 'first', text: edited(5) }]);
    expect(editor.xml()).toBe(FILM);
    editor.trim(0, 7);
    await editor.clock.pass(2_000);
    expect(editor.journal.texts()).toEqual([edited(5)]);
  });

  test('is restored as an undo step', async () => {
    const editor = await crashed();
    editor.saving.restoreRecovered('first');
    expect(editor.state()).toMatchObject({ text: edited(5), recovered: [] });
    expect(editor.journal.texts()).toContain(edited(5));
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(edited(5));
    expect(editor.journal.texts()).toEqual([]);
    editor.undo();
    expect(editor.xml()).toBe(FILM);
  });

  test('is restored together with its XML errors', async () => {
    const editor = await crashed('<movie');
    editor.saving.restoreRecovered('first');
    expect(editor.state()).toMatchObject({ text: '<movie', isTextBroken: true });
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe('<movie');
  });

  test('is deleted when the user discards it', async () => {
    const editor = await crashed();
    await editor.saving.discardRecovered('first');
    expect([editor.state().recovered, editor.journal.texts()]).toEqual([[], []]);
  });

  test('is not offered while its window is open', async () => {
    const journal = memoryJournal();
    journal.begin('first');
    await journal.write({ key: 'first', project: 'p', template: 't', text: 'x', etag: null, at: 1 });
    const editor = openEditor({ journal, session: 'second' });
    await editor.saving.findRecovered();
    expect(editor.state().recovered).toEqual([]);
  });

  test('is offered again in its own window after a reload', async () => {
    const journal = memoryJournal();
    const first = openEditor({ journal, session: 'first' });
    first.service.failWith({ kind: 'failed', reason: 'The service does not answer.' });
    first.type('<movie');
    await first.close();
    const second = openEditor({ journal, session: 'second', service: first.service });
    await second.saving.findRecovered();
    expect(second.state().recovered).toMatchObject([{ key: 'first', text: '<movie' }]);
  });

  test('is reported if it cannot be written to the journal', async () => {
    const editor = openEditor();
    editor.journal.fail('no space');
    editor.trim(0, 5);
    await editor.clock.pass(500);
    expect(editor.state().journalFault).toBe('no space');
    editor.journal.fail(null);
    editor.trim(0, 6);
    await editor.clock.pass(500);
    expect(editor.state().journalFault).toBeNull();
  });

  test('is saved when the editor is closed', async () => {
    const editor = openEditor();
    editor.trim(0, 5);
    await editor.close();
    expect(editor.service.text()).toBe(edited(5));
    expect(editor.journal.texts()).toEqual([]);
  });
});
