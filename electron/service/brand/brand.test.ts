import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import type { BrandKit } from '#shared/brand/brand-kit.ts';

let service: TestService;
beforeAll(async () => {
  service = await openService();
});
afterAll(() => service[Symbol.asyncDispose]());

const BRAND: BrandKit = {
  colours: [{ name: 'Petal', value: '#d8342b', role: 'accent' }],
  fonts: { titles: { font: 'Noto Sans', weight: 700 } },
  logos: [{ name: 'Mark', asset: 'logo.svg', on: 'Petal' }],
};
const LOGO = '<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>';

async function newProject() {
  const project = await service.createProject('Bloom');
  const parameters = { project };
  return {
    project,
    read: () => service.client.call('readBrand', { parameters }),
    save: (body: BrandKit, headers: Readonly<Record<string, string>> = {}) =>
      service.client.call('saveBrand', { parameters, body, headers }),
  };
}

describe('the brand of a project', () => {
  test('is empty at first', async () => {
    const { read } = await newProject();
    expect(await read()).toEqual({ brand: {}, values: {}, missing: [] });
  });

  test('reads back as saved, with its variables and missing files', async () => {
    const { project, read, save } = await newProject();
    const values = { brand_accent: '#d8342b', brand_title_font: 'Noto Sans', brand_title_weight: '700' };
    expect(await save(BRAND)).toEqual({ brand: BRAND, values, missing: ['logo.svg'] });

    const asset = { parameters: { project, name: 'Logo.svg' }, body: LOGO };
    await service.client.call('createAsset', asset);
    const stored = { brand: BRAND, values: { ...values, brand_logo: 'logo.svg' }, missing: [] };
    expect(await read()).toEqual(stored);
    const copy = await service.client.call('duplicateProject', { parameters: { project }, body: { name: 'Copy' } });
    expect(await service.client.call('readBrand', { parameters: { project: copy.uid } })).toEqual(stored);
  });

  test('does not overwrite a brand that another client saved', async () => {
    const { project, read, save } = await newProject();
    const path = `/v1/brand/${project}`;
    const tag = async () => (await service.fetch(path)).headers.get('etag') ?? '';
    const old = await tag();
    await save(BRAND, { 'if-match': old });
    await expect(save({}, { 'if-match': old })).rejects.toMatchObject({ problem: { code: 'brand/precondition' } });
    expect((await read()).brand).toEqual(BRAND);
    await save({}, { 'if-match': await tag() });
    expect((await read()).brand).toEqual({});
  });

  test('raises one event for each change', async () => {
    const { project, save } = await newProject();
    using controller = { abort: new AbortController(), [Symbol.dispose]: () => controller.abort.abort() };
    const answer = await service.fetch('/v1/events', { signal: controller.abort.signal });
    await save(BRAND);
    await save(BRAND);
    await save({});
    let received = '';
    for await (const piece of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      received += piece;
      if (brandEvents(received).length > 1) break;
    }
    expect(brandEvents(received).map((event) => event.includes(project))).toEqual([true, true]);
  });

  test('reports the invalid field of a refused brand', async () => {
    const { save } = await newProject();
    const body = { colours: [{ name: 'Petal', value: 'red' }] };
    await expect(save(body)).rejects.toMatchObject({
      problem: { code: 'request/invalid', detail: expect.stringContaining('colours[1].value: Write the color as') },
    });
    const none = { parameters: { project: 'nobody' } };
    await expect(service.client.call('readBrand', none)).rejects.toMatchObject({
      problem: { code: 'project/not-found' },
    });
  });

  test('sets the brand variables of templates', async () => {
    const { project, save } = await newProject();
    const xml = `<movie width="64" height="64" framerate="10"><scene duration="5" background="\${brand_accent, #000000}">
      <image src="\${brand_logo, usual.svg}"/></scene></movie>`;
    const parameters = { region: 'local', project, name: 'film' };
    await service.client.call('saveTemplate', { parameters, body: xml });
    const missing = async () =>
      (await service.client.call('listMissing')).projects.find(({ uid }) => uid === project)?.assets ?? [];
    expect(await missing()).toEqual([{ name: 'usual.svg', templates: ['film'] }]);
    await service.putAsset(project, 'logo.svg', LOGO);
    await save(BRAND);
    expect(await missing()).toEqual([]);
    const { variables } = await service.client.call('listVariables', { parameters: { project, movie: 'film' } });
    expect(variables.map(({ name, defaultvalue, brand }) => [name, defaultvalue, brand])).toEqual([
      ['brand_accent', '#000000', '#d8342b'],
      ['brand_logo', 'usual.svg', 'logo.svg'],
    ]);
  });

  test('is visible in a frame unless a given value overrides it', async () => {
    const { project, save } = await newProject();
    const template =
      '<movie width="64" height="64" framerate="10"><scene duration="5" background="${brand_accent, #000000}"/></movie>';
    await save(BRAND);
    const frame = async (variables = '{}') => {
      const parameters = { region: 'local', project };
      const body = { template, variables, frame: '0' };
      const answer = await service.client.open('renderFrame', { parameters, body });
      return Buffer.from(await answer.arrayBuffer()).toString('hex');
    };
    const [branded, plain] = [await frame(), await frame('{"brand_accent": "#000000"}')];
    expect(branded).not.toBe(plain);
    expect(await frame('{"brand_accent": "#D8342B"}')).toBe(branded);
    await save({});
    expect(await frame()).toBe(plain);
  });
});

/** Returns the complete events; the received text can end inside an event. */
function brandEvents(received: string): readonly string[] {
  return received
    .split('\n\n')
    .slice(0, -1)
    .filter((event) => event.includes('event: brand.changed'));
}
