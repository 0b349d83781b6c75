import { expect } from 'vitest';
import type { TestService } from '#service/testing/open-service.ts';
import { designSizes } from '#shared/designs/design-file.ts';
import { codeOf, type TestAgent } from './agent-client.ts';

/** The template of the tasks. */
export const TASK_XML = `<movie width="640" height="360" framerate="25">
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

/** A project with the template "film" and an assistant. */
export interface TaskWorld {
  readonly service: TestService;
  readonly agent: TestAgent;
  readonly project: string;
  /** The template in the arguments of a tool. */
  readonly film: { readonly project: string; readonly template: string };
}

/** A task of an assistant with fixed calls: its number, its description, and its steps. */
type AgentTask = readonly [number: number, name: string, run: (world: TaskWorld) => Promise<void>];

const edit = ({ agent, film }: TaskWorld, revision: number, ...commands: readonly object[]) =>
  agent.call('edit_template', { ...film, revision, label: 'Change', commands });
const textOf = ({ service, project }: TaskWorld, name = 'film') => service.readText(`/v1/xml/local/${project}/${name}`);
const outlineOf = async ({ agent, film }: TaskWorld): Promise<string> =>
  (await agent.call('read_template', { ...film, show: ['outline'] }))['outline'];
const save = ({ service, project }: TaskWorld, text: string) => service.saveTemplate(project, 'film', text);
const smaller = { do: 'set', at: ['scene["Offer"]/text[2]'], attributes: { size: '36' } };
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>';
const THIRD = '<scene name="Third" duration="1s"><solid color="#00ff00"/></scene>';
const addThird = [
  { do: 'add', to: 'after:scene[1]', xml: THIRD },
  { do: 'move', at: ['scene["Third"]'], to: 'in:movie' },
];
const MISSPELLED = TASK_XML.replace('size="30" position', 'sizze="30" position');
const LONG_TEXT = 'A sentence of many words that nobody can read in so short a time, because it goes on and on.';

/** Returns the error of a call that must be refused. */
async function refusalOf(
  call: Promise<unknown>,
): Promise<{ readonly code: string } & Error & { readonly fields: object }> {
  return await call.then(
    () => Promise.reject(new Error('the call was not refused')),
    (error) => error,
  );
}

interface AssetPage {
  readonly items: readonly { readonly id: string }[];
  readonly cursor: string | null;
}

/** The tasks that edit, read, and check templates. Films and frames are tested beside the tools. */
export const agentTasks: readonly AgentTask[] = [
  [
    1,
    'lists projects and the templates of one',
    async ({ agent, project }) => {
      const { items } = await agent.call('list', { kind: 'projects' });
      expect(items).toContainEqual(expect.objectContaining({ id: project, templates: 1 }));
      const listed = await agent.call('list', { kind: 'templates', project });
      expect(listed['items']).toMatchObject([{ id: 'film', name: 'film', revision: 1, frames: 100, errors: 0 }]);
    },
  ],
  [
    2,
    'finds an asset by its tag',
    async ({ service, agent, project }) => {
      for (const name of ['one.txt', 'two.txt']) await service.putAsset(project, name, name);
      await service.client.call('tagAsset', { parameters: { project, name: 'two.txt' }, body: { tags: ['logo'] } });
      const { items } = await agent.call('list', { kind: 'assets', project, query: 'logo' });
      expect(items.map(({ id }: { id: string }) => id)).toEqual(['two.txt']);
    },
  ],
  [
    3,
    'reads 45 assets in pages, each once',
    async ({ service, agent, project }) => {
      for (let index = 0; index < 45; index += 1) await service.putAsset(project, `note-${index}.txt`, String(index));
      const pages = { kind: 'assets', project, limit: 10 };
      const names: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const page = (await agent.call('list', { ...pages, ...(cursor !== '' && { cursor }) })) as unknown as AssetPage;
        names.push(...page.items.map(({ id }) => id));
        ({ cursor } = page);
      }
      expect([names.length, new Set(names).size]).toEqual([45, 45]);
    },
  ],
  [
    4,
    'reads the contents, a topic, and a search of the reference',
    async ({ agent }) => {
      expect((await agent.call('read_reference', {}))['text']).toContain('filter/blur');
      expect((await agent.call('read_reference', { topic: 'text' }))['text']).toContain('`fontsize`');
      expect((await agent.call('read_reference', { query: 'blur' }))['related'][0]).toBe('filter/blur');
      expect(await codeOf(agent.call('read_reference', { topic: 'txet' }))).toBe('request/invalid');
    },
  ],
  [
    5,
    'reads an outline whose places can be read',
    async (world) => {
      const { agent, film } = world;
      const outline = await outlineOf(world);
      const places = outline.split('\n').map((line) => line.trim().split(' ')[0] ?? '');
      expect(places).toEqual([
        'scene[1]',
        'scene[1]/text[1]',
        'scene[1]/text[2]',
        'scene[2]',
        'scene[2]/solid',
        'scene[2]/text',
      ]);
      for (const within of places)
        expect((await agent.call('read_template', { ...film, within, show: ['outline'] }))['outline']).toContain(
          within,
        );
    },
  ],
  [
    6,
    'reads lines of the text with the numbers of problems',
    async (world) => {
      await save(world, MISSPELLED);
      const input = { ...world.film, show: ['text', 'problems'], from_line: 9, lines: 2 };
      const { problems, text } = await world.agent.call('read_template', input);
      expect(problems[0]).toMatchObject({ code: 'template/unknown-attribute', line: 9, at: 'scene[1]/text[2]' });
      expect(text.split('\n')[0]).toMatch(/^9\t.*sizze/);
    },
  ],
  [
    7,
    'reads an outline with values that skip a scene',
    async (world) => {
      const variable = '  <variable name="extra" default="yes"/>\n  </resources>';
      const conditional = TASK_XML.replace('duration="50">', 'duration="50" condition="${extra} = yes">');
      await save(world, conditional.replace('</resources>', variable));
      const read = await world.agent.call('read_template', { ...world.film, values: { extra: 'no' } });
      expect(read['outline']).toContain('scene[2] not played');
      expect(read['frames']).toBe(50);
    },
  ],
  [
    8,
    'creates a project from a design in 9:16',
    async ({ service, agent }) => {
      const { items } = await agent.call('list', { kind: 'designs' });
      const made = await agent.call('create', {
        name: 'From a design',
        from: 'design',
        source: items[0].id,
        shape: '9:16',
      });
      const text = await service.readText(`/v1/xml/local/${made['project']}/${encodeURIComponent(made['template'])}`);
      const { width, height } = designSizes['9:16'];
      expect(text).toContain(`width="${width}" height="${height}"`);
      expect(made['problems'].filter(({ severity }: { severity: string }) => severity === 'error')).toEqual([]);
    },
  ],
  [
    9,
    'creates an empty template',
    async ({ agent, project }) => {
      const made = await agent.call('create', { name: 'empty', project, from: 'empty' });
      expect(made).toMatchObject({ template: 'empty', revision: 1 });
      expect(await codeOf(agent.call('create', { name: 'film', project, from: 'empty' }))).toBe(
        'template/precondition',
      );
    },
  ],
  [
    10,
    'creates a copy in 1:1',
    async (world) => {
      const { agent, project } = world;
      await agent.call('create', { name: 'square', project, from: 'copy', source: 'film', shape: '1:1' });
      expect(await textOf(world, 'square')).toContain('width="360" height="360"');
    },
  ],
  [
    11,
    'is refused a template with three errors, with their lines',
    async ({ agent, project }) => {
      const source = TASK_XML.replace('duration="50"', 'duration="x"')
        .replace('#ff0000', 'reddish')
        .replace('size="40"', 'size="-1"');
      const refusal = await refusalOf(agent.call('create', { name: 'wrong', project, from: 'xml', source }));
      expect(refusal.code).toBe('template/invalid');
      expect(refusal.fields).toMatchObject({ issues: [{ line: 7, severity: 'error' }, {}, {}] });
    },
  ],
  [
    12,
    'changes the size of a text in one line',
    async (world) => {
      const edited = await edit(world, 1, smaller);
      expect(edited).toMatchObject({ revision: 2, undo: 1, changed: true, merged: false, ranges: [[0, 2]] });
      expect(edited['diff'].split('\n').filter((line: string) => /^[+-]/.test(line))).toHaveLength(2);
      expect(await textOf(world)).toBe(TASK_XML.replace('size="30" position', 'size="36" position'));
    },
  ],
  [
    13,
    'sets a placeholder, which changes its default',
    async (world) => {
      const at = ['scene[1]/text[2]'];
      await edit(world, 1, { do: 'set', at, attributes: { content: '${subtitle, Second}' } });
      const edited = await edit(world, 2, { do: 'set', at, attributes: { content: 'Third' } });
      expect(edited['diff']).toContain('+    <text name="Small" content="${subtitle, Third}"');
    },
  ],
  [
    14,
    'adds an animated text to a scene',
    async (world) => {
      const xml = '<text content="New" size="20"><animation type="fadein"/></text>';
      const added = await edit(world, 1, { do: 'add', to: 'in:scene[2]', xml });
      expect(added['ranges']).toEqual([[2, 4]]);
      expect(await outlineOf(world)).toMatch(/scene\[2\]\/text\[2\] "New".*fadein/);
    },
  ],
  [
    15,
    'adds a scene and moves it to the end in one revision',
    async (world) => {
      expect(await edit(world, 1, ...addThird)).toMatchObject({ revision: 2 });
      expect(await outlineOf(world)).toMatch(/scene\[3\] "Third"/);
    },
  ],
  [
    16,
    'removes two layers and keeps the comments',
    async (world) => {
      await edit(world, 1, { do: 'remove', at: ['scene[1]/text["Big"]', 'scene[1]/text["Small"]'] });
      const text = await textOf(world);
      expect(text).not.toContain('name="Small"');
      expect(text).toContain('<!-- Small print. -->');
    },
  ],
  [
    17,
    'splits, trims, and duplicates in one step',
    async (world) => {
      const edited = await edit(
        world,
        1,
        { do: 'split', at: ['scene[2]'], frame: 20 },
        { do: 'trim', at: ['scene[1]'], name: 'end', frame: 10 },
        { do: 'duplicate', at: ['scene[1]'] },
      );
      expect(edited).toMatchObject({ revision: 2, problems: [] });
      const read = await world.agent.call('read_template', { ...world.film });
      expect(read['frames']).toBe(40 + 40 + 20 + 30);
    },
  ],
  [
    18,
    'groups layers and masks the group',
    async (world) => {
      await edit(
        world,
        1,
        { do: 'group', at: ['scene[1]/text[1]', 'scene[1]/text[2]'] },
        { do: 'mask', at: ['scene[1]/group'], name: 'ellipse' },
      );
      expect(await textOf(world)).toMatch(/<group[^>]*>[\s\S]*<mask>[\s\S]*type="ellipse"/);
    },
  ],
  [
    19,
    'adds a transition at every cut, which shortens the film',
    async (world) => {
      await edit(world, 1, ...addThird);
      const wipe = (index: number) => ({
        do: 'transition',
        to: `after:scene[${index}]`,
        attributes: { type: 'wipe', duration: '10' },
      });
      expect(await edit(world, 2, wipe(1), wipe(2))).toMatchObject({ revision: 3, problems: [] });
      expect((await world.agent.call('read_template', { ...world.film }))['frames']).toBe(125 - 20);
    },
  ],
  [
    20,
    'adds an effect with keyframes',
    async (world) => {
      const at = ['scene[1]/text[1]'];
      const xml = '<animation><key time="0" blur="0"/><key time="20" blur="8"/></animation>';
      const edited = await edit(
        world,
        1,
        { do: 'effect', at, name: 'blur', attributes: { radius: '4' } },
        { do: 'add', to: 'in:scene[1]/text[1]/filter[1]', xml: xml.replaceAll('blur=', 'radius=') },
      );
      expect(edited['problems']).toEqual([]);
    },
  ],
  [
    21,
    'binds a text to a declared variable with a limit',
    async (world) => {
      const { agent, film, project } = world;
      await edit(
        world,
        1,
        { do: 'bind', at: ['scene[2]/text'], name: 'content', text: 'closing' },
        { do: 'declare', name: 'closing', attributes: { label: 'Closing', maxlength: '5' } },
      );
      const { variables } = await agent.call('read_template', { ...film });
      expect(variables.map(({ name }: { name: string }) => name)).toEqual(['title', 'closing']);
      const checked = await agent.call('check', {
        project,
        template: 'film',
        level: 'language',
        values: { closing: 'too long' },
      });
      expect(checked).toMatchObject({ verdict: 'failed' });
    },
  ],
  [
    22,
    'resizes a film to 9:16',
    async (world) => {
      await edit(world, 1, { do: 'resize', name: '9:16' });
      expect(await textOf(world)).toContain('width="360" height="640"');
    },
  ],
  [
    23,
    'sees the diff of a dry run, which saves nothing',
    async (world) => {
      const input = { ...world.film, revision: 1, label: 'x', commands: addThird };
      const dry = await world.agent.call('edit_template', { ...input, dry_run: true });
      expect([dry['revision'], await textOf(world)]).toEqual([1, TASK_XML]);
      expect((await world.agent.call('edit_template', input))['diff']).toBe(dry['diff']);
    },
  ],
  [
    24,
    'replaces two texts that occur once',
    async (world) => {
      const replace = [
        { old: '#ff0000', new: '#00ff00' },
        { old: 'content="End"', new: 'content="The end"' },
      ];
      const edited = await world.agent.call('edit_text', { ...world.film, revision: 1, label: 'Colors', replace });
      expect(edited['ranges']).toEqual([[2, 4]]);
      expect(await textOf(world)).toContain('content="The end"');
    },
  ],
  [
    25,
    'is refused a text that occurs twice, with its lines',
    async ({ agent, film }) => {
      const replace = [{ old: 'size="30"', new: 'size="31"' }];
      const refusal = await refusalOf(agent.call('edit_text', { ...film, revision: 1, label: 'x', replace }));
      expect(refusal.code).toBe('agents/ambiguous');
      expect(refusal.message).toContain('lines 9, 13');
    },
  ],
  [
    26,
    'merges an edit of an old revision at another place',
    async (world) => {
      await save(world, TASK_XML.replace('#ff0000', '#0000ff'));
      expect(await edit(world, 1, smaller)).toMatchObject({ revision: 3, undo: 2, merged: true });
      const text = await textOf(world);
      expect([text.includes('#0000ff'), text.includes('size="36"')]).toEqual([true, true]);
      // The same edit again changes nothing.
      expect(await edit(world, 1, smaller)).toMatchObject({ revision: 3, changed: false });
    },
  ],
  [
    27,
    'is refused an edit of an old revision at the same place',
    async (world) => {
      await save(world, TASK_XML.replace('#ff0000', '#0000ff'));
      const command = { do: 'set', at: ['scene[2]/solid'], attributes: { color: '#00ffff' } };
      const refusal = await refusalOf(edit(world, 1, command));
      expect(refusal.code).toBe('template/precondition');
      expect(refusal.message).toContain('Revision 2');
    },
  ],
  [
    28,
    'restores the bytes before its edit',
    async (world) => {
      const { undo } = await edit(world, 1, smaller);
      const restored = await world.agent.call('restore_template', { ...world.film, to: undo });
      expect(restored).toMatchObject({ revision: 3, changed: true });
      expect(await textOf(world)).toBe(TASK_XML);
    },
  ],
  [
    29,
    'restores over an edit of a person only on request',
    async (world) => {
      await edit(world, 1, smaller);
      await save(world, TASK_XML.replace('#ff0000', '#0000ff'));
      const restore = (input: object) => world.agent.call('restore_template', { ...world.film, ...input });
      expect(await codeOf(restore({ to: 1 }))).toBe('agents/not-yours');
      await restore({ to: 1, also_others: true });
      expect(await textOf(world)).toBe(TASK_XML);
    },
  ],
  [
    30,
    'checks XML with an unknown attribute',
    async ({ agent, project }) => {
      const checked = await agent.call('check', { project, xml: MISSPELLED, level: 'language' });
      const message = expect.stringContaining('size');
      expect(checked).toMatchObject({
        verdict: 'warned',
        findings: [{ code: 'template/unknown-attribute', line: 9, message }],
      });
    },
  ],
  [
    31,
    'finds a text that is seen too shortly',
    async ({ agent, project }) => {
      const xml = `<movie width="640" height="360" framerate="25"><scene duration="1s"><text content="${LONG_TEXT}" size="20" width="600"/></scene></movie>`;
      const { verdict, findings } = await agent.call('check', { project, xml, platforms: ['shorts'] });
      expect(verdict).toBe('warned');
      const finding = { code: 'text/too-short', at: 'scene/text', from: 0, to: 1 };
      expect(findings).toContainEqual(expect.objectContaining(finding));
    },
  ],
  [
    32,
    'applies the fix of that finding, and the finding is gone',
    async (world) => {
      const { agent, film, project } = world;
      const xml = `<movie width="640" height="360" framerate="25"><scene duration="1s"><text content="${LONG_TEXT}" size="20" width="600"/></scene></movie>`;
      await save(world, xml);
      const tooShort = async () => {
        const { findings } = await agent.call('check', { project, template: film.template });
        return findings.find(({ code }: { code: string }) => code === 'text/too-short');
      };
      const { fix } = await tooShort();
      expect(fix).toMatchObject([{ do: 'set', at: ['movie/scene'], attributes: { duration: expect.any(String) } }]);
      await edit(world, 2, ...fix);
      expect(await tooShort()).toBeUndefined();
    },
  ],
  [
    33,
    'checks 200 rows, and sees three bad ones folded',
    async ({ agent, project }) => {
      const xml = TASK_XML.replace('default="Hello"', 'default="Hello" maxlength="10"');
      const rows = Array.from({ length: 200 }, (_, index) => ({
        title: [3, 50, 199].includes(index) ? 'too long a title' : `Row ${index}`,
      }));
      const checked = await agent.call('check', { project, xml, rows });
      expect(checked['verdict']).toBe('failed');
      expect(checked['findings']).toMatchObject([{ column: 'title', rows: [4, 51, 200] }]);
    },
  ],
  [
    37,
    'adds a drawing by text and uses it',
    async (world) => {
      const { agent, project } = world;
      const asset = { project, name: 'logo.svg', from: 'text', content: SVG };
      expect(await agent.call('add_asset', asset)).toMatchObject({ name: 'logo.svg' });
      expect(await agent.call('add_asset', asset)).toMatchObject({ name: 'logo (2).svg' });
      const used = await edit(world, 1, { do: 'add', to: 'in:scene[1]', xml: '<image src="logo.svg"/>' });
      expect(used['problems']).toEqual([]);
      expect(await agent.call('inspect_asset', { project, asset: 'logo.svg' })).toMatchObject({ used: ['film'] });
    },
  ],
];
