import { expect, type Page } from 'playwright/test';
import { threeScenes } from './fixtures/films.ts';
import type { Media } from './fixtures/media.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { TimelinePage } from './pages/timeline.ts';
import { XmlView } from './pages/xml-view.ts';

test.use({ sharesService: true, showsFirstScreen: false });

async function openFilm(page: Page, project: Project, media: Media): Promise<EditorPage> {
  await project.putAsset('bars.mp4', media.bars);
  await project.putTemplate('Film', threeScenes);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  return editor;
}

test('undo keeps another program’s change, and the history reverts it', async ({ editor: page, project, media }) => {
  const editor = await openFilm(page, project, media);
  const timeline = new TimelinePage(page);
  await timeline.scene('End').click();
  await project.putTemplate('Film', threeScenes.replace('"Opening"', '"Start"'));
  await expect(timeline.scene('Start')).toBeVisible();
  await expect(timeline.scene('End')).toHaveAttribute('aria-selected', 'true');
  await project.putAsset('fresh.mp4', media.gradient);
  await expect(new AssetsPanel(page).tile('fresh.mp4')).toBeVisible();
  await project.putTemplate('Other', threeScenes);
  await editor.tab('Templates').click();
  await expect(page.getByRole('tabpanel', { name: /^Templates/ }).getByText('Other', { exact: true })).toBeVisible();
  await expect(editor.saved()).toBeVisible();
  await expect(editor.undo).toBeDisabled();
  await timeline.scene('End').click();
  await page.keyboard.press('Delete');
  await expect(timeline.scene('End')).toBeHidden();
  await expect(editor.saved()).toBeVisible();
  await project.putTemplate('Film', (await project.template('Film')).replace('"Start"', '"Begin"'));
  await expect(timeline.scene('Begin')).toBeVisible();
  await editor.undo.click();
  await expect(timeline.scene('End')).toBeVisible();
  await expect.poll(() => project.template('Film')).toBe(threeScenes.replace('"Opening"', '"Begin"'));
  await goToOpened(page);
  await expect(timeline.scene('Opening')).toBeVisible();
  await expect.poll(() => project.template('Film')).toBe(threeScenes);
});

/** Goes back to the opened template in the history. */
async function goToOpened(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'History', exact: true }).click();
  await page.getByRole('dialog', { name: 'History' }).getByRole('button', { name: 'Opened' }).click();
  await page.keyboard.press('Escape');
}

test('an invalid text survives a reload until another version replaces it', {
  tag: '@full',
}, async ({ editor: page, project, media }) => {
  const editor = await openFilm(page, project, media);
  const theirs = threeScenes.replace('"Opening"', '"Start"');
  await editor.view('XML');
  const xml = new XmlView(page);
  await xml.cursorBehind('name="End');
  await page.keyboard.type('<');
  await expect(editor.status(/^Saved with \d+ problems?/)).toBeVisible();
  const broken = threeScenes.replace('"End"', '"End<"');
  await expect.poll(() => project.template('Film')).toBe(broken);
  await page.reload();
  await expect(editor.status(/^Saved with \d+ problems?/)).toBeVisible();
  await editor.view('Split');
  await expect(xml.line('name="End<"')).toBeVisible();
  // The film shows the latest text that has no errors.
  await expect(editor.timeline.getByText('Opening').first()).toBeVisible();
  await project.putTemplate('Film', theirs);
  await expect(xml.line('name="Start"')).toBeVisible();
  await expect(editor.undo).toBeDisabled();
  await goToOpened(page);
  await expect.poll(() => project.template('Film')).toBe(threeScenes);
});

test('a template that was deleted elsewhere can be saved again', { tag: '@full' }, async ({
  editor: page,
  service,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  const call = (path: string) => service.fetch(path, { method: 'DELETE' });
  await call(`/v1/xml/local/${project.uid}/Film`);
  const alert = page.getByRole('alert').filter({ hasText: '“Film” was deleted elsewhere' });
  await expect(alert).toBeVisible();
  await alert.getByRole('button', { name: 'Save again' }).click();
  await expect(alert).toBeHidden();
  await expect(editor.saved()).toBeVisible();
  await expect.poll(project.templateNames).toEqual(['Film']);
  expect(await project.template('Film')).toBe(threeScenes);

  await call(`/v1/project/${project.uid}`);
  const deletedNotice = page.getByRole('alert').filter({ hasText: `“${project.name}” was deleted elsewhere` });
  await expect(deletedNotice).toBeVisible();
  // The window still shows the former name of the project.
  await expect(page.getByRole('button', { name: `Switch template: ${project.name}, Film` })).toBeVisible();
  await deletedNotice.getByRole('button', { name: 'Save to a new project' }).click();
  await expect(page).not.toHaveURL(new RegExp(project.uid));
  await editor.isOpen('Film');
  await expect(editor.saved()).toBeVisible();
  const uid = /#\/project\/([^/]+)/.exec(page.url())?.[1];
  await expect.poll(async () => (await service.fetch(`/v1/xml/local/${uid}/Film`)).text()).toBe(threeScenes);
});
