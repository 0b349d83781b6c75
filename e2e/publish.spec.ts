import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { threeScenes } from './fixtures/films.ts';
import { test } from './fixtures/test.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { FramePage } from './pages/frame.ts';
import { ProjectsPage } from './pages/projects.ts';
import { PublishPage } from './pages/publish.ts';
import { XmlView } from './pages/xml-view.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

test('a project is published after a failed attempt', async ({ editor: page, service, project, media }) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putTemplate('Film', threeScenes.replaceAll('gradient.mp4', 'bars.mp4'));
  const card = new ProjectsPage(page).card(project.name);
  const publish = new PublishPage(page);
  await card.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Publish…' }).click();
  const dialog = publish.publishDialog(project.name);
  await expect(dialog.getByText('Never')).toBeVisible();
  await expectNoBarriers(page);

  await page.route('**/v1/publish/**', (route) =>
    route.fulfill({
      status: 502,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: '-', status: 502, code: 'cluster/failed', detail: 'The tower is asleep.' },
    }),
  );
  await dialog.getByRole('button', { name: 'Publish' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The tower is asleep.');
  await expectNoBarriers(page);
  await page.unroute('**/v1/publish/**');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByText('Published to local as version 1')).toBeVisible();
  await expectNoBarriers(page);
  const uid = await dialog.getByRole('status').locator('code').textContent();
  await dialog.locator('footer').getByRole('button', { name: 'Close' }).click();
  await expect(card.getByText('local v1')).toBeVisible();
  expect(await (await service.fetch('/v1/published/local')).json()).toMatchObject({
    published: [{ uid, project: project.uid, version: 1, assets: ['bars.mp4'], templates: ['Film'] }],
  });

  // The card immediately shows the publication of another program, and the palette can publish again.
  await service.fetch(`/v1/publish/${project.uid}/local`, { method: 'POST' });
  await expect(card.getByText('local v2')).toBeVisible();
  await expect(card.getByTitle(/^Published to local, version 2, /)).toBeVisible();
  await card.focus();
  await new FramePage(page).run('Publish project');
  await expect(dialog.getByText(/^Version 2, /)).toBeVisible();
});

test('a local template opens with its media', {
  tag: '@full',
}, async ({ editor: page, project, media }) => {
  const text = threeScenes.replaceAll('\n', '\r\n');
  const projects = new ProjectsPage(page);
  await expect(projects.card(project.name)).toBeVisible();
  const publish = new PublishPage(page);
  await publish.drop({ name: 'promo.xml', bytes: bytesOf(text) }, media.bars);
  const dialog = publish.openDialog('promo.xml');
  const row = (name: string) => dialog.getByRole('listitem').filter({ hasText: name });
  await expect(row('bars.mp4')).toContainText('Will upload');
  await expect(row('gradient.mp4')).toContainText('Missing');
  await publish.select(dialog.getByRole('combobox', { name: 'Project' }), project.name);
  await expectNoBarriers(page);
  await page.evaluate(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  const chooser = page.waitForEvent('filechooser');
  await row('gradient.mp4').getByRole('button', { name: 'Choose a file for gradient.mp4…' }).click();
  await (await chooser).setFiles(media.large);
  await expect(row('gradient.mp4')).toContainText('Will upload');
  await dialog.getByRole('button', { name: 'Open', exact: true }).click();
  const editor = new EditorPage(page);
  await editor.isOpen('promo');
  expect(await project.template('promo')).toBe(text);
  expect(await project.assetDigest('bars.mp4')).toBe(await media.digest(media.bars));
  expect(await project.assetDigest('gradient.mp4')).toBe(await media.digest(media.large));

  await page.goBack();
  const broken = threeScenes.replace('</scene>', '</scen>');
  await publish.drop({ name: 'promo.xml', bytes: bytesOf(broken) });
  await expect(dialog.getByRole('list', { name: 'Problems' })).toContainText('Line 6, column');
  await publish.select(dialog.getByRole('combobox', { name: 'Project' }), project.name);
  await expectNoBarriers(page);
  await dialog.getByRole('button', { name: 'Fix in the XML view' }).click();
  await editor.isOpen('promo 2');
  const xml = new XmlView(page);
  await expect(xml.line('</scen>')).toBeVisible();
  await expect(editor.status(/^Saved with \d+ problems?/)).toBeVisible();
  await xml.cursorBehind('</scen');
  await page.keyboard.type('e');
  await expect(editor.saved()).toBeVisible();
  await expect.poll(() => project.template('promo 2')).toBe(threeScenes);
});

test('a card lists the missing files with links to their uses', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  await project.putTemplate('Film', threeScenes);
  const projects = new ProjectsPage(page);
  const card = projects.card(project.name);
  const badge = card.getByRole('button', { name: '2 files missing' });
  await expect(badge).toHaveAttribute('title', 'bars.mp4\ngradient.mp4');
  await expectNoBarriers(page);
  await badge.click();
  await new EditorPage(page).isOpen('Film');
  const assets = new AssetsPanel(page);
  for (const name of ['bars.mp4', 'gradient.mp4']) await expect(assets.tile(name)).toHaveAccessibleName(/[Mm]issing/);
  await page.goBack();
  await project.putAsset('bars.mp4', media.bars);
  await expect(card.getByRole('button', { name: '1 file missing' })).toBeVisible();
  await project.putAsset('gradient.mp4', media.gradient);
  await expect(card.getByRole('button', { name: /files? missing/ })).toBeHidden();
});
