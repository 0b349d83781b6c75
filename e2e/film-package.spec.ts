import { expect, type Page } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { cutWords } from './fixtures/cut-words.ts';
import type { Project } from './fixtures/project.ts';
import { onlyInBrowsers, test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { goTo } from './pages/go-to.ts';
import { RenderDialog, RenderQueue } from './pages/render.ts';
import { restingBox } from './pages/resting-box.ts';
import { StagePage } from './pages/stage.ts';
import { TimelinePage } from './pages/timeline.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const film = `<movie width="320" height="180" framerate="25" background="transparent" matte="#336699" language="de">
  <resources><metadata title="Lower third" artist="Ada"/></resources>
  <scene name="One" duration="25" chapter="Opening">
    <captions name="Said" track="soft"><cue start="0.2s" end="0.8s">Hello</cue></captions>
    <solid name="Bar" color="#c8102e" width="160" height="40"/>
  </scene>
  <scene name="Two" duration="25" chapter="The end"><text name="Words" content="Ada" size="40"/></scene>
</movie>
`;

async function openFilm(page: Page, project: Project): Promise<void> {
  await project.putTemplate('Third', film);
  await goTo(page, project.address('Third'));
  await expect(page.getByRole('heading', { name: 'Third', level: 1 })).toBeAttached();
}

test('a transparent film comes with the selected parts of its package', async ({ editor: page, project }) => {
  await openFilm(page, project);
  const dialog = new RenderDialog(page);
  await dialog.open();
  const marked = { name: /, Keeps the opacity of the film$/ };
  await expect(dialog.dialog.getByRole('radio', marked)).toHaveCount(2);
  await dialog.moreFormats();
  await expect(dialog.dialog.getByRole('radio', marked)).toHaveText([/^webm/, /^mov/, /^apng/, /^webp/, /^pngs/]);
  await dialog.dialog.getByRole('radio', { name: /^webm/ }).click();
  await expect(dialog.dialog.getByText(/#336699/)).toHaveCount(0);
  // MP4 does not support transparency. The note names the matte behind the film.
  await dialog.format('mp4').click();
  await expect(dialog.dialog.getByText(/#336699/)).toBeVisible();
  const parts = dialog.dialog.getByRole('group', { name: 'Package' });
  const ticks = ['Poster', 'Contact sheet', 'Captions (SRT)', 'Subtitle track', 'Chapters', 'Metadata', 'Checksums'];
  for (const tick of ticks) await parts.getByRole('checkbox', { name: tick, exact: true }).click();
  await expectNoBarriers(page);
  await dialog.render.click();
  const queue = new RenderQueue(page);
  const job = queue.job('Third.mp4');
  await expect(job).toContainText('Done', { timeout: 120_000 });
  const files = ['Third.jpg', 'Third-sheet.jpg', 'Third.de.srt', 'Third.sha256'];
  const list = job.getByRole('list', { name: 'Files beside the film' });
  for (const file of files) await expect(list.getByRole('button', { name: file, exact: true })).toBeVisible();
  await expect(list.getByRole('listitem')).toHaveCount(files.length);
  // The project remembers the ticks.
  await dialog.open();
  for (const tick of ticks) await expect(parts.getByRole('checkbox', { name: tick, exact: true })).toBeChecked();
  await expect(parts.getByRole('checkbox', { name: 'Captions (VTT)', exact: true })).not.toBeChecked();
});

test('chapters are flags on the ruler', { tag: '@full' }, async ({ editor: page, project }) => {
  await openFilm(page, project);
  const timeline = new TimelinePage(page);
  const flags = timeline.lanes.getByRole('group', { name: 'Chapters' });
  await expect(flags.getByRole('button')).toHaveText(['Opening', 'The end']);
  await flags.getByRole('button', { name: 'Chapter “The end” at 0:00:01:00' }).click();
  await expect(page.getByRole('button', { name: 'Go to time: 0:00:01:00' })).toBeVisible();
  await timeline.scene('Two').click();
  const title = new EditorPage(page).inspector.getByRole('textbox', { name: 'Chapter', exact: true });
  await title.fill('Credits');
  await title.press('Enter');
  await expect(flags.getByRole('button')).toHaveText(['Opening', 'Credits']);
});

test('the preview shows a transparent film over the chosen background', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  await openFilm(page, project);
  const stage = new StagePage(page, 320);
  await expect(stage.layers).toHaveCount(1);
  const menu = page.getByRole('button', { name: /^Behind the movie: / });
  const corner = async () => {
    const { x, y } = await restingBox(stage.root);
    const picture = await page.screenshot({ clip: { x: x + 3, y: y + 3, width: 1, height: 1 } });
    return await page.evaluate(async (bytes) => {
      const data = Uint8Array.from(atob(bytes), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([data], { type: 'image/png' }));
      const pen = new OffscreenCanvas(1, 1).getContext('2d');
      pen?.drawImage(bitmap, 0, 0);
      return [...(pen?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3);
    }, picture.toString('base64'));
  };
  for (const [ground, color] of [
    ['Black', [0, 0, 0]],
    ['White', [255, 255, 255]],
    ['Matte', [0x33, 0x66, 0x99]],
  ] as const) {
    await menu.click();
    await page.getByRole('menuitemradio', { name: ground, exact: true }).click();
    await expect(menu).toHaveAccessibleName(`Behind the movie: ${ground}`);
    await expect.poll(corner).toEqual(color);
  }
  await page.reload();
  await expect(menu).toHaveAccessibleName('Behind the movie: Matte');
  await expect.poll(corner).toEqual([0x33, 0x66, 0x99]);
  // The choice changes nothing else.
  expect(await project.template('Third')).toBe(film);
});

test.describe('in German', () => {
  test.use({ locale: 'de' });
  onlyInBrowsers('the desktop app asks the system for its languages, not a browser');

  for (const [width, height] of [
    [1280, 720],
    [1920, 1080],
  ] as const)
    test(`the render dialog of a transparent film is complete at ${width} × ${height}`, { tag: '@full' }, async ({
      editor: page,
      project,
    }) => {
      await page.setViewportSize({ width, height });
      await openFilm(page, project);
      await page.keyboard.press('Control+e');
      const dialog = page.getByRole('dialog', { name: 'Rendern', exact: true });
      await dialog.getByRole('button', { name: /weitere Format/ }).click();
      const marked = dialog.getByRole('radio', { name: /, Erhält die Deckkraft des Films$/ });
      await expect(marked).toHaveText([/^webm/, /^mov/, /^apng/, /^webp/, /^pngs/]);
      await dialog.getByRole('radio', { name: 'mp4', exact: true }).click();
      const parts = dialog.getByRole('group', { name: 'Paket' });
      await expect(parts.getByRole('checkbox')).toHaveCount(8);
      for (const part of await parts.getByRole('checkbox').all()) await part.click();
      expect(await cutWords(dialog)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Hinter dem Film: / }).click();
      await expect(page.getByRole('menuitemradio')).toHaveCount(5);
      expect(await cutWords(page.getByRole('menu'))).toEqual([]);
      await page.keyboard.press('Escape');
      const flags = page.getByRole('region', { name: 'Timeline' }).getByRole('group', { name: 'Kapitel' });
      await expect(flags.getByRole('button')).toHaveText(['Opening', 'The end']);
      expect(await cutWords(flags)).toEqual([]);
    });
});
