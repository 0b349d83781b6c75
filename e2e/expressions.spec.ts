import { expect } from 'playwright/test';
import { openInspector } from './fixtures/open-inspector.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { XmlView } from './pages/xml-view.ts';

test.use({ sharesService: true, showsFirstScreen: false });

test('a field is computed, completed, and repaired', async ({ editor, project, media }) => {
  const { inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  const row = inspector.effect('Saturation').getByRole('group', { name: 'Intensity' });
  await inspector.variableMenu(row, 'Compute…');
  await saves('intensity="${= 1.5 }"');
  const field = row.getByRole('combobox', { name: 'Expression for Intensity' });
  await expect(row.getByRole('status', { name: 'Result' })).toHaveText('= 1.5');
  await field.fill('clam');
  await expect(row.getByRole('option', { name: /^clamp/ })).toBeVisible();
  await editor.keyboard.press('Enter');
  await expect(field).toHaveValue('clamp()');
  await editor.keyboard.type('9 / 2, 0, 2');
  await expect(row.getByRole('status', { name: 'Result' })).toHaveText('= 2');
  await editor.keyboard.press('Enter');
  await saves('intensity="${= clamp(9 / 2, 0, 2) }"');
  await field.fill('1 / (2 - 2)');
  await expect(row.locator('mark')).toHaveText('(2 - 2)');
  await editor.keyboard.press('Enter');
  await saves('intensity="${= 1 / (2 - 2) }"');
  await expect(row).toContainText('nothing can be divided by 0');
  await field.fill('1 / 4');
  await editor.keyboard.press('Enter');
  await inspector.variableMenu(row, 'Convert to fixed value');
  await saves('intensity="0.25"');
});

test('the XML view completes a call and shows its signature', async ({ editor: page, project }) => {
  await project.putTemplate(
    'Film',
    '<movie width="64" height="64" framerate="25"><scene duration="25" name="${= 1 }"/></movie>\n',
  );
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  await editor.view('Split');
  const xml = new XmlView(page);
  await xml.cursorBehind('${= 1');
  await xml.type(' ~ trunca');
  await xml.accept('truncate');
  await xml.type("'Plum jam', 6");
  await expect(page.locator('.xml-call')).toHaveText('truncate(t, n)');
  await expect(page.locator('.xml-call b')).toHaveText('n');
  await expect(xml.line('${= 1 ~ truncate(')).toBeVisible();
});
