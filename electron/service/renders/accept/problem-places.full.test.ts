import { afterAll, beforeAll, expect, test } from 'vitest';
import { openService, type TestService } from '#service/testing/open-service.ts';
import { full } from '#shared/testing/full.ts';
import { cases } from '#shared/testing/scale.ts';
import { createRichProject } from '../testing/rich-project.ts';

/** The mark that precedes the expected position of the problem in the layers below. */
const MARK = '¦';
const MEBIBYTE = 2 ** 20;

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await openService();
  project = await createRichProject(service);
  const put = (name: string, body: Uint8Array<ArrayBuffer>) => service.putAsset(project, name, body);
  const png = async (change: (bytes: Buffer) => unknown): Promise<Uint8Array<ArrayBuffer>> => {
    const logo = await service.client.open('readAsset', { parameters: { project, name: 'logo.png' } });
    const bytes = Buffer.from(await logo.arrayBuffer());
    change(bytes);
    return new Uint8Array(bytes);
  };
  await put('words.ttf', new TextEncoder().encode('no font'));
  await put('damaged.png', await png((bytes) => bytes.fill(7, 60)));
  await put('wide.png', await png((bytes) => bytes.writeUInt32BE(8193, 16)));
  await put('heavy.ttf', new Uint8Array(32 * MEBIBYTE + 1));
});
afterAll(() => service[Symbol.asyncDispose]());

const problems: readonly (readonly [what: string, code: string, layer: string])[] = [
  ['a missing font', 'font/not-found', '<text content="a" font="¦gone.ttf"/>'],
  ['a file that is not a font', 'font/unreadable', '<text content="a" font="¦words.ttf"/>'],
  ['a font above the size limit', 'source/too-large', '<text content="a" font="¦heavy.ttf"/>'],
  ['an image where a video is asked for', 'source/kind', '<video src="¦logo.png"/>'],
  ['a video where an image is asked for', 'source/kind', '<image src="¦clip.mp4"/>'],
  ['a damaged image', 'source/unreadable', '<image src="¦damaged.png"/>'],
  ['an image above the size limit', 'source/too-large', '<image src="¦wide.png"/>'],
  ['a missing image', 'source/not-found', '<image src="¦gone.png"/>'],
  ['a character without a glyph', 'text/missing-glyph', '¦<text content="&#x12000;" size="9"/>'],
  ['a text that overflows', 'text/overflow', `¦<text content="${'word '.repeat(99)}" width="40" height="12"/>`],
];

test.each(cases(3, problems))('a problem has its line and column: %s', async (_, code, layer) => {
  const marked = `<movie width="64" height="64" framerate="25">\n<scene duration="2">\n  ${layer}</scene></movie>`;
  const before = marked.slice(0, marked.indexOf(MARK)).split('\n');
  const place = { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
  const template = marked.replace(MARK, '');
  const response = await service.fetch(`/v1/render/local/${project}`, {
    method: 'POST',
    body: new URLSearchParams({ template, async: 'true' }),
  });
  const answer = (await response.json()) as { readonly id?: string; readonly issues?: readonly object[] };
  const ended = answer.id === undefined ? null : await service.endedRender(project, answer.id);
  const issues = ended === null ? answer.issues : (ended.error?.issues ?? ended.warnings);
  expect(issues).toEqual([expect.objectContaining({ code, ...place })]);
});

full.test('renders 500 layers and a thousand keyframes', async () => {
  const keys = Array.from({ length: 1000 }, (_, index) => `<key time="${index / 10}%" rotation="${index}"/>`).join('');
  const layers = `${'<video src="clip.mp4" width="9"/>'.repeat(16)}${'<solid width="9" height="9" rotation="9"/>'.repeat(484)}`;
  const template = `<movie width="64" height="64" framerate="10"><scene duration="3">${layers}</scene>
    <scene duration="3"><solid><animation duration="100%">${keys}</animation></solid></scene></movie>`;
  const film = await service.render(project, { template }, 200);
  expect({ state: film.state, frames: film.frames }).toEqual({ state: 'succeeded', frames: 6 });
});
