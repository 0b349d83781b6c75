import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';

test.use({ sharesService: true });

test('F1 opens the guide with its search and links', { tag: '@full' }, async ({ editor: page }) => {
  // Wait for the page, which handles keys only after it has loaded.
  await expect(page.getByRole('banner').getByRole('button', { name: 'Menu' })).toBeVisible();
  await page.keyboard.press('F1');
  await expect(page.getByRole('heading', { name: 'Guide', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The first film' })).toBeVisible();
  await page.getByRole('radio', { name: 'Templates' }).click();
  await page.getByRole('searchbox', { name: 'Search the guide' }).fill('tilt');
  await expect(page.getByRole('button', { name: '<filter type="tiltshift">' })).toBeVisible();
  await page.keyboard.press('Enter');
  const heading = page.getByRole('heading', { name: '<filter type="tiltshift">' });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  await expectNoBarriers(page, { within: ['nav'] });

  await page.getByRole('searchbox').fill('');
  const link = page.getByRole('article').getByRole('link').first();
  const to = await link.getAttribute('href');
  await link.click();
  await expect(page).toHaveURL(({ hash }) => decodeURIComponent(hash) === decodeURIComponent(to ?? ''));
});

test('the tour starts once for a new user, and then on request', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  await openTimeline(editor, project, media);
  const status = editor.getByRole('contentinfo');
  await status.getByRole('button', { name: 'Take a tour' }).click();
  // The palette, which starts the tour again, is a dialog too, and can still be closing.
  const card = editor.getByRole('dialog').filter({ hasText: / of 5/ });
  await expect(card).toContainText('1 of 5');
  await expect(card.getByRole('button', { name: 'Next' })).toBeFocused();
  // The parts that a card describes can be used during the tour.
  await new EditorPage(editor).tab('Templates').click();
  await card.getByRole('button', { name: 'Next' }).click();
  for (const step of ['2 of 5', '3 of 5', '4 of 5']) {
    await expect(card).toContainText(step);
    await editor.keyboard.press('Enter');
  }
  await expect(card).toContainText('Values and films');
  await editor.keyboard.press('ArrowLeft');
  await expect(card).toContainText('4 of 5');
  await editor.keyboard.press('Escape');
  await expect(card).toBeHidden();
  // The button that started the tour no longer exists, so the focus goes to the editor.
  await expect(editor.getByRole('main')).toBeFocused();
  await editor.reload();
  await new EditorPage(editor).isOpen('Film');
  await expect(status.getByText('New here?')).toBeHidden();
  await editor.keyboard.press('ControlOrMeta+K');
  await editor.getByRole('combobox').fill('Take a tour');
  await editor.keyboard.press('Enter');
  await expect(card).toContainText('1 of 5');
});
