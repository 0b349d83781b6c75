import path from 'node:path';
import { expect, type Page, type Request } from 'playwright/test';

const folder = path.resolve(import.meta.dirname, '../../docs/screenshots');

/** The types of requests that workers send. */
const WORKERS_ASK: ReadonlySet<string> = new Set(['fetch', 'script']);

/** A camera that takes a picture of a page when the page is stable. */
export interface Camera {
  readonly take: (name: string) => Promise<void>;
}

export function cameraOf(page: Page): Camera {
  const pending = new Set<Request>();
  page.on('request', (request) => {
    // The request for the event stream is ignored, because it never ends.
    if (!/\/v1\/events/.test(request.url())) pending.add(request);
  });
  const finished = (request: Request) => pending.delete(request);
  page.on('requestfinished', finished);
  page.on('requestfailed', finished);
  // The requests of a worker are ignored when the worker has ended, because their end causes no event. A worker ends,
  // for example, when the page leaves a film that is still loading.
  page.on('worker', (worker) => {
    worker.on('close', () => {
      for (const request of pending) if (WORKERS_ASK.has(request.resourceType())) pending.delete(request);
    });
  });

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
            const busy = await waitingIn(page);
            return { isSame, busy, pending: [...pending].map((request) => request.url()) };
          },
          { message: `${name} comes to rest`, intervals: [1_000] },
        )
        .toEqual({ isSame: true, busy: 0, pending: [] });
      await page.screenshot({ path: path.join(folder, `${name}.png`), caret: 'hide' });
    },
  };
}

/**
 * Returns the number of visible elements that are still loading. Pictures further down load when they scroll into view.
 */
function waitingIn(page: Page): Promise<number> {
  return page.locator('[aria-busy=true], [class*=skeleton]').evaluateAll(
    (elements) =>
      elements.filter((element) => {
        const { top, bottom, width } = element.getBoundingClientRect();
        return width > 0 && bottom > 0 && top < window.innerHeight;
      }).length,
  );
}
