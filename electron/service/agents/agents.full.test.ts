import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loopbackServer } from '#service/testing/loopback-server.ts';
import { makeClip } from '#service/testing/make-media.ts';
import { readFrameTimes, readRgbFrames } from '#service/testing/measure-film.ts';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { codeOf, connectOverHttp, connectOverStdio, openAgentService, type TestAgent } from './testing/agent-client.ts';
import { agentTasks, TASK_XML } from './testing/agent-tasks.ts';

const ENDED = ['succeeded', 'failed', 'cancelled'];

const XML = `<movie width="320" height="180" framerate="25">
  <scene name="Offer" duration="1s">
    <solid color="#003366"/>
    <text name="Big" content="\${title, Hello}" size="40"/>
  </scene>
  <scene duration="1s">
    <solid color="#ff0000"/>
  </scene>
</movie>
`;

test.each(['2026', '2025'] as const)(
  'frames equal HTTP frames, and a contact sheet shows each scene: era %s',
  async (era) => {
    await using service = await openAgentService();
    const project = await service.createProject();
    await service.saveTemplate(project, 'film', XML);
    await using agent = await connectOverHttp(service, { era });
    const seen = await agent.call('view_frames', { project, template: 'film', at: ['0', '0.5s', '30'] });
    expect(seen['pictures']).toMatchObject([
      { image: 1, frame: 0, seconds: 0, scene: 'scene[1]' },
      { image: 2, frame: 13, scene: 'scene[1]' },
      { image: 3, frame: 30, seconds: 1.2, scene: 'scene[2]' },
    ]);
    const images = seen.content.filter(({ type }) => type === 'image');
    const body = new URLSearchParams({ template: XML, frame: '30', width: '320' });
    const frame = await service.fetch(`/v1/frame/local/${project}`, { method: 'POST', body });
    expect(images[2]?.data).toBe(Buffer.from(await frame.arrayBuffer()).toString('base64'));
    const sheet = await agent.call('view_frames', { project, template: 'film', sheet: 4 });
    expect(sheet['pictures'].map(({ scene }: { scene: string }) => scene)).toEqual([
      'scene[1]',
      'scene[1]',
      'scene[2]',
      'scene[2]',
    ]);
    expect(sheet.content.filter(({ mimeType }) => mimeType === 'image/jpeg')).toHaveLength(1);
  },
);

test('a contact sheet shows a transparent film over its matte', async () => {
  await using service = await openAgentService();
  const project = await service.createProject();
  await using folder = await temporaryFolder();
  await makeClip(join(folder.path, 'clip.mp4'), { seconds: 1, picture: 'color=red' });
  await service.putAsset(project, 'clip.mp4', await readFile(join(folder.path, 'clip.mp4')));
  const scene = '<scene duration="20"><video src="clip.mp4" width="160" height="90" fit="cover"/></scene>';
  const xml = `<movie width="320" height="180" framerate="25" background="transparent" matte="#3060c0">${scene}</movie>`;
  await using agent = await connectOverHttp(service);
  const sheet = await agent.call('view_frames', { project, xml, sheet: 2 });
  const image = sheet.content.find(({ type }) => type === 'image');
  const path = join(folder.path, 'sheet.jpg');
  await writeFile(path, Buffer.from(image?.data ?? '', 'base64'));
  const [picture = new Uint8Array()] = await readRgbFrames(path, 644, 198);
  const colorAt = (x: number, y: number) => [...picture.subarray(3 * (y * 644 + x), 3 * (y * 644 + x) + 3)];
  for (const left of [0, 324]) {
    const [matte, middle] = [colorAt(left + 20, 40), colorAt(left + 160, 108)];
    for (const [channel, value] of [0x30, 0x60, 0xc0].entries())
      expect(Math.abs((matte[channel] ?? 0) - value)).toBeLessThan(8);
    expect([(middle[0] ?? 0) > 200, (middle[2] ?? 0) < 50]).toEqual([true, true]);
  }
});

describe.each([
  ['stdio', (service: TestService) => connectOverStdio(service.workspace, { args: ['--enable'] })],
  ['HTTP, era 2026', (service: TestService) => connectOverHttp(service)],
  ['HTTP, era 2025', (service: TestService) => connectOverHttp(service, { era: '2025' })],
] as const)('an assistant over %s', (_, connect) => {
  // Each kind of tool: lists, reads, edits, refusals, merges, and checks. Their calls stay within the limit of a key.
  const numbers = [1, 4, 6, 9, 11, 12, 15, 21, 24, 25, 26, 27, 30, 31];
  let service: TestService;
  let agent: TestAgent;
  const scope = new AsyncDisposableStack();
  beforeAll(async () => {
    service = scope.use(await openAgentService());
    agent = scope.use(await connect(service));
  });
  afterAll(() => scope.disposeAsync());

  test.each(agentTasks.filter(([number]) => numbers.includes(number)))('does task %i: %s', async (number, __, run) => {
    const project = await service.createProject(`Task ${number}`);
    await service.saveTemplate(project, 'film', TASK_XML);
    await run({ service, agent, project, film: { project, template: 'film' } });
  });
});

test('an overlay draws the boxes of visible layers and lists them', async () => {
  await using service = await openAgentService();
  const project = await service.createProject();
  const scene = '<scene duration="25"><solid color="#000000"/><text content="Hello" size="40"/></scene>';
  const xml = `<movie width="320" height="180" framerate="25">${scene}</movie>`;
  await using agent = await connectOverHttp(service);
  const plain = await agent.call('view_frames', { project, xml, at: ['5'], width: 320 });
  const seen = await agent.call('view_frames', { project, xml, at: ['5'], width: 320, overlay: 'boxes' });
  const { boxes } = seen['pictures'][0];
  expect(boxes).toMatchObject([
    { at: 'scene/solid', color: 'red', box: [0, 0, 320, 180] },
    { at: 'scene/text', color: 'lime' },
  ]);
  const [left, top, width, height] = boxes[1].box;
  expect([left > 80, top > 50, left + width < 240, top + height < 130]).toEqual([true, true, true, true]);
  const dataOf = (answer: typeof seen) => answer.content.find(({ type }) => type === 'image')?.data;
  expect(dataOf(seen)).not.toBe(dataOf(plain));
  const safe = await agent.call('view_frames', { project, xml, at: ['5'], width: 320, overlay: 'safe' });
  expect(dataOf(safe)).not.toBe(dataOf(plain));
});

test('a comparison counts the pixels that differ and names the edited layer', async () => {
  await using service = await openAgentService();
  const project = await service.createProject();
  await service.saveTemplate(project, 'film', XML);
  await using agent = await connectOverHttp(service);
  const input = { project, template: 'film', revision: 1, label: 'Color' };
  await agent.call('edit_template', {
    ...input,
    commands: [{ do: 'set', at: ['scene[1]/text'], attributes: { color: '#ffcc00' } }],
  });
  const compared = await agent.call('view_frames', { project, template: 'film', against: 1, at: ['5', '30'] });
  const [, first, , second] = compared['pictures'];
  expect(first.changed).toBeGreaterThan(100);
  expect(first.layers).toEqual(['scene[1]/text']);
  expect(second.changed).toBe(0);
});

test.each(['2026', '2025'] as const)('a render reports progress, and its film is a resource: era %s', async (era) => {
  await using service = await openAgentService();
  const project = await service.createProject();
  await service.saveTemplate(project, 'film', XML);
  await using agent = await connectOverHttp(service, { era });
  const progress: number[] = [];
  const answer = await agent.client.callTool(
    { name: 'render', arguments: { project, template: 'film', quality: 'draft', wait: 50 } },
    { onprogress: ({ progress: done }) => progress.push(done) },
  );
  expect(answer.structuredContent).toMatchObject({ state: 'succeeded', done: 50, total: 50 });
  expect(progress.at(-1)).toBe(50);
  expect(progress).toEqual(progress.toSorted((one, other) => one - other));
  const { film, job } = answer.structuredContent as { readonly film: string; readonly job: string };
  const { contents } = await agent.client.readResource({ uri: film });
  await using folder = await temporaryFolder();
  const path = join(folder.path, 'film.mp4');
  await writeFile(path, Buffer.from((contents[0] as { readonly blob: string }).blob, 'base64'));
  expect(await readFrameTimes(path)).toHaveLength(50);
  expect(await agent.call('job', { project, job })).toMatchObject({ state: 'succeeded', film });
  const record = await service.client.call('readRender', { parameters: { project, render: job } });
  expect(record).toMatchObject({ origin: 'agent', author: { kind: 'agent', name: 'Test assistant' } });
});

test('a client can cancel only jobs that it started', async () => {
  await using service = await openAgentService();
  const project = await service.createProject();
  const long = XML.replaceAll('duration="1s"', 'duration="3000s"');
  await service.saveTemplate(project, 'film', long);
  await using agent = await connectOverHttp(service);
  const started = await agent.call('render', { project, template: 'film', wait: 0 });
  expect(ENDED).not.toContain(started['state']);
  const canceled = await agent.call('control_job', { project, job: started['job'], action: 'cancel' });
  expect(canceled['state']).toBe('cancelled');
  const own = await service.startRender(project, { template: long });
  const refusal = await agent.call('control_job', { project, job: own, action: 'cancel' }).catch((error) => error);
  expect(refusal.code).toBe('agents/not-yours');
  await service.client.call('cancelRender', { parameters: { project, render: own } });
  const stop = new AbortController();
  const waiting = agent.client.callTool(
    { name: 'render', arguments: { project, template: 'film', wait: 600 } },
    { signal: stop.signal },
  );
  const renders = () => service.client.call('listRenders', { parameters: { project }, query: {} });
  await waitUntil(async () => !['queued', ...ENDED].includes((await renders()).renders[0]?.state ?? 'queued'));
  stop.abort();
  await expect(waiting).rejects.toThrow();
  await waitUntil(async () => (await renders()).renders.every(({ state }) => state === 'cancelled'));
});

test('a batch is checked, made from a table, and followed', async () => {
  await using service = await openAgentService();
  const project = await service.createProject();
  await service.saveTemplate(project, 'film', XML);
  await service.putAsset(project, 'people.csv', 'name\nAnna\nBen\n');
  await using agent = await connectOverHttp(service);
  const input = { project, template: 'film', table: 'people.csv', columns: { name: 'title' }, quality: 'draft' };
  expect(await agent.call('start_batch', { ...input, dry_run: true })).toMatchObject({ job: null, rows: 2, good: 2 });
  const batch = await agent.call('start_batch', { ...input, filename: '${title}' });
  const followed = await agent.call('job', { project, job: batch['job'], wait: 50, rows: 'all' });
  expect(followed).toMatchObject({ state: 'ended', done: 2, total: 2 });
  expect(followed['rows'].map(({ filename }: { filename: string }) => filename)).toEqual(['Anna.mp4', 'Ben.mp4']);
});

test('downloads for an assistant follow redirects only on the same host', async () => {
  await using server = await loopbackServer((request, response) => {
    const there = `http://localhost:${server.port}/picture.svg?q=secret`;
    const target = { '/same.svg': '/picture.svg', '/other.svg': there }[request.url ?? ''];
    if (target !== undefined) response.writeHead(302, { location: target }).end();
    else response.end('<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20"/>');
  });
  await using service = await openService({ allowHosts: ['127.0.0.1', 'localhost'] });
  await service.client.call('changeAgents', { body: { on: true, http: true } });
  const project = await service.createProject();
  await service.saveTemplate(
    project,
    'film',
    XML.replace('<text', `<image url="${server.url}/\${file, same}.svg"/><text`),
  );
  await using agent = await connectOverHttp(service);
  const other = { file: 'other' };
  const film = { project, template: 'film', values: other };
  for (const more of [{ at: ['0'] }, { sheet: 2 }, { at: ['0'], overlay: 'boxes' }])
    expect(await codeOf(agent.call('view_frames', { ...film, ...more })), JSON.stringify(more)).toBe('agents/address');
  for (const more of [{ level: 'film' }, { level: 'full' }, { level: 'film', rows: [other] }])
    expect(await codeOf(agent.call('check', { ...film, ...more })), JSON.stringify(more)).toBe('agents/address');
  const { port } = server;
  const redirect = `127.0.0.1:${port} redirects to localhost:${port}.`;
  const detail = expect.stringContaining(`Add the file to the project instead. ${redirect}`);
  const draft = { quality: 'draft', wait: 50 };
  const refused = await agent.call('render', { ...film, ...draft });
  expect(refused).toMatchObject({ state: 'failed', error: detail });
  expect(await codeOf(agent.call('render', { ...film, ...draft, fail_on: 'error' }))).toBe('agents/address');
  await agent.call('control_job', { project, job: refused['job'], action: 'retry' });
  expect(await agent.call('job', { project, job: refused['job'], wait: 50 })).toMatchObject({ state: 'failed' });
  const table = { project, template: 'film', rows: [other, { file: 'same' }], quality: 'draft' };
  const batch = await agent.call('start_batch', table);
  const { rows } = await agent.call('job', { project, job: batch['job'], wait: 50, rows: 'all' });
  expect(rows).toMatchObject([{ state: 'failed', error: detail }, { state: 'succeeded' }]);
  expect(server.requests.filter(({ url }) => url?.includes('secret'))).toEqual([]);

  await using permitted = await connectOverHttp(service, { addresses: true });
  expect(await codeOf(permitted.call('view_frames', { ...film, at: ['0'] }))).toBe('done');
  expect(await permitted.call('render', { ...film, ...draft })).toMatchObject({ state: 'succeeded' });
});

test.each(['2026', '2025'] as const)('a program connects over standard input and output: era %s', async (era) => {
  await using service = await openService();
  const project = await service.createProject('Spring');
  await service.saveTemplate(project, 'film', XML);
  await using opened = await temporaryFolder();
  await mkdir(join(opened.path, 'films'));
  const args = ['--enable', '--films', join(opened.path, 'films')];
  await using agent = await connectOverStdio(service.workspace, { era, args });
  expect((await agent.client.listTools()).tools).toHaveLength(15);
  const made = await agent.call('render', {
    project,
    template: 'film',
    quality: 'draft',
    wait: 50,
    save_as: '../../x.mp4',
  });
  const again = await agent.call('render', {
    project,
    template: 'film',
    quality: 'draft',
    wait: 50,
    save_as: '../../x.mp4',
  });
  expect(made['path']).toMatch(/films\/[^/]+\.mp4$/);
  expect(again['path']).not.toBe(made['path']);
  expect(existsSync(made['path'])).toBe(true);
  const { keys } = await service.client.call('readAgents', {});
  expect(keys).toMatchObject([{ name: 'Test client', local: true }]);
});

test('the program gives up the workspace when a service starts', async () => {
  await using folder = await temporaryFolder();
  const workspace = join(folder.path, 'workspace');
  await using agent = await connectOverStdio(workspace, { args: ['--enable'] });
  const made = await agent.call('create', { name: 'film', from: 'xml', source: XML });
  await using service = await openService({ workspace });
  const { projects } = await service.client.call('listProjects', {});
  expect(projects).toMatchObject([{ uid: made['project'] }]);
  const { items } = await agent.call('list', { kind: 'templates', project: made['project'] });
  expect(items).toMatchObject([{ name: 'film' }]);
});

test('the switch in the settings opens and closes the socket', { tags: ['promise:P17'] }, async () => {
  await using service = await openService();
  expect(existsSync(join(service.workspace, 'agents.sock'))).toBe(false);
  await service.client.call('changeAgents', { body: { on: true } });
  expect(existsSync(join(service.workspace, 'agents.sock'))).toBe(true);
  expect(JSON.parse(await readFile(join(service.workspace, 'agents.json'), 'utf8'))).toMatchObject({
    on: true,
    http: false,
  });
  const answer = await fetch(`${service.url}/mcp`, { method: 'POST', body: '{}' });
  expect(answer.status).toBe(404);
  await service.client.call('changeAgents', { body: { on: false } });
  expect(existsSync(join(service.workspace, 'agents.sock'))).toBe(false);
});

test.each([
  ['2026', 'HTTP'],
  ['2026', 'stdio'],
  ['2025', 'stdio'],
] as const)("subscriptions report changes in the key's projects: era %s over %s", async (era, way) => {
  await using service = await openAgentService();
  const [project, hidden] = [await service.createProject('Spring'), await service.createProject('Hidden')];
  const addressIn = (uid: string) => `scenewright://project/${uid}/template/film`;
  for (const uid of [project, hidden]) await service.saveTemplate(uid, 'film', XML);
  const args = ['--projects', 'Spring', '--name', 'Listener'];
  await using agent =
    way === 'HTTP'
      ? await connectOverHttp(service, { era, projects: ['Spring'] })
      : await connectOverStdio(service.workspace, { era, args });
  await agent.call('list', { kind: 'projects' });
  const heard: string[] = [];
  const { client } = agent;
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void heard.push(params.uri));
  client.setNotificationHandler('notifications/resources/list_changed', () => void heard.push('resources'));
  client.setNotificationHandler('notifications/tools/list_changed', () => void heard.push('tools'));
  if (era === '2026') {
    const resourceSubscriptions = [addressIn(project), addressIn(hidden)];
    await client.listen({ toolsListChanged: true, resourcesListChanged: true, resourceSubscriptions });
  } else {
    await client.subscribeResource({ uri: addressIn(project) });
    await expect(client.subscribeResource({ uri: addressIn(hidden) })).rejects.toMatchObject({ code: -32602 });
    const missing = addressIn(project).replace('film', 'flim');
    await expect(client.subscribeResource({ uri: missing })).rejects.toMatchObject({ code: -32602 });
  }
  for (const uid of [hidden, project]) await service.saveTemplate(uid, 'film', XML.replace('40', '41'));
  await waitUntil(() => heard.includes(addressIn(project)));
  expect(heard).toEqual([addressIn(project)]);
  for (const uid of [hidden, project]) await service.saveTemplate(uid, 'second', XML);
  await waitUntil(() => heard.length > 1);
  expect(heard).toEqual([addressIn(project), 'resources']);
  if (way === 'HTTP') return;
  await using other = await connectOverStdio(service.workspace, { era, args: [...args, '--look-only'] });
  await other.call('list', { kind: 'projects' });
  await waitUntil(() => heard.includes('tools'));
});

test('a subscription ends when its key is revoked', { tags: ['promise:P17'] }, async () => {
  await using service = await openAgentService();
  await using agent = await connectOverHttp(service);
  const subscription = await agent.client.listen({ resourcesListChanged: true });
  await service.client.call('revokeAgentKey', { parameters: { key: agent.key } });
  expect(await subscription.closed).not.toBe('local');
});
