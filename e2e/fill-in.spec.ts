import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import { decodePng } from '#service/testing/decode-png.ts';
import { ffmpeg } from '#service/testing/make-media.ts';
import { photoSample, property, withProperties } from '#shared/drawings/testing/photo-samples.ts';
import { expectNoBarriers } from './fixtures/axe.ts';
import { dropFiles } from './fixtures/drop-files.ts';
import { expectEndedDrags, middle } from './fixtures/ended-drags.ts';
import { test } from './fixtures/test.ts';
import { goTo } from './pages/go-to.ts';
import { RenderDialog } from './pages/render.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const card = `<movie width="320" height="180" framerate="25">
  <resources>
    <variable name="name" type="text" label="Name" help="Who it is for" group="Person" required="true" maxlength="12"/>
    <variable name="photo" type="image" label="Photo" group="Person" default=""/>
    <variable name="cut" type="text" default="0%, 0%, 0%, 0%"/>
    <variable name="look" type="choice" label="Look" group="Style" default="warm" choices="warm: Warm, cool: Cool"/>
  </resources>
  <scene name="Hello" duration="10">
    <image src="\${photo}" crop="\${cut}" width="90" height="90" fit="cover" condition="\${photo}"/>
    <text content="\${name}" size="40" width="90" height="50" autosize="none"/>
    <solid color="#ff0000" width="20" height="20" condition="\${look} = cool"/>
  </scene>
</movie>
`;

test('a template is filled in and played without the timeline', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const photo = path.join(media.folder, 'portrait.jpg');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=200x400', '-frames:v', '1', photo);
  await project.putTemplate('Card', card);
  await goTo(editor, `#/fill-in/${project.uid}/Card`);
  const form = editor.getByRole('region', { name: 'Values' });
  const name = form.getByRole('textbox', { name: 'Name' });
  const render = form.getByRole('button', { name: 'Render the film' });

  // The error is shown at its field. *Show value* moves the focus to the first field with a problem.
  await expect(render).toHaveAttribute('aria-disabled', 'true');
  await form.getByRole('button', { name: 'Show value' }).click();
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription('Enter a value');
  await name.fill('Ada Augusta King');
  await expect(name).toHaveAccessibleDescription('4 characters too long; the limit is 12.');
  await expect(form.getByText('4 too many')).toBeVisible();
  await name.fill('Augusta King');
  await expect(form.getByText('Too long for its box')).toBeVisible();
  await name.fill('A');
  await expect(form.getByText('Too long for its box')).toBeHidden();
  // The reset button follows its field.
  await name.press('Tab');
  await expect(form.getByRole('button', { name: 'Reset to default: Name' })).toBeFocused();
  // The keys of the editor do nothing here, so the template is unchanged.
  await form.getByRole('radio', { name: 'Cool' }).click();
  await editor.keyboard.press('Control+z');
  await expect(form.getByRole('radio', { name: 'Warm' })).toBeChecked();
  await editor.getByRole('button', { name: /^Redo/ }).click();
  await expect(form.getByRole('radio', { name: 'Cool' })).toBeChecked();
  await form.getByRole('radio', { name: 'Cool' }).focus();
  await editor.keyboard.press('Delete');
  await editor.keyboard.press('s');

  const place = form.getByRole('group', { name: 'Photo' });
  const letter = path.join(media.folder, 'letter.txt');
  await writeFile(letter, 'Dear Ada');
  await dropFiles(place.locator('[data-takes-drops]'), [{ file: letter, name: 'letter.txt' }]);
  await expect(place.getByRole('alert')).toContainText('This isn’t an image');
  await dropFiles(place.locator('[data-takes-drops]'), [{ file: photo, name: 'portrait.jpg' }]);
  const cut = place.getByRole('application', { name: 'Crop of Photo' });
  await cut.focus();
  for (const key of ['Shift+ArrowUp', '+', '+']) await editor.keyboard.press(key);
  const zoom = place.getByRole('slider', { name: 'Zoom for Photo' });
  await expect(zoom).toHaveAttribute('aria-valuetext', '1.21 ×');
  await expectNoBarriers(editor);
  await expectEndedDrags(editor, {
    name: 'crop',
    from: () => middle(cut),
    by: { x: 12, y: 8 },
    state: () => cut.locator('img').getAttribute('style'),
  });

  // The data set contains the values, even after a reload.
  await expect(editor.getByText('Saved')).toBeVisible();
  await editor.reload();
  await expect(name).toHaveValue('A');
  await expect(zoom).toHaveAttribute('aria-valuetext', '1.21 ×');
  await expect(form.getByRole('radio', { name: 'Cool' })).toBeChecked();
  expect(await project.template('Card')).toBe(card);

  await render.click();
  await editor.getByRole('region', { name: 'Film' }).getByRole('button', { name: 'Play' }).click();
  const film = editor.getByRole('dialog').locator('video');
  await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
  await editor.keyboard.press('Escape');
  // The render dialog gives the film the name of the form.
  const saved = await form.getByRole('textbox', { name: 'Save as' }).getAttribute('placeholder');
  const dialog = new RenderDialog(editor);
  await dialog.open();
  await expect(dialog.dialog).toContainText(`Saves as ${saved}`);
  await editor.keyboard.press('Escape');
  await editor.getByRole('button', { name: 'Open in the editor' }).click();
  await expect(editor.getByRole('region', { name: 'Timeline' })).toBeVisible();
});

test('Ctrl+Enter renders the film of the form', { tag: '@full' }, async ({ editor, project }) => {
  await project.putTemplate('Card', card);
  await goTo(editor, `#/fill-in/${project.uid}/Card`);
  const form = editor.getByRole('region', { name: 'Values' });
  const render = form.getByRole('button', { name: 'Render the film' });
  const name = form.getByRole('textbox', { name: 'Name' });
  await expect(render).toHaveAttribute('aria-keyshortcuts', 'Control+Enter');
  await expect(render).toHaveAttribute('aria-disabled', 'true');
  // A value is missing, so the keys show its field.
  await form.getByRole('radio', { name: 'Cool' }).click();
  await editor.keyboard.press('Control+Enter');
  await expect(name).toBeFocused();
  await name.fill('Ada');
  await name.press('Control+Enter');
  await expect(editor.getByRole('region', { name: 'Film' }).getByRole('button', { name: 'Play' })).toBeVisible();
  await render.hover();
  await expect(editor.getByText('Ctrl', { exact: true })).toBeVisible();
});

test('an invalid value is named in the picture and keeps its text', { tag: '@full' }, async ({ editor, project }) => {
  const timed = `<movie width="320" height="180" framerate="25">
  <resources><variable name="long" type="time" label="Length" default="1s"/><variable name="tint" type="color" label="Tint" default="#ff0000"/></resources>
  <scene duration="\${long}"><solid color="\${tint}"/></scene>
</movie>`;
  await project.putTemplate('Timed', timed);
  await goTo(editor, `#/fill-in/${project.uid}/Timed`);
  const form = editor.getByRole('region', { name: 'Values' });
  const long = form.getByRole('textbox', { name: 'Length' });
  await long.fill('abc');
  await expect(editor.getByText('A value is missing or invalid')).toBeVisible();
  await expect(editor.getByText('All scenes are disabled')).toBeHidden();
  await long.fill('2s');
  await expect(editor.getByText('A value is missing or invalid')).toBeHidden();

  const tint = form.getByRole('textbox', { name: 'Tint' });
  await tint.fill('blu');
  await tint.press('Tab');
  await expect(tint).toHaveValue('blu');
  await expect(tint).toHaveAccessibleDescription(/color/);
  await tint.fill('#0000ff');
  await tint.press('Tab');
  await expect(tint).toHaveValue('#0000ff');
  await expect(tint).not.toHaveAttribute('aria-invalid');
  await tint.fill('blu');
  await tint.press('Control+Enter');
  await expect(tint).toBeFocused();
  await expect(tint).toHaveValue('blu');
  await expect(tint).toHaveAttribute('aria-invalid', 'true');
});

test('a rotated phone photo is upright in its field and film', { tag: '@full' }, async ({ editor, project, media }) => {
  const photo = path.join(media.folder, 'IMG_1.HEIC');
  await writeFile(photo, withProperties(photoSample('heic'), property('irot', 3)));
  const portrait = `<movie width="64" height="96" framerate="25">
  <resources><variable name="photo" type="image" label="Photo" default=""/></resources>
  <scene duration="10" background="#000000"><image src="\${photo}" condition="\${photo}"/></scene>
</movie>
`;
  await project.putTemplate('Portrait', portrait);
  await goTo(editor, `#/fill-in/${project.uid}/Portrait`);
  const place = editor.getByRole('region', { name: 'Values' }).getByRole('group', { name: 'Photo' });
  await dropFiles(place.locator('[data-takes-drops]'), [{ file: photo, name: 'IMG_1.HEIC' }]);
  const shown = place.locator('img');
  const size = () =>
    shown.evaluate((picture: HTMLImageElement) => [picture.naturalWidth, picture.naturalHeight].join(' × '));
  await expect.poll(size).toBe('64 × 96');
  const film = editor.getByRole('region', { name: 'Preview' }).getByRole('img').first();
  /** Returns the strongest color channel near a corner. */
  const corner = async (across: number, down: number) => {
    const { width, height, pixels } = decodePng(new Uint8Array(await film.screenshot()));
    const at = 3 * (Math.floor(height * down) * width + Math.floor(width * across));
    const [red = 0, green = 0, blue = 0] = pixels.subarray(at, at + 3);
    return red > green && red > blue ? 'red' : green > blue ? 'green' : 'blue';
  };
  // The picture is rotated upright. The left half of the stored picture is then at the top.
  await expect.poll(() => corner(0.75, 0.25)).toBe('red');
  expect(await corner(0.25, 0.25)).toBe('blue');
  expect(await corner(0.75, 0.75)).toBe('green');
});
