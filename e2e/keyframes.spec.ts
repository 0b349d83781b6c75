import { expect, type Page } from 'playwright/test';
import type { Media } from './fixtures/media.ts';
import { openInspector } from './fixtures/open-inspector.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { restingBox } from './pages/resting-box.ts';
import { TimelinePage } from './pages/timeline.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const still = `<movie width="320" height="180" framerate="25">
  <scene name="One" duration="60">
    <solid color="#224488" width="80" height="40" opacity="0.5"/>
  </scene>
</movie>
`;
const moving = still.replace(
  '/>\n  </scene>',
  `>
      <animation>
        <key time="0" opacity="0"/>
        <key time="20" opacity="1"/>
      </animation>
    </solid>
  </scene>`,
);

/** The initial zoom for a short film, in pixels per frame. */
const FRAME = 4;

/** Opens a film with a single layer. The layer is selected, and its row is visible in the timeline. */
async function openLayer(fixtures: { editor: Page; project: Project; media: Media }, text: string) {
  const { editor } = fixtures;
  const opened = await openInspector(fixtures, text);
  const { timeline } = opened.frame;
  await timeline.getByRole('row', { name: /One/ }).first().click();
  await editor.keyboard.press('e');
  const layer = timeline.getByRole('row', { name: /Solid/ });
  await layer.getByText('Solid').first().click();
  return { ...opened, timeline, layer };
}

test('a button adds the first keyframe, and a later change the second', async ({ editor, project, media }) => {
  const { inspector, saves } = await openLayer({ editor, project, media }, still);
  const field = inspector.root.getByRole('group', { name: 'Opacity' });
  await field.getByRole('button', { name: /first keyframe here/ }).click();
  await expect(field.getByRole('button', { name: /Remove the keyframe here/ })).toBeVisible();
  await editor.keyboard.press('End');
  await field.getByRole('spinbutton').fill('100');
  await editor.keyboard.press('Enter');
  await saves(
    '<animation>\n        <key time="0" opacity="0.5"/>\n        <key time="59" opacity="1"/>\n      </animation>',
  );
});

test('keys move, ease, copy, and remove keyframes', { tag: '@full' }, async ({ editor, project, media }) => {
  const { timeline, saves } = await openLayer({ editor, project, media }, moving);
  await editor.keyboard.press('u');
  const row = timeline.getByRole('row', { name: /^Opacity, 2 keyframes/ });
  await row.focus();
  await editor.keyboard.press('ArrowRight');
  await editor.keyboard.press('ArrowRight');
  await editor.keyboard.press('Alt+Shift+ArrowRight');
  await editor.keyboard.press('Alt+ArrowRight');
  await saves('<key time="31" opacity="1"/>');
  await editor.keyboard.press('ArrowLeft');
  await editor.keyboard.press('Alt+e');
  const easing = editor.getByRole('dialog', { name: 'Easing' });
  await expect(easing.getByRole('radio', { name: 'Linear' })).toBeFocused();
  await editor.keyboard.press('ArrowRight');
  await editor.keyboard.press('ArrowRight');
  await editor.keyboard.press('Enter');
  await expect(easing).toBeHidden();
  await saves('<key time="0" opacity="0" easing="ease-in"/>');
  // Escape keeps the choice, as the button *Close* does; both are one undo step.
  for (const close of ['Escape', 'Close']) {
    await editor.keyboard.press('Alt+e');
    await easing.getByRole('radio', { name: 'Elastic' }).click();
    await easing.getByRole('radio', { name: 'Bounce' }).click();
    if (close === 'Escape') await editor.keyboard.press('Escape');
    else await easing.getByRole('button', { name: close }).click();
    await expect(easing).toBeHidden();
    await saves('<key time="0" opacity="0" easing="bounce-out"/>');
    await editor.keyboard.press('ControlOrMeta+z');
    await saves('<key time="0" opacity="0" easing="ease-in"/>');
  }
  await expect(row).toBeFocused();
  // Copy copies the selected keyframes, and paste inserts them at the playhead.
  await editor.keyboard.press('ControlOrMeta+c');
  await new TimelinePage(editor).seek(10 * FRAME);
  await editor.keyboard.press('ControlOrMeta+v');
  await saves('<key time="10" opacity="0" easing="ease-in"/>');
  await editor.keyboard.press('ControlOrMeta+z');
  await row.focus();
  await editor.keyboard.press('ArrowRight');
  await editor.keyboard.press('Delete');
  await saves(/<animation>\s*<key time="31" opacity="1"\/>\s*<\/animation>/);
});

test('a dragged keyframe shows its position, or its value in curves', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const { timeline, layer, saves } = await openLayer({ editor, project, media }, moving);
  const lanes = new TimelinePage(editor);
  await layer.getByRole('button', { name: 'Expand “Solid”' }).click();
  const box = await restingBox(timeline.locator('[data-key-lane="opacity"]'));
  const key = { x: box.x + 20 * FRAME, y: box.y + box.height / 2 };
  await lanes.hold(key, { x: 6 * FRAME });
  await expect(lanes.tip).toHaveText(/^26 fr.*\+6$/);
  await editor.keyboard.press('Escape');
  await editor.mouse.up();
  await expect(lanes.tip).toHaveCount(0);

  await timeline.getByRole('button', { name: 'Show the curve of Opacity' }).click();
  const graph = await restingBox(timeline.locator('[data-key-graph]'));
  await lanes.hold({ x: key.x, y: graph.y + (graph.height * 0.14) / 1.28 }, { x: 0, y: graph.height / 4 });
  await expect(lanes.tip).toHaveText(/^20 fr.*±0[67]\d(\.\d+)? %/);
  await editor.mouse.up();
  await saves(/<key time="20" opacity="0\.[67]\d*"\/>/);
});

test('a preset becomes keyframes with the same animation', { tag: '@full' }, async ({ editor, project, media }) => {
  const preset = still.replace(
    '/>\n  </scene>',
    '>\n      <animation type="fadein" duration="20"/>\n    </solid>\n  </scene>',
  );
  const { inspector, saves } = await openLayer({ editor, project, media }, preset);
  await inspector.root.getByRole('button', { name: 'Convert to keyframes: Fade in' }).click();
  await expect(inspector.root.getByRole('article', { name: 'Keyframes' })).toBeVisible();
  await saves('<key time="0" opacity="');
});

test('the U key shows only animated rows', { tag: '@full' }, async ({ editor, project, media }) => {
  const two = moving.replace('<solid', '<text content="Still"/>\n    <solid');
  const { timeline } = await openLayer({ editor, project, media }, two);
  await expect(timeline.getByRole('row', { name: /Still/ })).toBeVisible();
  await editor.keyboard.press('u');
  await expect(timeline.getByRole('row', { name: /Still/ })).toBeHidden();
  await expect(timeline.getByRole('row', { name: /^Opacity/ })).toBeVisible();
  await editor.keyboard.press('u');
  await expect(timeline.getByRole('row', { name: /Still/ })).toBeVisible();
});
