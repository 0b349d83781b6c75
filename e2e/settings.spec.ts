import { expect } from 'playwright/test';
import { formatNames } from '#service/engine/formats/formats.ts';
import { expectNoBarriers } from './fixtures/axe.ts';
import { threeScenes } from './fixtures/films.ts';
import { isDesktop } from './fixtures/host.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import type { RunningService } from './fixtures/service.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { goTo } from './pages/go-to.ts';
import { RenderDialog } from './pages/render.ts';
import { SettingsPage } from './pages/settings.ts';

test.use({ sharesService: true, showsFirstScreen: false });

/**
 * Waits until the service has the limit of proxies and filmstrips. A page that closes before that would cancel the
 * request.
 */
async function isLimited(service: RunningService, gigabytes: number): Promise<void> {
  const limits = async () => (await (await service.fetch('/v1/storage')).json()) as { limits: { views: number } };
  await expect.poll(async () => (await limits()).limits.views).toBe(gigabytes * 1e9);
}

test('a changed shortcut works immediately and after a reload', async ({ editor, project }) => {
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
  const renderButton = editor.getByRole('button', { name: 'Render…', exact: true });
  await renderButton.focus();
  await editor.keyboard.press('ArrowDown');
  await expect(editor.getByRole('menuitem', { name: 'Render a batch…' })).toBeVisible();
  await editor.keyboard.press('Escape');
  await settings.open();
  await editor.keyboard.press('/');
  await expect(editor.getByRole('searchbox', { name: 'Search settings' })).toBeFocused();
  await settings
    .keys('Render…')
    .getByRole('button', { name: /^Reset/ })
    .click();
  await expect(settings.keys('Render…')).toContainText('CtrlE');
});

test('an edit can be undone after a visit to the settings', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const timeline = await openTimeline(page, project, media, threeScenes);
  const editor = new EditorPage(page);
  await timeline.scene('Middle').focus();
  await page.keyboard.press('Shift+N');
  await expect(editor.undo).toHaveAccessibleName('Undo: Add empty scene');
  await new SettingsPage(page).open();
  await page.getByRole('button', { name: 'Back', exact: true }).click();
  await editor.isOpen('Film');
  await expect(editor.undo).toHaveAccessibleName('Undo: Add empty scene');
  await editor.undo.click();
  await expect.poll(() => project.template('Film')).toBe(threeScenes);
});

test('a failed font download shows its reason and can be retried', { tag: '@full' }, async ({ editor }) => {
  const settings = new SettingsPage(editor);
  await settings.open();
  const fonts = settings.group('Fonts');
  await expect(fonts).toContainText('Noto Sans SC, Noto Sans TC, Noto Sans JP, Noto Sans KR');
  const add = fonts.getByRole('button', { name: 'Add Chinese, Japanese, and Korean' });
  await add.click();
  await expect(fonts).toContainText('can’t be reached');
  await expect(add).toBeEnabled();
});

test('the settings report two actions with the same key', { tag: '@full' }, async ({ editor }) => {
  const settings = new SettingsPage(editor);
  await settings.open();
  await settings.rebind('Render…', 'Control+s');
  await expect(settings.group('Shortcuts')).toContainText('1 conflict');
  await expect(settings.keys('Save now')).toContainText('also “Render…”');
  await settings.group('Shortcuts').getByRole('combobox', { name: 'Preset' }).click();
  await editor.getByRole('option', { name: 'Premiere' }).click();
  await expect(settings.group('Shortcuts')).not.toContainText('conflict');
  await settings.group('Shortcuts').getByRole('button', { name: 'Reset all' }).click();
  await expect(settings.keys('Render…')).toContainText('CtrlE');
});

test('shortcuts are changed by keyboard, with one tab stop', {
  tag: '@full',
}, async ({ editor }) => {
  const settings = new SettingsPage(editor);
  await settings.open();
  const keys = settings.group('Shortcuts');
  const change = (action: string) => keys.getByRole('button', { name: `Change shortcuts for ${action}`, exact: true });
  await keys.getByRole('button', { name: 'Import…' }).focus();
  await editor.keyboard.press('Tab');
  await expect(change('Play, pause')).toBeFocused();
  await editor.keyboard.press('ArrowDown');
  await expect(change('Play in reverse')).toBeFocused();
  await editor.keyboard.press('Enter');
  await editor.keyboard.press('Control+Alt+j');
  await expect(settings.keys('Play in reverse')).toContainText('CtrlAltJ');
  await expect(change('Play in reverse')).toBeFocused();
  await editor.keyboard.press('Shift+Tab');
  await editor.keyboard.press('Enter');
  await expect(settings.keys('Play in reverse')).not.toContainText('Ctrl');
  await expect(change('Play in reverse')).toBeFocused();
  await editor.keyboard.press('Tab');
  await expect(keys.locator(':focus')).toHaveCount(0);
});

test('the settings show FFmpeg’s formats and the address of the HTTP interface', { tag: '@full' }, async ({
  editor,
  service,
}) => {
  const settings = new SettingsPage(editor);
  await settings.open();
  await expect(settings.group('HTTP interface')).toContainText(service.url);
  await expect(settings.group('FFmpeg').getByRole('list', { name: 'Formats' }).getByRole('listitem')).toHaveCount(
    formatNames.length,
  );
});

test('the storage settings list, limit, and empty each area', { tag: '@full' }, async ({
  editor,
  service,
  project,
  media,
}) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putTemplate('Film', threeScenes);
  const strip = editor.waitForResponse(/\/strip\?/);
  await new EditorPage(editor).open(project, 'Film');
  await (await strip).finished();
  const settings = new SettingsPage(editor);
  await settings.open();
  const storage = settings.group('Storage');
  await expect(storage.getByRole('img', { name: /^The workspace uses/ })).toBeVisible();
  const views = storage.getByRole('listitem').filter({ hasText: 'Proxies and filmstrips' });
  const limit = views.getByRole('spinbutton', { name: 'Limit for Proxies and filmstrips' });
  await limit.fill('2.5');
  await limit.press('Enter');
  await expect(limit).toHaveValue('2.5');
  await isLimited(service, 2.5);
  await editor.reload();
  await expect(limit).toHaveValue('2.5');
  await expect(views).not.toContainText(/\b0 files/);
  await views.getByRole('button', { name: 'Empty Proxies and filmstrips…' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Empty “Proxies and filmstrips”?' });
  await expect(dialog).toContainText('Running renders continue');
  await expectNoBarriers(editor);
  await dialog.getByRole('button', { name: /^Empty/ }).click();
  await expect(views).toContainText(/\b0 files/);

  const clusters = settings.group('Clusters');
  await clusters.getByRole('button', { name: 'Test the connection to local' }).click();
  await expect(clusters.getByRole('status')).toHaveText(/\d ms$/);
  const hardware = settings.group('FFmpeg').getByRole('list', { name: 'Hardware encoders' });
  await expect(hardware.getByRole('listitem')).toHaveCount(5);
});

test('the settings are accessible in both themes', { tag: '@full' }, async ({ editor }) => {
  const settings = new SettingsPage(editor);
  await settings.open();
  await settings.group('Appearance').getByRole('radio', { name: 'Light' }).click();
  await expect(editor.locator('html')).toHaveAttribute('data-theme', 'light');
  await expectNoBarriers(editor);
});

test('a new language applies to every text immediately', { tag: '@full' }, async ({ editor, service, project }) => {
  await project.putTemplate('Film', threeScenes);
  const settings = new SettingsPage(editor);
  await settings.open();
  await settings.speak('Language', 'Deutsch');
  await expect(editor.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
  await expect(editor.locator('html')).toHaveAttribute('lang', 'de');
  const limit = settings.group('Speicherplatz').getByRole('spinbutton', { name: 'Grenze für Proxys und Filmstreifen' });
  await limit.fill('2,5');
  await limit.press('Enter');
  await expect(limit).toHaveValue('2,5');
  await isLimited(service, 2.5);
  await editor.reload();
  await expect(limit).toHaveValue('2,5');
  await goTo(editor, project.address('Film'));
  const timeline = editor.getByRole('region', { name: 'Timeline' });
  await expect(timeline).toContainText('3 Szenen');
  // The desktop app uses the system's menu bar.
  if (!isDesktop) {
    await editor.getByRole('button', { name: 'Menü' }).click();
    await expect(editor.getByRole('menuitem', { name: /^Einstellungen…/ })).toBeVisible();
    await editor.keyboard.press('Escape');
  }
  await goTo(editor, '#/settings');
  await settings.speak('Sprache', 'System');
  await expect(editor.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
});

test('the search of the settings finds their texts', { tag: '@full' }, async ({ editor }) => {
  const settings = new SettingsPage(editor);
  await settings.open();
  const sections = editor.getByRole('navigation', { name: 'Sections' });
  const current = sections.locator('[aria-current=location]');
  await expect(current).toHaveText('Workspace');
  await sections.getByRole('button', { name: 'Appearance' }).press('Enter');
  await expect(settings.group('Appearance')).toBeFocused();
  await expect(current).toHaveText('Appearance');
  const search = sections.getByRole('searchbox', { name: 'Search settings' });
  await search.fill('safe areas');
  await expect(sections.getByRole('button', { name: /^(?!Clear)/ })).toHaveText(['Shortcuts']);
  await expect(settings.group('Workspace')).toBeHidden();
  await search.press('Enter');
  await expect(settings.group('Shortcuts')).toBeFocused();
  await search.fill('nothing says this');
  await editor.getByRole('button', { name: 'Clear search' }).click();
  await expect(search).toBeFocused();
  await expect(settings.group('Workspace')).toBeVisible();
  await expectNoBarriers(editor);
  await editor.getByRole('main').evaluate((main) => main.dispatchEvent(new WheelEvent('wheel')));
  await editor.getByRole('main').evaluate((main) => main.scrollTo(0, main.scrollHeight));
  await expect(current).toHaveText('Shortcuts');
});

test('a section that opens directly is the current one', { tag: '@full' }, async ({ editor }) => {
  await editor.setViewportSize({ width: 1280, height: 720 });
  const current = editor.getByRole('navigation', { name: 'Sections' }).locator('[aria-current=location]');
  for (const [section, title] of [
    ['agents', 'Assistants'],
    ['stores', 'Object stores'],
    ['photos', 'Photos'],
  ] as const) {
    await goTo(editor, `#/settings/${section}`);
    await expect(current).toHaveText(title);
  }
});
