import { describe, expect, test } from 'vitest';
import { editingText } from './editing-text.ts';
import { failureOf, templateXml, utf8 } from './testing/template-xml.ts';
import { testWorkspace } from './testing/test-workspace.ts';

const RECORD = { dataSets: [{ name: 'Ä', values: { clip: 'a.mp4' } }], view: { zoom: 1.5, selected: null } };

describe('an editing record', () => {
  test('is stored as JSON.stringify prints it', async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, index) => index / 7);
    const rows = numbers(3000).map((number) => ({
      each: number,
      none: null,
      texts: ['"', '\u2028', 'ü'],
      empty: [{}, []],
    }));
    const record = { rows, long: numbers(5000), 'a "key"': { deep: [numbers(2500), [rows[0]]] }, empty: {}, list: [] };
    expect(await editingText(record)).toBe(JSON.stringify(record));
  });

  test('is empty at first and then returns the saved record', async () => {
    await using workspace = await testWorkspace();
    const { templates, editing, project } = workspace;
    await templates.save(project, 'a', utf8(templateXml()));
    const empty = editing.get(project, 'a');
    const saved = editing.save(project, 'A', await editingText(RECORD), { ifMatch: empty.etag });

    expect(empty.text).toBe('{}');
    expect(JSON.parse(saved.text)).toEqual(RECORD);
    expect(editing.get(project, 'a')).toEqual(saved);
    expect(saved.etag).not.toBe(empty.etag);
    expect(workspace.recorded().at(-1)).toEqual({ type: 'editing.saved', name: 'a', etag: saved.etag });
  });

  test('survives a save of its template', async () => {
    await using workspace = await testWorkspace();
    const { templates, editing, project } = workspace;
    await templates.save(project, 'a', utf8(templateXml()));
    const saved = editing.save(project, 'a', await editingText(RECORD));
    await templates.save(project, 'a', utf8(templateXml('2')));

    expect(editing.get(project, 'a')).toEqual(saved);
    expect(templates.revisions(project, 'a')).toHaveLength(2);
  });

  test('is not overwritten if it has changed', async () => {
    await using workspace = await testWorkspace();
    const { templates, editing, project } = workspace;
    await templates.save(project, 'a', utf8(templateXml()));
    const { etag } = editing.get(project, 'a');
    const saved = editing.save(project, 'a', await editingText(RECORD), { ifMatch: etag });

    expect(
      await failureOf(async () => editing.save(project, 'a', await editingText({}), { ifMatch: etag })),
    ).toMatchObject({
      code: 'template/precondition',
    });
    expect(editing.get(project, 'a')).toEqual(saved);
  });

  test('needs an existing template', async () => {
    await using workspace = await testWorkspace();
    const { editing, project } = workspace;
    expect(await failureOf(() => editing.get(project, 'a'))).toMatchObject({ code: 'template/not-found' });
    expect(await failureOf(async () => editing.save(project, 'a', await editingText({})))).toMatchObject({
      code: 'template/not-found',
    });
    expect(await failureOf(() => editing.get('nowhere', 'a'))).toMatchObject({ code: 'project/not-found' });
  });

  test('is refused if it is too large or too deep', async () => {
    await using workspace = await testWorkspace();
    const { editing, templates, project } = workspace;
    await templates.save(project, 'a', utf8(templateXml()));
    const deep: unknown = JSON.parse(`${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`);

    expect(await failureOf(() => editingText({ x: 'x'.repeat(6 * 2 ** 20) }))).toMatchObject({
      code: 'request/too-large',
    });
    expect(await failureOf(() => editingText({ deep }))).toMatchObject({ code: 'request/invalid' });
    expect(editing.get(project, 'a').text).toBe('{}');
  });
});
