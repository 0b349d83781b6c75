import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import { makeSound } from '#service/testing/make-media.ts';
import { expectNoBarriers } from './fixtures/axe.ts';
import { dropFiles } from './fixtures/drop-files.ts';
import { threeScenes } from './fixtures/films.ts';
import { openInspector } from './fixtures/open-inspector.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { withoutFrames } from './fixtures/without-frames.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { FramePage } from './pages/frame.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const picture = path.resolve(import.meta.dirname, '../examples/sunset.jpg');

async function openEmptyFilm(page: Page, project: Project): Promise<EditorPage> {
  await project.putTemplate('Empty', '<movie width="320" height="180" framerate="25"/>');
  const editor = new EditorPage(page);
  await editor.open(project, 'Empty');
  return editor;
}

test('keys and drops insert a text, a shape, or a picture', async ({ editor: page, project, media }) => {
  await project.putTemplate('Film', threeScenes);
  await project.putAsset('bars.mp4', media.bars);
  await project.putAsset('gradient.mp4', media.gradient);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  await expect(editor.preview.getByRole('img').first()).toBeVisible();
  const saved = async (text: RegExp) => expect.poll(() => project.template('Film')).toMatch(text);

  // Typing goes into the new text immediately. Enter usually starts editing, but does not replace the text here.
  await page.keyboard.press('t');
  await expect(page.getByRole('textbox', { name: 'Text of Text' })).toBeFocused();
  await page.keyboard.press('Enter');
  await page.keyboard.type('Hello Ada');
  await page.keyboard.press('Escape');
  await expect(editor.undo).toHaveAccessibleName('Undo: Set text');
  await saved(/<video src="bars\.mp4"\/>\s*<text content="Hello Ada" size="18"[^>]*xalign="center"\/>\s*<\/scene>/);

  await page.keyboard.press('a');
  const palette = page.getByRole('dialog', { name: 'Add a layer' });
  const search = palette.getByRole('combobox');
  await expect(search).toBeFocused();
  await expectNoBarriers(page);
  await page.keyboard.type('star');
  await expect(palette.getByRole('option', { name: 'Star' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(palette).toBeHidden();
  await saved(/xalign="center"\/>\s*<shape points="[^"]+" width="72" height="72"\/>\s*<\/scene>/);
  // A letter in a field is text, not a shortcut.
  await expect(editor.inspector).toContainText(/Shape/);
  await new AssetsPanel(page).panel.getByRole('searchbox', { name: 'Search assets' }).press('t');
  expect((await project.template('Film')).match(/<text/g)).toHaveLength(1);

  const box = await editor.preview.getByRole('img').first().boundingBox();
  await dropFiles(editor.preview.getByRole('img').first(), [{ file: picture, name: 'sunset.jpg' }], {
    x: (box?.width ?? 0) / 2,
    y: 0,
  });
  await saved(/<image src="sunset\.jpg" width="160" height="90" position="0, -9[01]"\/>\s*<\/scene>/);
  for (let step = 0; step < 4; step++) await editor.undo.click();
  await saved(new RegExp(`^${threeScenes.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`));

  // A design becomes a template in addition to this one, after a preview.
  await withoutFrames(page, async () => {
    await page.keyboard.press('a');
    await page.keyboard.type('birthday');
  });
  await expect(palette.getByRole('option', { name: 'Birthday greeting' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Birthday greeting' })).toBeVisible();
});

test('typing immediately edits the first text of an empty film', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  const editor = await openEmptyFilm(page, project);
  await editor.preview.getByRole('button', { name: 'Add a layer…' }).click();
  await expect(page.getByRole('dialog', { name: 'Add a layer' }).getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('textbox', { name: 'Text of Text' })).toBeFocused();
  await page.keyboard.type('Hello Ada');
  await page.keyboard.press('Escape');
  await expect.poll(() => project.template('Empty')).toMatch(/<text content="Hello Ada"/);
  // The page draws the text itself, and requests no exact frame from the engine while it loads its drawing code.
  await expect(editor.preview.getByRole('application', { name: 'Stage' })).toBeFocused();
  await expect(editor.preview.getByText('Exact frame, as it renders')).toHaveCount(0);

  // The preview shows the new scene after the current one, so the next text is added there.
  await page.keyboard.press('Shift+n');
  await expect(editor.undo).toHaveAccessibleName('Undo: Add empty scene');
  await page.keyboard.press('t');
  await expect(page.getByRole('textbox', { name: 'Text of Text' })).toBeFocused();
  await page.keyboard.type('and Bo');
  await page.keyboard.press('Escape');
  await expect
    .poll(() => project.template('Empty'))
    .toMatch(/Hello Ada"[^>]*\/>\s*<\/scene>\s*<scene duration="125">\s*<text content="and Bo"/);
});

test('the picture has the focus after the first layers of an empty film were added', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  const editor = await openEmptyFilm(page, project);
  await editor.preview.getByRole('button', { name: 'Add a layer…' }).focus();
  // A busy page opens the palette only after the user has typed.
  await withoutFrames(page, async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.type('lower');
    await page.keyboard.press('Enter');
  });
  await expect(editor.preview.getByRole('application', { name: 'Stage' })).toBeFocused();
  await expect.poll(() => project.template('Empty')).toMatch(/<group/);
});

test('the command Add effect: LUT lets the user choose a file in the inspector', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const table = path.join(media.folder, 'warm.cube');
  await writeFile(table, `LUT_3D_SIZE 2\n${'1 0.9 0.8\n'.repeat(8)}`);
  await project.putAsset('warm.cube', table);
  const { inspector } = await openInspector({ editor: page, project, media });
  await inspector.selectScenes('One');
  await new FramePage(page).run('Add effect: LUT');
  await page.getByRole('region', { name: 'Choose a LUT' }).getByRole('button', { name: 'warm.cube' }).click();
  await expect.poll(() => project.template('Film')).toContain('src="warm.cube"');
});

test('the font list sets the font of the selected text', {
  tag: '@full',
}, async ({ editor: page, project }) => {
  await project.putAsset('display.ttf', path.resolve(import.meta.dirname, '../examples/display.ttf'));
  const film = threeScenes.replace('<video src="bars.mp4"/>', '<text content="Blossom" font="gone.ttf"/>');
  await project.putTemplate('Film', film);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  const { panel } = new AssetsPanel(page);
  await panel.getByRole('radio', { name: 'Fonts' }).click();
  const fonts = panel.getByRole('list', { name: 'Fonts' });
  await expect(fonts.getByRole('listitem').first()).toContainText(/gone\.ttf\s*Noto Sans is used instead/);
  await expect(fonts.getByRole('button', { name: 'Relink…' })).toHaveCount(1);
  await fonts.getByRole('button', { name: '1 use' }).click();
  const own = fonts.getByRole('button', { name: /display\.ttf/ });
  await expect(own).toContainText('Blossom');
  await own.click();
  await expect(own).toHaveAttribute('aria-pressed', 'true');
  await expect.poll(() => project.template('Film')).toContain('<text content="Blossom" font="display.ttf"/>');
  await expect(fonts.getByRole('button', { name: 'Relink…' })).toHaveCount(0);
  await expectNoBarriers(page);
});

test('the frame at the playhead becomes a file or an asset', { tag: '@full' }, async ({ editor: page, project }) => {
  const film = '<movie width="320" height="180" framerate="25"><scene duration="25" background="#204060"/></movie>';
  await project.putTemplate('Film', film);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  const choose = async (name: string) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
  };
  const coming = page.waitForEvent('download');
  await choose('frame as image');
  const download = await coming;
  expect(download.suggestedFilename()).toBe('Film 0.png');
  const bytes = await readFile(await download.path());
  // After the first sixteen bytes, a PNG has its width and its height.
  expect([bytes.toString('latin1', 1, 4), bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(['PNG', 320, 180]);
  await choose('add frame');
  await new AssetsPanel(page).isRead('Film 0.png');
});

test('the marked range of a video becomes a scene', {
  tag: '@full',
}, async ({ editor: page, project, media }) => {
  await openTimeline(page, project, media);
  const tile = new AssetsPanel(page).tile('gradient.mp4');
  await tile.click();
  await tile.press('Shift+Enter');
  const viewer = page.getByRole('dialog', { name: 'gradient.mp4' });
  const position = viewer.getByRole('slider', { name: 'Position in the video' });
  await expect(position).toBeFocused();
  await expectNoBarriers(page);
  await expect(viewer).toContainText('Full length');

  await position.press('Shift+ArrowRight');
  await position.press('i');
  for (const key of ['Shift+ArrowRight', 'ArrowRight', 'ArrowRight', 'o']) await position.press(key);
  await expect(position).toHaveAttribute('aria-valuenow', '22');
  await expect(viewer).toContainText('0:00:00:13 selected');
  const box = await position.boundingBox();
  await position.click({ position: { x: 2, y: (box?.height ?? 0) / 2 } });
  await expect(position).toHaveAttribute('aria-valuenow', '0');
  await position.press('Space');
  await expect(viewer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await position.press('k');

  await position.press('Enter');
  await expect(viewer).toBeHidden();
  await expect
    .poll(() => project.template('Film'))
    .toMatch(/<scene duration="13">\s*<video src="gradient\.mp4" skip="10"\/>\s*<\/scene>/);
});

test('the list view of assets shows full file names', {
  tag: '@full',
}, async ({ editor: page, project, media }) => {
  await openTimeline(page, project, media);
  const assets = new AssetsPanel(page);
  await assets.isRead('gradient.mp4');
  const grid = assets.panel.getByRole('grid');
  await expect(grid).toHaveAttribute('aria-colcount', '2');
  await assets.panel.getByRole('button', { name: 'Show as a list' }).click();
  await expect(grid).toHaveAttribute('aria-colcount', '1');
  await assets.tile('bars.mp4').click();
  await expectNoBarriers(page);
  await page.reload();
  await expect(grid).toHaveAttribute('aria-colcount', '1');
  await assets.tile('gradient.mp4').click();
  await page.keyboard.press('ArrowDown');
  await expect(assets.tile('bars.mp4')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(() => project.template('Film')).toMatch(/<scene duration="50">\s*<video src="bars\.mp4"\/>/);
  await assets.panel.getByRole('button', { name: 'Show as tiles' }).click();
  await expect(grid).toHaveAttribute('aria-colcount', '2');
});

test('the marked range of a sound is added to the film', {
  tag: '@full',
}, async ({ editor: page, project, media }) => {
  const tone = path.join(media.folder, 'tone.wav');
  await makeSound(tone, { seconds: 2 });
  await project.putAsset('tone.wav', tone);
  await openTimeline(page, project, media);
  const tile = new AssetsPanel(page).tile('tone.wav');
  await tile.click();
  await tile.press('Shift+Enter');
  const viewer = page.getByRole('dialog', { name: 'tone.wav' });
  const position = viewer.getByRole('slider', { name: 'Position in the sound' });
  await expect(position).toBeFocused();
  await expectNoBarriers(page);
  await position.press('Shift+ArrowRight');
  await position.press('i');
  for (const key of ['Shift+ArrowRight', 'Shift+ArrowRight', 'o']) await position.press(key);
  await expect(viewer).toContainText('0:00:00:21 selected');
  await position.press('Space');
  await expect(viewer.getByRole('button', { name: 'Pause' })).toBeVisible();
  await position.press('Enter');
  await expect(viewer).toBeHidden();
  await expect.poll(() => project.template('Film')).toContain('<audio src="tone.wav" skip="10" duration="21"/>');
});

test('a code is added, edited, and read', { tag: '@full' }, async ({ editor: page, project }) => {
  await project.putTemplate(
    'Film',
    '<movie width="320" height="180" framerate="25"><scene duration="60"><text content="${shop, https://example.org/a}" size="9"/></scene></movie>\n',
  );
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  await expect(editor.preview.getByRole('img').first()).toBeVisible();
  await page.keyboard.press('a');
  await page.getByRole('dialog', { name: 'Add a layer' }).getByRole('option', { name: 'QR code' }).click();
  await expect.poll(() => project.template('Film')).toContain('<code content="${shop}" width="72" height="72"/>');
  await expect(editor.inspector).toContainText('Version 2, 25 × 25 modules of 2 px');
  const reader = editor.inspector.getByRole('status', { name: 'Reader' });
  await expect(reader).toHaveText('Readable in this frame');
  await page.keyboard.press('End');
  await editor.inspector.getByRole('button', { name: 'Edit text' }).click();
  await editor.inspector.getByRole('textbox', { name: 'Text', exact: true }).fill('A'.repeat(2000));
  await page.keyboard.press('Tab');
  await expect(editor.inspector).toContainText('modules of 0 px');
  await expect(reader).toHaveText('Not readable in this frame');
});
