import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, expect, type Page } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { expectEndedDrags, middle } from './fixtures/ended-drags.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';

test.use({ sharesService: true, showsFirstScreen: false });
test.slow();

const template = `<movie width="320" height="180" framerate="10">
  <resources>
    <variable name="name" type="text" label="Your name" help="As on the card" maxlength="12" required="true"/>
    <variable name="photo" type="image" label="Your photo" default="face.png"/>
  </resources>
  <scene duration="1"><solid color="#203040"/>
    <image src="\${photo}" width="80" height="80" fit="cover"/><text content="\${name}" size="24"/></scene>
</movie>
`;

/** A page on a phone, which a stranger opens without credentials. */
async function openPhone(browser: Browser, more: object = {}): Promise<Page> {
  const context = await browser.newContext({
    ...{ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true, locale: 'en' },
    ...more,
  });
  return await context.newPage();
}

interface Asked {
  readonly service: { readonly fetch: (path: string, init?: RequestInit) => Promise<Response>; readonly url: string };
  readonly project: { readonly uid: string };
}

async function linkTo({ service, project }: Asked, body: object): Promise<string> {
  const answer = await service.fetch('/v1/links', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ project: project.uid, movie: 'card', target: 'form', vary: ['name', 'photo'], ...body }),
  });
  return `${service.url}${((await answer.json()) as { readonly path: string }).path}`;
}

/** Draws a picture in the page and returns it as a file that a visitor chooses. */
async function drawnPhoto(page: Page): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 400 });
    const context = canvas.getContext('2d');
    if (context !== null) context.fillStyle = '#ff0000';
    context?.fillRect(0, 0, 300, 400);
    return canvas.toDataURL('image/png');
  });
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1] ?? '', 'base64') };
}

async function saveMovie({ service, project }: Asked, page: Page, movie = template): Promise<void> {
  const { buffer } = await drawnPhoto(page);
  await service.fetch(`/v1/data/${project.uid}/face.png`, { method: 'PUT', body: new Uint8Array(buffer) });
  const saved = await service.fetch(`/v1/sdl/${project.uid}/card`, {
    method: 'POST',
    headers: { 'content-type': 'application/xml' },
    body: movie,
  });
  expect(saved.status).toBe(201);
}

test('a visitor creates a film from a name and photo by touch', { tag: '@full' }, async ({
  browser,
  project,
  service,
}) => {
  const page = await openPhone(browser);
  await saveMovie({ service, project }, page);
  await page.goto(await linkTo({ service, project }, { upload: 'photo', title: 'A card', lang: 'en' }));
  await expectNoBarriers(page, { name: 'form' });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  // Step 1: an error leads to its field.
  await page.getByRole('button', { name: 'Make my film' }).tap();
  const name = page.getByRole('textbox', { name: 'Your name' });
  await expect(name).toBeFocused();
  await expect(name).toHaveAccessibleDescription(/As on the card Enter a value\./);
  await expectNoBarriers(page, { name: 'form with an error' });
  // Step 2: the picture follows the name.
  await name.fill('Ada');
  await expect(page.getByRole('img', { name: 'Preview of the film' })).toHaveAttribute('src', /^blob:/, {
    timeout: 60_000,
  });
  // Steps 3 to 5: a photo, its part, and its addition.
  await page
    .getByLabel('Your photo')
    .last()
    .setInputFiles(await drawnPhoto(page));
  await page.getByRole('slider', { name: 'Zoom' }).fill('2');
  await expectNoBarriers(page, { name: 'crop' });
  await page.getByRole('button', { name: 'Use this part' }).tap();
  await expect(page.getByText('Your photo was added.')).toBeVisible({ timeout: 60_000 });
  // Step 6: the film.
  await page.getByRole('button', { name: 'Make my film' }).tap();
  await expect(page.locator('video')).toBeVisible({ timeout: 120_000 });
  await expect(page.getByRole('heading', { name: 'A card' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Download' })).toBeVisible();
  await expectNoBarriers(page, { name: 'page of the film' });
  await page.getByRole('link', { name: 'Make your own' }).tap();
  await expect(name).toHaveValue('Ada');
  await page.context().close();
});

test('a visitor creates a film from a name and photo by keyboard', { tag: '@full' }, async ({
  browser,
  project,
  service,
}) => {
  const page = await openPhone(browser, { hasTouch: false, isMobile: false, locale: 'de' });
  await saveMovie({ service, project }, page);
  await page.goto(await linkTo({ service, project }, { upload: 'photo' }));
  await page.keyboard.press('Tab');
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeFocused();
  await page.keyboard.type('Ada');
  await page.keyboard.press('Tab');
  const chosen = page.waitForEvent('filechooser');
  await page.keyboard.press('Space');
  await (await chosen).setFiles(await drawnPhoto(page));
  const crop = page.getByRole('application', { name: 'Ausschnitt des Fotos' });
  await expect(crop).toBeFocused();
  const picture = crop.locator('img');
  const whole = await picture.getAttribute('style');
  for (const key of ['+', '+', 'ArrowRight', 'Shift+ArrowDown']) await page.keyboard.press(key);
  expect(await picture.getAttribute('style')).not.toBe(whole);
  await expectEndedDrags(page, {
    name: 'crop',
    from: () => middle(crop),
    by: { x: 12, y: 8 },
    state: () => picture.getAttribute('style'),
  });
  await crop.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Ihr Foto wurde hinzugefügt.')).toBeVisible({ timeout: 60_000 });
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Meinen Film erstellen' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator('video')).toBeVisible({ timeout: 120_000 });
  await page.context().close();
});

test('a form works without its script and at 200 % zoom', { tag: '@full' }, async ({ browser, project, service }) => {
  const page = await openPhone(browser, { javaScriptEnabled: false, viewport: { width: 640, height: 400 } });
  const drawing = await openPhone(browser);
  await saveMovie({ service, project }, drawing);
  await page.goto(await linkTo({ service, project }, { upload: 'photo', lang: 'en' }));
  await page
    .getByLabel('Your photo')
    .last()
    .setInputFiles(await drawnPhoto(drawing));
  await page.getByRole('textbox', { name: 'Your name' }).fill('Ada');
  await page.getByRole('button', { name: 'Add the photo' }).click();
  await expect(page.getByText('Your photo was added.')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Your name' })).toHaveValue('Ada');
  await page.getByRole('button', { name: 'Make my film' }).click();
  await expect(page.locator('video')).toBeVisible({ timeout: 120_000 });
  await drawing.goto(await linkTo({ service, project }, {}));
  await drawing.setViewportSize({ width: 320, height: 400 });
  expect(await drawing.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  for (const each of [page, drawing]) await each.context().close();
});

test('the first field is visible below the picture of a portrait film', { tag: '@full' }, async ({
  browser,
  project,
  service,
}) => {
  const page = await openPhone(browser, { viewport: { width: 390, height: 844 } });
  await saveMovie({ service, project }, page, template.replace('width="320" height="180"', 'width="180" height="320"'));
  await page.goto(await linkTo({ service, project }, { title: 'A card', lang: 'en' }));
  // The page reserves the space of the picture before there is one.
  expect((await page.getByRole('figure').boundingBox())?.height).toBeGreaterThan(300);
  await expect(page.getByRole('textbox', { name: 'Your name' })).toBeInViewport({ ratio: 1 });
  await page.context().close();
});

const menu = `<movie width="320" height="180" framerate="10">
  <resources>
    <variable name="dishes" type="list" label="Dishes" min="1" max="4" default='[{"name":"Soup","price":"4.5"}]'>
      <field name="name" label="Dish" required="true"/><field name="price" label="Price" type="number" default="0"/>
    </variable>
  </resources>
  <scene each="\${dishes}" as="dish" duration="1"><text content="\${dish.name} \${dish.price}" size="24"/></scene>
</movie>`;

test('a visitor changes the items of a list', { tag: '@full' }, async ({ browser, project, service }) => {
  const page = await openPhone(browser);
  await saveMovie({ service, project }, page, menu);
  const form = await linkTo({ service, project }, { vary: ['dishes'], lang: 'en' });
  await page.goto(form);
  const items = page.locator('fieldset.item');
  const item = (number: number) => page.getByRole('group', { name: `Item ${number}`, exact: true });
  await expect(items).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Remove (Item 1)' })).toBeDisabled();
  await page.getByRole('button', { name: 'Add item' }).tap();
  await expect(item(2).getByRole('textbox', { name: 'Dish' })).toBeFocused();
  await expectNoBarriers(page, { name: 'form with items' });
  await page.getByRole('button', { name: 'Make my film' }).tap();
  await expect(item(2).getByRole('textbox', { name: 'Dish' })).toHaveAccessibleDescription('Enter a value.');
  await page.keyboard.type('Pie');
  await item(2).getByRole('spinbutton', { name: 'Price' }).fill('7');
  await page.getByRole('button', { name: 'Add item' }).tap();
  await page.keyboard.type('Tea');
  await page.getByRole('button', { name: 'Move up (Item 3)' }).tap();
  await expect(page.getByRole('button', { name: 'Move up (Item 2)' })).toBeFocused();
  await page.getByRole('button', { name: 'Remove (Item 1)' }).tap();
  await expect(page.getByText('Item 1 was removed.')).toBeVisible();
  await expect(item(1).getByRole('textbox', { name: 'Dish' })).toHaveValue('Tea');
  await expect(page.getByRole('img', { name: 'Preview of the film' })).toHaveAttribute('src', /^blob:/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: 'Make my film' }).tap();
  await expect(page.locator('video')).toBeVisible({ timeout: 120_000 });
  const dishes = new URL(page.url()).searchParams.get('dishes') ?? '';
  expect(JSON.parse(dishes)).toEqual([{ name: 'Tea' }, { name: 'Pie', price: '7' }]);
  const plain = await openPhone(browser, { javaScriptEnabled: false });
  await plain.goto(form);
  await expect(plain.locator('fieldset.item')).toHaveCount(4);
  for (const name of ['Move up (Item 1)', 'Add item'])
    await expect(plain.getByRole('button', { name, includeHidden: true })).toBeHidden();
  await plain.locator('fieldset.item').nth(2).getByLabel('Dish').fill('Jam');
  await plain.getByRole('button', { name: 'Make my film' }).click();
  await expect(plain.locator('video')).toBeVisible({ timeout: 120_000 });
  await plain.getByRole('link', { name: 'Make your own' }).click();
  await expect(plain.locator('fieldset.item').nth(1).getByLabel('Dish')).toHaveValue('Jam');
  for (const each of [page, plain]) await each.context().close();
});

const week = `<movie width="320" height="180" framerate="10">
  <resources>
    <variable name="days" type="list" label="Days" default='[{"name":"Monday","dishes":[{"dish":"Soup"}]}]'>
      <field name="name" label="Day" required="true"/>
      <field name="dishes" type="list" label="Dishes" max="3"><field name="dish" label="Dish" required="true"/></field>
    </variable>
  </resources>
  <scene each="\${days}" as="day" duration="1"><text content="\${day.name}" size="24"/>
    <text each="\${day.dishes}" as="each" content="\${each.dish}" size="12"/></scene>
</movie>`;

test('a visitor changes the items of a list in an item', { tag: '@full' }, async ({ browser, project, service }) => {
  const page = await openPhone(browser);
  await saveMovie({ service, project }, page, week);
  await page.goto(await linkTo({ service, project }, { vary: ['days'], lang: 'en' }));
  const days = page.locator('#f0 > [data-items] > .item');
  const dishes = (day: number) => days.nth(day).locator('.item');
  const add = (day: number) => days.nth(day).getByRole('button', { name: 'Add item' });
  await expect(dishes(0)).toHaveCount(1);
  await add(0).tap();
  await page.keyboard.type('Pie');
  await dishes(0).nth(1).getByRole('button', { name: 'Move up (Item 2)' }).tap();
  await expect(dishes(0).nth(0).getByRole('textbox')).toHaveValue('Pie');
  await page.locator('#f0 > .actions > button').tap();
  await page.keyboard.type('Tuesday');
  await add(1).tap();
  await expect(dishes(1).nth(0).getByRole('textbox')).toBeFocused();
  await expectNoBarriers(page, { name: 'form with lists in items' });
  await page.getByRole('button', { name: 'Make my film' }).tap();
  await expect(dishes(1).nth(0).getByRole('textbox')).toHaveAccessibleDescription('Enter a value.');
  await page.keyboard.type('Tea');
  // The items of a moved day, and its new items, belong to its new place.
  await days.nth(1).locator('> .actions > [data-act=up]').tap();
  await add(0).tap();
  await page.keyboard.type('Cake');
  await dishes(1).nth(1).getByRole('button', { name: 'Remove (Item 2)' }).tap();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  await page.getByRole('button', { name: 'Make my film' }).tap();
  await expect(page.locator('video')).toBeVisible({ timeout: 120_000 });
  expect(JSON.parse(new URL(page.url()).searchParams.get('days') ?? '')).toEqual([
    { name: 'Tuesday', dishes: [{ dish: 'Tea' }, { dish: 'Cake' }] },
    { name: 'Monday', dishes: [{ dish: 'Pie' }] },
  ]);
  const plain = await openPhone(browser, { javaScriptEnabled: false });
  await plain.goto(await linkTo({ service, project }, { vary: ['days'], lang: 'en' }));
  await plain.locator('[name="days[0][dishes][2][dish]"]').fill('Jam');
  await plain.locator('[name="days[1][name]"]').fill('Sunday');
  await plain.locator('[name="days[1][dishes][0][dish]"]').fill('Roast');
  await plain.getByRole('button', { name: 'Make my film' }).click();
  await expect(plain.locator('video')).toBeVisible({ timeout: 120_000 });
  await plain.getByRole('link', { name: 'Make your own' }).click();
  await expect(plain.locator('[name="days[0][dishes][1][dish]"]')).toHaveValue('Jam');
  await expect(plain.locator('[name="days[1][dishes][0][dish]"]')).toHaveValue('Roast');
  for (const each of [page, plain]) await each.context().close();
});

test('a page plays a streamed film during rendering', { tag: '@full' }, async ({ browser, project, service }) => {
  const page = await openPhone(browser);
  const words = Array.from(
    { length: 20 },
    (_, at) => `<scene duration="25"><text content="${at}" size="200"/></scene>`,
  );
  await saveMovie(
    { service, project },
    page,
    `<movie width="1280" height="720" framerate="25">${words.join('')}</movie>`,
  );
  await page.goto(await linkTo({ service, project }, { target: 'page', format: 'm3u8', vary: [], lang: 'en' }));
  const player = page.locator('video');
  await expect(player).toHaveAttribute('src', /card\.m3u8/, { timeout: 60_000 });
  await player.evaluate(async (video: HTMLVideoElement) => {
    video.muted = true;
    await video.play();
  });
  await expect.poll(() => player.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0);
  await page.reload();
  await expect(player).toHaveAttribute('src', /card\.m3u8/);
  await page.context().close();
});

test('a page from a foreign origin cannot embed a form', { tag: '@full' }, async ({ browser, project, service }) => {
  const page = await openPhone(browser);
  await saveMovie({ service, project }, page);
  let address = '';
  await using host = createServer((_request, answer) => {
    answer.setHeader('content-type', 'text/html');
    answer.end(`<iframe src="${address.replaceAll('&', '&amp;')}"></iframe>`);
  });
  await once(host.listen(0, '127.0.0.1'), 'listening');
  const origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  const framed = async (form: string) => {
    address = form;
    await page.goto(`${origin}/`);
    return page.frameLocator('iframe').getByRole('button', { name: 'Make my film' });
  };
  const own = await framed(await linkTo({ service, project }, { lang: 'en', embed: [origin] }));
  await expect(own).toBeVisible();
  const foreign = await framed(await linkTo({ service, project }, { lang: 'en', embed: ['https://shop.example'] }));
  await expect(foreign).toHaveCount(0);
  await page.context().close();
});

test('the editor copies a link to a form', { tag: '@full' }, async ({ editor, project, person, service }) => {
  await saveMovie({ service, project }, editor);
  await project.putTemplate('card', template);
  await new EditorPage(editor).open(project, 'card');
  await editor.getByRole('button', { name: 'More ways to render' }).click();
  await editor.getByRole('menuitem', { name: 'Copy link to a form…' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Copy link to a form' });
  await dialog.getByRole('textbox', { name: 'Title' }).fill('My card');
  await dialog.getByRole('combobox', { name: 'Visitors’ photo' }).click();
  await editor.getByRole('option', { name: 'Your photo' }).click();
  await expectNoBarriers(editor, { within: ['[role=dialog]'], name: 'link to a form' });
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(
    /\/v1\/form\/.*title=My%20card.*upload=photo&vary=name%2Cphoto&sig=/,
  );
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  const answer = await fetch(await person.clipboard());
  expect(await answer.text()).toContain('<h1>My card</h1>');
});
