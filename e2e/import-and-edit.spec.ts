import path from 'node:path';
import { expect } from 'playwright/test';
import { ffmpeg } from '#service/testing/make-media.ts';
import { expectNoBarriers } from './fixtures/axe.ts';
import { dropFiles } from './fixtures/drop-files.ts';
import { threeScenes } from './fixtures/films.ts';
import { test } from './fixtures/test.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { FramePage } from './pages/frame.ts';
import { goTo } from './pages/go-to.ts';
import { InspectorPage } from './pages/inspector.ts';
import { TimelinePage } from './pages/timeline.ts';

test.use({ sharesService: true, showsFirstScreen: false });

test('undo and redo restore a film of dropped files byte for byte', async ({ editor: page, project, media }) => {
  await project.putTemplate('Film', threeScenes);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  const assets = new AssetsPanel(page);
  await expect(assets.tile('bars.mp4')).toHaveAccessibleName(/Missing/);
  await assets.drop(media.bars);
  await assets.drop(media.gradient);
  await expect(assets.tile('bars.mp4')).toHaveAccessibleName(/Video.*25 fps/);
  await expect(assets.tile('gradient.mp4')).toHaveAccessibleName(/Video.*25 fps/);
  expect(await project.assetDigest('bars.mp4')).toBe(await media.digest(media.bars));
  // The actions so far have made no edit.
  await expect(editor.undo).toBeDisabled();

  const timeline = new TimelinePage(page);
  const inspector = new InspectorPage(page);
  /** The saved template after each step. */
  const texts = [await project.template('Film')];
  expect(texts).toEqual([threeScenes]);
  const step = async (name: string, act: () => Promise<void>) =>
    test.step(name, async () => {
      await act();
      await expect.poll(() => project.template('Film')).not.toBe(texts.at(-1));
      await expect(editor.saved()).toBeVisible();
      texts.push(await project.template('Film'));
    });

  await step('add', () => assets.choose('gradient.mp4', 'Add at the end'));
  await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25', 'gradient.mp4 50');
  await step('trim', async () => timeline.drag(await timeline.edge('Opening', 'end'), { x: -60 }));
  await step('split', async () => {
    await timeline.scene('Middle').click();
    const place = await timeline.on('Middle', 0.5);
    const origin = await timeline.at(0, 0);
    await timeline.seek(place.x - origin.x);
    await page.keyboard.press('s');
  });
  await expect(timeline.tree.getByRole('row')).toHaveCount(5);
  await step('reorder', async () => {
    await timeline.scene('End').click();
    await page.keyboard.press('Alt+ArrowLeft');
  });
  await step('add an effect', async () => {
    await inspector.selectScenes('Opening');
    await inspector.addEffect('Vignette');
  });
  await step('delete', async () => {
    await timeline.scene('gradient.mp4').click();
    await page.keyboard.press('Delete');
  });
  expect(texts.at(-1)).toContain('<!-- Opening, middle and end: comments stay where they are. -->');

  const isSaved = (text: string | undefined) => expect.poll(() => project.template('Film')).toBe(text);
  await test.step('undo to the beginning of the history', async () => {
    for (const text of texts.slice(0, -1).toReversed()) {
      await page.keyboard.press('ControlOrMeta+z');
      await isSaved(text);
    }
    await expect(editor.undo).toBeDisabled();
    await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
  });
  await test.step('redo to the end of the history', async () => {
    for (const text of texts.slice(1)) {
      await page.keyboard.press('ControlOrMeta+Shift+z');
      await isSaved(text);
    }
    await expect(editor.redo).toBeDisabled();
  });
  await expect(editor.saved()).toBeVisible();
  const shown = await timeline.scenes();
  await page.reload();
  await editor.isOpen('Film');
  await timeline.hasScenes(...shown);
  expect(await project.template('Film')).toBe(texts.at(-1));
  await expect(editor.undo).toBeDisabled();
});

test('a deleted asset is shown as missing until its file returns', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putAsset('gradient.mp4', media.gradient);
  await project.putTemplate('Film', threeScenes);
  await new EditorPage(page).open(project, 'Film');
  const assets = new AssetsPanel(page);
  await assets.choose('gradient.mp4', 'Delete…');
  const dialog = page.getByRole('dialog', { name: 'Delete “gradient.mp4”?' });
  await expect(dialog).toContainText('Film');
  await dialog.getByRole('button', { name: 'Delete anyway' }).click();
  await expect(assets.tile('gradient.mp4')).toHaveAccessibleName(/Missing, Scene 2/);
  expect(await project.template('Film')).toBe(threeScenes);
  // The status bar counts the missing files. A press on the count leads to the place where the user can replace them.
  await new EditorPage(page).tab('Variables').click();
  await page.getByRole('contentinfo').getByRole('button', { name: '1 file missing' }).click();
  await page.getByRole('button', { name: /“gradient\.mp4” isn’t in the project/ }).click();
  await expect(new TimelinePage(page).area).toContainText('1 of 3 selected');
  await assets.drop(media.gradient);
  await expect(page.getByRole('contentinfo').getByRole('button', { name: /missing/ })).toHaveCount(0);
  await expect(assets.tile('gradient.mp4')).toHaveAccessibleName(/Video/);
});

test('a deleted asset is restored from the trash or deleted permanently', {
  tag: '@full',
}, async ({ editor: page, project, media }) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putAsset('gradient.mp4', media.gradient);
  await project.putTemplate('Film', threeScenes);
  await new EditorPage(page).open(project, 'Film');
  const assets = new AssetsPanel(page);
  await assets.delete('gradient.mp4', /You can restore it from the trash for 30 days/);
  await expect(assets.tile('gradient.mp4')).toHaveAccessibleName(/Missing/);
  await page.getByRole('button', { name: 'Undo', exact: true }).last().click();
  await expect(page.getByText('Restored “gradient.mp4”')).toBeVisible();
  await expect(assets.tile('gradient.mp4')).toHaveAccessibleName(/Video/);
  expect(await project.assetDigest('gradient.mp4')).toBe(await media.digest(media.gradient));

  // The list that reports the missing file can also restore it from the trash.
  await assets.delete('gradient.mp4', /Film/);
  await assets.tile('gradient.mp4').click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Restore from trash' }).click();
  await expect(assets.tile('gradient.mp4')).toHaveAccessibleName(/Video/);
  await assets.delete('gradient.mp4', /Film/);
  // The next tile has received the focus.
  await expect(assets.panel.getByRole('gridcell').and(page.locator(':focus'))).toHaveCount(1);
  await assets.drop(media.bars, 'gradient.mp4');
  await expect(assets.tile('gradient.mp4')).toHaveAccessibleName(/Video/);
  await assets.delete('bars.mp4', /trash/);
  const { rows, tab } = assets.trash;
  await tab.click();
  await expect(rows).toHaveText([/bars\.mp4.*Video.*Deleted just now · will be removed in 30 days/, /gradient\.mp4/]);
  await expectNoBarriers(page, { name: 'trash' });
  // The keyboard alone restores the second row under a new name, because a file of the same name exists. The other row
  // then has the focus.
  await page.getByRole('button', { name: 'Empty trash…' }).focus();
  await page.keyboard.press('Tab');
  await expect(assets.trash.button('Restore “bars.mp4”')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByText('“gradient.mp4” already exists; restored as “gradient (2).mp4”')).toBeVisible();
  await expect(rows).toHaveCount(1);
  expect(await project.assetDigest('gradient (2).mp4')).toBe(await media.digest(media.gradient));
  await expect(assets.trash.button('Restore “bars.mp4”')).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  // The dialog first names the film that uses the file.
  const dialog = page.getByRole('dialog', { name: 'Delete “bars.mp4” permanently?' });
  await expect(dialog.getByRole('list', { name: 'Needed by templates' })).toHaveText('bars.mp4Film');
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(assets.trash.button('Delete “bars.mp4” permanently')).toBeFocused();
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Delete permanently' }).press('Enter');
  await expect(assets.panel.getByText('The trash is empty')).toBeVisible();
  await expect(assets.panel.getByRole('group', { name: 'Trash' })).toBeFocused();
  expect(await project.assetNames()).toEqual(['gradient (2).mp4', 'gradient.mp4']);
});

test('emptying the trash after confirmation updates every window', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  for (const name of ['one.mp4', 'two.mp4']) await project.putAsset(name, media.bars);
  await project.putTemplate('Film', threeScenes);
  await new EditorPage(page).open(project, 'Film');
  const assets = new AssetsPanel(page);
  // The command opens the trash from any tab.
  await page.getByRole('tab', { name: 'Variables' }).click();
  await new FramePage(page).run('Show the trash');
  await expect(assets.panel.getByText('The trash is empty')).toBeVisible();
  // Deletes the files without the editor, like another window.
  for (const name of ['one.mp4', 'two.mp4']) await project.deleteAsset(name);
  await expect(assets.panel.getByText(/^2 assets · /)).toBeVisible();
  await assets.trash.rows.first().click({ button: 'right' });
  await expect(page.getByRole('menuitem')).toHaveText(['Restore', /^Delete permanently…/]);
  await page.keyboard.press('Escape');
  // The dialog opens immediately, while the editor is still looking for the films that use the files.
  const answer = Promise.withResolvers<void>();
  await page.route('**/v1/list/missing', async (route) => {
    await answer.promise;
    await route.continue();
  });
  await assets.trash.button('Restore “two.mp4”').focus();
  await page.keyboard.press('Delete');
  const one = page.getByRole('dialog', { name: 'Delete “two.mp4” permanently?' });
  await expect(one).toContainText('Checking which templates need them…');
  await expect(one.getByRole('button', { name: 'Delete permanently' })).toBeDisabled();
  answer.resolve();
  await one.getByRole('button', { name: 'Delete permanently', disabled: false }).click();
  // The next row has received the focus.
  await expect(assets.trash.button('Restore “one.mp4”')).toBeFocused();
  await project.putAsset('two.mp4', media.bars);
  await project.deleteAsset('two.mp4');
  await expect(assets.trash.rows).toHaveCount(2);
  await assets.panel.getByRole('button', { name: 'Empty trash…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Empty the trash?' });
  await expect(dialog).toContainText('2 assets');
  await expect(dialog).toContainText('You can’t undo this.');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(assets.trash.rows).toHaveCount(2);
  await assets.panel.getByRole('button', { name: 'Empty trash…' }).click();
  await dialog.getByRole('button', { name: 'Empty trash' }).click();
  await expect(page.getByText('Permanently deleted 2 assets')).toBeVisible();
  await expect(assets.panel.getByText('The trash is empty')).toBeVisible();
  await expect(assets.panel.getByRole('group', { name: 'Trash' })).toBeFocused();
});

test('a film from photos as layers keeps the first photo’s size', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const photo = path.join(media.folder, 'portrait.jpg');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=200x400', '-frames:v', '1', photo);
  await goTo(page, `#/project/${project.uid}`);
  await dropFiles(page.getByText('No template yet'), [
    { file: photo, name: 'one.jpg' },
    { file: photo, name: 'two.jpg' },
  ]);
  await expect.poll(project.templateNames).toContain('Untitled');
  const scenes = async () => (await project.template('Untitled')).match(/<scene/g)?.length;
  await expect.poll(scenes).toBe(2);
  const [movie = ''] = /<movie[^>]*>/.exec(await project.template('Untitled')) ?? [];
  expect(movie).not.toContain('width="1920"');
  await page.getByRole('button', { name: 'As layers', exact: true }).click();
  await expect.poll(scenes).toBe(1);
  expect(await project.template('Untitled')).toContain(movie);
});

test('dropped clips become the scenes of the first film in order', {
  tag: '@full',
}, async ({ editor: page, project, media }) => {
  const editor = new EditorPage(page);
  const timeline = new TimelinePage(page);
  const names = async () => (await timeline.scenes()).map((scene) => scene.replace(/ \d+$/u, ''));
  await goTo(page, `#/project/${project.uid}`);
  await expect(page.getByText('No template yet')).toBeVisible();
  const clips = [
    { file: media.bars, name: 'one.mp4' },
    { file: media.gradient, name: 'my%20clip.mp4' },
  ];
  await dropFiles(page.getByText('No template yet'), clips);
  await editor.isOpen('Untitled');
  await expect.poll(names).toEqual(['one.mp4', 'my%20clip.mp4']);
  // The film has the size and frame rate of its first clip. The preview shows the start of the first scene.
  await expect.poll(() => project.template('Untitled')).toContain('width="320" height="180" framerate="25"');
  await expect(timeline.area).toContainText('1 of 2 selected');
  await expect(editor.preview.getByRole('img', { name: 'Preview, frame 0 of 100' })).toBeVisible();

  await dropFiles(editor.inspector, [{ file: media.bars, name: 'three.mp4' }]);
  await expect.poll(names).toEqual(['one.mp4', 'my%20clip.mp4', 'three.mp4']);
  // The preview shows the added scene.
  await expect(editor.preview.getByRole('img', { name: 'Preview, frame 100 of 150' })).toBeVisible();
  await timeline.scene('my%20clip.mp4').click();
  await expect(editor.preview.getByRole('img', { name: 'Preview, frame 50 of 150' })).toBeVisible();
  await editor.view('Split');
  await dropFiles(editor.xml.getByRole('textbox'), [{ file: media.bars, name: 'four.mp4' }]);
  await expect.poll(names).toEqual(['one.mp4', 'my%20clip.mp4', 'four.mp4', 'three.mp4']);
  await editor.view('Visual');
  await dropFiles(editor.preview, [{ file: media.bars, name: 'five.mp4' }]);
  // A single added scene is scrolled into view; all five are visible afterward.
  await expect(timeline.scene('five.mp4')).toBeVisible();
  await timeline.tool('Zoom to fit').click();
  await expect.poll(names).toEqual(['one.mp4', 'my%20clip.mp4', 'four.mp4', 'five.mp4', 'three.mp4']);
  await new AssetsPanel(page).isRead('five.mp4');
  await expect(editor.saved()).toBeVisible();
  const full = await project.template('Untitled');

  await page.keyboard.press('Escape');
  await timeline.tool('Zoom to fit').focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await expect(timeline.area.getByText('No scenes yet')).toBeVisible();
  await expect(editor.preview.getByText('No scenes yet')).toBeVisible();
  await expect(page.getByRole('contentinfo').getByRole('button', { name: /error|warning/ })).toHaveCount(0);
  await expect.poll(() => project.template('Untitled')).not.toContain('<scene');
  await expect(editor.saved()).toBeVisible();
  await expectNoBarriers(page, { within: ['main', '[data-lanes]'] });
  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => project.template('Untitled')).toBe(full);
});

test('a tag disappears when no asset has it', {
  tag: '@full',
}, async ({ editor: page, project, media }) => {
  for (const name of ['one.mp4', 'two.mp4', 'three.mp4']) await project.putAsset(name, media.bars);
  await project.putTemplate('Film', threeScenes);
  await new EditorPage(page).open(project, 'Film');
  const assets = new AssetsPanel(page);
  for (const name of ['one.mp4', 'two.mp4', 'three.mp4']) await assets.isRead(name);
  await assets.tile('one.mp4').click();
  await assets.tile('two.mp4').click({ modifiers: ['ControlOrMeta'] });
  await assets.choose('two.mp4', 'Tags…');
  const dialog = page.getByRole('dialog', { name: 'Tags of 2 assets' });
  await expect(dialog.getByRole('textbox', { name: 'New tags' })).toBeFocused();
  await page.keyboard.type('Sea, b-roll');
  await page.keyboard.press('Enter');
  await expect(dialog.getByRole('checkbox', { name: 'b-roll' })).toBeChecked();
  await expectNoBarriers(page, { name: 'tags' });
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();

  const filter = assets.panel.getByRole('group', { name: 'Tags' });
  await filter.getByRole('button', { name: 'Sea' }).click();
  await expect(assets.tile('three.mp4')).toHaveCount(0);
  await expect(assets.tile('one.mp4')).toBeVisible();
  await filter.getByRole('button', { name: 'Sea' }).click();
  await assets.panel.getByRole('searchbox').fill('sea two');
  await expect(assets.tile('one.mp4')).toHaveCount(0);
  await expect(assets.tile('two.mp4')).toBeVisible();
  await assets.panel.getByRole('searchbox').fill('');

  // Only one of the files has the tag. Both files stay selected.
  await assets.tile('one.mp4').click();
  await assets.choose('one.mp4', 'Tags…');
  await page.getByRole('checkbox', { name: 'Sea' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(filter.getByRole('button')).toHaveText(['b-roll', 'Sea']);
  await assets.choose('two.mp4', 'Tags…');
  await page.getByRole('checkbox', { name: 'Sea' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(filter.getByRole('button')).toHaveText(['b-roll']);
});

test('tiles do not overlap before their width is measured', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  // Suppress the observer of the grid: on a machine under load, it reports late.
  await page.addInitScript(() => {
    const { observe } = ResizeObserver.prototype;
    ResizeObserver.prototype.observe = function (target, options) {
      if (target.querySelector('[role=grid][data-layout]') === null) observe.call(this, target, options);
    };
  });
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) await project.putAsset(`${name}.mp4`, media.bars);
  await project.putTemplate('Film', '<movie width="64" height="36" framerate="25"/>');
  await new EditorPage(page).open(project, 'Film');
  const assets = new AssetsPanel(page);
  await expect(assets.tile('f.mp4')).toBeVisible();
  const boxes = await assets.panel
    .getByRole('gridcell')
    .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().toJSON() as DOMRect));
  expect(boxes).toHaveLength(6);
  const overlaps = boxes.flatMap((one, at) =>
    boxes
      .slice(at + 1)
      .filter((other) => one.left < other.right && other.left < one.right)
      .filter((other) => one.top < other.bottom && other.top < one.bottom),
  );
  expect(overlaps).toEqual([]);
});
