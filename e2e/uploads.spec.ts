import { copyFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import { threeScenes } from './fixtures/films.ts';
import type { Media } from './fixtures/media.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';

test.use({ showsFirstScreen: false });

const name = 'footage.bin';

/** The chunks that the page has sent. The test delays some chunks. */
interface HeldChunks {
  /** The ids of the sent chunks, in order. */
  readonly sent: readonly number[];
  /** Releases the delayed chunks, and delays no later ones. */
  readonly release: () => void;
}

/** Lets the first `passing` chunks pass. The others wait until they are released. */
async function holdChunks(page: Page, passing: number): Promise<HeldChunks> {
  const sent: number[] = [];
  const barrier = Promise.withResolvers<void>();
  await page.route(/\/chunked\/videos\/[^/]+\/[^/]+\/chunks\?/, async (route) => {
    sent.push(Number(new URL(route.request().url()).searchParams.get('chunk_id')));
    if (sent.length > passing) await barrier.promise;
    // The page has closed or the upload has stopped, so the request cannot continue.
    await route.continue().catch(() => undefined);
  });
  return { sent, release: barrier.resolve };
}

/** Starts an upload, and waits until this number of its chunks has reached the service. */
async function beginUpload(page: Page, project: Project, media: Media, received: number) {
  await project.putTemplate('Film', threeScenes);
  await new EditorPage(page).open(project, 'Film');
  const assets = new AssetsPanel(page);
  const chunks = await holdChunks(page, received);
  await assets.importFiles(media.large);
  await expect.poll(project.openUploads).toMatchObject([{ received }]);
  return { assets, chunks };
}

/** Checks that the file is complete and that nothing of the upload is left. */
async function expectWhole(assets: AssetsPanel, project: Project, media: Media): Promise<void> {
  await expect(assets.tile(name)).toBeVisible();
  // The row of the finished upload disappears automatically, so only the results are checked.
  await expect.poll(project.openUploads).toEqual([]);
  expect(await project.assetDigest(name)).toBe(await media.digest(media.large));
}

test('an upload continues after the service was killed', { tag: '@full' }, async ({
  editor,
  service,
  project,
  media,
}) => {
  const { assets, chunks } = await beginUpload(editor, project, media, 2);
  await service.kill();
  const before = chunks.sent.slice(0, 2);
  chunks.release();
  await expect(assets.upload(name)).toContainText('No response, retrying…');
  await service.restart();
  await expectWhole(assets, project, media);
  // Chunks that the service already has are not sent again.
  expect(chunks.sent.slice(2).filter((chunk) => before.includes(chunk))).toEqual([]);
});

test.describe('an upload to a running service', () => {
  test.use({ sharesService: true });

  test('continues after a reload under another file name', { tag: '@full' }, async ({ editor, project, media }) => {
    const { chunks } = await beginUpload(editor, project, media, 2);
    const before = chunks.sent.slice(0, 2);
    await editor.reload();
    const assets = new AssetsPanel(editor);
    await expect(assets.upload(name)).toContainText('Drop the file again to continue');
    chunks.release();
    const renamed = path.join(media.folder, 'renamed on disk.bin');
    await copyFile(media.large, renamed);
    const sentBefore = chunks.sent.length;
    await assets.importFiles(renamed);
    await expectWhole(assets, project, media);
    expect(await project.assetNames()).toEqual([name]);
    expect(chunks.sent.slice(sentBefore).filter((chunk) => before.includes(chunk))).toEqual([]);
  });

  test('is separate for a different file', { tag: '@full' }, async ({ editor, project, media }) => {
    const { chunks } = await beginUpload(editor, project, media, 2);
    await editor.reload();
    chunks.release();
    const assets = new AssetsPanel(editor);
    await expect(assets.upload(name)).toContainText('Drop the file again to continue');
    await assets.importFiles(media.bars);
    await expect(assets.tile('bars.mp4')).toBeVisible();
    await expect(assets.upload(name)).toContainText('Drop the file again to continue');
    expect(await project.openUploads()).toMatchObject([{ received: 2 }]);
  });

  test('can be paused and resumed', { tag: '@full' }, async ({ editor, project, media }) => {
    const { assets, chunks } = await beginUpload(editor, project, media, 2);
    const row = assets.upload(name);
    await row.getByRole('button', { name: 'Pause upload' }).click();
    await expect(row).toContainText('Paused');
    chunks.release();
    await row.getByRole('button', { name: 'Resume' }).click();
    await expectWhole(assets, project, media);
    await expect(assets.uploads).toBeHidden();
  });

  test('leaves no data behind when it is canceled', { tag: '@full' }, async ({ editor, project, media }) => {
    const { assets } = await beginUpload(editor, project, media, 2);
    await assets.upload(name).getByRole('button', { name: 'Cancel upload' }).click();
    await expect(assets.uploads).toBeHidden();
    await expect.poll(project.openUploads).toEqual([]);
    expect(await project.assetNames()).toEqual([]);
  });

  test('asks before it replaces an existing asset, and can keep both', async ({ editor, project, media }) => {
    await project.putTemplate('Film', threeScenes);
    await project.putAsset('bars.mp4', media.gradient);
    await new EditorPage(editor).open(project, 'Film');
    const assets = new AssetsPanel(editor);
    await assets.drop(media.bars);
    const row = assets.upload('bars.mp4');
    await expect(row).toContainText('“bars.mp4” already exists');
    expect(await project.assetDigest('bars.mp4')).toBe(await media.digest(media.gradient));
    await row.getByRole('button', { name: 'Choose what to do' }).click();
    await editor.getByRole('menuitem', { name: 'Keep both' }).click();
    await expect.poll(project.assetNames).toHaveLength(2);
    expect(await project.assetDigest('bars.mp4')).toBe(await media.digest(media.gradient));
  });
});
