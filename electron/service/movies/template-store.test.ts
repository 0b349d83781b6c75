import { describe, expect, test } from 'vitest';
import { createTemplateStore } from './template-store.ts';
import { failureOf, templateXml, utf8, xmlBody } from './testing/template-xml.ts';
import { testWorkspace } from './testing/test-workspace.ts';

describe('a template', () => {
  test('is stored byte for byte and exports its movie', async () => {
    await using workspace = await testWorkspace();
    const { templates, movies, project } = workspace;
    const bytes = utf8(
      `\uFEFF<?xml version='1.0' encoding="utf-8"?>\r\n<!--x-->\r\n${templateXml('2s', '<odd  a="1" />')}\r\n\r\n`,
    );

    const saved = await templates.save(project, 'Hello', bytes);

    expect(saved).toMatchObject({ name: 'Hello', movie: 'Hello', revision: 1, created: true });
    expect(saved.issues).toMatchObject([{ code: 'template/unknown-element', line: 3 }]);
    const stored = templates.get(project, 'Hello');
    expect(Buffer.from(stored.bytes).equals(bytes)).toBe(true);
    expect(stored).toMatchObject({ revision: 1, etag: saved.etag });
    expect(utf8(movies.get(project, 'Hello').xml)).toEqual(bytes);
    expect(movies.list(project)).toMatchObject([{ name: 'Hello', durationFrames: 50 }]);
  });

  test('is stored with errors on request', async () => {
    await using workspace = await testWorkspace();
    const { templates, movies, project } = workspace;
    const good = await templates.save(project, 'a', utf8(templateXml('2s')));
    const broken = utf8('<movie width="100"');

    expect(await failureOf(templates.save(project, 'a', broken))).toMatchObject({ code: 'template/invalid' });
    const saved = await templates.save(project, 'a', broken, { ifMatch: good.etag, keepsErrors: true });

    expect(saved).toMatchObject({ revision: 2, exported: false, created: false });
    expect(saved.issues[0]).toMatchObject({ severity: 'error', line: 1 });
    expect(templates.get(project, 'a').bytes).toEqual(broken);
    expect(movies.get(project, 'a').xml).toBe(templateXml('2s'));
    expect(templates.list(project)).toMatchObject([{ revision: 2, durationFrames: 50, errors: 1 }]);
    expect(templates.revisions(project, 'a')).toMatchObject([{ errors: 1 }, { errors: 0 }]);
  });

  test('has no movie until a revision is valid', async () => {
    await using workspace = await testWorkspace();
    const { templates, movies, project } = workspace;
    const { etag } = await templates.save(project, 'a', utf8('<movie'), { keepsErrors: true });
    expect(movies.list(project)).toEqual([]);
    const good = await templates.save(project, 'a', utf8(templateXml('2s')), { ifMatch: etag });
    expect(good).toMatchObject({ exported: true, revision: 2 });
    expect(movies.list(project)).toMatchObject([{ name: 'a', durationFrames: 50 }]);
  });

  test('keeps its newest valid revision despite many invalid ones', async () => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;
    await templates.save(project, 'a', utf8(templateXml('2s')));
    // Typing for a minute gives one revision and does not fill the list.
    for (let typed = 0; typed < 5; typed++)
      await templates.save(project, 'a', utf8(`<movie ${typed}`), { keepsErrors: true });
    expect(templates.revisions(project, 'a').map(({ revision }) => revision)).toEqual([6, 1]);
    for (let typed = 0; typed < 60; typed++) {
      workspace.advance(120_000);
      await templates.save(project, 'a', utf8(`<movie later ${typed}`), { keepsErrors: true });
    }
    expect(templates.revisions(project, 'a').map(({ revision }) => revision)).toContain(1);
    expect(templates.revisions(project, 'a')).toHaveLength(51);
  });

  test('is stored in UTF-16, and its movie in UTF-8', async () => {
    await using workspace = await testWorkspace();
    const { templates, movies, project } = workspace;
    const bytes = new Uint8Array(Buffer.from(`\uFEFF${templateXml()}`, 'utf16le'));
    await templates.save(project, 'a', bytes);

    expect(Buffer.from(templates.get(project, 'a').bytes).equals(bytes)).toBe(true);
    expect(movies.get(project, 'a').xml).toBe(`\uFEFF${templateXml()}`);
  });

  test('is saved once by two saves with the same If-Match', { tags: ['promise:P11'] }, async () => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;
    const { etag } = await templates.save(project, 'a', utf8(templateXml()));
    // Parsing the larger template takes longer in its thread, so both templates are parsed before either is written.
    const large = utf8(templateXml('2', `<!--${'x'.repeat(100_000)}--><video src="clip.mp4"/>`));

    const outcomes = await Promise.allSettled([
      templates.save(project, 'a', large, { ifMatch: etag }),
      templates.save(project, 'a', utf8(templateXml('3')), { ifMatch: etag }),
    ]);

    expect(outcomes).toMatchObject([
      { status: 'rejected', reason: { code: 'template/precondition' } },
      { status: 'fulfilled', value: { revision: 2 } },
    ]);
    expect(templates.get(project, 'a').revision).toBe(2);
  });

  test('is not saved into a project that is deleted', async () => {
    await using workspace = await testWorkspace();
    const { project, projects, inspector, recorded } = workspace;
    const templates = createTemplateStore({
      ...workspace,
      inspector: {
        ...inspector,
        inspect: async (body) => {
          await projects.delete(project);
          return await inspector.inspect(body);
        },
      },
    });
    expect(await failureOf(templates.save(project, 'a', utf8(templateXml())))).toMatchObject({
      code: 'project/not-found',
    });
    expect(recorded().map(({ type }) => type)).toEqual(['project.deleted']);
  });

  test.each([
    ['If-Match with another tag', { ifMatch: '"another"' }],
    ['If-Match with a weak tag', { ifMatch: 'W/TAG' }],
    ['If-None-Match: *', { ifNoneMatch: '*' }],
    ['If-None-Match with its tag', { ifNoneMatch: 'W/TAG, "x"' }],
  ])('is not replaced: %s', async (_, conditions) => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;
    const { etag } = await templates.save(project, 'a', utf8(templateXml()));
    const filled = Object.fromEntries(
      Object.entries(conditions).map(([key, value]) => [key, value.replace('TAG', etag)]),
    );

    const failure = await failureOf(templates.save(project, 'a', utf8(templateXml('9')), filled));

    expect(failure).toMatchObject({ code: 'template/precondition' });
    expect(templates.revisions(project, 'a')).toHaveLength(1);
  });

  test('is created with If-None-Match: * and not with If-Match', async () => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;

    expect(await failureOf(templates.save(project, 'a', utf8(templateXml()), { ifMatch: '*' }))).toMatchObject({
      code: 'template/precondition',
    });
    expect(await templates.save(project, 'a', utf8(templateXml()), { ifNoneMatch: '*' })).toMatchObject({
      created: true,
    });
  });

  test('gets no new revision for equal bytes', async () => {
    await using workspace = await testWorkspace();
    const { templates, movies, project } = workspace;
    const first = await templates.save(project, 'a', utf8(templateXml()));
    const again = await templates.save(project, 'a', utf8(templateXml()));

    expect(again).toEqual({ ...first, created: false });
    expect(workspace.recorded().map(({ type }) => type)).toEqual(['movie.saved', 'template.saved']);
    await movies.deleteAll(project);
    await templates.save(project, 'a', utf8(templateXml()));
    expect(movies.list(project)).toHaveLength(1);
  });

  test('keeps the last 50 of 60 revisions', { tags: ['promise:P11'] }, async () => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;
    for (let save = 1; save <= 60; save++) {
      workspace.advance(1000);
      await templates.save(project, 'a', utf8(templateXml(String(save))));
    }

    const revisions = templates.revisions(project, 'a');
    expect(revisions.map(({ revision }) => revision)).toEqual(Array.from({ length: 50 }, (_, index) => 60 - index));
    expect(revisions[0]).toEqual({
      revision: 60,
      savedAt: workspace.clock(),
      size: templateXml('60').length,
      etag: templates.get(project, 'a').etag,
      errors: 0,
      author: null,
      label: null,
    });
    expect(Buffer.from(templates.get(project, 'a', 11).bytes).toString()).toBe(templateXml('11'));
    expect(await failureOf(() => templates.get(project, 'a', 10))).toMatchObject({ code: 'template/not-found' });
    expect(templates.list(project)).toEqual([
      { name: 'a', updatedAt: workspace.clock(), revision: 60, durationFrames: 60, errors: 0 },
    ]);
  });

  test('is refused with all issues and stays unchanged', async () => {
    await using workspace = await testWorkspace();
    const { templates, movies, project } = workspace;
    await templates.save(project, 'a', utf8(templateXml()));
    const failure = await failureOf(templates.save(project, 'a', utf8('<movie><scene></movie>')));

    expect(failure).toMatchObject({ code: 'template/invalid', issues: [{ severity: 'error', line: 1 }] });
    expect(templates.get(project, 'a').revision).toBe(1);
    expect(movies.get(project, 'a').xml).toBe(templateXml());
  });

  test('is deleted with its movie and its revisions', async () => {
    await using workspace = await testWorkspace();
    const { templates, movies, project } = workspace;
    const { etag } = await templates.save(project, 'a', utf8(templateXml()));
    await movies.create(project, 'b', xmlBody(templateXml()));

    expect(await failureOf(() => templates.delete(project, 'a', { ifMatch: '"x"' }))).toMatchObject({
      code: 'template/precondition',
    });
    expect(templates.delete(project, 'A', { ifMatch: etag })).toEqual(['a']);
    expect(templates.list(project)).toEqual([]);
    expect(movies.list(project).map(({ name }) => name)).toEqual(['b']);
    expect(workspace.recorded().slice(-2)).toEqual([
      { type: 'movie.deleted', name: 'a' },
      { type: 'template.deleted', name: 'a' },
    ]);
    expect(await templates.save(project, 'a', utf8(templateXml()))).toMatchObject({ revision: 1, created: true });
  });

  test('is not found by read or delete if missing', async () => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;
    for (const work of [templates.get, templates.revisions, templates.delete]) {
      expect(await failureOf(() => work(project, 'a'))).toMatchObject({ code: 'template/not-found' });
      expect(await failureOf(() => work('nowhere', 'a'))).toMatchObject({ code: 'project/not-found' });
    }
    expect(await failureOf(templates.save(project, 'a:b', utf8(templateXml())))).toMatchObject({
      code: 'asset/invalid-name',
    });
  });
});

describe('a merged save', () => {
  const base = templateXml('2s', '<solid color="#111111"/>');
  const longer = base.replace('2s', '3s');
  const lighter = base.replace('#111111', '#eeeeee');

  test('adds the changes of a newer revision', async () => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;
    const first = await templates.save(project, 'a', utf8(base));
    await templates.save(project, 'a', utf8(longer), { ifMatch: first.etag });

    const saved = await templates.save(project, 'a', utf8(lighter), { ifMatch: first.etag, merges: true });

    expect(saved).toMatchObject({ revision: 3, merged: true });
    expect(Buffer.from(templates.get(project, 'a').bytes).toString()).toBe(longer.replace('#111111', '#eeeeee'));
  });

  test('sent again changes nothing', async () => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;
    const first = await templates.save(project, 'a', utf8(base));
    await templates.save(project, 'a', utf8(longer), { ifMatch: first.etag });
    const options = { ifMatch: first.etag, merges: true };
    await templates.save(project, 'a', utf8(lighter), options);
    expect(await templates.save(project, 'a', utf8(lighter), options)).toMatchObject({ revision: 3, merged: true });
  });

  test('is refused for changes of the same place or an unknown base', async () => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;
    const first = await templates.save(project, 'a', utf8(base));
    await templates.save(project, 'a', utf8(longer), { ifMatch: first.etag });
    const other = utf8(base.replace('2s', '4s'));
    const stale = { code: 'template/precondition' };
    expect(await failureOf(templates.save(project, 'a', other, { ifMatch: first.etag, merges: true }))).toMatchObject(
      stale,
    );
    expect(await failureOf(templates.save(project, 'a', other, { ifMatch: '"gone"', merges: true }))).toMatchObject(
      stale,
    );
    expect(templates.revisions(project, 'a')).toHaveLength(2);
  });

  test('includes all changes of clients that save at the same time', async () => {
    await using workspace = await testWorkspace();
    const { templates, project } = workspace;
    const scene = (index: number, value: string) =>
      `<scene duration="1s"><solid name="${index}" color="${value}"/></scene>`;
    const film = (changed: number | null) =>
      `<movie width="64" height="64" framerate="25">\n${[0, 1, 2, 3]
        .map((index) => scene(index, index === changed ? '#ffffff' : '#000000'))
        .join('\n')}\n</movie>`;
    const { etag } = await templates.save(project, 'a', utf8(film(null)));
    await Promise.all(
      [0, 1, 2, 3].map((index) => templates.save(project, 'a', utf8(film(index)), { ifMatch: etag, merges: true })),
    );
    expect(Buffer.from(templates.get(project, 'a').bytes).toString()).toBe(film(null).replaceAll('#000000', '#ffffff'));
  });
});

test('a revision has the author and the label of its save', async () => {
  await using workspace = await testWorkspace();
  const { templates, project } = workspace;
  await templates.save(project, 'a', utf8(templateXml('2s')));
  const origin = { author: { kind: 'agent', name: 'Helper' }, label: 'Longer scene' } as const;
  await templates.save(project, 'a', utf8(templateXml('3s')), { origin });
  expect(templates.revisions(project, 'a')).toMatchObject([origin, { author: null, label: null }]);
});
