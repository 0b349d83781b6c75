import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { testWorkspace } from '#service/movies/testing/test-workspace.ts';
import { templateHandlers } from '#service/routes/templates.ts';
import type { TestService } from '#service/testing/open-service.ts';
import { testTools } from '#service/testing/render-film.ts';
import { check } from './check-tool.ts';
import { editTemplate } from './edit-tools.ts';
import { createInProcessCalls } from './in-process-calls.ts';
import { codeOf, connectOverHttp, openAgentService } from './testing/agent-client.ts';
import { agentTasks, TASK_XML } from './testing/agent-tasks.ts';

describe('an assistant', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openAgentService();
  });
  afterAll(() => service[Symbol.asyncDispose]());

  test.each(agentTasks)('task %i: %s', async (number, _, run) => {
    const project = await service.createProject(`Task ${number}`);
    await service.saveTemplate(project, 'film', TASK_XML);
    await using agent = await connectOverHttp(service);
    await run({ service, agent, project, film: { project, template: 'film' } });
  });
});

/** Opens a service with a template and an assistant. */
async function openFilm() {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await openAgentService());
  const project = await service.createProject('Spring');
  await service.saveTemplate(project, 'film', TASK_XML);
  const agent = stack.use(await connectOverHttp(service));
  const owned = stack.move();
  const film = { project, template: 'film' };
  return {
    ...{ service, agent, project, film },
    edit: (revision: number, ...commands: readonly object[]) =>
      agent.call('edit_template', { ...film, revision, label: 'Change', commands }),
    text: () => service.readText(`/v1/xml/local/${project}/film`),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  };
}

test.each(['2026', '2025'] as const)('the tool list is short and has a fixed order: era %s', async (era) => {
  await using service = await openAgentService();
  await using agent = await connectOverHttp(service, { era });
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).toMatchInlineSnapshot(`
    [
      "list",
      "read_reference",
      "read_template",
      "create",
      "edit_template",
      "edit_text",
      "restore_template",
      "check",
      "view_frames",
      "inspect_asset",
      "add_asset",
      "render",
      "start_batch",
      "job",
      "control_job",
    ]
  `);
  expect(JSON.stringify(tools).length).toBeLessThan(22_000);
  for (const { description = '' } of tools) expect(description.length).toBeLessThanOrEqual(320);
});

test('a key with one scope sees and calls only its tools', async () => {
  await using service = await openAgentService();
  const project = await service.createProject();
  await using agent = await connectOverHttp(service, { scopes: ['look'] });
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('edit_text');
  const input = { project, template: 'x', revision: 1, label: 'x', text: '<movie/>' };
  expect(await codeOf(agent.call('edit_text', input))).toBe('agents/scope');
});

test('an edit is one revision with its author and can be restored', {
  tags: ['promise:P15'],
}, async () => {
  await using film = await openFilm();
  const edited = await film.edit(1, { do: 'set', at: ['scene["Offer"]/text[2]'], attributes: { size: '36' } });
  await film.agent.call('restore_template', { ...film.film, to: edited['undo'] });
  expect(await film.text()).toBe(TASK_XML);
  const { revisions } = await film.service.client.call('listRevisions', {
    parameters: { region: 'local', project: film.project, name: 'film' },
  });
  expect(revisions[1]).toMatchObject({ author: { kind: 'agent', name: 'Test assistant' }, label: 'Change' });
  for (const to of [0, -1, 99])
    expect(await codeOf(film.agent.call('restore_template', { ...film.film, to }))).toBe('template/not-found');
});

test('the diff of a merged edit shows the text that was saved', async () => {
  await using film = await openFilm();
  const set = (revision: number, attributes: object) =>
    film.edit(revision, { do: 'set', at: ['scene["Offer"]/text[2]'], attributes });
  await set(1, { content: 'Theirs' });
  const merged = await set(1, { size: '36' });
  expect(merged).toMatchObject({ merged: true, changed: true });
  const lines = String(merged['diff'])
    .split('\n')
    .filter((line) => /^[-+]/.test(line));
  expect(lines).toHaveLength(2);
  for (const line of lines) expect(line).toContain('Theirs');
  expect(await film.text()).toContain(lines[1]?.slice(1));
});

test('the diff of a long line is cut', async () => {
  await using film = await openFilm();
  const text = `<movie width="64" height="36" framerate="10"><!--${'x'.repeat(4_900_000)}--><scene duration="1"/></movie>`;
  const label = 'One line';
  const edited = await film.agent.call('edit_text', { ...film.film, revision: 1, label, text });
  expect(edited).toMatchObject({ changed: true });
  const again = await film.agent.call('edit_text', {
    ...film.film,
    revision: 2,
    label,
    text: text.replace('"36"', '"38"'),
  });
  expect(String(again['diff']).length).toBeLessThan(5000);
  expect(again['diff']).toMatch(/^\+.* … \d+ more characters$/m);
});

test('an edit that is sent again changes nothing, also beside copies', async () => {
  await using film = await openFilm();
  const smaller = { do: 'set', at: ['scene["Offer"]/text[2]'], attributes: { size: '36' } };
  const twice = { do: 'duplicate', at: ['scene["Offer"]'] };
  await film.edit(1, { do: 'rename', at: ['scene[2]'], name: 'Later' });
  const copied = await film.edit(2, twice);
  const first = await film.edit(1, smaller);
  expect(first).toMatchObject({ revision: 4, changed: true, merged: true });
  const text = await film.text();
  for (const [revision, command] of [
    [1, smaller],
    [2, twice],
  ] as const)
    expect(await film.edit(revision, command)).toMatchObject({ revision: 4, changed: false });
  expect(await film.text()).toBe(text);
  await film.agent.call('restore_template', { ...film.film, to: copied['undo'] });
  expect(await film.edit(1, smaller)).toMatchObject({ revision: 5, changed: false });
});

test('simultaneous edits of a revision are all saved, or refused', async () => {
  await using film = await openFilm();
  const small = (size: string) => ({ do: 'set', at: ['scene["Offer"]/text[2]'], attributes: { size } });
  const apart = [
    small('36'),
    { do: 'set', at: ['scene["Offer"]/text[1]'], attributes: { size: '44' } },
    { do: 'set', at: ['scene[2]/solid'], attributes: { color: '#00ff00' } },
    { do: 'rename', at: ['scene[2]'], name: 'Later' },
  ];
  const answers = await Promise.all(apart.map((command) => film.edit(1, command)));
  expect(answers.map(({ revision }) => revision).toSorted()).toEqual([2, 3, 4, 5]);
  expect(answers.filter(({ merged }) => merged === true)).toHaveLength(3);
  for (const { changed, revision, undo } of answers) expect([changed, undo]).toEqual([true, revision - 1]);
  const text = await film.text();
  for (const part of ['size="36"', 'size="44"', 'color="#00ff00"', 'name="Later"']) expect(text).toContain(part);

  const sizes = ['20', '21', '22'];
  const outcomes = await Promise.all(sizes.map((size) => codeOf(film.edit(5, small(size)))));
  await expect(film.edit(5, small('23'))).rejects.toThrow(
    /template\. Nothing was saved\. Revision 6 of Test assistant changed the same place\. Read the template again\.$/,
  );
  expect(outcomes.toSorted()).toEqual(['done', 'template/precondition', 'template/precondition']);
  expect(await film.text()).toContain(`size="${sizes[outcomes.indexOf('done')]}"`);
});

test('an edit reports no change if another edit makes it meanwhile', async () => {
  await using workspace = await testWorkspace();
  const { project, templates, inspector } = workspace;
  const text = (size: number) => new TextEncoder().encode(TASK_XML.replace('size="30"', `size="${size}"`));
  await templates.save(project, 'film', text(30));
  const stored = templateHandlers({ ...workspace, region: 'local' });
  const handlers = {
    ...stored,
    listProjects: () => ({ status: 200, json: { projects: [{ uid: project, name: 'Spring' }] } }),
    // The other edit is saved after all reading and before the save.
    saveTemplate: async (request: never) => {
      await templates.save(project, 'film', text(36));
      return await stored.saveTemplate(request);
    },
  };
  const calls = createInProcessCalls(() => handlers as never);
  const call = { key: { addresses: true, projects: null }, author: 'Robot', signal: new AbortController().signal };
  const commands = [{ do: 'set', at: ['scene["Offer"]/text[2]'], attributes: { size: '36' } }];
  const input = { project, template: 'film', revision: 1, label: 'Larger', dry_run: false, commands };
  const services = { calls, inspector, region: 'local' };
  const { data, revisions } = await editTemplate(input as never, call as never, services as never);
  expect(data).toMatchObject({ revision: 2, changed: false, undo: 2 });
  expect(revisions).toEqual({ before: 2, after: 2 });
});

test('`fail_on` stops films whose check finds something', async () => {
  await using film = await openFilm();
  const { agent, project, service } = film;
  const brief = TASK_XML.replace('duration="2s"', 'duration="5"').replace('Hello', 'A sentence of far too many words');
  await service.saveTemplate(project, 'brief', brief);
  const given = { project, template: 'brief', quality: 'draft', wait: 0 };
  expect(await codeOf(agent.call('render', { ...given, fail_on: 'warning' }))).toBe('check/failed');
  expect(await codeOf(agent.call('render', { ...given, fail_on: 'error' }))).toBe('done');
  const batch = { project, template: 'brief', rows: [{}], quality: 'draft', fail_on: 'warning' };
  const { job } = await agent.call('start_batch', batch);
  const { rows } = await agent.call('job', { project, job, wait: 60 });
  expect(rows).toMatchObject([{ state: 'failed', film: null }]);
});

test('an edit can combine commands of all kinds', async () => {
  await using film = await openFilm();
  const many = await film.edit(
    1,
    { do: 'group', at: ['scene[1]/text[1]', 'scene[1]/text[2]'] },
    { do: 'animate', at: ['scene[1]/group/text[1]'], name: 'fadein', attributes: { duration: '10' } },
    { do: 'bind', at: ['scene[2]/text'], name: 'size', text: 'letters' },
    { do: 'declare', name: 'letters', attributes: { label: 'Size of the letters' } },
    { do: 'rename', at: ['scene[2]'], name: 'Later' },
    { do: 'ungroup', at: ['scene[1]/group'] },
  );
  expect(many).toMatchObject({ revision: 2, problems: [] });
});

test('add_asset takes valid base64 of at most 4 MiB', async () => {
  await using film = await openFilm();
  const { agent, project, service } = film;
  const add = (content: string) => agent.call('add_asset', { project, name: 'x.txt', from: 'base64', content });
  expect(await add(Buffer.from('Hello').toString('base64'))).toMatchObject({ name: 'x.txt', bytes: 5 });
  expect(await service.listAssets(project)).toHaveLength(1);
  expect(await codeOf(add('!!'))).toBe('request/invalid');
  expect(await codeOf(add('A'.repeat(5.6 * 2 ** 20)))).toBe('request/too-large');
});

test('resources and prompts contain the language, templates, and problems', async () => {
  await using film = await openFilm();
  const { client } = film.agent;
  const { resources } = await client.listResources();
  expect(resources.map(({ name }) => name)).toContain('Spring: film');
  const uri = `scenewright://project/${film.project}/template/film`;
  const read = async (of: string) => {
    const [content] = (await client.readResource({ uri: of })).contents;
    return content !== undefined && 'text' in content ? content.text : null;
  };
  expect(await read(uri)).toBe(TASK_XML);
  expect(await read(`${uri}/problems`)).toBe('{"problems":[]}');
  expect(await read('scenewright://language/text')).toContain('## `text`');
  expect(await read('scenewright://guide')).toContain('# Conventions');
  expect(await read('scenewright://schema/movie')).toContain('json-schema.org');
  expect(await read('scenewright://llms.txt')).toContain('(/conventions)');
  expect(await read('scenewright://llms-full.txt')).toContain('# The template language');
  expect(await read('scenewright://schema/commands')).toContain('"set"');
  await expect(client.readResource({ uri: 'scenewright://nothing' })).rejects.toMatchObject({ code: -32602 });
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual([
    'make_film',
    'review_film',
    'fill_table',
    'translate',
    'fix_problems',
  ]);
  const { messages } = await client.getPrompt({
    name: 'translate',
    arguments: { template: 'film', language: 'German' },
  });
  expect(JSON.stringify(messages)).toContain('German');
  for (const prompt of [
    { name: 'nothing' },
    { name: 'make_film' },
    { name: 'translate', arguments: { template: 'film' } },
  ])
    await expect(client.getPrompt(prompt)).rejects.toMatchObject({ code: -32602 });
});

test('completion offers topics, projects, and templates that the key can use', async () => {
  await using film = await openFilm();
  const other = await film.service.createProject('Winter');
  await film.service.saveTemplate(other, 'secret film', TASK_XML);
  await using confined = await connectOverHttp(film.service, { era: '2025', projects: [film.project] });
  const template = 'scenewright://project/{uid}/template/{name}';
  const complete = async ({ client }: typeof film.agent, uri: string, name: string, value: string, uid?: string) => {
    const context = uid === undefined ? {} : { context: { arguments: { uid } } };
    const argument = { name, value };
    return (await client.complete({ ref: { type: 'ref/resource', uri }, argument, ...context })).completion.values;
  };
  expect(await complete(film.agent, template, 'uid', 'win')).toEqual([other]);
  expect((await complete(film.agent, template, 'uid', '')).toSorted()).toEqual([film.project, other].toSorted());
  expect(await complete(film.agent, template, 'name', 'FILM')).toEqual(['film', 'secret film']);
  expect(await complete(film.agent, `${template}/problems`, 'name', '', other)).toEqual(['secret film']);
  expect(await complete(confined, template, 'uid', '')).toEqual([film.project]);
  expect(await complete(confined, template, 'name', '')).toEqual(['film']);
  for (const uid of [other, 'missing']) expect(await complete(confined, template, 'name', '', uid)).toEqual([]);
  const [first, ...topics] = await complete(confined, 'scenewright://language/{topic}', 'topic', 'blur');
  expect([first, topics.length]).toEqual(['filter/blur', 0]);
  expect(await complete(confined, template, 'topic', '')).toEqual([]);
  await expect(complete(confined, 'scenewright://nothing/{uid}', 'uid', '')).rejects.toMatchObject({ code: -32602 });
});

test('a check that exceeds its time limit returns the findings of the checked rows', async () => {
  await using film = await openFilm();
  const brief = TASK_XML.replace('duration="2s"', 'duration="5"').replace('Hello', 'A sentence of far too many words');
  await film.service.saveTemplate(film.project, 'brief', brief);
  const limit = new AbortController();
  const { timeout } = AbortSignal;
  using _clock = vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((milliseconds) => (milliseconds === 50_000 ? limit.signal : timeout(milliseconds)));
  const rows = Array.from({ length: 1000 }, () => ({ title: 'Hello' }));
  const answer = await film.agent.client.callTool(
    { name: 'check', arguments: { project: film.project, template: 'brief', rows } },
    {
      onprogress: ({ progress }) => {
        if (progress > 0) limit.abort(new DOMException('The time is over.', 'TimeoutError'));
      },
    },
  );
  const { error } = answer.structuredContent as { readonly error: Record<string, unknown> };
  expect(error).toMatchObject({ code: 'media/cancelled', detail: expect.stringMatching(/after \d+ of 1,000 rows/) });
  expect(error['findings']).toContainEqual(
    expect.objectContaining({ code: 'text/too-short', row_count: expect.any(Number) }),
  );
});

test('a check of values that exceeds its time limit names the checked rows', async () => {
  await using workspace = await testWorkspace();
  const { project, inspector } = workspace;
  const limit = new AbortController();
  using _clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
  const inspectFirst: typeof inspector.rows = async (text, all) => {
    limit.signal.throwIfAborted();
    const inspected = await inspector.rows(text, all.slice(0, 3));
    limit.abort(new DOMException('The time is over.', 'TimeoutError'));
    return inspected;
  };
  const handlers = { listProjects: () => ({ status: 200, json: { projects: [{ uid: project, name: 'Spring' }] } }) };
  const requests = { ...workspace, tools: testTools, inspector: { ...inspector, rows: inspectFirst } };
  const services = { ...workspace, calls: createInProcessCalls(() => handlers as never), requests, region: 'local' };
  const call = { key: { addresses: true, projects: null }, signal: new AbortController().signal };
  const xml = TASK_XML.replace('size="30"', 'size="${size, 30}"');
  const rows = ['20', 'large', '22', '23', '24'].map((size) => ({ size }));
  const error = await check({ project, xml, rows, level: 'language' } as never, call as never, services as never).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    code: 'media/cancelled',
    message: expect.stringContaining('after 3 of 5 rows'),
    findings: [{ severity: 'error', column: 'size', rows: [2] }],
  });
});

test('every call is recorded with its author, its outcome, and its revisions', async () => {
  await using film = await openFilm();
  await film.edit(1, { do: 'set', at: ['scene[1]/text[2]'], attributes: { size: '36' } });
  await codeOf(film.edit(1, { do: 'remove', at: ['scene[9]'] }));
  const { calls } = await film.service.client.call('listAgentCalls', { query: {} });
  expect(calls).toMatchObject([
    { tool: 'edit_template', outcome: 'agents/place', revision: null },
    { tool: 'edit_template', outcome: 'done', before: 1, revision: 2, author: 'Test assistant', label: 'Change' },
  ]);
  const state = await film.service.client.call('readAgents', {});
  expect(state).toMatchObject({ working: 'Test assistant', keys: [{ name: 'Test assistant', local: false }] });
});
