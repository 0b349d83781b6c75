import type { Page } from 'playwright/test';

/** Goes to a place of the editor, such as `#/project/…`. An empty page loads it first. */
export async function goTo(page: Page, place: string): Promise<void> {
  if (page.url() === 'about:blank') {
    await page.goto(place);
    return;
  }
  // The address belongs to the page: a change of the hash does not load it again.
  await page.evaluate((hash) => {
    location.hash = hash;
  }, place);
}
