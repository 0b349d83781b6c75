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

/** Chunks on their way, of which some have to wait. */
interface HeldChunks {
  /** Ids of all that were sent, in order. */
  readonly sent: readonly number[];
  /** Lets those that wait go, and all that come. */
  readonly release: () => void;
}

/** Lets so many chunks pass; the others wait until they are released. */
async function holdChunks(page: Page, passing: number): Promise<HeldChunks> {
  const sent: number[] = [];
  const gate = Promise.withResolvers<void>();
  await page.route(/\/chunked\/videos\/[^/]+\/[^/]+\/chunks\?/, async (route) => {
    sent.push(Number(new URL(route.request().url()).searchParams.get('chunk_id')));
    if (sent.length > passing) await gate.promise;
    // A page that was left, or an upload that was stopped, wants it no more.
    await route.continue().catch(() => undefined);
  });
  return { sent, release: gate.resolve };
}

/** An upload of which exactly so many chunks are with the service. */
async function beginUpload(page: Page, project: Project, media: Media, received: number) {
  await project.putTemplate('Film', threeScenes);
  await new EditorPage(page).open(project, 'Film');
  const assets = new AssetsPanel(page);
  const chunks = await holdChunks(page, received);
  await assets.importFiles(media.large);
  await expect.poll(project.openUploads).toMatchObject([{ received }]);
  return { assets, chunks };
}

/** That the file is there, whole, and nothing of the upload is left. */
async function expectWhole(assets: AssetsPanel, project: Project, media: Media): Promise<void> {
  await expect(assets.tile(name)).toBeVisible();
  // A finished row leaves by itself: only what it leaves behind is waited for.
  await expect.poll(project.openUploads).toEqual([]);
  expect(await project.assetDigest(name)).toBe(await media.digest(media.large));
}

test('an upload goes on where it was after the service was killed', { tag: '@more' }, async ({
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
  // What was there already is not sent again.
  expect(chunks.sent.slice(2).filter((chunk) => before.includes(chunk))).toEqual([]);
});

test.describe('on a service that goes on', () => {
  test.use({ sharesService: true });

  test('the same file under another name continues after the page was loaded again', { tag: '@more' }, async ({
    editor,
    project,
    media,
  }) => {
    const { chunks } = await beginUpload(editor, project, media, 2);
    const before = chunks.sent.slice(0, 2);
    await editor.reload();
    const assets = new AssetsPanel(editor);
    await expect(assets.upload(name)).toContainText('Drop the file again to continue');
    chunks.release();
    const renamed = path.join(media.folder, 'renamed on disk.bin');
    await copyFile(media.large, renamed);
    const asked = chunks.sent.length;
    await assets.importFiles(renamed);
    await expectWhole(assets, project, media);
    expect(await project.assetNames()).toEqual([name]);
    expect(chunks.sent.slice(asked).filter((chunk) => before.includes(chunk))).toEqual([]);
  });

  test('another file does not continue it, and goes its own way', { tag: '@more' }, async ({
    editor,
    project,
    media,
  }) => {
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

  test('an upload can be paused and go on', { tag: '@more' }, async ({ editor, project, media }) => {
    const { assets, chunks } = await beginUpload(editor, project, media, 2);
    const row = assets.upload(name);
    await row.getByRole('button', { name: 'Pause upload' }).click();
    await expect(row).toContainText('Paused');
    chunks.release();
    await row.getByRole('button', { name: 'Resume' }).click();
    await expectWhole(assets, project, media);
    await expect(assets.uploads).toBeHidden();
  });

  test('a cancelled upload leaves nothing behind', { tag: '@more' }, async ({ editor, project, media }) => {
    const { assets } = await beginUpload(editor, project, media, 2);
    await assets.upload(name).getByRole('button', { name: 'Cancel upload' }).click();
    await expect(assets.uploads).toBeHidden();
    await expect.poll(project.openUploads).toEqual([]);
    expect(await project.assetNames()).toEqual([]);
  });

  test('a taken name is asked about before anything is replaced', async ({ editor, project, media }) => {
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
