import type { Page } from 'playwright/test';

/** Shows a place of the editor, such as `#/project/…`. A page that shows nothing yet begins there. */
export async function goTo(page: Page, place: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(place);
    return;
  }
  // The address is one page's: what is behind `#` changes without a load.
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
}
