import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { test } from './fixtures/test.ts';

test.use({ sharesService: true });

test('F1 opens the guide, a search leads to an effect, and links lead on', async ({ editor: page }) => {
  await page.keyboard.press('F1');
  await expect(page.getByRole('heading', { name: 'Guide', level: 1 })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The first film' })).toBeVisible();
  await page.getByRole('radio', { name: 'Templates' }).click();
  await page.getByRole('searchbox', { name: 'Search the guide' }).fill('tilt');
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
