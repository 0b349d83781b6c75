import { expect, type Page, type Request } from 'playwright/test';
import type { EditorProcess } from './fixtures/editor-process.ts';
import { threeScenes } from './fixtures/films.ts';
import type { Media } from './fixtures/media.ts';
import { openFilm } from './fixtures/open-timeline.ts';
import type { Project } from './fixtures/project.ts';
import type { RunningService } from './fixtures/service.ts';
import { onlyInBrowsers, test } from './fixtures/test.ts';
import { unsavedTexts } from './fixtures/unsaved-work.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { RenderDialog } from './pages/render.ts';

test.use({ showsFirstScreen: false });

const saving = /\/v1\/xml\/local\//;
/** The text of the template after the edit in these tests. */
const edited = /<scene[^>]*>\s*<video src="gradient\.mp4"[^>]*\/>\s*<\/scene>\s*<\/movie>/;

/** Sends the page's request to the service. Playwright cannot forward requests to the addresses of the desktop app. */
async function passOn(request: Request, service: RunningService): Promise<Response> {
  const { pathname, search } = new URL(request.url());
  const names: readonly string[] = ['content-type', 'if-match', 'if-none-match'];
  const headers = Object.entries(request.headers()).filter(([name]) => names.includes(name));
  const body = request.postData();
  return service.fetch(`${pathname}${search}`, { method: request.method(), headers, ...(body !== null && { body }) });
}

/** Returns the positions of the editor's parts. Empty parts are left out. */
async function placesOf(page: Page) {
  const parts = await page.getByRole('region').or(page.getByRole('banner')).or(page.getByRole('contentinfo')).all();
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  return boxes.filter((box) => box !== null && box.height > 0);
}

/** Returns the positions when two consecutive readings are equal. */
async function restingPositions(page: Page) {
  for (let before = await placesOf(page); ; ) {
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
    const now = await placesOf(page);
    if (JSON.stringify(now) === JSON.stringify(before)) return now;
    before = now;
  }
}

/** Adds a scene at the end with the menu of an asset. */
async function edit(page: Page, asset = 'gradient.mp4'): Promise<void> {
  await new AssetsPanel(page).choose(asset, 'Add at the end');
  await expect(new EditorPage(page).undo).toBeEnabled();
}

/** Starts a browser, edits the film, and kills the browser before the edit is saved. */
async function crashAfterEdit(editorProcess: EditorProcess, project: Project, media: Media): Promise<void> {
  const page = await editorProcess.start();
  await openFilm(page, project, media);
  // The request is blocked, so that the crash comes before the save, even on a slow machine.
  await page.route(saving, (route) => (route.request().method() === 'POST' ? undefined : route.continue()));
  await edit(page);
  await expect.poll(() => unsavedTexts(page)).toEqual([expect.stringMatching(edited)]);
  await editorProcess.kill();
}

/** Restarts the service after a save that failed, and waits until the edit is saved. */
async function isSavedAfterRestart(editor: EditorPage, service: RunningService, project: Project): Promise<void> {
  await expect(editor.status('Not saved')).toBeVisible();
  await editor.page.unroute(saving);
  await service.restart();
  await expect(editor.saved()).toBeVisible();
  expect(await project.template('Film')).toMatch(edited);
}

test('unsaved work is offered and restored after the browser was killed', {
  tag: ['@promise:P12', '@promise:F38'],
}, async ({ editorProcess, project, media }) => {
  await crashAfterEdit(editorProcess, project, media);
  const again = await editorProcess.start();
  expect(await project.template('Film')).toBe(threeScenes);
  const editor = new EditorPage(again);
  await editor.open(project, 'Film');
  await expect(editor.recovery).toBeVisible();
  // The text is restored only if the user chooses so.
  expect(await project.template('Film')).toBe(threeScenes);
  await editor.recovery.getByRole('button', { name: 'Restore' }).click();
  await expect(editor.recovery).toBeHidden();
  await expect(editor.saved()).toBeVisible();
  await expect.poll(() => project.template('Film')).toMatch(edited);
  // The restored text is one undo step.
  await editor.undo.click();
  await expect.poll(() => project.template('Film')).toBe(threeScenes);
});

test('recovered work that is discarded is not offered again', { tag: '@full' }, async ({
  editorProcess,
  project,
  media,
}) => {
  await crashAfterEdit(editorProcess, project, media);
  const again = await editorProcess.start();
  const editor = new EditorPage(again);
  await editor.open(project, 'Film');
  await editor.recovery.getByRole('button', { name: 'Discard' }).click();
  await expect(editor.recovery).toBeHidden();
  await expect.poll(() => unsavedTexts(again)).toEqual([]);
  await again.reload();
  await editor.isOpen('Film');
  await expect(editor.saved()).toBeVisible();
  await expect(editor.recovery).toBeHidden();
  expect(await project.template('Film')).toBe(threeScenes);
});

test('nothing is lost if the service is killed before the save', { tag: ['@promise:P12'] }, async ({
  editor: page,
  service,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  await page.route(saving, async (route) => {
    if (route.request().method() === 'POST') await service.kill();
    await route.continue();
  });
  await edit(page);
  await isSavedAfterRestart(editor, service, project);
});

test('nothing is lost if a service dies after the save', { tag: '@full' }, async ({
  editor: page,
  service,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  await page.route(saving, async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    expect((await passOn(route.request(), service)).ok).toBe(true);
    await service.kill();
    return route.abort();
  });
  await edit(page);
  // The other version was saved by this window, so the service accepts the next save.
  await isSavedAfterRestart(editor, service, project);
  await expect(editor.status('Changed in another window')).toBeHidden();
});

test('a template opens when the unreachable service is back', { tag: '@full' }, async ({
  editor: page,
  service,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  await page.getByRole('button', { name: 'All projects' }).click();
  await expect(editor.timeline).toBeHidden();
  await service.kill();
  await page.goBack();
  await expect(page.getByRole('main').getByText('The service isn’t responding')).toBeVisible();
  await expect(page.getByText('This template no longer exists')).toBeHidden();
  await service.restart();
  await editor.isOpen('Film');
});

test('edits while the service is down are saved afterward', { tag: '@full' }, async ({
  editor: page,
  service,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  // Waits for the inspection, because its result is unavailable while the service is down.
  await new AssetsPanel(page).isRead('gradient.mp4');
  const before = await restingPositions(page);
  await service.kill();
  await expect(editor.offline).toBeVisible();
  // The layout must not move while the user works.
  expect(await restingPositions(page)).toEqual(before);
  const dialog = new RenderDialog(page);
  await dialog.open();
  await expect(dialog.dialog.getByText('No connection to the service')).toBeVisible();
  await expect(dialog.button('Try again')).toBeVisible();
  await page.keyboard.press('Escape');
  await edit(page);
  await expect(editor.status('Not saved')).toBeVisible();
  await expect.poll(() => unsavedTexts(page)).toEqual([expect.stringMatching(edited)]);
  await service.restart();
  await expect(editor.offline).toBeHidden();
  await expect(editor.saved()).toBeVisible();
  expect(await project.template('Film')).toMatch(edited);
  await expect.poll(() => unsavedTexts(page)).toEqual([]);
});

test.describe('a template in two windows', () => {
  onlyInBrowsers('the desktop app has one window; conflicts with programs are in live.spec.ts and revisions.spec.ts');
  test.use({ sharesService: true });

  /** The text of the template after the edit in the second window. */
  const editedHere = /src="bars\.mp4"[^>]*\/>\s*<\/scene>\s*<\/movie>/;

  /** Returns two windows with a conflict: the first has saved, and the second has not. */
  async function inConflict(page: Page, project: Project, media: Media) {
    const first = await openFilm(page, project, media);
    const otherPage = await page.context().newPage();
    // The event stream is blocked, so the second window misses the save, as if both had saved at the same moment.
    await otherPage.route('**/v1/events', (route) => route.abort());
    await otherPage.goto(page.url());
    const other = new EditorPage(otherPage);
    await other.isOpen('Film');
    await edit(page, 'gradient.mp4');
    await expect(first.saved()).toBeVisible();
    await expect.poll(() => project.template('Film')).toMatch(edited);
    const theirs = await project.template('Film');
    await new AssetsPanel(otherPage).choose('bars.mp4', 'Add at the end');
    // The comparison opens automatically over the page.
    const dialog = otherPage.getByRole('dialog', { name: '“Film” was changed in another window' });
    await expect(dialog).toBeVisible();
    expect(await project.template('Film')).toBe(theirs);
    // The edit is already saved in a copy before the user chooses.
    await expect(dialog).toContainText('saved as “Film (conflict)”');
    expect(await project.template('Film (conflict)')).toMatch(editedHere);
    return { other, dialog, theirs };
  }

  test('stores both versions after the second window is notified', { tag: '@full' }, async ({
    editor,
    project,
    media,
  }) => {
    const { other, dialog, theirs } = await inConflict(editor, project, media);
    await dialog.getByRole('button', { name: /^Keep both/ }).click();
    await expect(dialog).toBeHidden();
    await expect(other.saved()).toBeVisible();
    expect(await project.templateNames()).toEqual(['Film', 'Film (conflict)']);
    expect(await project.template('Film')).toBe(theirs);
    expect(await project.template('Film (conflict)')).toMatch(editedHere);
  });

  test('restores the edit when the accepted version is undone', { tag: '@full' }, async ({
    editor,
    project,
    media,
  }) => {
    const { other, dialog, theirs } = await inConflict(editor, project, media);
    await dialog.getByRole('button', { name: 'Use the other version' }).click();
    await expect(other.saved()).toBeVisible();
    expect(await project.template('Film')).toBe(theirs);
    await expect.poll(() => project.templateNames()).toEqual(['Film']);
    await other.undo.click();
    await expect.poll(() => project.template('Film')).not.toBe(theirs);
  });

  test('replaces the other version after a postponed choice', { tag: '@full' }, async ({ editor, project, media }) => {
    const { other, dialog, theirs } = await inConflict(editor, project, media);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    expect(await project.template('Film')).toBe(theirs);
    const banner = other.page.getByRole('alert');
    await expect(banner).toContainText('saved in the copy “Film (conflict)”');
    await banner.getByRole('button', { name: 'Compare' }).click();
    await dialog.getByRole('button', { name: 'Overwrite with mine' }).click();
    await expect(other.saved()).toBeVisible();
    await expect.poll(() => project.template('Film')).not.toBe(theirs);
    await expect.poll(() => project.templateNames()).toEqual(['Film']);
  });
});
