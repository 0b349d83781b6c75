import { expect } from 'playwright/test';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { FramePage } from './pages/frame.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const film = `<movie width="320" height="180" framerate="25">
  <scene name="Own" duration="25"><solid color="#203040"/></scene>
</movie>
`;

test('the library is a rail in a narrow window', {
  tag: '@full',
}, async ({ editor: page, project }) => {
  await project.putTemplate('Film', film);
  await page.setViewportSize({ width: 800, height: 700 });
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  await expect(editor.library.getByRole('tab')).toHaveCount(0);
  const boxes = async () => {
    const view = await page.getByRole('radiogroup', { name: 'View' }).boundingBox();
    const exact = await page.getByRole('button', { name: 'Exact frame' }).boundingBox();
    return { viewEnds: (view?.x ?? 0) + (view?.width ?? 0), exactBegins: exact?.x ?? 0 };
  };
  await expect.poll(async () => (await boxes()).exactBegins - (await boxes()).viewEnds).toBeGreaterThanOrEqual(0);
  const picture = await editor.preview.boundingBox();
  await editor.library.getByRole('button', { name: 'Templates' }).click();
  await expect(editor.tab('Templates')).toHaveAttribute('aria-selected', 'true');
  expect(await editor.preview.boundingBox()).toEqual(picture);
  await editor.library.getByRole('button', { name: 'Collapse the library' }).click();
  await expect(editor.library.getByRole('tab')).toHaveCount(0);
  // In a wide window, the library has its earlier state again.
  await page.setViewportSize({ width: 1280, height: 720 });
  await expect(editor.tab('Templates')).toBeVisible();
});

test('a menu marks the active item of an exclusive group', { tag: '@full' }, async ({ editor: page, project }) => {
  await project.putTemplate('Film', film);
  await new EditorPage(page).open(project, 'Film');
  await page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Theme' }).click();
  const themes = page.getByRole('menu', { name: 'Theme' }).getByRole('menuitemradio');
  await expect(themes).toHaveText(['Dark theme', 'Light theme', 'System theme']);
  await expect(themes.and(page.getByRole('menuitemradio', { checked: true }))).toHaveCount(1);
  await page.getByRole('menuitemradio', { name: 'Light theme' }).click();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
  await new FramePage(page).menu('Theme', 'Dark theme');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('the controls under the picture never overlap', {
  tag: '@full',
}, async ({ editor: page, project }) => {
  await project.putTemplate('Film', film);
  await new EditorPage(page).open(project, 'Film');
  const bar = page.getByRole('toolbar').filter({ has: page.getByRole('button', { name: 'Play', exact: true }) });
  const spans = () =>
    bar.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      const shown = [...element.querySelectorAll('button, canvas')].map((each) => each.getBoundingClientRect());
      const places = shown.filter(({ width }) => width > 0).toSorted((one, other) => one.left - other.left);
      const ends = [left, ...places.map((place) => place.right)];
      // The smallest distance between neighbors, or between the last control and the end of the bar.
      return Math.min(right - (ends.at(-1) ?? right), ...places.map((place, at) => place.left - (ends[at] ?? 0)));
    });
  for (const view of ['Split', 'Visual']) {
    await page.getByRole('radio', { name: view }).click();
    for (const width of [1280, 1180, 1100, 1040, 960, 900]) {
      await page.setViewportSize({ width, height: 720 });
      await expect.poll(spans, `${view}, ${width} pixels`).toBeGreaterThanOrEqual(-1);
    }
  }
});

test('the tabs of a narrow library omit their counts', { tag: '@full' }, async ({ editor: page, project }) => {
  await project.putTemplate('Film', film);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  await expect(editor.tab('Templates')).toHaveAccessibleName('Templates 1');
  const splitter = page.getByRole('separator', { name: 'Resize library' });
  await splitter.focus();
  for (let presses = 0; presses < 8; presses++) await page.keyboard.press('ArrowLeft');
  const ends = async () => {
    const [area, tab] = [await editor.library.boundingBox(), await editor.tab('Variables').boundingBox()];
    return { area: (area?.x ?? 0) + (area?.width ?? 0), tab: (tab?.x ?? 0) + (tab?.width ?? 0) };
  };
  expect((await ends()).area).toBeLessThan(240);
  expect((await ends()).tab).toBeLessThanOrEqual((await ends()).area);
  await expect(editor.tab('Templates')).toHaveAccessibleName('Templates 1');
});

test('long step names do not overlap the history controls', { tag: '@full' }, async ({ editor: page, project }) => {
  await project.putTemplate('Film', film.replace('name="', 'name="A scene whose name is longer than a button, '));
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  const bar = page.getByRole('banner');
  await page.getByRole('row', { name: /longer than a button/ }).click();
  for (const steps of [1, 2]) {
    await page.keyboard.press('ControlOrMeta+d');
    await expect(page.getByRole('row', { name: /longer than a button/ })).toHaveCount(steps + 1);
  }
  await page.keyboard.press('ControlOrMeta+z');
  await expect(bar.getByRole('button', { name: /^Redo: Duplicate/ })).toBeVisible();
  const overlap = () =>
    bar.evaluate((element) => {
      const shown = [...element.querySelectorAll('button, [role=combobox], [class*=setLabel]')].map((each) =>
        each.getBoundingClientRect(),
      );
      const places = shown.toSorted((one, other) => one.left - other.left);
      return Math.max(...places.map(({ left }, at) => (places[at - 1]?.right ?? left) - left));
    });
  for (const width of [1280, 1180, 1101, 1024]) {
    await page.setViewportSize({ width, height: 720 });
    await expect.poll(overlap, `${width} pixels`).toBeLessThanOrEqual(0);
  }
});

test('messages are above the buttons of a dialog that reaches the bottom of the window', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  await project.putTemplate('Film', film);
  const editor = new EditorPage(page);
  await editor.open(project, 'Film');
  await page.keyboard.press('Shift+c');
  const message = page.getByText('Select a scene first');
  await expect(message).toBeVisible();
  await page.getByRole('banner').getByRole('button', { name: 'Render…' }).click();
  const button = page.getByRole('dialog', { name: 'Render' }).getByRole('button', { name: 'Render', exact: true });
  const top = async () => (await button.boundingBox())?.y ?? 0;
  const bottom = () => message.evaluate((element) => element.getBoundingClientRect().bottom);
  const gap = async () => (await top()) - (await bottom());
  await expect.poll(gap).toBeGreaterThan(0);
  await expect.poll(gap).toBeLessThan(60);
});
