import { expect, it } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { waitUntil } from '#service/testing/wait-until.ts';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';

const FILM = `<movie width="64" height="36" framerate="10">
  <resources>
    <variable name="name" type="text" label="Your &lt;name&gt;" help="As on the card" maxlength="5" required="true" group="You"/>
    <variable name="title" type="text" label="Title" default="Hello"/>
    <variable name="big" type="boolean" label="Large" default="false"/>
    <variable name="mood" type="choice" label="Mood" default="calm" choices="calm: Calm, wild"/>
    <variable name="length" type="number" label="Length" min="1" max="30" default="5"/>
    <variable name="shade" type="color" label="Shade" default="#0000ff"/>
    <variable name="photo" type="image" label="Photo" default="face.png"/>
  </resources>
  <scene duration="\${length}"><solid color="\${shade}"/><image src="\${photo}" width="16" height="16" fit="cover"/>
    <text content="\${title} \${name} \${mood} \${big}" size="12"/></scene>
</movie>`;
const FIELDS = ['name', 'title', 'big', 'mood', 'length', 'shade', 'photo'];
const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en' };

async function createProject(service: TestService): Promise<string> {
  const project = await service.createProject();
  await service.putAsset(project, 'face.png', sampleImage('png'));
  await service.client.call('createMovie', { parameters: { project, movie: 'card' }, query: {}, body: FILM });
  return project;
}

async function linkTo(service: TestService, body: object): Promise<string> {
  const { path } = await service.client.call('createLink', { query: {}, body: { movie: 'card', ...body } as never });
  return `${service.url}${path}`;
}

async function open(url: string, headers: Readonly<Record<string, string>> = {}): Promise<[Response, string]> {
  const answer = await fetch(url, { headers: { ...BROWSER, ...headers } });
  return [answer, await answer.text()];
}

/** Returns the address that the form of a page sends with these values. */
function sentAddress(html: string, url: string, values: Readonly<Record<string, string>>): string {
  const [, action = ''] = /<form id="values" method="get" action="([^"]*)"/.exec(html) ?? [];
  const hidden = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  const query = new URLSearchParams([
    // Browsers do not send the controls in templates.
    ...hidden.map(([, name = '', value = '']) => [name, value]).filter(([name]) => !name?.includes('[NEW]')),
    ...Object.entries(values),
  ] as [string, string][]);
  return new URL(`${action}?${query}`, url).href;
}

it('each free variable has a form field with label, help, and limits', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const url = await linkTo(service, { project, target: 'form', vary: FIELDS, title: 'A <card>', upload: 'photo' });
  const [answer, html] = await open(url);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-security-policy')).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; media-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  );
  expect(answer.headers.get('x-frame-options')).toBe('DENY');
  expect(html).toContain('<h1>A &lt;card&gt;</h1>');
  expect(html).toContain('<meta name="robots" content="noindex">');
  expect(html).toMatch(/<link rel="icon" type="image\/svg\+xml" href="\.\.\/\.\.\/pages\/icon\.svg\?v=/);
  expect(html).toMatch(
    /<label for="f0">Your &lt;name&gt; <span class="required">\(required\)<\/span><\/label><p class="help" id="f0-help">As on the card/,
  );
  expect(html).toMatch(
    /<input type="text" id="f0" name="name" aria-describedby="f0-help f0-error" required value="" maxlength="5">/,
  );
  expect(html).toContain('name="var.title"');
  expect(html).toMatch(
    /<input type="radio" name="mood" value="calm" required? ?checked|<input type="radio" name="mood" value="calm" checked/,
  );
  expect(html).toMatch(
    /<input type="number" inputmode="decimal" id="f4" name="length"[^>]* value="5" min="1" max="30" step="any">/,
  );
  expect(html).toMatch(/<input type="color" id="f5" name="shade"[^>]* value="#0000ff">/);
  expect(html).toMatch(/<input type="file" name="photo\[file\]" accept="image\/jpeg,image\/png,image\/webp"/);
  const data = JSON.parse(/<script type="application\/json" id="data">(.*?)<\/script>/.exec(html)?.[1] ?? '');
  expect(data).toMatchObject({
    photoShape: 1,
    fields: expect.arrayContaining([{ name: 'var.title', film: 'title', frame: 3 }]),
  });
  const [, german] = await open(url, { 'accept-language': 'de' });
  expect(german).toContain('<html lang="de">');
  expect(german).toContain('Meinen Film erstellen');
});

const MENU = `<movie width="64" height="36" framerate="10">
  <resources>
    <variable name="dishes" type="list" label="Dishes" min="1" max="4" default='[{"name":"Soup","price":"4.5","picture":"face.png"}]'>
      <field name="name" label="Dish" required="true" maxlength="8"/>
      <field name="price" type="number" default="0"/>
      <field name="picture" type="image" default="face.png"/>
    </variable>
  </resources>
  <scene each="\${dishes}" as="dish" duration="1"><image src="\${dish.picture}" width="9" height="9"/>
    <text content="\${dish.name} \${dish.price}" size="12"/></scene>
</movie>`;

it('a form has a group of fields for each list item', async () => {
  await using service = await openService();
  const project = await service.createProject();
  await service.putAsset(project, 'face.png', sampleImage('png'));
  await service.client.call('createMovie', { parameters: { project, movie: 'card' }, query: {}, body: MENU });
  const url = await linkTo(service, { project, target: 'form', vary: ['dishes'] });
  const [, html] = await open(url);
  expect(html).toMatch(/<fieldset class="field items" id="f0"[^>]* data-list="dishes" data-min="1" data-max="4">/);
  expect(html).toMatch(/<label for="f0-0-0">Dish <span class="required">\(required\)<\/span><\/label>/);
  expect(html).toMatch(/<input type="text" id="f0-0-0" name="dishes\[0\]\[name\]"[^>]* value="Soup" maxlength="8">/);
  expect(html).toContain('<input type="hidden" name="dishes[0][picture][usual]" value="face.png">');
  // A form without its script sends the fields of the items. It leaves out empty items.
  const address = sentAddress(html, url, {
    ...{ 'dishes[0][name]': 'Soup', 'dishes[0][price]': '', 'dishes[0][picture]': '' },
    ...{ 'dishes[1][name]': '', 'dishes[2][name]': 'Pie', 'dishes[2][price]': '7' },
  });
  const [answer, page] = await open(address);
  expect(answer.status).toBe(200);
  const film = new URL(/"film":"([^"]*)"/.exec(page)?.[1] ?? '', url);
  expect(JSON.parse(film.searchParams.get('dishes') ?? '')).toEqual([
    { name: 'Soup', picture: 'face.png' },
    { name: 'Pie', price: '7' },
  ]);
  // A problem appears at the field of its item.
  const wrong = { 'dishes[0][name]': 'Soup', 'dishes[1][name]': 'Much too long', 'dishes[1][price]': 'x' };
  const [refused, form] = await open(sentAddress(html, url, wrong));
  expect(refused.status).toBe(422);
  expect(form).toContain('<a href="#f0-1-0">Dishes, Item 2: Dish</a>');
  expect(form).toMatch(/<p class="error" id="f0-1-1">|id="f0-1-1-error">[^<]*number/);
  // The signature frees the list alone: other names with brackets stay signed.
  expect((await open(`${address}&other%5B0%5D%5Bname%5D=x`))[0].status).toBe(403);
});

const NESTED = `<movie width="64" height="36" framerate="10">
  <resources>
    <variable name="menu" type="list" label="Menu" max="4" default='[{"title":"Lunch","dishes":[{"name":"Soup"}]}]'>
      <field name="title" label="Title" required="true"/>
      <field name="dishes" type="list" label="Dishes" max="5" default='[{"name":"Tea"}]'>
        <field name="name" label="Dish" maxlength="8"/><field name="price" type="number" default="0"/>
      </field>
    </variable>
  </resources>
  <scene each="\${menu}" as="course" duration="1"><text content="\${course.title}" size="12"/>
    <text each="\${course.dishes}" as="dish" content="\${dish.name} \${dish.price}" size="12"/></scene>
</movie>`;

it('an item has a group of fields for each item of its list', async () => {
  await using service = await openService();
  const project = await service.createProject();
  await service.client.call('createMovie', { parameters: { project, movie: 'card' }, query: {}, body: NESTED });
  const url = await linkTo(service, { project, target: 'form', vary: ['menu'] });
  const [, html] = await open(url);
  expect(html).toMatch(
    /<fieldset class="field items" id="f0-0-1"[^>]* data-list="menu\[0\]\[dishes\]" data-min="0" data-max="5">/,
  );
  expect(html).toContain('name="menu[0][dishes][0][name]"');
  // A new item starts with the default of its list. The browser ends a `noscript` at the first end tag.
  expect(html).toMatch(/name="menu\[NEW\]\[dishes\]\[0\]\[name\]"[^>]* value="Tea"/);
  expect(html.match(/<noscript>(?:(?!<\/noscript>).)*<noscript>/s)).toBeNull();
  const sent = {
    ...{ 'menu[0][title]': 'Lunch', 'menu[0][dishes][0][name]': '', 'menu[0][dishes][2][name]': 'Pie' },
    ...{ 'menu[1][title]': 'Tea time', 'menu[2][title]': '', 'menu[2][dishes][0][name]': '' },
  };
  const [answer, page] = await open(sentAddress(html, url, sent));
  expect(answer.status).toBe(200);
  const film = new URL(/"film":"([^"]*)"/.exec(page)?.[1] ?? '', url);
  expect(JSON.parse(film.searchParams.get('menu') ?? '')).toEqual([
    { title: 'Lunch', dishes: [{ name: 'Pie' }] },
    { title: 'Tea time' },
  ]);
  const wrong = { 'menu[0][title]': 'Lunch', 'menu[0][dishes][1][name]': 'Much too long' };
  const [refused, form] = await open(sentAddress(html, url, wrong));
  expect(refused.status).toBe(422);
  expect(form).toContain('<a href="#f0-0-1-0-0">Menu, Item 1: Dishes, Item 1: Dish</a>');
  expect(form).toMatch(/id="f0-0-1-0-0-error">[^<]+/);
});

it('a form with a stream leads to a page that plays during rendering', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const body = { project, target: 'form', vary: ['name', 'photo'], upload: 'photo', format: 'm3u8' };
  const url = await linkTo(service, body);
  expect(new URL(url).searchParams.get('film.stream')).toBe('1');
  const [, form] = await open(url);
  const [answer, page] = await open(sentAddress(form, url, { name: 'Ada' }));
  expect(answer.status).toBe(200);
  const streamed = new URL(/"stream":\{"address":"([^"]*)"/.exec(page)?.[1] ?? '', url);
  expect(streamed.pathname).toMatch(/\/card\.m3u8$/);
  expect((await fetch(streamed, { headers: { accept: 'application/json' } })).status).toBeLessThan(300);
  // A page with a stream leads back to such a form.
  const own = /<a href="([^"]*)">Make your own/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await open(new URL(own, url).href))[1]).toMatch(/action="[^"]*card\.m3u8"/);
  // The signature covers the parameter.
  expect((await open(url.replace('film.stream=1', 'film.stream=0')))[0].status).toBe(403);
});

it('a form sends its values to the page of the film', { tags: ['promise:P14'] }, async () => {
  await using service = await openService();
  const project = await createProject(service);
  const url = await linkTo(service, {
    project,
    target: 'form',
    vary: ['name', 'title'],
    values: { length: 2 },
    title: 'Card',
  });
  const [, form] = await open(url);
  const address = sentAddress(form, url, { name: 'Ada', 'var.title': 'Hi' });
  const [answer, page] = await open(address);
  expect(answer.status).toBe(200);
  expect(page).toContain('<meta property="og:title" content="Card">');
  const film = new URL(/"film":"([^"]*)"/.exec(page)?.[1] ?? '', url);
  expect(Object.fromEntries(film.searchParams)).toMatchObject({
    name: 'Ada',
    title: 'Hi',
    length: '2',
    vary: 'name,title',
  });
  await waitUntil(async () => (await fetch(film, { method: 'HEAD' })).status === 200, 60);
  const [, ready] = await open(address);
  expect(ready).toContain('<video controls playsinline');
  expect(ready).toMatch(/<a id="download" href="[^"]*" download="Card.mp4">Download<\/a>/);
  expect(ready).toContain('>Make your own</a>');
  const image = /property="og:image" content="([^"]*)"/.exec(ready)?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect((await fetch(image)).headers.get('content-type')).toBe('image/jpeg');
  const oembed = /application\/json\+oembed" href="([^"]*)"/.exec(ready)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const described = await (await fetch(`${oembed}&maxwidth=32`)).json();
  expect(described).toMatchObject({ type: 'video', title: 'Card', width: 32, height: 18, thumbnail_width: 64 });
  expect((await fetch(`${oembed.replace('Ada', 'Bob')}`)).status).toBe(200);
  expect((await fetch(oembed.replace('length%3D2', 'length%3D3'))).status).toBe(403);
  expect((await fetch(`${service.url}/v1/oembed?url=http%3A%2F%2Fa.example%2F`)).status).toBe(400);
});

it('wrong values return the form with the errors at its fields', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const url = await linkTo(service, { project, target: 'form', vary: FIELDS });
  const [, form] = await open(url);
  const address = sentAddress(form, url, { name: '<b>too long', length: '99', mood: 'sad', shade: '#00ff00' });
  const [answer, page] = await open(address);
  expect(answer.status).toBe(422);
  expect(page).toContain('<div class="summary" role="alert" tabindex="-1"><p>Correct 3 values:</p>');
  expect(page).toMatch(
    /name="name" aria-describedby="f0-help f0-error" aria-invalid="true" required value="&lt;b&gt;too long"/,
  );
  expect(page).toMatch(/<p class="error" id="f0-error">[^<]*5 characters[^<]*<\/p>/);
  expect(page).toMatch(/name="shade"[^>]* value="#00ff00"/);
  // Programs receive problem documents instead of pages.
  const problem = await fetch(address.replace('/v1/page/', '/v1/render/'));
  expect(problem.headers.get('content-type')).toBe('application/problem+json');
});

it('only the origins of the link can embed its pages', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const embed = ['https://shop.example', 'https://b.example:8443'];
  const [answer] = await open(await linkTo(service, { project, target: 'form', vary: ['name'], embed }));
  expect(answer.headers.get('content-security-policy')).toContain(`frame-ancestors ${embed.join(' ')}`);
  expect(answer.headers.get('x-frame-options')).toBeNull();
});

it('a link that has already expired is refused by the name of the field', async () => {
  await using service = await openService({ clock: () => 1_800_000_000_000 });
  const project = await createProject(service);
  const body = (expires: number) => ({ project, target: 'form', vary: ['name'], expires });
  for (const past of [1, 1_799_999_999, 1_800_000_000])
    await expect(linkTo(service, body(past))).rejects.toMatchObject({
      problem: {
        ...{ status: 400, code: 'link/invalid' },
        detail: 'The link is invalid. `expires` is in the past. Send a later time, in seconds since 1970.',
        issues: [{ code: 'link/invalid', path: 'expires' }],
      },
    });
  expect((await open(await linkTo(service, body(1_800_000_001))))[0].status).toBe(200);
});

it("a visitor gets problems as a page in the browser's language", async () => {
  let now = Date.now();
  await using service = await openService({ clock: () => now });
  const project = await createProject(service);
  const expires = Math.floor(now / 1000) + 60;
  const url = await linkTo(service, { project, target: 'form', vary: ['name'], expires });
  now = expires * 1000;
  const [answer, html] = await open(url, { 'accept-language': 'de' });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([410, 'text/html; charset=utf-8']);
  expect(html).toContain('Dieser Link ist abgelaufen');
  expect(html).toContain('<p>Bitten Sie die Person');
  expect((await open(url))[1]).toContain('<p>Ask the person who sent you the link for a new one.</p>');
  const other = url.replace('/card?', '/other?');
  expect((await open(other))[0].status).toBe(403);
  expect((await fetch(url)).headers.get('content-type')).toBe('application/problem+json');
});

it('a form without its script keeps its values when it sends a photo', async () => {
  await using service = await openService();
  const project = await createProject(service);
  const url = await linkTo(service, { project, target: 'form', vary: ['name', 'photo'], upload: 'photo' });
  const [, form] = await open(url);
  const [, address = ''] = /formaction="([^"]*)"/.exec(form) ?? [];
  const send = async (file: Uint8Array) => {
    const body = new FormData();
    body.set('name', 'Ada');
    body.set('photo', '');
    body.set('photo[file]', new Blob([new Uint8Array(file)], { type: 'image/jpeg' }), 'me.jpg');
    body.set('length', '30');
    const answer = await fetch(new URL(address.replaceAll('&amp;', '&'), url), {
      ...{ method: 'POST', body, headers: { accept: 'text/html' } },
    });
    return [answer.status, await answer.text()] as const;
  };
  const [status, added] = await send(sampleImage('jpeg'));
  expect(status).toBe(200);
  expect(added).toMatch(/name="name"[^>]* value="Ada"/);
  expect(added).toMatch(/name="photo" value="visitor-photo-[0-9a-f]{32}\.jpg"/);
  // Ignore fields that the link fixes.
  expect(added).not.toContain('value="30"');
  const [refusedStatus, refused] = await send(Buffer.from('no picture'));
  expect(refusedStatus).toBe(422);
  expect(refused).toMatch(/name="name"[^>]* value="Ada"/);
  expect(refused).toContain('Choose a JPEG, PNG, or WebP picture.');
  // The browser sends the name of an unsent file with the other values.
  const [page] = await open(sentAddress(form, url, { name: 'Ada', 'photo[file]': 'me.jpg' }));
  expect(page.status).toBe(200);
});

it('a photo is re-encoded and available to one form for a day', async () => {
  let now = Date.now();
  await using service = await openService({ clock: () => now });
  const project = await createProject(service);
  const url = await linkTo(service, { project, target: 'form', vary: ['name', 'photo'], upload: 'photo' });
  const added = await fetch(url, {
    method: 'POST',
    body: new Uint8Array(sampleImage('jpeg')),
    headers: { accept: 'application/json' },
  });
  const { photo } = (await added.json()) as { readonly photo: string };
  expect([added.status, photo]).toEqual([201, expect.stringMatching(/^visitor-photo-[0-9a-f]{32}\.jpg$/)]);
  const [, form] = await open(url);
  const address = sentAddress(form.replace(/<input type="hidden" name="photo"[^>]*>/, ''), url, { name: 'Ada', photo });
  const [answer, page] = await open(address);
  expect(answer.status).toBe(200);
  const film = new URL(/"film":"([^"]*)"/.exec(page)?.[1] ?? '', url);
  await waitUntil(async () => (await fetch(film, { method: 'HEAD' })).status === 200, 60);
  // Another form of the project does not accept the photo.
  const other = await linkTo(service, {
    project,
    target: 'form',
    vary: ['name', 'photo'],
    upload: 'photo',
    title: 'Other',
  });
  const [, otherForm] = await open(other);
  const stolen = sentAddress(otherForm.replace(/<input type="hidden" name="photo"[^>]*>/, ''), other, {
    name: 'Ada',
    photo,
  });
  expect((await open(stolen))[0].status).toBe(422);
  const plain = await linkTo(service, { project, vary: ['photo'], values: { name: 'Ada' } });
  expect((await fetch(`${plain}&photo=${photo}`)).status).toBe(422);
  expect((await service.listAssets(project)).map(({ name }) => name)).toEqual(['face.png']);

  // The film stays although the photo is deleted.
  now += 25 * 3600 * 1000;
  await service.close();
  await using later = await openService({ workspace: service.workspace, clock: () => now });
  const picture = new URLSearchParams({
    photo,
    name: 'Ada',
    'film.photos': film.searchParams.get('film.photos') ?? '',
  });
  const pictured = async () => (await later.fetch(`/v1/render/${project}/card.jpg?${picture}`)).status;
  await waitUntil(async () => (await pictured()) === 422);
  expect((await fetch(`${later.url}${film.pathname}${film.search}`)).status).toBe(200);
});
