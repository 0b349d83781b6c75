import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect } from 'playwright/test';
import { onlyInBrowsers, test } from './fixtures/test.ts';

test('the editor opens', async ({ editor }) => {
  const failures: string[] = [];
  editor.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text());
  });
  editor.on('pageerror', (error) => failures.push(error.message));
  await editor.reload();
  await expect(editor).toHaveTitle(/Scenewright/);
  await expect(editor.locator('#root')).not.toBeEmpty();
  // What its policy forbids is told in the console too.
  expect(failures).toEqual([]);
});

test('an open editor goes on when the service starts again', async ({ editor, service }) => {
  const list = () => editor.evaluate(async () => (await fetch('/v1/list/project')).status);
  expect(await list()).toBe(200);
  await service.kill();
  await service.restart();
  expect(await list()).toBe(200);
});

test.describe('in a browser', () => {
  onlyInBrowsers('the desktop app serves its page to nobody else: it has no links, cookies or ports to guard');

  test('the link opens the editor once, and leaves nothing in the address', async ({
    page,
    service,
    newLink,
    browser,
  }) => {
    const link = await newLink();
    await page.goto(link);
    expect(page.url()).toBe(`${service.url}/`);
    const session = (await page.context().cookies()).find(({ name }) => name.startsWith('scenewright-'));
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' });
    // In again by the session alone, not by the link in another browser.
    expect((await page.goto(service.url))?.status()).toBe(200);
    const stranger = await browser.newContext();
    const other = await stranger.newPage();
    expect((await other.goto(link))?.status()).toBe(401);
    await expect(other.getByRole('heading')).toHaveText('This link no longer works');
    expect((await other.goto(service.url))?.status()).toBe(401);
    await stranger.close();
  });

  test('a page of another port cannot use the session', async ({ editor, service }) => {
    const other = createServer((_request, response) => response.end('<title>Other</title>')).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const page = await editor.context().newPage();
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
    await page.evaluate(async (url) => {
      const init = { method: 'POST', mode: 'no-cors', credentials: 'include' } as const;
      await fetch(`${url}/v1/project/stolen`, init).catch(() => undefined);
    }, service.url);
    // It came, with the cookie, because both are of one site.
    await expect.poll(service.output).toMatch(/"path":"\/v1\/project\/stolen","status":403/);
    const projects: unknown = await (await service.fetch('/v1/list/project')).json();
    expect(projects).toMatchObject({ projects: [] });
    await page.close();
    other.close();
  });
});
