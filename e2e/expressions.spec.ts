import { expect } from 'playwright/test';
import { cutWords } from './fixtures/cut-words.ts';
import { openInspector } from './fixtures/open-inspector.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { TimelinePage } from './pages/timeline.ts';
import { XmlView } from './pages/xml-view.ts';

test.use({ sharesService: true, showsFirstScreen: false });

test('a field is computed, completed, and repaired', async ({ editor, project, media }) => {
  const { inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  const row = inspector.effect('Saturation').getByRole('group', { name: 'Intensity' });
  await inspector.variableMenu(row, 'Compute…');
  await saves('intensity="${= 1.5 }"');
  const field = row.getByRole('combobox', { name: 'Expression for Intensity' });
  await expect(field).toBeFocused();
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

test('a computed text gets the focus and a list with whole signatures', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const text = `<movie width="320" height="180" framerate="25">
  <scene name="One" duration="40"><text name="Price" content="12"/></scene>
</movie>
`;
  await editor.setViewportSize({ width: 1280, height: 720 });
  const { inspector } = await openInspector({ editor, project, media }, text);
  const timeline = new TimelinePage(editor);
  await timeline.toggle('One');
  await timeline.bar('Price').click();
  await inspector.root.getByRole('button', { name: 'Edit text' }).click();
  await inspector.root.getByRole('button', { name: 'Insert variable' }).click();
  await editor.getByRole('menuitem', { name: 'Compute…' }).click();
  const field = inspector.root.getByRole('combobox', { name: 'Expression for Text' });
  await expect(field).toBeFocused();
  await field.fill('mon');
  const option = inspector.root.getByRole('option', { name: /^money/ });
  await expect(option).toContainText('money(x, currency, [decimals])');
  expect(await cutWords(option)).toEqual([]);
  // The error of the unfinished name is not shown.
  await expect(inspector.root.locator('mark')).toHaveCount(0);
  await field.fill("money(1234.5, 'EUR') ~ ' each'");
  expect(await cutWords(field.locator('xpath=..'))).toEqual([]);
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

test('Count up moves the number of a text', { tag: '@full' }, async ({ editor, project, media }) => {
  const text = (content: string) => `<text name="Number" content="${content}" size="80"/>`;
  const film = `<movie width="320" height="180" framerate="25">
  <scene name="One" duration="40">${text('1000')}</scene>
  <scene name="Two" duration="20">${text('685')}</scene>
</movie>
`;
  const { frame, inspector, saves } = await openInspector({ editor, project, media }, film);
  await inspector.selectScenes('One');
  await inspector.root.getByRole('button', { name: 'Add motion' }).click();
  await editor.getByRole('dialog').getByRole('button', { name: 'Count up', exact: true }).click();
  await saves('<text name="Number" size="80" value="1000"><animation type="countup"/></text>');
  await expect(inspector.root.getByRole('article', { name: 'Count up' })).toBeVisible();
  await inspector.selectScenes('Two');
  const timeline = new TimelinePage(editor);
  /** Returns the picture of a frame. The initial zoom is four pixels per frame. */
  const picture = async (at: number) => {
    await timeline.seek(4 * at + 1);
    const shown = frame.preview.getByRole('img', { name: `Preview, frame ${at} of 60` });
    await expect(shown).toBeVisible();
    return (await shown.screenshot()).toString('base64');
  };
  expect(await picture(0)).not.toBe(await picture(50));
  await expect.poll(async () => (await picture(12)) === (await picture(50))).toBe(true);
});
