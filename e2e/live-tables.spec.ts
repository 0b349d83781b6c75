import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import type { Project } from './fixtures/project.ts';
import type { RunningService } from './fixtures/service.ts';
import { test } from './fixtures/test.ts';
import { BatchPage } from './pages/batch.ts';
import { LiveTablesPage } from './pages/live-tables.ts';

const template = `<movie width="64" height="36" framerate="10">
  <scene duration="2"><text content="\${title, Hello}" fontsize="6"/></scene>
</movie>
`;
const films = (titles: readonly string[]) =>
  ['id,title', ...titles.map((title, at) => `${at + 1},${title}`), ''].join('\n');

test.use({ sharesService: true, showsFirstScreen: false });
test.slow();

/** Replaces a table of the project, as a spreadsheet would that saves it. */
async function replace(service: RunningService, project: Project, body: string): Promise<void> {
  const saved = await service.fetch(`/v1/data/${project.uid}/films.csv`, { method: 'PUT', body });
  expect(saved.ok).toBe(true);
}

test('a batch table is watched by keyboard, and a changed cell renders its film again', async ({
  editor,
  project,
  service,
}) => {
  await project.putTemplate('card', template);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await editor
    .locator('main input[type=file]')
    .first()
    .setInputFiles({ name: 'films.csv', mimeType: 'text/csv', buffer: Buffer.from(films(['Tea', 'Jam'])) });
  await batch.isChecked();

  await batch.data.getByRole('button', { name: 'Replace…' }).press('Enter');
  await editor.getByRole('menuitem', { name: 'Keep watching…' }).press('Enter');
  const tables = new LiveTablesPage(editor);
  await expect(tables.form('New live table')).toBeVisible();
  await expect(tables.field('Name')).toHaveValue('films');
  await expect(tables.form('New live table')).toContainText('films.csv');
  const preview = tables.form('New live table').getByRole('region', { name: 'Preview' });
  await expect(preview).toContainText('Tea');
  await tables.choose('Separator', 'semicolon');
  await expect(preview.getByRole('columnheader')).toHaveText(['id,title']);
  await tables.choose('Separator', 'comma');
  await expect(preview.getByRole('columnheader')).toHaveText(['id', 'title']);
  await expectNoBarriers(editor);
  await tables.field('Name').fill('');
  await tables.form('New live table').getByRole('button', { name: 'Watch' }).press('Enter');
  await expect(tables.field('Name')).toHaveAccessibleDescription('Enter a name.');
  await tables.field('Name').fill('Groceries');
  await tables.form('New live table').getByRole('button', { name: 'Watch' }).press('Enter');

  await expect(tables.detail('Groceries')).toContainText('2 of 2 up to date', { timeout: 60_000 });
  await expect(tables.state('1')).toHaveText('Up to date');
  await expect(tables.detail('Groceries')).toContainText('2 new, 0 changed, 0 removed');
  await expectNoBarriers(editor);

  await replace(service, project, films(['Tea', 'Honey']));
  await expect(tables.row('Honey')).toContainText('Up to date', { timeout: 60_000 });
  await expect(tables.detail('Groceries')).toContainText('0 new, 1 changed, 0 removed');
  await tables.rows.getByRole('button', { name: '1.mp4', exact: true }).press('Enter');
  const player = editor.getByRole('dialog', { name: '1.mp4' });
  await player.getByRole('button', { name: 'Close' }).press('Enter');
  await expect(player).toBeHidden();

  await tables.view('History').press('Space');
  await expect(tables.history.getByRole('row')).toHaveCount(3);
  await expectNoBarriers(editor);

  await tables.button('Pause').press('Enter');
  await expect(tables.detail('Groceries')).toContainText('Paused');
  await replace(service, project, films(['Coffee', 'Honey']));
  await tables.button('Watch again').press('Enter');
  await tables.view('Rows').press('Space');
  await expect(tables.row('Coffee')).toContainText('Up to date', { timeout: 60_000 });

  await tables.button('Stop watching…').press('Enter');
  await expectNoBarriers(editor);
  await editor.getByRole('dialog').getByRole('button', { name: 'Stop watching' }).press('Enter');
  await expect(editor.getByRole('main')).toContainText('No live tables yet');
});

test('a large change waits for a decision', async ({ editor, project, service }) => {
  await project.putTemplate('card', template);
  const titles = Array.from({ length: 8 }, (_, at) => `Film ${at + 1}`);
  await replace(service, project, films(titles));
  const created = await service.fetch(`/v1/tables/${project.uid}?start=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Shop', source: { kind: 'asset', name: 'films.csv' }, movie: 'card' }),
  });
  expect(created.status).toBe(201);
  const tables = new LiveTablesPage(editor);
  await tables.open(project);
  await expect(tables.detail('Shop')).toContainText('8 of 8 up to date', { timeout: 60_000 });

  await replace(service, project, films(titles.slice(0, 2)));
  await expect(tables.guard).toBeVisible({ timeout: 60_000 });
  await expect(tables.detail('Shop')).toContainText('8 of 8 up to date');
  await expectNoBarriers(editor);
  await tables.guard.getByRole('button', { name: 'Apply' }).press('Enter');
  await expect(tables.guard).toBeHidden();
  await expect(editor.getByRole('heading', { name: 'Shop', level: 2 })).toBeFocused();
  await expect(tables.detail('Shop')).toContainText('2 of 2 up to date');
  await tables.filter('Removed').press('Space');
  await expect(tables.rows.getByRole('row')).toHaveCount(7);
});

test('a column fills a variable of another name, and a refused cell says why', { tag: '@full' }, async ({
  editor,
  project,
  service,
}) => {
  const strict = template.replace(
    '<scene',
    '<resources><variable name="title" type="number" label="Title"/></resources><scene',
  );
  await project.putTemplate('strict', strict.replace('${title, Hello}', '${title}'));
  await replace(service, project, 'id,product\n1,10\n2,20\n3,Ox\n');
  const tables = new LiveTablesPage(editor);
  await tables.open(project);
  await editor.getByRole('button', { name: 'New live table…' }).click();
  const form = tables.form('New live table');
  await tables.choose('File', 'films.csv');
  await tables.choose('Template', 'strict');
  await expect(form).toContainText('No column and no default, so every film fails: Title');
  await tables.choose('Variable for column product', 'Title title');
  await expect(form.getByRole('button', { name: 'Columns and variables · 1 matched' })).toBeVisible();
  await expect(form).not.toContainText('No column and no default');
  await expectNoBarriers(editor);
  await form.getByRole('button', { name: 'Watch' }).click();
  await expect(tables.detail('films.csv')).toContainText('2 of 3 up to date', { timeout: 60_000 });
  await expect(tables.row('Ox')).toContainText('Failed: Column “product”: ');
});

test('a refusal of the service is shown at its field', async ({ editor, project }) => {
  await project.putTemplate('card', template);
  const tables = new LiveTablesPage(editor);
  await tables.open(project);
  await expectNoBarriers(editor);
  await editor.getByRole('button', { name: 'New live table…' }).click();
  const form = tables.form('New live table');
  await form.getByRole('radio', { name: 'Service folder' }).click();
  await tables.field('Name').fill('Outside');
  await tables.field('File').fill('../secret.csv');
  await form.getByRole('combobox', { name: 'Template' }).click();
  await editor.getByRole('option', { name: 'card' }).click();
  await form.getByRole('button', { name: 'Watch' }).click();
  await expect(tables.field('File')).toHaveAttribute('aria-invalid', 'true');
  await expectNoBarriers(editor);
});
