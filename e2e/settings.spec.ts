import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';
import { threeScenes } from './fixtures/films.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { RenderDialog } from './pages/render.ts';
import { SettingsPage } from './pages/settings.ts';

test.use({ sharesService: true });

const faults = async (page: Page) => {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
};

test('a key that was changed works at once and after a reload, and can be had back', async ({ editor, project }) => {
  await project.putTemplate('Film', threeScenes);
  const settings = new SettingsPage(editor);
  await settings.open();
  await settings.rebind('Render…', 'Control+Alt+r');
  await expect(settings.keys('Render…')).toContainText('CtrlAltR');
  await editor.reload();
  const dialog = new RenderDialog(editor);
  await new EditorPage(editor).open(project, 'Film');
  await editor.keyboard.press('Control+e');
  await expect(dialog.dialog).toBeHidden();
  await editor.keyboard.press('Control+Alt+r');
  await expect(dialog.dialog).toBeVisible();
  await editor.keyboard.press('Escape');
  await settings.open();
  await settings
    .keys('Render…')
    .getByRole('button', { name: /^Reset/ })
    .click();
  await expect(settings.keys('Render…')).toContainText('CtrlE');
});

test('two actions on one key are told of each other; a preset has no such', async ({ editor }) => {
  const settings = new SettingsPage(editor);
  await settings.open();
  await settings.rebind('Render…', 'Control+s');
  await expect(settings.group('Keys')).toContainText('1 conflict');
  await expect(settings.keys('Save now')).toContainText('also “Render…”');
  await settings.group('Keys').getByRole('combobox', { name: 'Preset' }).click();
  await editor.getByRole('option', { name: 'Like Premiere' }).click();
  await expect(settings.group('Keys')).not.toContainText('conflict');
  await settings.group('Keys').getByRole('button', { name: 'Reset all' }).click();
  await expect(settings.keys('Render…')).toContainText('CtrlE');
});

test('it says what this FFmpeg can make, and where the interface is', async ({ editor, service }) => {
  const settings = new SettingsPage(editor);
  await settings.open();
  await expect(settings.group('HTTP interface')).toContainText(service.url);
  await expect(settings.group('FFmpeg').getByRole('list', { name: 'Can make' }).getByRole('listitem')).toHaveCount(10);
});

test('axe finds nothing, in both themes', async ({ editor }) => {
  const settings = new SettingsPage(editor);
  await settings.open();
  for (const theme of ['Light', 'Dark']) {
    await settings.group('Look').getByRole('radio', { name: theme }).click();
    await expect(editor.locator('html')).toHaveAttribute('data-theme', theme.toLowerCase());
    expect(await faults(editor)).toEqual([]);
  }
});
