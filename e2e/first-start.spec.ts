import { expect } from 'playwright/test';
import { probeFilm } from './fixtures/probe.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';
import { RenderDialog, RenderQueue } from './pages/render.ts';

test('the first start creates a sample that two clicks render', async ({ editor, person }) => {
  const projects = new ProjectsPage(editor);
  await projects.openSample.click();
  await new EditorPage(editor).isOpen('Evening');
  await editor.getByRole('banner').getByRole('button', { name: 'Render…' }).click();
  const saved = person.nextFile();
  await new RenderDialog(editor).render.click();
  const film = await saved;
  expect(film.name).toBe('Evening.mp4');
  expect(await probeFilm(film.path)).toEqual({
    codecs: ['h264', 'aac'],
    frames: 450,
    size: [960, 540],
    seconds: expect.closeTo(15, 1),
  });
  await expect(new RenderQueue(editor).job('Evening.mp4')).toContainText('Done');
});

test('a click on the card of the sample opens it', { tag: '@full' }, async ({ editor }) => {
  await editor.getByRole('status').getByRole('button', { name: 'Sample – An evening outdoors' }).click();
  await new EditorPage(editor).isOpen('Evening');
});

test('the sample project is created only once', { tag: '@full' }, async ({ editor }) => {
  const projects = new ProjectsPage(editor);
  await projects.openSample.click();
  await new EditorPage(editor).isOpen('Evening');
  await editor.getByRole('button', { name: 'All projects' }).click();
  await expect(projects.heading).toBeVisible();
  await expect(editor.getByRole('article')).toHaveCount(1);
  await editor.reload();
  await expect(projects.card('Sample – An evening outdoors')).toBeVisible();
  await expect(editor.getByRole('article')).toHaveCount(1);
});

test('projects are created, renamed, duplicated, found, and deleted', { tag: '@full' }, async ({
  editor,
  project: _,
}) => {
  await editor.reload();
  const projects = new ProjectsPage(editor);
  await projects.create.click();
  await projects.dialog('New project').getByRole('textbox', { name: 'Name' }).fill('Spring');
  await projects.dialog('New project').getByRole('button', { name: 'Create' }).click();
  // The new project opens with an empty film and a drop area.
  const film = new EditorPage(editor);
  await film.isOpen('Untitled');
  await expect(film.preview.getByText('No scenes yet')).toBeVisible();
  await expect(film.preview.getByRole('button', { name: 'Choose videos…' })).toBeEnabled();
  await expect(editor.getByRole('contentinfo').getByRole('button', { name: /error|warning/ })).toHaveCount(0);
  await editor.getByRole('button', { name: 'All projects' }).click();
  const spring = projects.card('Spring');
  await spring.focus();
  await editor.keyboard.press('F2');
  await projects.dialog('Rename project').getByRole('textbox', { name: 'Name' }).fill('Summer');
  await editor.keyboard.press('Enter');
  const summer = projects.card('Summer');
  await summer.focus();
  await editor.keyboard.press('ControlOrMeta+d');
  await expect(projects.card('Summer copy')).toContainText('Never opened');
  await expect(summer).not.toContainText('Never opened');
  await projects.search.fill('copy');
  await expect(editor.getByRole('article')).toHaveCount(1);
  await projects.search.fill('');
  await summer.focus();
  await editor.keyboard.press('Delete');
  await expect(summer).toBeHidden();
  await editor.getByRole('button', { name: 'Undo' }).click();
  await expect(summer).toBeVisible();
});

test('the first screen keeps its layout while the designs load', { tag: '@full' }, async ({ editor }) => {
  const answer = Promise.withResolvers<void>();
  await editor.route('**/v1/designs?*', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await editor.reload();
  const designs = editor.getByRole('region', { name: 'Start with a design' });
  await expect(designs.locator('[aria-busy=true]')).toBeVisible();
  const { height: reserved = 0 } = (await designs.boundingBox()) ?? {};
  answer.resolve();
  await expect(designs.getByRole('button').first()).toBeVisible();
  const { height = 0 } = (await designs.boundingBox()) ?? {};
  expect(Math.abs(height - reserved)).toBeLessThan(4);
});
