import path from 'node:path';
import { expect, type Page, type Request } from 'playwright/test';

const folder = path.resolve(import.meta.dirname, '../../docs/screenshots');

/** Takes pictures of a page, each when it has come to rest. */
export interface Camera {
  readonly take: (name: string) => Promise<void>;
}

export function cameraOf(page: Page): Camera {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    // The stream of events never ends.
    if (!/\/v1\/events/.test(request.url())) pending.add(request);
  });
  const settled = (request: Request) => pending.delete(request);
  page.on('requestfinished', settled);
  page.on('requestfailed', settled);

  return {
    take: async (name) => {
      await page.mouse.move(0, 0);
      let last: Buffer | null = null;
      await expect
        .poll(
          async () => {
            const next = await page.screenshot({ caret: 'hide' });
            const isSame = last?.equals(next) === true;
            last = next;
            return isSame && pending.size === 0 && (await page.locator('[aria-busy=true]').count()) === 0;
          },
          { intervals: [1_000] },
        )
        .toBe(true);
      await page.screenshot({ path: path.join(folder, `${name}.png`), caret: 'hide' });
    },
  };
}
