import type { Page } from 'playwright/test';

/** Goes to a place in the editor, such as `#/project/…`. If the page is empty, the editor is loaded first. */
export async function goTo(page: Page, place: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(place);
    return;
  }
  // A change of the hash does not load the page again.
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
}
