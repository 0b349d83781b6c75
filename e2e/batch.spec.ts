import { readFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import type { Media } from './fixtures/media.ts';
import type { Project } from './fixtures/project.ts';
import { onlyInBrowsers, test } from './fixtures/test.ts';
import { BatchPage } from './pages/batch.ts';
import { EditorPage } from './pages/editor.ts';
import { RenderQueue } from './pages/render.ts';

/**
 * The film is small, so that it renders immediately. It is long enough to be visible while it plays on a slow machine.
 */
const template = `<movie width="64" height="36" framerate="10">
  <scene name="\${title, Hello}" duration="\${frames, 200}">
    <video src="\${hero_clip}"><filter type="saturation" intensity="\${mood, 1.15}"/></video>
  </scene>
</movie>
`;
/**
 * The table has quotes, a line break, umlauts, a line with fewer cells, and two mistakes: an invalid mood and a missing
 * clip.
 */
const table = [
  'Hero-Clip;Title;Mood;city',
  'bars.mp4;"Grüße, ""Köln""";1.3;Köln',
  'gradient.mp4;"Zwei',
  'Zeilen";;Évora',
  'bars.mp4;Drei;viel;Faro',
  'gone.mp4;Vier;1;São Domingos',
  'bars.mp4;Fünf',
].join('\n');

test.use({ sharesService: true, showsFirstScreen: false });
test.slow();

async function prepare(project: Project, media: Media): Promise<void> {
  await Promise.all([
    project.putAsset('bars.mp4', media.bars),
    project.putAsset('gradient.mp4', media.gradient),
    project.putTemplate('card', template),
  ]);
}

test('a pasted table is corrected and rendered, including a failed row', async ({
  editor,
  project,
  media,
  service,
  person,
}) => {
  await prepare(project, media);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await batch.paste(table);
  await batch.isChecked();

  await expect(batch.data).toContainText('5 rows');
  await expect(batch.data).toContainText('semicolon');
  await expect(batch.data).toContainText('3 matched');
  await expect(batch.cell(1, 2)).toHaveText('Grüße, "Köln"');
  await expect(batch.cell(2, 2)).toContainText('Zwei\nZeilen');
  await expect(batch.state(1)).toHaveText('Ready');
  await expect(batch.state(3)).toHaveText('Invalid');
  await expect(batch.cell(3, 3)).toHaveAttribute('aria-invalid', 'true');
  await expect(batch.state(4)).toHaveText('Invalid');
  await expect(batch.checks).toContainText('Row 4 · Hero-Clip');
  await expect(batch.checks).toContainText('“gone.mp4” isn’t in the project.');
  await expect(batch.checks).toContainText('Line 7');
  await expect(batch.filter('Invalid')).toHaveAccessibleName('Invalid 2');
  await expect(batch.start).toHaveText('Render 3 films');

  await batch.edit(3, 3, '0.8');
  await expect(batch.state(3)).toHaveText('Ready');
  await expect(batch.start).toHaveText('Render 4 films');
  await editor.getByRole('checkbox', { name: 'Render row 5' }).click();
  await expect(batch.start).toHaveText('Render 3 films');
  const names = editor.getByRole('textbox', { name: 'File names' });
  await names.fill('${index} ${city}');
  await expect(batch.data).toContainText('1 Köln.mp4, 2 Évora.mp4, 3 Faro.mp4');
  await batch.row(2).click();
  await expect(editor.getByRole('img', { name: 'Preview of row 2' })).toBeVisible({ timeout: 60_000 });
  await expectNoBarriers(editor);

  // A row can be played before it is rendered.
  await editor.getByRole('button', { name: 'Preview this row' }).click();
  await expect(editor.getByRole('img', { name: 'Playing row 2' })).toBeVisible();
  await editor.getByRole('button', { name: 'Stop playing' }).click();
  await expect(editor.getByRole('img', { name: 'Preview of row 2' })).toBeVisible();
  const where = editor.getByRole('radiogroup', { name: 'Destination' });
  await where.getByRole('radio', { name: 'Object store' }).click();
  await expect(batch.start).toHaveAttribute('aria-disabled', 'true');
  await expectNoBarriers(editor);
  await where.getByRole('radio', { name: 'Keep in project' }).click();

  await batch.start.click();
  for (const row of [1, 2, 3]) await expect(batch.state(row)).toHaveText('Done');
  await expect(batch.footer).toContainText('3 of 3');
  const saved = person.nextFile();
  await batch.data.getByRole('button', { name: 'Manifest as CSV' }).click();
  const manifest = await readFile((await saved).path, 'utf8');
  expect(manifest.split('\r\n')[1]).toMatch(/^1,1 Köln\.mp4,succeeded,http/);

  // The corrected cell and its result survive a reload.
  await editor.reload();
  await expect(batch.cell(3, 3)).toHaveText('0.8');
  await expect(batch.state(3)).toHaveText('Done');
  await expect(batch.start).toHaveText(/Render 0 films/);
  await expect(batch.data).toContainText('3 films exist; none to render');

  // A file that is not media is reported before anything is rendered.
  await project.putAsset('broken.mp4', media.bars);
  await service.fetch(`/v1/data/${project.uid}/notes.txt`, { method: 'PUT', body: 'This is no film.' });
  await batch.edit(4, 1, 'notes.txt');
  await expect(batch.state(4)).toHaveText('Invalid');
  await expect(batch.checks).toContainText('“notes.txt” is a text file, not a video. Choose another file.');

  // The clip of the row disappears before the render, and the editor receives no event about that.
  await batch.edit(4, 1, 'broken.mp4');
  await expect(batch.state(4)).toHaveText('Ready');
  await expect(batch.data).toContainText('1 row × 1 template × 1 language = 1 film');
  await expect(batch.data).toContainText('3 films exist');
  await expect(batch.footer).toContainText('1 film to render');
  const lists = /\/v1\/list\/data\//;
  await editor.route(lists, (route) => route.abort());
  await service.fetch(`/v1/data/${project.uid}/broken.mp4`, { method: 'PUT', body: 'This is no film.' });
  await batch.start.click();
  await expect(batch.state(4)).toHaveText('Failed');
  await batch.row(4).click();
  await expect(editor.getByRole('region', { name: 'Row 4, Vier' })).toContainText('broken.mp4');
  await project.putAsset('broken.mp4', media.bars);
  await editor.unroute(lists);
  await batch.retryFailed.click();
  await expect(batch.state(4)).toHaveText('Done');

  // The queue has one line for the whole batch.
  const queue = new RenderQueue(editor);
  await queue.toggle();
  const group = queue.job('Batch of card').last();
  await expect(queue.job('Batch of card')).toHaveCount(2);
  await expect(group).toContainText('3 of 3 films');
  await group.getByRole('button', { name: 'Films of Batch of card' }).click();
  await expect(group).toContainText('No films are rendering');
  await expectNoBarriers(editor);
});

test('cells are edited with the keys of their variable type', { tag: '@full' }, async ({
  editor,
  project,
  media,
  service,
}) => {
  await prepare(project, media);
  await Promise.all([
    project.putTemplate(
      'offer',
      `<movie width="64" height="36" framerate="10">
  <resources>
    <variable name="price" type="number" min="0" max="99.5" step="0.5"/>
    <variable name="size" type="choice" choices="s: Small, l: Large" default="s"/>
  </resources>
  <scene duration="10">
    <solid color="\${tint, #204060}"/>
    <video src="\${clip, bars.mp4}" condition="\${sale, true}"/>
    <text content="\${price, 5} \${size, s}" size="12"/>
    <text content="\${motto, Hi}" width="40" height="14" size="12" minsize="12"/>
  </scene>
</movie>
`,
    ),
    service.fetch(`/v1/brand/${project.uid}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ colours: [{ name: 'Coral', value: '#ff7f50' }] }),
    }),
  ]);
  const batch = new BatchPage(editor);
  await batch.open(project, 'offer');
  await batch.paste(
    'price,size,tint,clip,sale,motto\n5,s,#204060,bars.mp4,true,Hi\n6,l,#000000,gradient.mp4,false,Far too long a motto',
  );
  await batch.isChecked();
  await expect(batch.checks).toContainText('“Far too long a motto” is too long for its box.');
  await expect(batch.state(2)).toHaveText('Warning');
  await expect(batch.cell(2, 2)).toHaveText('Large');
  const press = (keys: string) => editor.keyboard.press(keys);

  // Arrow keys keep a number within its limits. The letter that opens a field is its first character.
  await batch.cell(1, 1).click();
  await editor.keyboard.type('98');
  await expect(batch.field).toHaveRole('spinbutton');
  await expect(batch.field).toHaveValue('98');
  await press('Shift+ArrowUp');
  await expect(batch.field).toHaveValue('99.5');
  await press('Tab');
  await expect(batch.cell(1, 1)).toHaveText('99.5');

  // A choice is found by its label.
  await expect(batch.cell(1, 2)).toBeFocused();
  await editor.keyboard.type('la');
  await expect(editor.getByRole('option', { name: 'Large' })).toHaveAttribute('aria-selected', 'true');
  await press('Tab');
  await expect(batch.cell(1, 2)).toHaveText('Large');

  // The user picks a brand color.
  await expect(batch.cell(1, 3)).toBeFocused();
  await press('Enter');
  await press('ArrowDown');
  await expect(editor.getByRole('button', { name: 'Coral, #ff7f50' })).toBeFocused();
  await press('Enter');
  await expect(batch.cell(1, 3)).toHaveText('#ff7f50');

  // The user picks a matching asset.
  await expect(batch.cell(1, 3)).toBeFocused();
  await press('ArrowRight');
  await press('Enter');
  await expect(editor.getByRole('listbox', { name: 'Values for clip in row 1' }).getByRole('option')).toHaveText([
    'bars.mp4',
    'gradient.mp4',
  ]);
  await expect(editor.getByRole('option', { name: 'bars.mp4' })).toHaveAttribute('aria-selected', 'true');
  await press('ArrowDown');
  await expect(editor.getByRole('option', { name: 'gradient.mp4' })).toHaveAttribute('aria-selected', 'true');
  await press('Tab');
  await expect(batch.cell(1, 4)).toHaveText('gradient.mp4');

  // A boolean works like a checkbox with keys and the pointer.
  const sale = batch.cell(1, 5).getByRole('checkbox', { name: 'sale in row 1' });
  await expect(batch.cell(1, 5)).toBeFocused();
  await expect(sale).toBeChecked();
  await press('Space');
  await expect(sale).not.toBeChecked();
  await sale.click();
  await expect(sale).toBeChecked();
  await expectNoBarriers(editor);
});

test('the page contains only the visible rows of a thousand', { tag: '@full' }, async ({ editor, project, media }) => {
  await prepare(project, media);
  const batch = new BatchPage(editor);
  // Opens the batch from the template with the arrow beside Render.
  await new EditorPage(editor).open(project, 'card');
  await editor.getByRole('button', { name: 'More ways to render' }).click();
  await editor.getByRole('menuitem', { name: /^Render a batch…/ }).click();
  await expect(editor.getByRole('heading', { name: 'Batch, card', level: 1 })).toBeAttached();
  const rows = Array.from({ length: 1000 }, (_, at) => `bars.mp4,Film ${at + 1},${at % 100 === 99 ? 'much' : 1}`);
  await batch.paste(['hero_clip,title,mood', ...rows].join('\n'));
  await batch.isChecked();
  await expect(batch.filter('Invalid')).toHaveAccessibleName('Invalid 10');
  await expect(batch.grid).toHaveAttribute('aria-rowcount', '1001');
  expect(await batch.grid.getByRole('row').count()).toBeLessThan(60);

  await batch.cell(1, 2).click();
  await editor.keyboard.press('Control+End');
  await expect(batch.cell(1000, 3)).toBeFocused();
  await editor.keyboard.type('1.5');
  await editor.keyboard.press('Enter');
  await expect(batch.cell(1000, 3)).toHaveText('1.5');
  await expect(batch.state(1000)).toHaveText('Ready');
  await batch.filter('Invalid').click();
  await expect(batch.grid).toHaveAttribute('aria-rowcount', '10');
  await batch.filter('All').click();
  await batch.search.fill('film 77');
  await expect(batch.grid).toHaveAttribute('aria-rowcount', '12');
});

test('a batch continues after a pause, a stop, and a reload', { tag: '@full' }, async ({ editor, project, media }) => {
  await prepare(project, media);
  // The films are large enough that the user can press a button before all are done. They differ, so that none comes
  // from the cache.
  await project.putTemplate('poster', template.replace('width="64" height="36"', 'width="1280" height="720"'));
  const batch = new BatchPage(editor);
  await batch.open(project, 'poster');
  const rows = Array.from({ length: 24 }, (_, at) => `bars.mp4,Film ${at + 1},${at / 10 + 0.5},20`);
  await batch.paste(['hero_clip,title,mood,frames', ...rows].join('\n'));
  await batch.isChecked();
  await batch.start.click();
  await batch.pause.click();
  await expect(batch.resume).toBeVisible();
  await batch.stop.click();
  await batch.search.fill('Film 24');
  await expect(batch.state(24)).toHaveText('Stopped');
  await batch.start.click();
  await batch.pause.click();
  await expect(batch.resume).toBeVisible();
  await editor.reload();
  await expect(batch.resume).toBeVisible();
  await batch.resume.click();
  await expect(batch.footer).toContainText('24 of 24', { timeout: 180_000 });
});

test('films are saved after the user has left the batch', { tag: '@full' }, async ({
  editor,
  project,
  media,
  person,
}) => {
  onlyInBrowsers('the desktop app asks for a folder');
  await prepare(project, media);
  // The films are large enough that the user can leave before they are done.
  await project.putTemplate('card', template.replace('width="64" height="36"', 'width="1280" height="720"'));
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await batch.paste('hero_clip,title,frames\nbars.mp4,Leave,40\nbars.mp4,Return,41');
  await batch.isChecked();
  await editor.getByRole('radiogroup', { name: 'Destination' }).getByRole('radio', { name: 'Download' }).click();
  let downloads = 0;
  editor.on('download', () => {
    downloads += 1;
  });
  const file = person.nextFile();
  await batch.start.click();
  await expect(batch.pause).toBeVisible();
  await editor.getByRole('button', { name: 'Back to the editor' }).click();
  expect((await file).name).toBe('card.zip');
  await batch.open(project, 'card');
  await expect(batch.footer).toContainText('2 of 2');
  await editor.reload();
  await expect(batch.footer).toContainText('2 of 2');
  expect(downloads).toBe(1);
});

test('a row keeps its film when its new render is stopped', { tag: '@full' }, async ({ editor, project, media }) => {
  await prepare(project, media);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await batch.paste('hero_clip,title,frames\nbars.mp4,One,5\nbars.mp4,Two,6');
  await batch.isChecked();
  await batch.start.click();
  await expect(batch.footer).toContainText('2 of 2', { timeout: 60_000 });
  // The new film is so long that it is stopped before it is done.
  await batch.edit(2, 3, '9000');
  await expect(batch.state(2)).toHaveText('Out of date');
  await batch.start.click();
  await batch.stop.click();
  await expect(batch.start).toBeVisible();
  await expect(batch.state(2)).toHaveText('Out of date');
  await expect(editor.getByRole('button', { name: 'Export 2 films' })).toBeVisible();
  await batch.state(2).click();
  await expect(editor.getByRole('button', { name: 'Play film' })).toBeVisible();
});

test('rows that end behind another screen are done in the opened batch', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  await prepare(project, media);
  await project.putTemplate('poster', template.replace('width="64" height="36"', 'width="1280" height="720"'));
  const batch = new BatchPage(editor);
  const queue = new RenderQueue(editor);
  await batch.open(project, 'poster');
  // The last film is so long that the batch is still running when the other films are done.
  const rows = [30, 31, 32, 9000].map((frames) => `bars.mp4,Film ${frames},${frames}`);
  await batch.paste(['hero_clip,title,frames', ...rows].join('\n'));
  await batch.isChecked();
  await batch.start.click();
  await expect(batch.pause).toBeVisible();
  await new EditorPage(editor).open(project, 'card');
  await queue.toggle();
  await expect(queue.job('Batch of poster')).toContainText('3 of 4 films', { timeout: 120_000 });
  await batch.open(project, 'poster');
  for (const row of [1, 2, 3]) await expect(batch.state(row)).toHaveText('Done');
  await expect(batch.footer).toContainText('3 of 4');
  await expect(batch.state(4)).not.toHaveText('Done');
  await batch.stop.click();
});

test('the contact sheet shows each film and opens its row', { tag: '@full' }, async ({ editor, project, media }) => {
  await prepare(project, media);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await batch.paste(table);
  await batch.isChecked();
  await batch.showAs('Contact sheet');

  await expect(batch.sheet.getByRole('option')).toHaveCount(5);
  const first = batch.sheet.getByRole('option', { name: /^Row 1, Grüße/ });
  await expect(first.locator('img')).toBeVisible();
  await expect(batch.sheet.getByRole('option', { name: /^Row 3, .*Invalid/ })).toContainText('No preview');
  await expectNoBarriers(editor);

  await first.click();
  await editor.keyboard.press('ArrowRight');
  await editor.keyboard.press('Space');
  await expect(batch.sheet.getByRole('option', { selected: true })).toHaveAccessibleName(/^Row 2, .*excluded$/);
  await editor.keyboard.press('Enter');
  await expect(batch.cell(2, 1)).toBeFocused();
  await expect(batch.row(2).getByRole('checkbox')).not.toBeChecked();
});

test('the opened table takes the focus from the button that disappears', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  await prepare(project, media);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await editor.evaluate(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
  const chosen = editor.waitForEvent('filechooser');
  await editor.getByRole('button', { name: 'Open a file…' }).press('Enter');
  await (await chosen).setFiles({ name: 'rows.csv', mimeType: 'text/csv', buffer: Buffer.from(table) });
  await expect(batch.cell(1, 1)).toBeFocused();
});

test('spreadsheet cells are pasted only at the focused cell', { tag: '@full' }, async ({ editor, project, media }) => {
  await prepare(project, media);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await expect(editor.getByText('The blank table has one column per variable.')).toBeVisible();
  await editor.evaluate((text) => {
    document.addEventListener(
      'copy',
      (event) => {
        event.clipboardData?.setData('text/plain', text);
        event.preventDefault();
      },
      { once: true },
    );
    document.execCommand('copy');
  }, table);
  await editor.keyboard.press('ControlOrMeta+v');
  await expect(batch.cell(1, 1)).toBeFocused();
  await batch.isChecked();
  // While the batch runs, the focus is on the container of the start button. Afterward, the focus returns to the
  // button.
  await batch.start.press('Enter');
  await expect(batch.footer).toContainText('3 of 3');
  await expect(batch.start).toBeDisabled();
  await expect(batch.start).toBeFocused();
});

test('a large table can be used immediately', { tag: '@full' }, async ({ editor, project, media }) => {
  await prepare(project, media);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await editor.getByRole('button', { name: 'Paste a table…' }).click();
  const field = editor.getByRole('dialog', { name: 'Paste a table' }).getByRole('textbox', { name: 'Table' });
  await field.evaluate((area) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', `Hero-Clip;Title\nbars.mp4;${'x'.repeat(600_000)}\nbars.mp4;Two`);
    area.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await expect(batch.data).toContainText('2 rows');
  await expect(field).toHaveCount(0);
  await expect(batch.cell(1, 2)).toHaveText(/^x{1000}…/);
});

test('the picture of a row comes from the middle of its film', { tag: '@full' }, async ({ editor, project, media }) => {
  await prepare(project, media);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await batch.paste('Hero-Clip;Title;frames\nbars.mp4;Eins;101\nbars.mp4;Zwei;41');
  await batch.isChecked();
  const position = editor.getByRole('slider', { name: 'Position' });
  for (const [row, frame] of [
    [1, '50'],
    [2, '20'],
  ] as const) {
    await batch.cell(row, 2).click();
    await expect(position).toHaveAttribute('aria-valuenow', frame);
    await expect(editor.getByRole('img', { name: `Preview of row ${row}` })).toBeVisible();
  }
});

test('a browser without stored data loads the template’s table from the service', { tag: '@full' }, async ({
  editor,
  project,
  media,
  service,
}) => {
  const path = `/v1/batch-tables/${project.uid}/card`;
  const stored = async () => (await (await service.fetch(path)).json()) as { readonly table?: object };
  await prepare(project, media);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await batch.paste('Hero-Clip;Title\nbars.mp4;Eins');
  await batch.isChecked();
  await expect.poll(stored).toMatchObject({ table: { rows: [['bars.mp4', 'Eins']] } });
  // Delete the local copy: the editor is then like a browser that has never opened the table.
  await editor.evaluate(() => indexedDB.deleteDatabase('scenewright-batches'));
  await editor.reload();
  await expect(batch.cell(1, 2)).toHaveText('Eins');
  // A change of another window appears without a reload.
  const { table: before, ...rest } = await stored();
  await service.fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...rest, table: { ...before, rows: [['bars.mp4', 'Zwei']] } }),
  });
  await expect(batch.cell(1, 2)).toHaveText('Zwei');
});

test('the comparison of two rows counts differing pixels and names layers', async ({ editor, project }) => {
  const named = `<movie width="320" height="180" framerate="25"><scene name="Card" duration="50"><text name="Name" size="40" content="\${name, Nobody}"/></scene></movie>`;
  await project.putTemplate('card', named);
  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await batch.paste('name\nAda\nBo\n');
  await batch.isChecked();
  await editor.getByRole('button', { name: 'Compare…' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Compare films' });
  await expect(dialog.getByRole('listbox', { name: 'Scenes', exact: true }).getByRole('option')).toHaveText([
    /1 Card.*Changed/,
  ]);
  await expect(dialog.getByText(/^[\d,]+ pixels differ$/)).toBeVisible();
  await expect(dialog.getByRole('list', { name: 'Layers that differ' })).toHaveText(/Name\s*text/);
  await dialog.getByRole('combobox', { name: 'First film' }).click();
  await editor.getByRole('option', { name: /^Row 1/ }).click();
  await expect(dialog.getByText('No pixel differs')).toBeVisible();
  await expectNoBarriers(editor, { name: 'compared rows' });
});

test('the panels of a batch fit beside the render queue', { tag: '@full' }, async ({ editor, project, media }) => {
  await prepare(project, media);
  await project.putTemplate('poster', template.replace('width="64" height="36"', 'width="1280" height="720"'));
  await editor.setViewportSize({ width: 1280, height: 720 });
  const batch = new BatchPage(editor);
  await batch.open(project, 'poster');
  // The films are so long that they are still being rendered when the footer is measured.
  const rows = Array.from({ length: 12 }, (_, at) => `bars.mp4,Film ${at + 1},${at / 10 + 0.5},900`);
  await batch.paste(['hero_clip,title,mood,frames', ...rows].join('\n'));
  await batch.isChecked();
  await batch.start.click();
  await expect(batch.footer).toContainText('fps');
  await new RenderQueue(editor).toggle();
  const cut = () =>
    batch.footer.evaluate((element) => {
      const { right } = element.getBoundingClientRect();
      return Math.max(...[...element.children].map((child) => child.getBoundingClientRect().right)) - right;
    });
  await expect.poll(cut).toBeLessThanOrEqual(0);
  // The count of the manifest has one line, and the heading of the columns contains its count.
  const manifest = await batch.data.getByText(/^\d+ of 12$/).boundingBox();
  expect(manifest?.height).toBeLessThan(24);
  const heading = batch.data.getByRole('heading', { name: 'Match columns to variables' });
  const [title, matched] = [await heading.boundingBox(), await heading.getByText('4 matched').boundingBox()];
  const bottomOf = (box: typeof title) => (box?.y ?? 0) + (box?.height ?? 0);
  expect(bottomOf(matched)).toBeLessThanOrEqual(bottomOf(title));
  expect(matched?.height).toBeLessThan(24);
  // The sentence about the number of films and the example of a size are not cut.
  const isWhole = (element: Element) => element.scrollWidth <= element.clientWidth;
  expect(await editor.getByText(/^12 rows × /).evaluate(isWhole)).toBe(true);
  expect(await editor.getByPlaceholder('Such as 8 MB').evaluate(isWhole)).toBe(true);
  await batch.stop.click();
});
