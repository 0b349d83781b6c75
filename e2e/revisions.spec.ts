import { expect, type Locator, type Page } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { threeScenes } from './fixtures/films.ts';
import type { Media } from './fixtures/media.ts';
import { openFilm } from './fixtures/open-timeline.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { leaveUnsaved } from './fixtures/unsaved-work.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { XmlView } from './pages/xml-view.ts';

test.use({ sharesService: true, showsFirstScreen: false });

/** The edited film has another first scene, another length, more color, and no last scene. */
const edited = threeScenes
  .replace(
    '  <scene name="Opening" duration="25">',
    '  <scene name="Title" duration="10"/>\n  <scene name="Opening" duration="40">',
  )
  .replace('intensity="1.5"', 'intensity="0.2"')
  .replace(/ {2}<scene name="End"[\s\S]*?<\/scene>\n/, '');

/** Opens a film with one revision for each text, after its files were inspected. */
async function openRevisions(page: Page, project: Project, media: Media, ...texts: readonly string[]) {
  const editor = await openFilm(page, project, media, texts);
  await expect(new AssetsPanel(page).tile('gradient.mp4')).toHaveAccessibleName(/Video/);
  return editor;
}

/** Returns the parts that every comparison has. */
function comparisonIn(dialog: Locator) {
  return {
    scenes: dialog.getByRole('listbox', { name: /^Scenes:/ }),
    changes: dialog.getByRole('listbox', { name: 'Changes' }),
    xml: dialog.getByRole('textbox', { name: /^XML: from/ }),
    as: (name: 'Images' | 'XML') => dialog.getByRole('radio', { name }).click(),
    /** Waits until all visible pictures have been drawn. */
    isDrawn: async () => {
      await expect(dialog.locator('canvas').first()).toBeVisible();
      await expect(dialog.locator('canvas[hidden]')).toHaveCount(0);
    },
  };
}

test('a revision is compared, restored, and undone byte for byte', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const editor = await openRevisions(page, project, media, threeScenes, edited);
  await new AssetsPanel(page).choose('gradient.mp4', 'Add at the end');
  await expect(editor.saved()).toBeVisible();
  await expect.poll(() => project.template('Film')).not.toBe(edited);
  const third = await project.template('Film');

  await page.getByRole('banner').getByRole('button', { name: 'History' }).click();
  // The first request fails, so the dialog shows an error.
  await page.route('**/revisions', (route) => route.fulfill({ status: 404, json: {} }));
  await page.getByRole('button', { name: 'Revisions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revisions of “Film”' });
  await expect(dialog.getByText('Can’t load the revisions')).toBeVisible();
  await page.unroute('**/revisions');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  const list = dialog.getByRole('listbox', { name: 'Saved revisions' });
  await expect(list).toBeFocused();
  await expect(list.getByRole('option')).toHaveCount(3);
  await expect(list.getByRole('option').first()).toContainText('Now');
  await expect(list.getByRole('option', { name: /Revision 2.*Opened/ })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('End');
  const comparison = comparisonIn(dialog);
  await expect(dialog.getByText('2 scenes changed · 2 added · 1 removed')).toBeVisible();
  await expect(comparison.scenes.getByRole('option').nth(0)).toHaveAccessibleName('1 Title, Added');
  await expect(comparison.scenes.getByRole('option').nth(1)).toHaveAccessibleName(
    '2 Opening, 1 change, Duration 25 frames → 40 frames',
  );
  await expect(comparison.changes.getByRole('option')).toHaveCount(5);
  await expect(comparison.changes).toContainText('Saturation: Intensity 1.5 → 0.2');
  await comparison.isDrawn();
  await comparison.scenes.press('End');
  await expect(comparison.changes.getByRole('option', { selected: true })).toContainText('Added');
  await expectNoBarriers(page, { name: 'revisions' });
  await comparison.as('XML');
  await expect(comparison.xml).toContainText('duration="40"');
  await expect(dialog.locator('.cm-deletedChunk').first()).toContainText('duration="25"');
  await expectNoBarriers(page, { name: 'revisions, XML' });
  await dialog.getByRole('button', { name: 'Restore revision' }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => project.template('Film')).toBe(threeScenes);
  await expect(editor.undo).toHaveAccessibleName('Undo: Restore revision 1');
  await editor.undo.click();
  await expect.poll(() => project.template('Film')).toBe(third);

  // A revision can be restored while the text is invalid. Undo restores the invalid text.
  await editor.view('Split');
  const xml = new XmlView(page);
  await xml.cursorBehind('name="Opening');
  await xml.press('ArrowRight');
  await xml.press('Backspace');
  await expect(xml.problems).toBeVisible();
  // A tooltip above the pointer would cover the header, so the pointer moves away.
  await page.mouse.move(0, 0);
  await xml.area.getByRole('button', { name: 'Compare with a saved revision' }).click();
  await xml.area.getByRole('button', { name: 'Revisions…' }).click();
  await list.getByRole('option', { name: /Revision 1/ }).click();
  await expect(dialog.getByRole('note')).toContainText('has an error in its XML');
  await dialog.getByRole('button', { name: 'Restore revision' }).click();
  await xml.area.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(xml.line('name="Opening" duration="25"')).toBeVisible();
  await editor.undo.click();
  await expect(xml.line('name="Opening duration="40"')).toBeVisible();
  await expect(xml.problems).toBeVisible();
  await editor.undo.click();
  await expect(xml.line('name="Opening" duration="40"')).toBeVisible();

  // The list names every step, and the keyboard can go to each.
  await page.getByRole('banner').getByRole('button', { name: 'History' }).click();
  const steps = page.getByRole('dialog', { name: 'History' });
  const last = steps.getByRole('button', { name: /^Add “gradient/ });
  await expect(last).toHaveAttribute('aria-current', 'step');
  await expect(last).toBeFocused();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(steps.getByRole('button', { name: 'Opened' })).toHaveAttribute('aria-current', 'step');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(last).toHaveAttribute('aria-current', 'step');
});

test('unsaved work can be compared before it is restored', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const editor = await openRevisions(page, project, media, threeScenes);
  await leaveUnsaved(page, project.uid, edited);
  await page.reload();
  await editor.recovery.getByRole('button', { name: 'Compare…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Unsaved changes' });
  const comparison = comparisonIn(dialog);
  await expect(dialog.getByText('2 scenes changed · 1 added · 1 removed')).toBeVisible();
  await comparison.isDrawn();
  await expectNoBarriers(page, { name: 'recovery' });
  await dialog.getByRole('button', { name: 'Restore' }).click();
  await expect(dialog).toBeHidden();
  await expect(editor.recovery).toBeHidden();
  await expect.poll(() => project.template('Film')).toBe(edited);
  await editor.undo.click();
  await expect.poll(() => project.template('Film')).toBe(threeScenes);
});

test('a conflict shows both versions before the user chooses', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const editor = await openRevisions(page, project, media, threeScenes);
  // The event stream is blocked, so the window misses the other save.
  await page.route('**/v1/events', (route) => route.abort());
  await page.reload();
  await editor.isOpen('Film');
  await expect(new AssetsPanel(page).tile('bars.mp4')).toHaveAccessibleName(/Video/);
  // The comment is at the position of the scene that this window adds, so the changes cannot be merged.
  const theirs = threeScenes.replace('skip="10"', 'skip="20"').replace('</movie>', '  <!-- The end. -->\n</movie>');
  await project.putTemplate('Film', theirs);
  await new AssetsPanel(page).choose('bars.mp4', 'Add at the end');
  // The comparison opens automatically.
  const dialog = page.getByRole('dialog', { name: '“Film” was changed in another window' });
  const comparison = comparisonIn(dialog);
  await expect(comparison.changes).toContainText('In point 20 frames → 10 frames');
  await expect(dialog.getByText('1 scene changed · 1 added')).toBeVisible();
  await comparison.isDrawn();
  await expectNoBarriers(page, { name: 'conflict' });
  await comparison.as('XML');
  await expect(dialog.locator('.cm-deletedChunk').first()).toContainText('skip="20"');
  await expectNoBarriers(page, { name: 'conflict, XML' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  expect(await project.template('Film')).toContain('skip="20"');
  await editor.status('Changed in another window').click();
  await expect(dialog).toBeVisible();
});

test('the pictures of a comparison show texts and videos', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const before = `<movie width="320" height="180" framerate="25">
  <scene name="Title" duration="50"><video src="bars.mp4"/><text content="Before" size="60" offset="10"/></scene>
  <scene name="Alike" duration="25"><solid color="#203040"/><text content="Alike" size="40"/></scene>
</movie>
`;
  await openRevisions(page, project, media, before, before.replace('"Before"', '"After, at last"'));
  await page.getByRole('banner').getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: /revisions/i }).click();
  const dialog = page.getByRole('dialog', { name: 'Revisions of “Film”' });
  await dialog.getByRole('option', { name: /^Revision 1/ }).click();
  const { scenes, isDrawn } = comparisonIn(dialog);
  const pictures = (scene: RegExp) =>
    scenes
      .getByRole('option', { name: scene })
      .locator('canvas')
      .evaluateAll((canvases) => canvases.map((canvas) => (canvas as HTMLCanvasElement).toDataURL()));
  await expect(scenes.getByRole('option', { name: /Title, 1 change/ })).toBeVisible();
  await isDrawn();
  await expect.poll(async () => new Set(await pictures(/Title/)).size).toBe(2);
  await expect.poll(async () => new Set(await pictures(/Alike/)).size).toBe(1);
});

/** A film whose title has another text and another place. */
const titled = (title: string, extra = '') =>
  `<movie width="320" height="180" framerate="25"><scene name="Opening" duration="50"><solid color="#203040"/><text name="Title" size="40" content="${title}"/></scene>${extra}<scene name="End" duration="25"><solid color="#506070"/></scene></movie>\n`;

test('two revisions are compared as exact frames, and lead to a layer', async ({ editor: page, project }) => {
  await project.putTemplate('Film', titled('Hello'));
  await project.putTemplate('Film', titled('Hallo'));
  const added = '<scene name="Middle" duration="20"><solid color="#aa0000"/></scene>';
  await project.putTemplate('Film', titled('Hullo', added));
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  await page.getByRole('banner').getByRole('button', { name: 'History' }).click();
  await page.getByRole('button', { name: 'Revisions…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Revisions of “Film”' });
  await dialog.getByRole('option', { name: /Revision 1/ }).click();
  await dialog.getByRole('radio', { name: 'Frames' }).click();
  const scenes = dialog.getByRole('listbox', { name: 'Scenes', exact: true });
  await expect(scenes.getByRole('option')).toHaveText([/1 Opening.*Changed/, /2 Middle.*New/, /3 End.*Same/]);
  await expect(dialog.getByText(/^[\d,]+ pixels differ$/)).toBeVisible();
  const layers = dialog.getByRole('list', { name: 'Layers that differ' });
  await expect(layers.getByRole('listitem')).toHaveText([/Title\s*text/]);
  await expectNoBarriers(page, { name: 'frames of revisions' });
  // Bars around a picture would look like a part of the film.
  const stage = await dialog.getByRole('img', { name: 'Difference' }).locator('xpath=..').boundingBox();
  expect((stage?.width ?? 0) / (stage?.height ?? 1)).toBeCloseTo(320 / 180, 1);

  // The keyboard changes the moment and the scene.
  const slider = dialog.getByRole('slider', { name: 'Moment' });
  await slider.focus();
  await page.keyboard.press('End');
  await expect(dialog.getByText('frame 49', { exact: false }).last()).toBeVisible();
  await scenes.focus();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByText('This film doesn’t have the scene.')).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(dialog.getByText('No pixel differs')).toBeVisible();
  await expect(dialog.getByText('No layer differs at this moment.')).toBeVisible();
  // The slider shows the frame number of the film: 50 + 20 + 12.
  await expect(slider).toHaveAttribute('aria-valuetext', /frame 82$/);

  // Two saved revisions are compared; the layer of the open film is selected.
  await dialog.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Revision 2', exact: true }).click();
  await expect(scenes.getByRole('option')).toHaveText([/1 Opening.*Changed/, /2 End.*Same/]);
  await expect(layers.getByRole('button')).toHaveCount(0);
  await dialog.getByRole('combobox', { name: 'Compare with' }).click();
  await page.getByRole('option', { name: 'Now', exact: true }).click();
  await scenes.focus();
  await page.keyboard.press('Home');
  await layers.getByRole('button', { name: 'Title' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('region', { name: 'Inspector' })).toContainText('Title');
});
