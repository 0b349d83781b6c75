import { describe, expect, test } from 'vitest';
import { openService } from '#service/testing/open-service.ts';
import { editingText } from './editing-text.ts';
import { failureOf, templateXml, utf8 } from './testing/template-xml.ts';
import { testWorkspace } from './testing/test-workspace.ts';

const TABLE = { name: 'a.csv', table: { columns: ['name'], rows: [['Ada'], ['ü']] }, left: [1] };

describe('a batch table', () => {
  test('is empty at first and then returns the saved table', async () => {
    await using workspace = await testWorkspace();
    const { templates, tables, project } = workspace;
    await templates.save(project, 'a', utf8(templateXml()));
    const empty = tables.get(project, 'a');
    const saved = tables.save(project, 'A', await editingText(TABLE), { ifMatch: empty.etag });

    expect(empty.text).toBe('{}');
    expect(tables.get(project, 'a')).toEqual(saved);
    expect(workspace.recorded().at(-1)).toEqual({ type: 'batch-table.saved', name: 'a', etag: saved.etag });
    const failure = async () => tables.save(project, 'a', await editingText({}), { ifMatch: empty.etag });
    expect(await failureOf(failure)).toMatchObject({ code: 'template/precondition' });
    expect(tables.get(project, 'a')).toEqual(saved);
  });

  test('is stored as JSON without spaces', async () => {
    const rows = Array.from({ length: 1200 }, (_, at) => (at % 700 === 0 ? Array(3000).fill('"') : [`${at}`, {}]));
    const table = { ...TABLE, table: { columns: [], rows }, settings: { empty: [], numbers: Array(2001).fill(0) } };
    expect(await editingText(table)).toBe(JSON.stringify(table));
  });

  test('is deleted with its template', async () => {
    await using workspace = await testWorkspace();
    const { templates, tables, project } = workspace;
    await templates.save(project, 'a', utf8(templateXml()));
    tables.save(project, 'a', await editingText(TABLE));
    templates.delete(project, 'a');

    expect(await failureOf(() => tables.get(project, 'a'))).toMatchObject({ code: 'template/not-found' });
    await templates.save(project, 'a', utf8(templateXml()));
    expect(tables.get(project, 'a').text).toBe('{}');
  });

  test('is copied with its project', async () => {
    await using service = await openService();
    const { client } = service;
    const project = await service.createProject();
    await service.saveTemplate(project, 'a', templateXml());
    await client.call('saveBatchTable', { parameters: { project, name: 'a' }, body: TABLE });
    const copy = await client.call('duplicateProject', { parameters: { project }, body: { name: 'Copy' } });

    const parameters = { project: copy.uid, name: 'a' };
    expect(await client.call('readBatchTable', { parameters })).toEqual(TABLE);
  });
});
