import { expect, type Locator } from 'playwright/test';
import { threeScenes } from './fixtures/films.ts';
import { isDesktop } from './fixtures/host.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { FramePage } from './pages/frame.ts';
import { ProjectsPage } from './pages/projects.ts';
import { RenderDialog, RenderQueue } from './pages/render.ts';
import { TimelinePage } from './pages/timeline.ts';

/** The film is so long that its render does not finish while the test presses a few keys. */
const longFilm = threeScenes
  .replace('width="320" height="180"', 'width="1920" height="1080"')
  .replaceAll('duration="25"', 'duration="15000"');

test('keys alone lead from a project to a render', async ({ editor: page, project, media }) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putAsset('gradient.mp4', media.gradient);
  await project.putTemplate('Film', threeScenes);
  await project.putTemplate('Marathon', longFilm);
  await page.reload();
  const { keyboard } = page;
  const frame = new FramePage(page);
  const editor = new EditorPage(page);
  const timeline = new TimelinePage(page);
  const unmarked: string[] = [];

  await test.step('open the project and another template with keys', async () => {
    const card = new ProjectsPage(page).card(project.name);
    await expect(card).toBeVisible();
    unmarked.push(...(await frame.tabTo(card)));
    await keyboard.press('Enter');
    await expect(editor.timeline).toBeVisible();
    await frame.run('Film');
    await editor.isOpen('Film');
  });

  await test.step('go through the areas and back with F6', async () => {
    const names: string[] = [];
    for (let presses = 0; presses < 6; presses++) {
      await keyboard.press('F6');
      expect(await frame.unmarkedFocus()).toBeNull();
      names.push(await frame.focusedName());
    }
    expect(names).toEqual(['HEADER', 'Library', 'Preview', 'Inspector', 'Timeline', 'FOOTER']);
    await keyboard.press('Shift+F6');
    await expect(editor.timeline).toBeFocused();
  });

  await test.step('select a scene, trim it, and undo with keys', async () => {
    unmarked.push(...(await frame.tabTo(timeline.scene('Opening'))));
    await keyboard.press('ArrowRight');
    await expect(timeline.scene('Middle')).toBeFocused();
    await keyboard.press('Shift+ArrowLeft');
    await timeline.hasScenes('Opening 25', 'Middle 24', 'End 25');
    await keyboard.press('ControlOrMeta+z');
    await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
    await expect(timeline.scene('Middle')).toBeFocused();
  });

  await test.step('run an action in the palette and get the focus back', async () => {
    await keyboard.press('ControlOrMeta+k');
    await expect(frame.palette).toBeVisible();
    expect(await frame.unmarkedFocus()).toBeNull();
    await keyboard.press('Escape');
    await expect(frame.palette).toBeHidden();
    await expect(timeline.scene('Middle')).toBeFocused();
    await frame.run('Duplicate');
    await expect(frame.palette).toBeHidden();
    await expect(timeline.tree.getByRole('row')).toHaveCount(4);
    await keyboard.press('ControlOrMeta+z');
    await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
  });

  await test.step('open a menu and close it with Esc', async () => {
    // The desktop app uses the system's menu bar.
    if (isDesktop) return;
    const menu = page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true });
    await keyboard.press('F6');
    await keyboard.press('F6');
    unmarked.push(...(await frame.tabTo(menu)));
    await keyboard.press('Enter');
    await expect(page.getByRole('menu')).toBeVisible();
    await keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
    await expect(menu).toBeFocused();
  });

  await test.step('start a render and cancel it with keys', async () => {
    await frame.run('Marathon');
    await editor.isOpen('Marathon');
    const opening = timeline.scene('Opening');
    unmarked.push(...(await frame.tabTo(opening)));
    const { dialog, render } = new RenderDialog(page);
    await keyboard.press('ControlOrMeta+e');
    await expect(dialog).toBeVisible();
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opening).toBeFocused();
    await keyboard.press('ControlOrMeta+e');
    unmarked.push(...(await frame.tabTo(render)));
    await keyboard.press('Enter');
    const row = new RenderQueue(page).job('Marathon.mp4');
    await expect(row).toContainText(/Rendering|Preparing/);
    await keyboard.press('Escape');
    unmarked.push(...(await frame.tabTo(row.getByRole('button', { name: /^Cancel/ }))));
    await keyboard.press('Enter');
    await expect(row).toContainText('Canceled');
  });

  expect(unmarked).toEqual([]);
});

test('every tab stop of every area shows the focus', { tag: '@full' }, async ({ editor: page, project, media }) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putTemplate('Film', threeScenes);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  const frame = new FramePage(page);
  await new TimelinePage(page).scene('Opening').click();
  // An inspector that loads later would take the focus out of the round.
  await expect(page.getByRole('region', { name: 'Inspector' }).getByRole('button', { name: 'Movie' })).toBeVisible();
  await page.getByRole('button', { name: 'All projects' }).focus();
  const seen = new Set<string>();
  const unmarked = new Set<string>();
  // The loop ends after one round, which is back at the start or out of the page.
  for (let stops = 0; stops < 150; stops++) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 300) ?? '');
    if (seen.has(stop)) break;
    seen.add(stop);
    const hidden = await frame.unmarkedFocus();
    if (hidden !== null) unmarked.add(hidden);
  }
  expect([...unmarked]).toEqual([]);
  expect(seen.size).toBeGreaterThan(40);
});

test('a list of templates or renders is one tab stop', { tag: '@full' }, async ({ editor: page, project }) => {
  const film = '<movie width="64" height="64" framerate="25"><scene duration="5"/></movie>';
  for (const name of ['One', 'Two', 'Three']) await project.putTemplate(name, film);
  await new EditorPage(page).open(project, 'Two');
  await page.getByRole('tab', { name: 'Templates' }).click();
  const list = page.getByRole('list', { name: 'Templates' });
  const { keyboard } = page;
  const press = async (key: string, focused: Locator) => {
    await keyboard.press(key);
    await expect(focused).toBeFocused();
  };
  const template = (name: string) => list.getByRole('button', { name: new RegExp(`^${name}`, 'u') });
  const more = (name: string) => list.getByRole('button', { name: `More actions for ${name}` });
  await page.getByRole('button', { name: 'New template' }).focus();
  await press('Tab', template('Two'));
  await press('Tab', page.getByRole('separator', { name: 'Resize library' }));
  await press('Shift+Tab', template('Two'));
  await press('Home', list.getByRole('listitem').first().getByRole('button').first());
  await press('End', template('Two'));
  await press('ArrowRight', more('Two'));
  await press('ArrowUp', more('Three'));
  // An arrow key does not open a menu. After a deletion, the next row is active.
  await expect(page.getByRole('menu')).toBeHidden();
  await press('Delete', more('Two'));
  await expect(template('Three')).toBeHidden();

  const dialog = new RenderDialog(page);
  for (const count of [1, 2]) {
    await dialog.open();
    await dialog.render.click();
    await expect(page.getByRole('button', { name: /^Play: Two/u })).toHaveCount(count);
  }
  const { panel } = new RenderQueue(page);
  // The newest render is the first.
  const ofRender = (label: string, number: number) =>
    panel.getByRole('button', { name: new RegExp(`^${label}: Two\\.mp4`, 'u') }).nth(2 - number);
  const play = (number: number) => ofRender('Play', number);
  await panel.getByRole('button', { name: 'Close queue' }).focus();
  await press('Tab', play(2));
  await press('ArrowDown', play(1));
  await press('ArrowRight', ofRender('Download', 1));
  await press('ArrowLeft', play(1));
  await press('Home', play(2));
  await press('Shift+Tab', panel.getByRole('button', { name: 'Close queue' }));
  await press('Tab', play(2));
  await press('Delete', panel.getByRole('button', { name: 'Play: Two.mp4' }));
  await press('Delete', panel);
});

test('the buttons of the timeline tools are one tab stop', { tag: '@full' }, async ({ editor: page, project }) => {
  await project.putTemplate('Film', threeScenes);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  const tools = editor.timeline.getByRole('toolbar', { name: 'Timeline tools' });
  const first = tools.getByRole('button').first();
  await first.focus();
  await page.keyboard.press('ArrowRight');
  await expect(tools.getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(tools.getByRole('slider')).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(tools.getByRole('button').nth(1)).toBeFocused();
  await page.keyboard.press('ArrowLeft');
  await expect(first).toBeFocused();
});

test('keys work as shortcuts after a click on a button', { tag: '@full' }, async ({ editor: page, project, media }) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putAsset('gradient.mp4', media.gradient);
  await project.putTemplate('Film', threeScenes);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  const snapping = editor.timeline.getByRole('button', { name: /^Snapping/ });
  await snapping.click();
  await expect(snapping).toHaveAttribute('aria-pressed', 'false');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('toolbar', { name: 'Transport' }).getByText('fr 1', { exact: true })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('img', { name: 'Preview, playing' })).toBeVisible();
  await page.keyboard.press('Space');
  await expect(page.getByRole('img', { name: 'Preview, playing' })).toBeHidden();
  await expect(snapping).toHaveAttribute('aria-pressed', 'false');
});

test('the focus returns to its element after typing a time', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putAsset('gradient.mp4', media.gradient);
  await project.putTemplate('Film', threeScenes);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  const scene = new TimelinePage(page).scene('Middle');
  await scene.focus();
  await page.keyboard.press('g');
  const transport = page.getByRole('toolbar', { name: 'Transport' });
  const field = transport.getByRole('textbox', { name: 'Time' });
  await expect(field).toBeFocused();
  await page.keyboard.type('12');
  await page.keyboard.press('Enter');
  await expect(transport.getByText('fr 12')).toBeVisible();
  await expect(scene).toBeFocused();
  await new FramePage(page).run('Go to time');
  await expect(field).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(field).toBeHidden();
  await expect(page.locator('body')).not.toBeFocused();
  // A click focuses the picture, and the next key is a shortcut again.
  await transport.getByRole('button', { name: /^Go to time/ }).click();
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(field).toBeHidden();
  await page.keyboard.press('Space');
  await expect(page.getByRole('img', { name: 'Preview, playing' })).toBeVisible();
});
