import { expect, test } from 'vitest';
import { putAsset } from '#service/publishing/testing/put-asset.ts';
import { createMissingAssets } from './missing-assets.ts';
import { utf8 } from './testing/template-xml.ts';
import { testWorkspace } from './testing/test-workspace.ts';

const { signal } = new AbortController();

function film(...layers: readonly string[]): Uint8Array {
  const scene = `<scene duration="10">${layers.join('')}</scene>`;
  return utf8(`<movie width="320" height="180" framerate="25">${scene}</movie>`);
}

test('each missing asset of a template is listed once', async () => {
  await using workspace = await testWorkspace();
  const { project, projects, templates, assets } = workspace;
  const missing = createMissingAssets({ ...workspace, brandOf: () => [] });
  await putAsset(workspace, 'There.mp4', 'bytes');
  await templates.save(project, 'one', film('<video src="there.MP4"/>', '<video src="gone.mp4"/>'));
  const variables = ['<video src="${clip}"/>', '<video src="${clip2, other.mp4}"/>'];
  await templates.save(project, 'two', film('<video enabled="false" src="GONE.mp4"/>', ...variables));
  const elsewhere = projects.create('Elsewhere').uid;
  await templates.save(
    elsewhere,
    'three',
    film('<video url="https://example.org/a.mp4"/>', '<video src="There.mp4"/>'),
  );
  projects.create('Empty');

  const gone = { name: 'gone.mp4', templates: ['one', 'two'] };
  const other = { name: 'other.mp4', templates: ['two'] };
  const there = { uid: elsewhere, assets: [{ name: 'There.mp4', templates: ['three'] }] };
  expect(new Set(await missing.list(signal))).toEqual(new Set([{ uid: project, assets: [gone, other] }, there]));

  await putAsset(workspace, 'gone.mp4', 'bytes');
  await templates.save(project, 'two', film());
  expect(await missing.list(signal)).toEqual([there]);
  assets.delete(project, 'There.mp4');
  templates.delete(elsewhere, 'three');
  expect(await missing.list(signal)).toEqual([{ uid: project, assets: [{ name: 'there.MP4', templates: ['one'] }] }]);
});

test('equal templates of several projects are parsed once', async () => {
  await using workspace = await testWorkspace();
  const { project, projects, templates, inspector } = workspace;
  const read: string[] = [];
  const missing = createMissingAssets({
    ...workspace,
    brandOf: () => [],
    inspector: {
      assets: (xml) => {
        read.push(xml);
        return inspector.assets(xml);
      },
    },
  });
  await templates.save(project, 'one', film('<video src="gone.mp4"/>'));
  for (let copy = 0; copy < 100; copy++) await projects.duplicate(project, `Copy ${copy}`);

  const first = await missing.list(signal);
  expect([first.length, read.length]).toEqual([101, 1]);
  await missing.list(signal);
  expect(read.length).toBe(1);
  await templates.save(project, 'one', film('<video src="another.mp4"/>'));
  await missing.list(signal);
  expect(read.length).toBe(2);
});
