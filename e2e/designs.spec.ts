import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import { ffmpeg } from '#service/testing/make-media.ts';
import { expectNoBarriers } from './fixtures/axe.ts';
import { dropFiles } from './fixtures/drop-files.ts';
import { test } from './fixtures/test.ts';

const card = `<movie width="320" height="180" framerate="25">
  <resources>
    <variable name="name" type="text" label="Name" required="true" default="Grace" maxlength="20"/>
    <variable name="photo" type="image" label="Photo" default=""/>
  </resources>
  <scene duration="10" background="#203040">
    <image src="\${photo}" width="90" height="90" fit="cover" condition="\${photo}"/>
    <text content="\${name}" size="30" width="300" height="50"/>
  </scene>
</movie>
`;

test('a template becomes a design that makes a film', { tag: '@full' }, async ({ editor, project, media, person }) => {
  const photo = path.join(media.folder, 'portrait.jpg');
  await ffmpeg('-f', 'lavfi', '-i', 'testsrc2=s=200x400', '-frames:v', '1', photo);
  await project.putTemplate('Card', card);
  await project.putTemplate('Card, tall', card.replace('width="320" height="180"', 'width="180" height="320"'));
  await editor.goto(new URL(project.address('Card'), editor.url()).href);
  await editor.getByRole('tab', { name: 'Templates' }).click();
  await editor.getByRole('button', { name: 'More actions for Card', exact: true }).click();
  await editor.getByRole('menuitem', { name: 'Save as design…' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Save as design' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Grüße');
  await dialog.getByRole('textbox', { name: 'Description' }).fill('A name on blue');
  await dialog.getByRole('checkbox', { name: 'Card, tall' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await editor.getByRole('button', { name: 'Show', exact: true }).click();

  const pane = editor.getByRole('region', { name: 'Grüße' });
  await expect(pane).toContainText('A name on blue');
  await expect(pane.getByRole('listitem').filter({ hasText: 'Grace' })).toContainText('Name');
  await expect(editor.getByRole('button', { name: 'My designs 1' })).toBeVisible();
  await expect(pane.getByRole('radiogroup', { name: 'Size of the new template' }).getByRole('radio')).toHaveText([
    '16:9',
    '9:16',
  ]);
  await expectNoBarriers(editor);
  // Exports the design as a file, deletes it, and imports the file.
  const saved = person.nextFile();
  await pane.getByRole('button', { name: 'More actions for Grüße' }).click();
  await editor.getByRole('menuitem', { name: 'Export…' }).click();
  const file = await saved;
  await pane.getByRole('button', { name: 'More actions for Grüße' }).click();
  await editor.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(editor.getByRole('button', { name: 'My designs 0' })).toBeVisible();
  await editor.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(editor.getByRole('button', { name: 'My designs 1' })).toBeVisible();
  await pane.getByRole('button', { name: 'More actions for Grüße' }).click();
  await editor.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(editor.getByRole('button', { name: 'My designs 0' })).toBeVisible();
  const chosen = editor.waitForEvent('filechooser');
  await editor.evaluate(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  await editor.getByRole('button', { name: 'Import…' }).click();
  await (await chosen).setFiles({ name: file.name, mimeType: 'application/zip', buffer: await readFile(file.path) });
  await editor.keyboard.press('/');
  await editor.getByRole('searchbox', { name: 'Search designs' }).fill('blue name');
  await expect(editor.getByRole('option')).toHaveCount(1);
  await editor.keyboard.press('ArrowDown');
  await expect(editor.getByRole('option', { name: /Grüße/ })).toBeFocused();
  await editor.keyboard.press('Enter');

  const form = editor.getByRole('region', { name: 'Values' });
  await expect(form.getByRole('textbox', { name: 'Name' })).toBeFocused();
  await form.getByRole('textbox', { name: 'Name' }).fill('Ada');
  await dropFiles(form.getByRole('group', { name: 'Photo' }).locator('[data-takes-drops]'), [
    { file: photo, name: 'portrait.jpg' },
  ]);
  await expect(form.getByText('portrait.jpg')).toBeVisible();
  await form.getByRole('button', { name: 'Render the film' }).click();
  await editor.getByRole('region', { name: 'Film' }).getByRole('button', { name: 'Play' }).click();
  const film = editor.getByRole('dialog').locator('video');
  await expect.poll(() => film.evaluate((element: HTMLVideoElement) => element.currentTime)).toBeGreaterThan(0);
  expect(await project.templateNames()).toEqual(['Card', 'Card, tall', 'Grüße']);
});

test('a new user creates a film from a design with two clicks', { tag: '@full' }, async ({ editor }) => {
  const begin = editor.getByRole('region', { name: 'Start with a design' });
  // The list has one tab stop, and arrow keys move in it.
  const links = begin.getByRole('list').getByRole('button');
  await links.first().focus();
  await editor.keyboard.press('ArrowRight');
  await expect(links.nth(1)).toBeFocused();
  await editor.keyboard.press('Shift+Tab');
  await expect(begin.locator(':focus')).toHaveCount(0);
  await begin.getByRole('button', { name: /^Birthday/ }).click();
  await expect(editor.getByRole('option', { name: /^Birthday/ })).toBeFocused();
  // A search without results shows its text, and the user can clear it.
  const search = editor.getByRole('searchbox', { name: 'Search designs' });
  await search.fill('zebra');
  await expect(editor.getByRole('status').filter({ hasText: 'No designs match “zebra”' })).toBeVisible();
  await editor.getByRole('button', { name: 'Clear search' }).press('Enter');
  await expect(search).toBeFocused();
  await expect(search).toHaveValue('');
  await editor.getByRole('option', { name: /^Birthday/ }).click();
  await editor
    .getByRole('radiogroup', { name: 'Size of the new template' })
    .getByRole('radio', { name: '1:1' })
    .click();
  await editor.getByRole('button', { name: 'Use this design' }).click();
  await expect(editor.getByRole('region', { name: 'Values' }).getByRole('textbox').first()).toBeFocused();
  await expect(editor.getByRole('img', { name: /frame/i })).toBeVisible();
  await expect(editor).toHaveURL(/#\/fill-in\//);
  await expect(editor.getByRole('button', { name: 'Render the film' })).toBeEnabled();
});
