import { afterAll, beforeAll, expect, it } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { sampleImage } from '#shared/drawings/testing/sample-images.ts';

const FILM = `<movie width="64" height="36" framerate="10">
  <resources>
    <variable name="name" type="text" maxlength="5" default="Ada"/>
    <variable name="length" type="number" min="1" max="3" default="1"/>
    <variable name="mood" type="choice" choices="calm, wild" default="calm"/>
    <variable name="shade" type="color" default="#0000ff"/>
    <variable name="photo" type="image" default="face.png"/>
  </resources>
  <scene duration="\${length}"><solid color="\${shade}"/><image src="\${photo}" width="16" height="16"/>
    <text content="\${name} \${mood}" size="12"/></scene>
</movie>`;

let service: TestService;
let project: string;
let form: string;
let page: string;
/** The time of the service in milliseconds since 1970; null for the present time. */
let now: number | null = null;
beforeAll(async () => {
  service = await openService({ clock: () => now ?? Date.now() });
  project = await service.createProject();
  await service.putAsset(project, 'face.png', sampleImage('png'));
  await service.client.call('createMovie', { parameters: { project, movie: 'card' }, query: {}, body: FILM });
  const vary = ['name', 'length', 'mood', 'shade', 'photo'];
  form = await linkTo({ target: 'form', vary, upload: 'photo', title: 'Card' });
  page = await linkTo({ target: 'page', vary, upload: 'photo', title: 'Card' });
});
afterAll(() => service[Symbol.asyncDispose]());

async function linkTo(body: object): Promise<string> {
  const whole = { project, movie: 'card', ...body } as never;
  const { path } = await service.client.call('createLink', { query: {}, body: whole });
  return `${service.url}${path}`;
}

const png = () => Buffer.from(sampleImage('png'));
/** Returns a PNG header with a stated size. */
const stated = (width: number, height: number): Buffer => {
  const bytes = png();
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
};
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><script>alert(1)</script></svg>';

it.each([
  ['a text that is too long', { name: 'longer than five' }],
  ['a number below its minimum', { length: '0' }],
  ['a number above its maximum', { length: '1e9' }],
  ['a text as a number', { length: 'NaN' }],
  ['an unknown choice', { mood: 'other' }],
  ['a script as a color', { shade: 'javascript:alert(1)' }],
  ['a path as an image', { photo: '../../../etc/passwd' }],
  ['an address of this machine as an image', { photo: 'http://127.0.0.1:1/a.png' }],
  ['a file of the machine as an image', { photo: 'file:///etc/passwd' }],
  ['the photo of nobody', { photo: `visitor-photo-${'0'.repeat(32)}.jpg` }],
  ['a photo by another spelling', { photo: `VISITOR-PHOTO-${'0'.repeat(32)}.JPG` }],
  ['a photo that is being copied', { photo: `visitor-photo-${'0'.repeat(32)}.source` }],
])('a page refuses a hostile value: %s', async (_name, values) => {
  const answer = await fetch(`${page}&${new URLSearchParams(values)}`);
  expect(answer.status).toBe(422);
});

it.each(['<script>alert(1)</script>', '"><img src=x onerror=alert(1)>', "'--></title><script>"])(
  'a form shows a hostile value as text: %s',
  async (name) => {
    const html = await (await fetch(`${form}&${new URLSearchParams({ name })}`)).text();
    expect(html).not.toContain(name);
    expect(html).not.toMatch(/<script>|onerror=alert\(1\)>/);
  },
);

it.each([
  ['of another movie', (link: string) => link.replace('/card?', '/other?')],
  ['of a page for a form', () => page.replace('/v1/page/', '/v1/form/').replace('card.mp4', 'card')],
  ['of a form for a page', () => form.replace('/v1/form/', '/v1/page/').replace('/card?', '/card.mp4?')],
  ['with another title', (link: string) => link.replace('title=Card', 'title=Free+money')],
  ['with an origin that it does not have', (link: string) => `${link}&embed=https%3A%2F%2Fevil.example`],
  ['without its upload', (link: string) => link.replace('upload=photo&', '')],
  ['with another language', (link: string) => `${link}&lang=de`],
  ['with a free title', (link: string) => link.replace(/vary=/, 'vary=title%2C')],
])('a signature is refused: %s', async (_name, change) => {
  const answer = await fetch(change(form), { headers: { accept: 'text/html' } });
  expect([answer.status, answer.headers.get('content-security-policy')]).toEqual([
    403,
    expect.stringContaining("frame-ancestors 'none'"),
  ]);
});

it.each([
  ['an SVG', () => Buffer.from(SVG)],
  ['an SVG that is called a PNG', () => Buffer.from(`\x89PNG\r\n${SVG}`, 'latin1')],
  ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>')],
  ['a GIF', () => Buffer.from(sampleImage('gif'))],
  ['a PDF before a JPEG', () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.from(sampleImage('jpeg'))])],
  ['an empty file', () => Buffer.alloc(0)],
  ['the head of a PNG alone', () => png().subarray(0, 40)],
  ['a PNG of 41 megapixels', () => stated(6410, 6400)],
  ['a PNG of 2³¹ pixels in a row', () => stated(2 ** 31 - 1, 1)],
  ['a JPEG with its picture cut off', () => Buffer.from(sampleImage('jpeg')).subarray(0, 60)],
])('a form refuses a file as a photo: %s', async (_name, bytes) => {
  const answer = await fetch(form, {
    method: 'POST',
    body: new Uint8Array(bytes()),
    headers: { 'content-type': 'image/png' },
  });
  expect([answer.status, ((await answer.json()) as { readonly code: string }).code]).toEqual([422, 'link/photo']);
});

it('a photo with foreign bytes at its end is accepted', async () => {
  const polyglot = Buffer.concat([png(), Buffer.from('<script>alert(1)</script>'), Buffer.from('PK\x03\x04')]);
  const answer = await fetch(form, { method: 'POST', body: new Uint8Array(polyglot) });
  expect(answer.status).toBe(201);
});

it('a form without an upload variable refuses photos', async () => {
  const plain = await linkTo({ target: 'form', vary: ['name'] });
  const refused = await fetch(plain, { method: 'POST', body: new Uint8Array(png()) });
  expect([refused.status, ((await refused.json()) as { readonly code: string }).code]).toEqual([400, 'link/invalid']);
});

it('a form refuses a photo over 12 MB', async () => {
  const large = await fetch(form, { method: 'POST', body: new Uint8Array(12_000_001) }).catch(() => null);
  if (large !== null) expect(large.status).toBe(413);
});

it('a link refuses an upload variable that is not a file', async () => {
  const bad = { project, movie: 'card', target: 'form', vary: ['name'], upload: 'name' };
  await expect(service.client.call('createLink', { query: {}, body: bad as never })).rejects.toMatchObject({
    problem: { code: 'link/invalid' },
  });
});

it('a form accepts only 20 of 100 photos in a day', async () => {
  const other = await linkTo({ target: 'form', vary: ['photo'], upload: 'photo', title: 'Many' });
  const post = () => fetch(other, { method: 'POST', body: new Uint8Array(png()) });
  const add = () => post().then(({ status }) => status);
  const statuses: number[] = [];
  for (let round = 0; round < 10; round++) statuses.push(...(await Promise.all(Array.from({ length: 10 }, add))));
  expect(statuses.filter((status) => status === 201)).toHaveLength(20);
  expect(statuses.filter((status) => status === 429)).toHaveLength(80);
  now = Date.now();
  const refused = await post();
  const { detail, reason } = (await refused.json()) as { readonly detail: string; readonly reason: string };
  expect([detail, reason]).toEqual([
    'A limit of links is reached. This form allows 20 photos in 24 hours. Try again later.',
    'link/photos-a-day',
  ]);
  // The oldest of the 20 photos is deleted 24 hours after it was added.
  const seconds = Number(refused.headers.get('retry-after'));
  now += (seconds - 1) * 1000;
  expect(await add()).toBe(429);
  now += 1000;
  expect(await add()).toBe(201);
  now = null;
});
