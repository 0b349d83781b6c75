import { expect } from 'playwright/test';
import { createProject } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { TimelinePage } from './pages/timeline.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const from = `<movie width="320" height="180" framerate="25">
  <resources>
    <variable name="clip" type="video" default="bars.mp4"/>
  </resources>
  <scene name="Taken" duration="25"><video src="\${clip}"/><image src="card.svg"/></scene>
</movie>
`;
const into = `<movie width="320" height="180" framerate="25">
  <scene name="Own" duration="25"><solid color="#203040"/></scene>
</movie>
`;

test('a scene is pasted together with its variables and files', {
  tag: '@full',
}, async ({ editor: page, service, project, media }) => {
  const other = await createProject(service, 'where it goes');
  await project.putAsset('bars.mp4', media.bars);
  await service.fetch(`/v1/data/${project.uid}/card.svg`, {
    method: 'PUT',
    body: '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
  });
  await project.putTemplate('From', from);
  await other.putTemplate('Into', into);
  const editor = new EditorPage(page);
  const timeline = new TimelinePage(page);
  await editor.open(project, 'From');
  await timeline.scene('Taken').click();
  await page.keyboard.press('ControlOrMeta+c');
  await editor.open(other, 'Into');
  await expect(page.getByRole('main')).toBeFocused();
  await timeline.scene('Own').click();
  await page.keyboard.press('ControlOrMeta+v');
  await expect(page.getByText('Copied 2 files from the other project')).toBeVisible();
  await timeline.hasScenes('Own 25', 'Taken 25');
  expect(await other.assetNames()).toEqual(['bars.mp4', 'card.svg']);
  await expect.poll(() => other.template('Into')).toContain('<variable name="clip" type="video" default="bars.mp4"/>');
  await expect(editor.library.getByText('Missing')).toHaveCount(0);

  await page.keyboard.press('ControlOrMeta+z');
  await expect.poll(() => other.template('Into')).toBe(into);
});
