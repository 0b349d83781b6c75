import { expect } from 'playwright/test';
import { xlsxBytes } from '#service/tables/testing/workbook-bytes.ts';
import { expectNoBarriers } from './fixtures/axe.ts';
import { test } from './fixtures/test.ts';
import { BatchPage } from './pages/batch.ts';

const template = `<movie width="64" height="36" framerate="10">
  <resources><variable name="items" type="list"><field name="name"/></variable></resources>
  <scene duration="\${length, 5}"><text content="\${title, Hello}" fontsize="6"/></scene>
  <scene each="\${items}" duration="2" name="\${item.name}"/>
</movie>
`;

const workbook = xlsxBytes({
  sheets: [
    { name: 'Notes', rows: [['About'], ['this file']] },
    {
      name: 'Films',
      rows: [
        ['id', 'title', 'length'],
        ['7', { xml: '<c s="1"><v>46056</v></c>' }, { xml: '<c s="2"><v>7</v></c>' }],
        ['8', 'Hidden', 3],
        ['9', 'Shown', 4],
      ],
      hidden: [3],
    },
    {
      name: 'Goods',
      rows: [
        ['id', 'name'],
        ['9', 'Tea'],
        ['7', 'Jam'],
        ['5', 'Salt'],
      ],
    },
  ],
  formats: ['d. mmmm yyyy', '0.00'],
});

test.use({ sharesService: true, showsFirstScreen: false });

test('a workbook opens, and another sheet fills a list', async ({ editor, project }) => {
  await project.putTemplate('card', template);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await editor
    .locator('main input[type=file]')
    .first()
    .setInputFiles({ name: 'films.xlsx', mimeType: 'application/octet-stream', buffer: workbook });
  await expect(batch.data).toContainText('Notes');
  await batch.data.getByRole('button', { name: /· Notes$/ }).click();
  await expectNoBarriers(editor);
  await editor.getByRole('combobox', { name: 'Sheet' }).click();
  await editor.getByRole('option', { name: 'Films' }).click();
  await expect(batch.data).toContainText('2 rows');
  await editor.getByRole('switch', { name: 'Include hidden rows' }).click();
  await expect(batch.data).toContainText('3 rows');
  await editor.keyboard.press('Escape');
  await expect(batch.grid).toContainText('3. February 2026');
  await expect(batch.checks).not.toContainText('hidden row');

  await batch.data.getByRole('button', { name: 'Replace…' }).click();
  await editor.getByRole('menuitem', { name: 'Fill a list from a second table…' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Fill a list' });
  await dialog.getByRole('combobox', { name: 'Sheet' }).click();
  await editor.getByRole('option', { name: 'Goods' }).click();
  await expect(dialog.getByRole('status')).toHaveText('2 of 3 rows match a row of this table.');
  await expectNoBarriers(editor);
  await dialog.getByRole('button', { name: 'Fill list' }).click();
  await expect(batch.checks).toContainText('A row of “Goods” matches no row of the table');
  await batch.isChecked();
  await expect(batch.data).toContainText('3 matched');
});
