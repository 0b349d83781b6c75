import { writeFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { threeScenes } from './fixtures/films.ts';
import type { RunningService } from './fixtures/service.ts';
import { onlyInBrowsers, test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { ProjectsPage } from './pages/projects.ts';

// Reduced motion disables CSS transitions. In the middle of a transition, the contrast of colors differs from both
// states.
test.use({ contextOptions: { reducedMotion: 'reduce' } });

/** Answers the browser's save dialog with a file that the test can read. */
async function choosePlace(page: Page): Promise<void> {
  await page.evaluate(() => {
    const showSaveFilePicker = async ({ suggestedName }: { readonly suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true });
    Object.assign(window, { showSaveFilePicker });
  });
}

/** Returns the bytes of the saved file. */
async function savedBytes(page: Page, name: string): Promise<Buffer> {
  const text = await page.evaluate(async (file) => {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(file);
    const bytes = new Uint8Array(await (await handle.getFile()).arrayBuffer());
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }, name);
  return Buffer.from(text, 'hex');
}

async function importFile(page: Page, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import…' }).click();
  await (await chooser).setFiles(file);
}

async function chooseExport(page: Page, project: string): Promise<void> {
  await new ProjectsPage(page).card(project).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Export…' }).click();
}

interface Listed {
  readonly assets: readonly { readonly name: string; readonly etag: string }[];
}

/** Returns the content of a project from the service. */
async function contentOf({ fetch: ask }: RunningService, uid: string) {
  const { assets }: Listed = await (await ask(`/v1/list/data/${uid}`)).json();
  return {
    assets: assets.map(({ name, etag }) => [name, etag]),
    film: await (await ask(`/v1/xml/local/${uid}/Film`)).text(),
    movie: await (await ask(`/v1/sdl/${uid}/Film`)).text(),
    editing: await (await ask(`/v1/editing/${uid}/Film`)).text(),
  };
}

async function projectsOf({ fetch: ask }: RunningService): Promise<readonly (readonly [uid: string, name: string])[]> {
  const { Projects }: { readonly Projects: readonly (readonly [string, string])[] } = await (
    await ask('/v1/list/project')
  ).json();
  return Projects;
}

test('an imported project equals the exported project', async ({ editor: page, service, project, media, person }) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putTemplate('Film', threeScenes);
  const record = { dataSets: [{ name: 'Longest', values: { name: 'Ägidius' } }] };
  const headers = { 'content-type': 'application/json' };
  await service.fetch(`/v1/editing/${project.uid}/Film`, { method: 'PUT', headers, body: JSON.stringify(record) });
  await page.reload();
  // Remove the save dialog: without it, the browser downloads the file.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'));
  const saved = person.nextFile();
  await chooseExport(page, project.name);
  const bundle = await saved;
  expect(bundle.name).toBe(`${project.name}.scenewright`);
  await importFile(page, bundle.path);
  await expect(page.getByText(`Imported “${project.name} 2”`)).toBeVisible();
  await expect(new ProjectsPage(page).card(`${project.name} 2`)).toBeVisible();
  const imported = (await projectsOf(service)).find(([, each]) => each === `${project.name} 2`);
  expect(await contentOf(service, imported?.[0] ?? '')).toEqual(await contentOf(service, project.uid));
  await page.getByRole('button', { name: 'Open', exact: true }).last().click();
  await new EditorPage(page).isOpen('Film');
});

test('a project is saved at the place chosen in the dialog', { tag: '@full' }, async ({
  editor: page,
  service,
  project,
  media,
}) => {
  onlyInBrowsers('the desktop app asks by a dialog of the system, as above');
  await project.putAsset('bars.mp4', media.bars);
  await page.reload();
  await choosePlace(page);
  await chooseExport(page, project.name);
  const name = `${project.name}.scenewright`;
  await expect(page.getByText(`Exported “${name}”`)).toBeVisible();
  const bundle = Buffer.from(await (await service.fetch(`/v1/bundle/${project.uid}`)).arrayBuffer());
  expect((await savedBytes(page, name)).length).toBe(bundle.length);
});

test('the import refuses a damaged file with an explanation', { tag: '@full' }, async ({
  editor: page,
  service,
  project,
  media,
}) => {
  await project.putAsset('bars.mp4', media.bars);
  await page.reload();
  const bytes = Buffer.from(await (await service.fetch(`/v1/bundle/${project.uid}`)).arrayBuffer());
  const at = bytes.indexOf('ftyp');
  bytes.write('FTYP', at);
  const dropped = await page.evaluateHandle((text) => {
    const transfer = new DataTransfer();
    const data = Uint8Array.from(text, (letter) => letter.charCodeAt(0));
    transfer.items.add(new File([data], 'From a friend.scenewright'));
    return transfer;
  }, bytes.toString('latin1'));
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.getByRole('heading', { name: 'Projects' }).dispatchEvent(type, { dataTransfer: dropped });
  const toast = page.getByText('Couldn’t import “From a friend.scenewright”').locator('..');
  await expect(toast).toContainText('assets/bars.mp4: Its content changed after it was put into the bundle.');
  await expect(toast).toContainText('Copy or download it again');
  expect(await projectsOf(service)).toEqual([[project.uid, project.name]]);
  await expect(page.getByRole('article')).toHaveCount(1);
  await expectNoBarriers(page, { name: 'a refusal' });
});

test('a canceled import leaves no files behind', { tag: '@full' }, async ({ editor: page, service, project }, info) => {
  await project.putTemplate('Film', threeScenes);
  await page.reload();
  const file = info.outputPath('On its way.scenewright');
  await writeFile(file, Buffer.from(await (await service.fetch(`/v1/bundle/${project.uid}`)).arrayBuffer()));
  const released = Promise.withResolvers<void>();
  await page.route('**/v1/bundle', async (route) => {
    await released.promise;
    // The request was canceled, so it cannot continue.
    await route.continue().catch(() => undefined);
  });
  await importFile(page, file);
  await expect(page.getByText('Importing “On its way.scenewright”')).toBeVisible();
  await expect(page.getByRole('progressbar', { name: 'Import…' })).toBeVisible();
  await expectNoBarriers(page, { name: 'on its way' });
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(page.getByText('Canceled “On its way.scenewright”; nothing was saved')).toBeVisible();
  released.resolve();
  await expect(page.getByText('Importing “On its way.scenewright”')).toBeHidden();
  expect(await projectsOf(service)).toEqual([[project.uid, project.name]]);
});
