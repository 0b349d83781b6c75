import { once } from 'node:events';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'playwright/test';
import { temporaryFolder } from '#service/testing/temporary-folder.ts';
import { writeLinkFile } from '../build/link-file.mjs';
import { openLink } from './fixtures/open-link.ts';
import { onlyInBrowsers, test } from './fixtures/test.ts';

test('the editor opens', { tag: '@full' }, async ({ editor }) => {
  const failures: string[] = [];
  editor.on('console', (message) => {
    if (message.type() === 'error') failures.push(message.text());
  });
  editor.on('pageerror', (error) => failures.push(error.message));
  await editor.reload();
  await expect(editor).toHaveTitle(/Scenewright/);
  await expect(editor.locator('#root')).not.toBeEmpty();
  // The console also reports violations of the content security policy.
  expect(failures).toEqual([]);
});

test('an open editor continues when the service restarts', { tag: '@full' }, async ({ editor, service }) => {
  // In a browser, the address of the page contains the path of its session.
  const list = () => editor.evaluate(async () => (await fetch(new URL('v1/list/project', location.href))).status);
  expect(await list()).toBe(200);
  await service.kill();
  await service.restart();
  expect(await list()).toBe(200);
});

test.describe('the editor in a browser', () => {
  onlyInBrowsers('the desktop app serves its page to nobody else: it has no links, cookies or ports to guard');

  test('the link opens one session and disappears from the address bar', { tag: '@full' }, async ({
    page,
    service,
    newLink,
    browser,
  }) => {
    const link = newLink();
    await using folder = await temporaryFolder();
    // Open the link as `npm start` does: through a file, so that process lists do not show the link.
    await openLink(page, pathToFileURL(writeLinkFile(join(folder.path, 'link'), link)).href);
    await expect(page.locator('#root')).not.toBeEmpty();
    const place = new URL(page.url()).pathname;
    expect([new URL(page.url()).origin, place]).toEqual([service.url, expect.stringMatching(/^\/s\/[\w-]{22}\/$/)]);
    const session = (await page.context().cookies(page.url())).find(({ name }) => name.startsWith('scenewright-'));
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: place });
    // The session opens the editor again at the short address. The link does not work in another browser.
    await page.goto(service.url);
    await page.waitForURL(`${service.url}${place}**`);
    await expect(page.locator('#root')).not.toBeEmpty();
    const stranger = await browser.newContext();
    const other = await stranger.newPage();
    expect((await other.goto(link))?.status()).toBe(401);
    await expect(other.getByRole('heading')).toHaveText('This link no longer works');
    expect((await other.goto(service.url))?.status()).toBe(401);
    await stranger.close();
  });

  test('a page on another port cannot use the session or its cookie', { tag: ['@full', '@promise:P14'] }, async ({
    editor,
    service,
  }) => {
    const cookies: (string | undefined)[] = [];
    const other = createServer((request, response) => {
      cookies.push(request.headers.cookie);
      response.end('<title>Other</title>');
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const address = other.address();
    const page = await editor.context().newPage();
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`);
    await page.evaluate(async (url) => {
      const init = { method: 'POST', mode: 'no-cors', credentials: 'include' } as const;
      await fetch(`${url}/v1/project/stolen`, init).catch(() => undefined);
    }, service.url);
    // The request arrived, because both pages belong to the same site. The service refused it.
    await expect.poll(service.output).toMatch(/"path":"\/v1\/project\/stolen","status":403/);
    const projects: unknown = await (await service.fetch('/v1/list/project')).json();
    expect(projects).toMatchObject({ projects: [] });
    expect(cookies.length).toBeGreaterThan(0);
    expect(cookies.filter((cookie) => cookie?.includes('scenewright-'))).toEqual([]);
    await page.close();
    other.close();
  });
});
