import { expect, test } from 'vitest';
import { connectOverHttp, openAgentService } from './testing/agent-client.ts';

const XML = `<movie width="640" height="360" framerate="25">
  <resources>
    <variable name="title" label="Title" default="Hello"/>
  </resources>
  <!-- The offer. -->
  <scene name="Offer" duration="2s">
    <text name="Big" content="\${title}" size="40"/>
    <!-- Small print. -->
    <text name="Small" content="Second" size="30" position="0, 80"/>
  </scene>
  <scene duration="50">
    <solid color="#ff0000"/>
    <text content="End" size="30"/>
  </scene>
</movie>
`;

/** Opens a service with a template and an assistant. */
async function openFilm() {
  await using stack = new AsyncDisposableStack();
  const service = stack.use(await openAgentService());
  const project = await service.createProject('Spring');
  await service.saveTemplate(project, 'film', XML);
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

const codeOf = (call: Promise<unknown>) =>
  call.then(
    () => 'done',
    (error: { readonly code?: string }) => error.code,
  );

test.each(['2026', '2025'] as const)('the list of tools is short and has a fixed order: era %s', async (era) => {
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

test('a key with one scope sees and calls the tools of that scope only', async () => {
  await using service = await openAgentService();
  const project = await service.createProject();
  await using agent = await connectOverHttp(service, { scopes: ['look'] });
  const { tools } = await agent.client.listTools();
  expect(tools.map(({ name }) => name)).not.toContain('edit_text');
  const input = { project, template: 'x', revision: 1, label: 'x', text: '<movie/>' };
  expect(await codeOf(agent.call('edit_text', input))).toBe('agents/scope');
});

test('lists contain projects and templates with uids and names', async () => {
  await using film = await openFilm();
  const { items } = await film.agent.call('list', { kind: 'projects' });
  expect(items).toMatchObject([{ id: film.project, name: 'Spring', templates: 1 }]);
  const listed = await film.agent.call('list', { kind: 'templates', project: film.project });
  expect(listed['items']).toMatchObject([{ id: 'film', name: 'film', revision: 1, frames: 100, errors: 0 }]);
});

interface AssetPage {
  readonly items: readonly { readonly id: string }[];
  readonly cursor: string | null;
}

test('assets are found by tag, and pages contain each asset once', async () => {
  await using film = await openFilm();
  const { service, agent, project } = film;
  for (let index = 0; index < 25; index += 1) await service.putAsset(project, `note-${index}.txt`, String(index));
  await service.client.call('tagAsset', { parameters: { project, name: 'note-7.txt' }, body: { tags: ['logo'] } });
  const tagged = await agent.call('list', { kind: 'assets', project, query: 'logo' });
  expect(tagged['items'].map(({ id }: { id: string }) => id)).toEqual(['note-7.txt']);
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const input: object = { kind: 'assets', project, limit: 10, ...(cursor !== null && { cursor }) };
    const page = (await agent.call('list', input)) as unknown as AssetPage;
    names.push(...page.items.map(({ id }) => id));
    cursor = page.cursor;
  } while (cursor !== null);
  expect(names).toHaveLength(25);
  expect(new Set(names).size).toBe(25);
});

test('the reference has a topic for each element, effect, and command', async () => {
  await using service = await openAgentService();
  await using agent = await connectOverHttp(service);
  const contents = await agent.call('read_reference', {});
  expect(contents['text']).toContain('filter/blur');
  expect((await agent.call('read_reference', { topic: 'text' }))['text']).toContain('`fontsize`');
  expect((await agent.call('read_reference', { topic: 'command/add' }))['text']).toContain('xml');
  expect((await agent.call('read_reference', { topic: 'conventions' }))['text']).toContain('# Conventions');
  const found = await agent.call('read_reference', { query: 'blur' });
  expect(found['related'][0]).toBe('filter/blur');
  expect(await codeOf(agent.call('read_reference', { topic: 'txet' }))).toBe('request/invalid');
});

test('the outline has every scene and layer, and each place can be edited', async () => {
  await using film = await openFilm();
  const read = await film.agent.call('read_template', { ...film.film });
  expect(read).toMatchObject({ revision: 1, frames: 100, seconds: 4, size: '640x360', rate: '25' });
  expect(read['outline']).toMatchInlineSnapshot(`
    "scene[1] "Offer" 0–2s (50 f)
      scene[1]/text[1] "Big" 0–2s (50 f) size=40
      scene[1]/text[2] "Small" 0–2s (50 f) size=30 position=0, 80
    scene[2] 2–4s (50 f)
      scene[2]/solid 2–4s (50 f)
      scene[2]/text "End" 2–4s (50 f) size=30"
  `);
  const places = (read['outline'] as string).split('\n').map((line) => line.trim().split(' ')[0] ?? '');
  for (const place of places)
    expect(
      (await film.agent.call('read_template', { ...film.film, within: place, show: ['outline'] }))['outline'],
    ).toContain(place);
});

test('the text has the line numbers that problems have', async () => {
  await using film = await openFilm();
  await film.service.saveTemplate(film.project, 'film', XML.replace('size="30" position', 'sizze="30" position'));
  const read = await film.agent.call('read_template', {
    ...film.film,
    show: ['text', 'problems'],
    from_line: 9,
    lines: 2,
  });
  const [problem] = read['problems'];
  expect(problem).toMatchObject({ code: 'template/unknown-attribute', line: 9, at: 'scene[1]/text[2]' });
  expect((read['text'] as string).split('\n')[0]).toMatch(/^9\t.*sizze/);
});

test('an outline with values marks scenes that are not played', async () => {
  await using film = await openFilm();
  const conditional = XML.replace('<scene duration="50">', '<scene duration="50" condition="${extra} = yes">').replace(
    '</resources>',
    '  <variable name="extra" default="yes"/>\n  </resources>',
  );
  await film.service.saveTemplate(film.project, 'film', conditional);
  const read = await film.agent.call('read_template', { ...film.film, values: { extra: 'no' } });
  expect(read['outline']).toContain('scene[2] not played');
  expect(read['frames']).toBe(50);
});

test('an empty template, a copy in another shape, and XML with errors', async () => {
  await using film = await openFilm();
  const { agent, project, service } = film;
  const empty = await agent.call('create', { name: 'empty', project, from: 'empty' });
  expect(empty).toMatchObject({ template: 'empty', revision: 1 });
  await agent.call('create', { name: 'square', project, from: 'copy', source: 'film', shape: '1:1' });
  expect(await service.readText(`/v1/xml/local/${project}/square`)).toContain('width="360" height="360"');
  const wrong = XML.replace('duration="50"', 'duration="x"')
    .replace('#ff0000', 'reddish')
    .replace('size="40"', 'size="-1"');
  const refusal = await agent
    .call('create', { name: 'wrong', project, from: 'xml', source: wrong })
    .catch((error) => error);
  expect(refusal.code).toBe('template/invalid');
  expect(refusal.fields.issues).toHaveLength(3);
  expect(refusal.fields.issues[0]).toMatchObject({ line: 6 + 1, severity: 'error' });
  expect(await codeOf(agent.call('create', { name: 'film', project, from: 'empty' }))).toBe('template/precondition');
});

test('an edit of one attribute changes one line, and restoring gives the bytes before it', {
  tags: ['promise:P15'],
}, async () => {
  await using film = await openFilm();
  const edited = await film.edit(1, { do: 'set', at: ['scene["Offer"]/text[2]'], attributes: { size: '36' } });
  expect(edited).toMatchObject({ revision: 2, undo: 1, changed: true, merged: false, ranges: [[0, 2]] });
  expect(edited['diff'].split('\n').filter((line: string) => /^[+-]/.test(line))).toHaveLength(2);
  expect(await film.text()).toBe(XML.replace('size="30" position', 'size="36" position'));
  const restored = await film.agent.call('restore_template', { ...film.film, to: edited['undo'] });
  expect(restored).toMatchObject({ revision: 3, changed: true });
  expect(await film.text()).toBe(XML);
  const { revisions } = await film.service.client.call('listRevisions', {
    parameters: { region: 'local', project: film.project, name: 'film' },
  });
  expect(revisions[1]).toMatchObject({ author: { kind: 'agent', name: 'Test assistant' }, label: 'Change' });
});

test('setting a placeholder changes its default', async () => {
  await using film = await openFilm();
  const bound = await film.edit(1, {
    do: 'set',
    at: ['scene[1]/text[2]'],
    attributes: { content: '${subtitle, Second}' },
  });
  const edited = await film.edit(bound['revision'], {
    do: 'set',
    at: ['scene[1]/text[2]'],
    attributes: { content: 'Third' },
  });
  expect(edited['diff']).toContain('+    <text name="Small" content="${subtitle, Third}"');
});

test('elements are added, moved, duplicated, split, trimmed, grouped, and removed', async () => {
  await using film = await openFilm();
  const added = await film.edit(1, {
    do: 'add',
    to: 'in:scene[2]',
    xml: '<text content="New" size="20"><animation type="fadein"/></text>',
  });
  expect(added['ranges']).toEqual([[2, 4]]);
  const scenes = await film.edit(
    2,
    { do: 'add', to: 'after:scene[1]', xml: '<scene name="Third" duration="1s"><solid color="#00ff00"/></scene>' },
    { do: 'move', at: ['scene["Third"]'], to: 'in:movie' },
  );
  const { outline } = await film.agent.call('read_template', { ...film.film, show: ['outline'] });
  expect(outline).toMatch(/scene\[3\] "Third"/);
  const many = await film.edit(
    scenes['revision'],
    { do: 'split', at: ['scene[2]'], frame: 20 },
    { do: 'trim', at: ['scene[1]'], name: 'end', frame: 10 },
    { do: 'duplicate', at: ['scene[1]/text[1]'] },
    { do: 'group', at: ['scene[1]/text[1]', 'scene[1]/text[2]'] },
    { do: 'mask', at: ['scene[1]/group'], name: 'ellipse' },
    { do: 'effect', at: ['scene[1]/group'], name: 'blur', attributes: { radius: '4' } },
    { do: 'animate', at: ['scene[1]/group'], name: 'fadein', attributes: { duration: '10' } },
    { do: 'transition', to: 'after:scene[1]', attributes: { type: 'wipe' } },
    { do: 'bind', at: ['scene[1]/text'], name: 'size', text: 'letters' },
    { do: 'declare', name: 'letters', attributes: { label: 'Size of the letters' } },
    { do: 'rename', at: ['scene[2]'], name: 'Later' },
  );
  expect(many).toMatchObject({ revision: scenes['revision'] + 1, problems: [] });
  const removed = await film.edit(many['revision'], { do: 'remove', at: ['scene[1]/group', 'scene[1]/text'] });
  expect(await film.text()).toContain('<!-- Small print. -->');
  expect(removed['changed']).toBe(true);
  const resized = await film.edit(removed['revision'], { do: 'resize', name: '9:16' });
  expect(await film.text()).toContain('width="360" height="640"');
  expect(resized['ranges']).toHaveLength(1);
});

test('a dry run returns the diff and saves nothing', async () => {
  await using film = await openFilm();
  const commands = [{ do: 'set', at: ['scene[1]'], attributes: { name: 'Other' } }];
  const dry = await film.agent.call('edit_template', {
    ...film.film,
    revision: 1,
    label: 'x',
    commands,
    dry_run: true,
  });
  expect(await film.text()).toBe(XML);
  const edited = await film.agent.call('edit_template', { ...film.film, revision: 1, label: 'x', commands });
  expect(dry['diff']).toBe(edited['diff']);
  expect(dry['revision']).toBe(1);
});

test('texts are replaced if they occur once, and lines are named otherwise', async () => {
  await using film = await openFilm();
  const input = { ...film.film, revision: 1, label: 'Colors' };
  const edited = await film.agent.call('edit_text', {
    ...input,
    replace: [
      { old: '#ff0000', new: '#00ff00' },
      { old: 'content="End"', new: 'content="The end"' },
    ],
  });
  expect(edited['ranges']).toEqual([[2, 4]]);
  const twice = film.agent.call('edit_text', {
    ...input,
    revision: 2,
    replace: [{ old: 'size="30"', new: 'size="31"' }],
  });
  const refusal = await twice.catch((error) => error);
  expect(refusal.code).toBe('agents/ambiguous');
  expect(refusal.message).toContain('lines 9, 13');
  expect(await codeOf(film.agent.call('edit_text', { ...input, revision: 2, text: '<movie' }))).toBe(
    'template/invalid',
  );
});

test('edits of an old revision merge, and edits of the same place are refused', async () => {
  await using film = await openFilm();
  await film.service.saveTemplate(film.project, 'film', XML.replace('#ff0000', '#0000ff'));
  const merged = await film.edit(1, { do: 'set', at: ['scene[1]/text[2]'], attributes: { size: '36' } });
  expect(merged).toMatchObject({ revision: 3, undo: 2, merged: true });
  expect(await film.text()).toContain('#0000ff');
  expect(await film.text()).toContain('size="36"');
  const refusal = await film
    .edit(1, { do: 'set', at: ['scene[2]/solid'], attributes: { color: '#00ffff' } })
    .catch((error) => error);
  expect(refusal.code).toBe('template/precondition');
  expect(refusal.message).toContain('Revision 3');
  const again = await film.edit(1, { do: 'set', at: ['scene[1]/text[2]'], attributes: { size: '36' } });
  expect(again).toMatchObject({ revision: 3, changed: false });
});

test('a person’s revision is restored over only on request', async () => {
  await using film = await openFilm();
  await film.edit(1, { do: 'set', at: ['scene[1]/text[2]'], attributes: { size: '36' } });
  await film.service.saveTemplate(film.project, 'film', XML.replace('#ff0000', '#0000ff'));
  expect(await codeOf(film.agent.call('restore_template', { ...film.film, to: 1 }))).toBe('agents/not-yours');
  await film.agent.call('restore_template', { ...film.film, to: 1, also_others: true });
  expect(await film.text()).toBe(XML);
  for (const to of [0, -1, 99])
    expect(await codeOf(film.agent.call('restore_template', { ...film.film, to }))).toBe('template/not-found');
});

test('checks name unknown attributes, and fold equal problems of rows', async () => {
  await using film = await openFilm();
  const xml = XML.replace('size="30" position', 'sizze="30" position');
  const language = await film.agent.call('check', { project: film.project, xml });
  expect(language).toMatchObject({ verdict: 'warned', findings: [{ code: 'template/unknown-attribute', line: 9 }] });
  const limited = XML.replace('default="Hello"', 'default="Hello" maxlength="10"');
  const rows = Array.from({ length: 200 }, (_, index) => ({
    title: [3, 50, 199].includes(index) ? 'too long a title' : `Row ${index}`,
  }));
  const ofRows = await film.agent.call('check', { project: film.project, xml: limited, rows });
  expect(ofRows['verdict']).toBe('failed');
  expect(ofRows['findings']).toMatchObject([{ column: 'title', rows: [4, 51, 200] }]);
});

test('the check of a film reports what viewers would miss, with its time', async () => {
  await using film = await openFilm();
  const long = 'A sentence of many words that nobody can read in so short a time, because it goes on and on.';
  const xml = `<movie width="640" height="360" framerate="25"><scene duration="1s"><text content="${long}" size="20" width="600"/></scene></movie>`;
  const checked = await film.agent.call('check', { project: film.project, xml, platforms: ['shorts'] });
  expect(checked).toMatchObject({ verdict: 'warned' });
  expect(checked['findings']).toContainEqual(
    expect.objectContaining({ code: 'text/too-short', at: 'scene/text', from: 0, to: 1 }),
  );
  const quick = await film.agent.call('check', { project: film.project, xml, level: 'language' });
  expect(quick).toMatchObject({ verdict: 'passed', findings: [] });
});

test('add_asset adds texts and base64, and numbers a taken name', async () => {
  await using film = await openFilm();
  const { agent, project, service } = film;
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
  expect(await agent.call('add_asset', { project, name: 'logo.svg', from: 'text', content: svg })).toMatchObject({
    name: 'logo.svg',
  });
  const content = Buffer.from(svg).toString('base64');
  const second = await agent.call('add_asset', { project, name: 'logo.svg', from: 'base64', content });
  expect(second['name']).toBe('logo (2).svg');
  const used = await film.edit(1, { do: 'add', to: 'in:scene[1]', xml: '<image src="logo.svg"/>' });
  expect(used['problems']).toEqual([]);
  expect(await agent.call('inspect_asset', { project, asset: 'logo.svg' })).toMatchObject({ used: ['film'] });
  expect(await service.listAssets(project)).toHaveLength(2);
  expect(await codeOf(agent.call('add_asset', { project, name: 'x', from: 'base64', content: '!!' }))).toBe(
    'request/invalid',
  );
  const huge = 'A'.repeat(5.6 * 2 ** 20);
  expect(await codeOf(agent.call('add_asset', { project, name: 'x', from: 'base64', content: huge }))).toBe(
    'request/too-large',
  );
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
  expect(await read(uri)).toBe(XML);
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
