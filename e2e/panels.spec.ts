import { expect, type Locator } from 'playwright/test';
import { threeScenes } from './fixtures/films.ts';
import { openLink } from './fixtures/open-link.ts';
import { openFilm } from './fixtures/open-timeline.ts';
import { onlyInBrowsers, test } from './fixtures/test.ts';
import { FramePage } from './pages/frame.ts';
import { TimelinePage } from './pages/timeline.ts';

test.use({ sharesService: true, showsFirstScreen: false });

test('a crashed panel is reloaded without the other panels', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  const timeline = new TimelinePage(page);
  await editor.tab('Templates').click();
  await expect(editor.library.getByRole('list', { name: 'Templates' })).toBeVisible();
  // No version of the service sends this response.
  await page.route('**/v1/list/xml/*', (route) => route.fulfill({ json: { templates: [{ name: null }] } }));
  await project.putTemplate('Second', threeScenes);
  const alert = editor.library.getByRole('alert');
  await expect(alert).toContainText('Templates stopped working');

  await test.step('use other panels', async () => {
    await timeline.scene('Middle').click();
    await page.keyboard.press('ControlOrMeta+d');
    await expect(timeline.tree.getByRole('row')).toHaveCount(4);
    await expect.poll(() => project.template('Film')).not.toBe(threeScenes);
    await editor.tab('Assets').click();
    await expect(editor.library.getByRole('grid', { name: 'Assets' })).toBeVisible();
    await editor.tab('Templates').click();
  });

  await page.unroute('**/v1/list/xml/*');
  const answered = page.waitForResponse('**/v1/list/xml/*');
  await project.putTemplate('Third', threeScenes);
  await answered;
  await alert.getByRole('button', { name: 'Reload panel' }).click();
  await expect(editor.library.getByRole('list', { name: 'Templates' }).getByRole('listitem')).toHaveCount(3);
});

test('the dragged positions of splits are stored and can be reset', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  const split = page.getByRole('separator', { name: 'Resize library' });
  const width = async () => (await editor.library.boundingBox())?.width ?? 0;
  const first = await width();
  const place = await split.boundingBox();
  if (place === null) throw new Error('the splitter is not on screen');
  await page.mouse.move(place.x + place.width / 2, place.y + 200);
  await page.mouse.down();
  await page.mouse.move(place.x + 80, place.y + 200);
  await page.mouse.up();
  await expect.poll(width).toBeGreaterThan(first + 60);
  const dragged = await width();
  await split.focus();
  await page.keyboard.press('ArrowLeft');
  await expect.poll(width).toBe(dragged - 16);
  await page.reload();
  await editor.isOpen('Film');
  await expect.poll(width).toBe(dragged - 16);
  await split.dblclick();
  await expect.poll(width).toBe(first);
});

test('a template is duplicated from the palette while its panel is hidden', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  await expect(editor.tab('Assets')).toHaveAttribute('aria-selected', 'true');
  await new FramePage(page).run('Duplicate template');
  await expect.poll(project.templateNames).toHaveLength(2);
});

test('the inspector spans the timeline’s height until the user resets it', {
  tag: '@full',
}, async ({ editor: page, project, media }) => {
  const editor = await openFilm(page, project, media);
  const inspector = page.getByRole('region', { name: 'Inspector' });
  const timeline = page.getByRole('region', { name: 'Timeline' });
  const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const ends = async (part: Locator) => {
    const { x, y, width, height } = await boxOf(part);
    return { right: x + width, bottom: y + height, left: x };
  };
  const reachesDown = async () => {
    const [one, other] = [await ends(inspector), await ends(timeline)];
    return one.bottom === other.bottom && one.left === other.right;
  };
  await expect.poll(reachesDown).toBe(true);
  await page.keyboard.press('Shift+I');
  await expect.poll(reachesDown).toBe(false);
  expect((await ends(timeline)).right).toBe((await ends(inspector)).right);
  await page.reload();
  await editor.isOpen('Film');
  await expect.poll(reachesDown).toBe(false);
  const head = await boxOf(inspector.getByRole('navigation'));
  await page.mouse.dblclick(head.x + head.width - 8, head.y + head.height / 2);
  await expect.poll(reachesDown).toBe(true);
});

test('the render queue appears beside every screen without covering it', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  const frame = new FramePage(page);
  const queue = page.getByRole('complementary', { name: 'Render queue' });
  const reachable = (name: string) => page.getByRole('button', { name, exact: true }).click({ trial: true });
  await page.getByRole('banner').getByRole('button', { name: 'Render queue', exact: true }).click();
  await expect(queue).toBeVisible();
  await editor.view('Split');
  await reachable('Zoom to fit');
  await reachable('Full screen');
  await frame.run('All projects');
  await expect(queue).toBeVisible();
  await reachable('New project');
  await frame.run('Settings');
  await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
  await reachable('Export…');
  await queue.getByRole('button', { name: 'Close queue' }).click();
  await expect(queue).toBeHidden();
});

test('the theme is the user’s choice, or the system theme', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const editor = await openFilm(page, project, media);
  const frame = new FramePage(page);
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await frame.run('Light theme');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.reload();
  await editor.isOpen('Film');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await frame.run('System theme');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
});

test.describe('every text on screen is translated', () => {
  onlyInBrowsers('the desktop app asks the system for its languages, not a browser; settings.spec.ts changes them');

  for (const [locale, language] of [
    ['de-CH', 'de'],
    ['fr-FR', 'en'],
  ] as const) {
    test(`the page shows only translated texts in the locale ${locale}`, { tag: '@full' }, async ({
      browser,
      newLink,
      project,
      media,
    }) => {
      const context = await browser.newContext({ locale });
      const page = await context.newPage();
      await openLink(page, newLink());
      await openFilm(page, project, media);
      await page.getByRole('row', { name: /, Middle,/ }).click();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const words = page.locator('body');
      await expect(words).not.toContainText(/\b(?:undefined|null|NaN)\b|\[object |=>/, { useInnerText: true });
      const unnamed = await page
        .getByRole('button', { name: /^$/ })
        .evaluateAll((buttons) => buttons.map((button) => button.outerHTML.slice(0, 120)));
      expect(unnamed).toEqual([]);
      await context.close();
    });
  }
});
