import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, createApi } from '#renderer/api/api.ts';
import { createQueryClient } from '#renderer/api/client/query-client.ts';
import { createEventFeed } from '#renderer/api/event-feed.ts';
import { fetchedStream } from '#renderer/api/testing/fetched-stream.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { message } from '#shared/messages/message.ts';
import { createEditor } from './editor.ts';
import { followTemplate } from './follow-changes.ts';
import { createRecordStore } from './record-store.ts';
import {
  createTemplateSaver,
  readEditingRecord,
  readTemplateText,
  saveEditingRecord,
} from './saving/template-service.ts';
import { memoryJournal } from './testing/memory-journal.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const film = (duration: number) =>
  `<movie width="320" height="180" framerate="25"><scene duration="${duration}"><video src="a.mp4"/></scene></movie>\n`;

/** Opens a template in an editor that follows the service's events. */
async function openFilm(name: string) {
  const { client } = service;
  const queries = createQueryClient();
  const events = createEventFeed({ queries, client, connect: () => fetchedStream(client) });
  const api: Api = { ...createApi(queries, client), events };
  const project = await service.createProject(name);
  const parameters = { region: 'local', project, name: 'Film' };
  const saveRemotely = (text: string) => client.call('saveTemplate', { parameters, body: text });
  await saveRemotely(film(10));
  const place = { project, name: 'Film' };
  const journal = memoryJournal();
  const record = createRecordStore({
    ...(await readEditingRecord(api, project, 'Film')),
    save: async () => ({ kind: 'failed', reason: 'not here' }),
  });
  const editor = createEditor({
    record,
    ...{ project, template: 'Film', journal, session: journal.begin('session') },
    ...(await readTemplateText(api, place)),
    save: createTemplateSaver(api, place),
    saveCopy: async () => ({ ok: false, error: message('edit/gone') }),
    copyPlace: () => ({
      name: 'Film (conflict)',
      save: createTemplateSaver(api, { project, name: 'Film (conflict)' }),
      remove: async () => undefined,
    }),
  });
  let stop = followTemplate(api, place, { editor, record });
  const close = events.open();
  await waitUntil(() => events.connection.getState() === 'online');
  return {
    ...{ api, client, project, parameters, place, editor, record, saveRemotely },
    text: () => editor.document.state.text,
    saving: () => editor.document.state.saving,
    saved: async () => (await readTemplateText(api, place)).text,
    stop: () => stop(),
    /** Runs a function while the editor does not follow the service, and then reports a gap in the events. */
    paused: async (run: () => Promise<void>) => {
      stop();
      await run();
      const gaps: (() => void)[] = [];
      const onGap = (listener: () => void) => {
        gaps.push(listener);
        return () => undefined;
      };
      stop = followTemplate({ ...api, events: { ...events, onGap } }, place, { editor, record });
      for (const report of gaps) report();
    },
    async [Symbol.asyncDispose]() {
      stop();
      close();
      await editor.close();
    },
  };
}

it('the editor loads a template that another window saved', async () => {
  await using open = await openFilm('elsewhere');
  await open.saveRemotely(film(20));
  await waitUntil(() => open.text() === film(20));
  expect(open.saving()).toMatchObject({ kind: 'saved' });
  open.editor.document.setText(film(30));
  expect(await open.editor.saving.save()).toMatchObject({ kind: 'saved' });
  expect(await open.saved()).toBe(film(30));
  // The editor ignores the event that its own save causes.
  await open.client.call('createProject', { parameters: { name: 'a mark in the events' } });
  expect(open.editor.document.state.history.entries).toHaveLength(2);
});

it('a version that was read during a newer save is read again', async () => {
  await using open = await openFilm('overtaken');
  const { api, editor, record, place } = open;
  const reads: string[] = [];
  const client: Api['client'] = {
    ...api.client,
    open: async (name, ...input) => {
      const answer = await api.client.open(name, ...input);
      if (name !== 'readTemplate') return answer;
      reads.push(editor.document.state.text);
      if (reads.length > 1) return answer;
      // This window saves an edit before the response arrives.
      editor.document.setText(film(60));
      await editor.saving.save();
      return answer;
    },
  };
  const gaps: (() => void)[] = [];
  const events = {
    ...api.events,
    subscribe: () => () => undefined,
    onGap: (listener: () => void) => {
      gaps.push(listener);
      return () => undefined;
    },
  };
  const stop = followTemplate({ ...api, client, events }, place, { editor, record });
  for (const listener of gaps) listener();
  await waitUntil(() => reads.length === 2);
  await editor.saving.save();
  expect([open.text(), await open.saved(), open.saving().kind]).toEqual([film(60), film(60), 'saved']);
  stop();
});

it('unsaved text stays when another window saves', async () => {
  await using open = await openFilm('typing');
  open.editor.document.setText('<movie width="3');
  await open.saveRemotely(film(20));
  await waitUntil(() => open.saving().kind === 'conflict');
  expect([open.text(), await open.saved()]).toEqual(['<movie width="3', film(20)]);
  open.editor.document.setText(film(40));
  expect(await open.editor.saving.resolveConflict({ kind: 'overwrite' })).toMatchObject({ ok: true });
  expect(await open.saved()).toBe(film(40));
});

const titled = (duration: number, title: string) => film(duration).replace('<scene', `<scene name="${title}"`);

it('unsaved changes are merged with the changes of another window', async () => {
  await using open = await openFilm('merging');
  open.editor.document.setText(titled(10, 'Mine'));
  await open.saveRemotely(film(20));
  await waitUntil(() => open.text() === titled(20, 'Mine'));
  expect(await open.editor.saving.save()).toMatchObject({ kind: 'saved' });
  expect(await open.saved()).toBe(titled(20, 'Mine'));
  open.editor.document.undo();
  expect(open.text()).toBe(film(20));
});

it('a save merges a newer revision into its text', async () => {
  await using open = await openFilm('late');
  open.stop();
  await open.saveRemotely(film(20));
  open.editor.document.setText(titled(10, 'Mine'));
  await open.editor.saving.save();
  expect(await open.editor.saving.save()).toMatchObject({ kind: 'saved' });
  expect([open.text(), await open.saved()]).toEqual([titled(20, 'Mine'), titled(20, 'Mine')]);
});

it('each change by a program becomes a step with author and label', async () => {
  await using open = await openFilm('authors');
  const save = (duration: number, label: string) =>
    open.client.open('saveTemplate', {
      parameters: open.parameters,
      query: {},
      body: film(duration),
      headers: { 'scenewright-author': 'Price%20list', 'scenewright-label': label },
    });
  const { nextId } = open.editor.document.state.history;
  await open.paused(async () => {
    await save(20, 'Longer');
    await save(30, 'Even%20longer');
  });
  await waitUntil(() => open.text() === film(30));
  const { entries } = open.editor.document.state.history;
  expect(entries.filter(({ id }) => id >= nextId).map(({ label }) => label)).toEqual([
    message('step/take-change-of', { author: 'Price list', label: 'Longer' }),
    message('step/take-change-of', { author: 'Price list', label: 'Even longer' }),
  ]);
  // Undo leaves the changes of others in place, but a jump in the history can revert them.
  expect(open.editor.document.undo()).toBeNull();
  open.editor.document.jump(entries.length - 1);
  expect(open.text()).toBe(film(20));
});

it('a save names its last step in the list of revisions', async () => {
  await using open = await openFilm('labels');
  open.editor.document.setText(film(20));
  await open.editor.saving.save();
  const { revisions } = await open.client.call('listRevisions', { parameters: open.parameters });
  expect(revisions[0]).toMatchObject({ author: { kind: 'person', name: '' }, label: 'Edit XML' });
  expect(revisions[1]).toMatchObject({ author: { kind: 'program', name: '' }, label: null });
});

it('a deleted template stays open until the user saves it again', async () => {
  await using open = await openFilm('deleted');
  await open.client.call('deleteTemplate', { parameters: open.parameters });
  await waitUntil(() => open.saving().kind === 'deleted');
  open.editor.document.setText(film(50));
  expect(open.saving()).toEqual({ kind: 'deleted', what: 'template' });
  expect(await open.editor.saving.resolveConflict({ kind: 'overwrite' })).toMatchObject({ ok: true });
  expect(await open.saved()).toBe(film(50));
  await open.client.call('deleteProject', { parameters: { project: open.project } });
  await waitUntil(() => open.saving().kind === 'deleted');
  expect(open.saving()).toEqual({ kind: 'deleted', what: 'project' });
  expect(open.text()).toBe(film(50));
});

it('the editor follows another window’s data sets and markers', async () => {
  await using open = await openFilm('record');
  const marker = { id: 'm', frame: 3, name: 'Here' };
  await saveEditingRecord(open.api, {
    ...open.place,
    record: { markers: [marker], view: { playhead: 7 } },
    etag: null,
  });
  await waitUntil(() => open.record.current.markers.length === 1);
  expect(open.record.current).toMatchObject({ markers: [marker], view: {} });
});
