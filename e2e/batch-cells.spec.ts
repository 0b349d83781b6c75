import { writeFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { dropFiles } from './fixtures/drop-files.ts';
import { test } from './fixtures/test.ts';
import { BatchPage } from './pages/batch.ts';

test.use({ sharesService: true, showsFirstScreen: false });
test.slow();

const template = `<movie width="64" height="36" framerate="10">
  <resources><variable name="size" type="choice" choices="xl: Extra large, l: Large"/></resources>
  <scene duration="10">
    <solid color="#204060"/>
    <text content="\${title, Hello} \${price, 5} \${size, l}" size="12"/>
  </scene>
</movie>
`;
const rows = Array.from({ length: 200 }, (_, at) => `Film ${at + 1},5,xl`);

test.beforeEach(async ({ editor, project }) => {
  await project.putTemplate('sale', template);
  const batch = new BatchPage(editor);
  await batch.open(project, 'sale');
  await batch.paste(['title,price,size', ...rows].join('\n'));
  await batch.isChecked();
});

test('an open cell keeps its text when the table scrolls', { tag: '@full' }, async ({ editor }) => {
  const batch = new BatchPage(editor);
  await batch.cell(1, 1).click();
  await editor.keyboard.type('Summer');
  await batch.state(1).hover();
  await editor.mouse.wheel(0, 10_000);
  await expect(batch.cell(200, 1)).toBeVisible();
  await editor.keyboard.type(' sale');
  await editor.keyboard.press('Enter');
  await expect(batch.cell(2, 1)).toBeFocused();
  await expect(batch.cell(1, 1)).toHaveText('Summer sale');
});

test('keys change the focused cell, not a hidden one', { tag: '@full' }, async ({ editor }) => {
  const batch = new BatchPage(editor);
  await batch.cell(1, 1).click();
  await batch.search.fill('Film 77');
  await expect(batch.grid).toHaveAttribute('aria-rowcount', '2');
  await batch.cell(77, 1).focus();
  await editor.keyboard.press('Delete');
  await expect(batch.grid).toHaveAttribute('aria-rowcount', '1');
  await batch.search.fill('');
  await expect(batch.cell(1, 1)).toHaveText('Film 1');
});

test('a click outside a cell keeps the typed text', { tag: '@full' }, async ({ editor }) => {
  const batch = new BatchPage(editor);
  await batch.cell(1, 1).click();
  await editor.keyboard.type('Winter');
  await batch.search.click();
  await editor.keyboard.type('Winter');
  await expect(batch.search).toHaveValue('Winter');
  await expect(batch.grid).toHaveAttribute('aria-rowcount', '2');
  await expect(batch.cell(1, 1)).toHaveText('Winter');

  // A click accepts a suggestion. A letter selects the only choice that starts with this letter.
  await batch.cell(1, 3).dblclick();
  await editor.getByRole('option', { name: 'Large', exact: true }).click();
  await expect(batch.cell(1, 3)).toHaveText('Large');
  await expect(batch.cell(1, 3)).toBeFocused();
  await editor.keyboard.type('xl');
  await editor.keyboard.press('Tab');
  await expect(batch.cell(1, 3)).toHaveText('Extra large');
  await batch.cell(1, 3).click();
  await editor.keyboard.type('l');
  await editor.keyboard.press('Tab');
  await expect(batch.cell(1, 3)).toHaveText('Large');
});

test('the items of a list cell are counted and edited in a table', { tag: '@full' }, async ({ editor, project }) => {
  await project.putTemplate(
    'prices',
    `<movie width="64" height="36" framerate="10">
  <resources><variable name="products" type="list"><field name="name"/><item name="Tea"/></variable></resources>
  <scene duration="10" each="\${products}"><text content="\${item.name}" size="12"/></scene>
</movie>
`,
  );
  const batch = new BatchPage(editor);
  await batch.open(project, 'prices');
  await batch.paste('products\ttitle\n[{"name":"Tea"},{"name":"Jam"}]\tFirst\n\tSecond');
  await expect(batch.cell(1, 1)).toHaveText('2 items');
  await expect(batch.cell(2, 1)).toHaveText('1 item');
  await batch.cell(1, 1).dblclick();
  const dialog = editor.getByRole('dialog', { name: 'Items of products in row 1' });
  await dialog.getByRole('button', { name: 'Add item' }).click();
  await dialog.getByRole('textbox', { name: 'name, item 3' }).fill('Rice');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(batch.cell(1, 1)).toHaveText('3 items');
  await expect(batch.cell(1, 1)).toBeFocused();
  await editor.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await editor.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(batch.cell(1, 1)).toHaveText('3 items');
});

test('a dropped file discards the text of the open cell', { tag: '@full' }, async ({ editor }, info) => {
  const batch = new BatchPage(editor);
  await batch.cell(2, 1).click();
  await editor.keyboard.type('Half typ');
  const file = info.outputPath('next.csv');
  await writeFile(file, 'title,price\nFirst,1\nSecond,2\n');
  await dropFiles(batch.grid, [{ file, name: 'next.csv' }]);
  await expect(batch.grid).toHaveAttribute('aria-rowcount', '3');
  await expect(batch.grid.getByRole('textbox')).toHaveCount(0);
  await expect(batch.cell(2, 1)).toHaveText('Second');
  await batch.search.click();
  await expect(batch.cell(2, 1)).toHaveText('Second');
});

test('undo reverts a cell, an excluded row, and a replaced table', { tag: '@full' }, async ({ editor }, info) => {
  const batch = new BatchPage(editor);
  await batch.edit(1, 1, 'Summer');
  await editor.getByRole('checkbox', { name: 'Render row 2', exact: true }).click();
  await expect(batch.start).toHaveText('Render 199 films');
  const file = info.outputPath('next.csv');
  await writeFile(file, 'title,price\nFirst,1\n');
  await dropFiles(batch.grid, [{ file, name: 'next.csv' }]);
  await expect(batch.grid).toHaveAttribute('aria-rowcount', '2');
  await editor.getByRole('button', { name: 'Undo' }).last().click();
  await expect(batch.grid).toHaveAttribute('aria-rowcount', '201');
  await expect(batch.cell(1, 1)).toHaveText('Summer');
  await batch.cell(1, 1).click();
  await editor.keyboard.press('Control+z');
  await expect(batch.start).toHaveText('Render 200 films');
  await editor.keyboard.press('Control+z');
  await expect(batch.cell(1, 1)).toHaveText('Film 1');
  await editor.keyboard.press('Control+Shift+z');
  await expect(batch.cell(1, 1)).toHaveText('Summer');
  // Undo also restores a removed table.
  await editor.getByRole('button', { name: 'Replace…' }).click();
  await editor.getByRole('menuitem', { name: 'Remove table' }).click();
  await expect(batch.grid).toHaveCount(0);
  await editor.keyboard.press('Control+z');
  await expect(batch.cell(1, 1)).toHaveText('Summer');
});
