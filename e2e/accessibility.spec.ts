import { expect, type Page } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { threeScenes } from './fixtures/films.ts';
import { isDesktop } from './fixtures/host.ts';
import type { Media } from './fixtures/media.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { leaveUnsaved } from './fixtures/unsaved-work.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { FramePage } from './pages/frame.ts';
import { ProjectsPage } from './pages/projects.ts';
import { RenderDialog, RenderQueue } from './pages/render.ts';
import { TimelinePage } from './pages/timeline.ts';

// Reduced motion disables CSS transitions. In the middle of a transition, the contrast of colors differs from both
// states.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

// Only the overlay is checked, because the screen below it was checked before.
const MENU = ['[role="menu"]'];
const DIALOG = ['[role="dialog"]'];

const withVariable = threeScenes.replace('intensity="1.5"', 'intensity="${mood, 1.5}"');

async function openFilm(page: Page, project: Project, media: Media): Promise<EditorPage> {
  await project.putAsset('bars.mp4', media.bars);
  await project.putTemplate('Film', withVariable);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  await expect(new AssetsPanel(page).tile('bars.mp4')).toHaveAccessibleName(/Video/);
  return editor;
}

test('the first start is accessible', { tag: '@full' }, async ({ editor: page }) => {
  const projects = new ProjectsPage(page);
  await expect(projects.openSample).toBeVisible();
  await expectNoBarriers(page, { name: 'first start' });
});

test('the projects with their menu and dialogs are accessible', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  await project.putAsset('bars.mp4', media.bars);
  await page.reload();
  const projects = new ProjectsPage(page);
  const card = projects.card(project.name);
  await expect(card).toBeVisible();
  await expectNoBarriers(page, { name: 'projects' });
  await card.click({ button: 'right' });
  await expect(page.getByRole('menu')).toBeVisible();
  await expectNoBarriers(page, { name: 'menu of a project' });
  await page.keyboard.press('Escape');
  await projects.create.click();
  await expectNoBarriers(page, { name: 'new project' });
  await page.keyboard.press('Escape');
  await projects.search.fill('nothing like it');
  await expectNoBarriers(page, { name: 'nothing found' });
  await projects.search.fill('');
  await card.focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText('No projects')).toBeVisible();
  await expectNoBarriers(page, { name: 'no projects' });
});

test.describe('the editor', () => {
  test.use({ sharesService: true, showsFirstScreen: false });

  test('has accessible tabs, views, and selections', async ({ editor: page, project, media }) => {
    const editor = await openFilm(page, project, media);
    const timeline = new TimelinePage(page);
    await expectNoBarriers(page, { name: 'movie' });
    await editor.tab('Templates').click();
    await expectNoBarriers(page, { name: 'templates' });
    await editor.tab('Variables').click();
    await timeline.scene('Middle').click();
    await expectNoBarriers(page, { name: 'variables, scene' });
    await timeline.scene('End').click({ modifiers: ['Shift'] });
    await page.keyboard.press('Shift+A');
    await expectNoBarriers(page, { name: 'two scenes, meters' });
    await editor.view('Split');
    await expectNoBarriers(page, { name: 'split' });
    await editor.view('XML');
    await expectNoBarriers(page, { name: 'XML' });
  });

  test('has an accessible palette, key sheet, and menus', { tag: '@full' }, async ({
    editor: page,
    project,
    media,
  }) => {
    await openFilm(page, project, media);
    const frame = new FramePage(page);
    await page.keyboard.press('ControlOrMeta+k');
    await expect(frame.palette).toBeVisible();
    await expectNoBarriers(page, { name: 'palette' });
    await page.keyboard.type('zzzz');
    await expectNoBarriers(page, { name: 'palette, nothing found', within: DIALOG });
    await page.keyboard.press('Escape');
    await expect(frame.palette).toBeHidden();
    await frame.run('Keyboard shortcuts');
    await expect(frame.keySheet).toBeVisible();
    await expectNoBarriers(page, { name: 'key sheet', within: DIALOG });
    await page.keyboard.press('Escape');
    // The desktop app uses the system's menu bar.
    if (!isDesktop) {
      await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
      await expect(page.getByRole('menu')).toBeVisible();
      await expectNoBarriers(page, { name: 'menu', within: MENU });
      await page.keyboard.press('Escape');
    }
    await new TimelinePage(page).scene('Middle').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoBarriers(page, { name: 'menu of a scene', within: MENU });
    await page.keyboard.press('Escape');
    await new AssetsPanel(page).tile('bars.mp4').click({ button: 'right' });
    await expect(page.getByRole('menu')).toBeVisible();
    await expectNoBarriers(page, { name: 'menu of an asset', within: MENU });
    await page.getByRole('menuitem', { name: 'Details…' }).click();
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(page.getByRole('dialog', { name: 'Asset' })).toBeVisible();
    await expectNoBarriers(page, { name: 'details of an asset', within: DIALOG });
  });

  test('has accessible screens for rendering, settings, and batches', async ({ editor: page, project, media }) => {
    await openFilm(page, project, media);
    await project.putAsset('gradient.mp4', media.gradient);
    const dialog = new RenderDialog(page);
    await dialog.open();
    await expect(dialog.render).toBeEnabled();
    await expectNoBarriers(page, { name: 'Render', within: DIALOG });
    await dialog.render.click();
    await expect(new RenderQueue(page).job('Film.mp4')).toContainText('Done');
    await expectNoBarriers(page, { name: 'queue' });
    const frame = new FramePage(page);
    await page.keyboard.press('Escape');
    await frame.run('Settings');
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeAttached();
    await expectNoBarriers(page, { name: 'settings' });
    await page.goBack();
    await new EditorPage(page).isOpen('Film');
    await frame.run('Render a batch');
    await expect(page.getByRole('heading', { name: 'Batch', level: 1 })).toBeAttached();
    await expectNoBarriers(page, { name: 'batch' });
  });

  test('is accessible during a conflict and with recovered work', { tag: '@full' }, async ({
    editor: page,
    project,
    media,
  }) => {
    const editor = await openFilm(page, project, media);
    // The event stream is blocked, so the page misses the other version.
    await page.route('**/v1/events', (route) => route.abort());
    await page.reload();
    await editor.isOpen('Film');
    // The other version replaces the place where this window adds a scene, so both cannot be merged.
    await project.putTemplate('Film', withVariable.replace(/<scene[\s\S]*/, '<scene duration="10"/></movie>'));
    await new AssetsPanel(page).choose('bars.mp4', 'Add at the end');
    // The comparison opens automatically.
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectNoBarriers(page, { name: 'conflict', within: DIALOG });
    await page.keyboard.press('Escape');
    await leaveUnsaved(page, project.uid, withVariable.replace('Opening', 'Lost'));
    await page.reload();
    await expect(editor.recovery).toBeVisible();
    await expectNoBarriers(page, { name: 'recovery' });
  });
});

test('the page of an unreachable service is accessible', { tag: '@full' }, async ({
  editor: page,
  service,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  await service.kill();
  await expect(editor.offline).toBeVisible();
  await expectNoBarriers(page, { name: 'offline' });
});
