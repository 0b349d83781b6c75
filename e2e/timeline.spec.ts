import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { dropFiles } from './fixtures/drop-files.ts';
import { threeScenes } from './fixtures/films.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { restingBox } from './pages/resting-box.ts';

test.use({ sharesService: true, showsFirstScreen: false });

/** The initial zoom for a short film, in pixels per frame. */
const FRAME = 4;

test('a drag of an edge trims a scene in one step', async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.hold(await timeline.edge('Opening', 'end'), { x: 10 * FRAME });
  await expect(timeline.tip).toContainText('35 fr');
  await expect(timeline.tip).toContainText('1.400 s');
  await expect(timeline.tip).toContainText('+10');
  await timeline.hasScenes('Opening 35', 'Middle 25', 'End 25');
  // The picture shows the frame at the edge and not the frame at the playhead.
  const { preview } = new EditorPage(editor);
  await expect(preview.getByText('Last frame')).toBeVisible();
  await editor.mouse.up();
  await expect(preview.getByText('Last frame')).toHaveCount(0);
  await expect(timeline.tip).toHaveCount(0);
  const trimmed = threeScenes.replace('name="Opening" duration="25"', 'name="Opening" duration="35"');
  await expect.poll(() => project.template('Film')).toBe(trimmed);
  await expect(timeline.announced).toHaveText('Scene 1, Opening, 35 frames');
  await new EditorPage(editor).undo.click();
  await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
  await expect(new EditorPage(editor).undo).toBeDisabled();
  await expect.poll(() => project.template('Film')).toBe(threeScenes);
});

test('a drag of a scene’s start edge moves its in-point', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.drag(await timeline.edge('End', 'start'), { x: -4 * FRAME });
  await timeline.hasScenes('Opening 25', 'Middle 25', 'End 29');
  await expect.poll(() => project.template('Film')).toContain('<video src="bars.mp4" skip="6"/>');
});

test('Escape cancels a timeline gesture without changes', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.hold(await timeline.edge('Opening', 'end'), { x: 60 });
  await timeline.hasScenes('Opening 40', 'Middle 25', 'End 25');
  await editor.keyboard.press('Escape');
  await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
  await editor.mouse.up();
  await expect(new EditorPage(editor).undo).toBeDisabled();
});

test('a dragged edge snaps to the playhead unless Alt is pressed', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.seek(32 * FRAME + 1);
  // The edge is two frames before the playhead.
  await timeline.hold(await timeline.edge('Opening', 'end'), { x: 5 * FRAME });
  await expect(timeline.snapLine).toBeVisible();
  await expect(timeline.tip).toContainText('at the playhead');
  await timeline.hasScenes('Opening 32', 'Middle 25', 'End 25');
  await editor.keyboard.down('Alt');
  await timeline.hasScenes('Opening 30', 'Middle 25', 'End 25');
  await expect(timeline.snapLine).toHaveCount(0);
  await editor.keyboard.up('Alt');
  await timeline.hasScenes('Opening 32', 'Middle 25', 'End 25');
  await editor.keyboard.press('Escape');
  await editor.mouse.up();
  await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
  await timeline.tool('Snapping').click();
  await timeline.drag(await timeline.edge('Opening', 'end'), { x: 5 * FRAME });
  await timeline.hasScenes('Opening 30', 'Middle 25', 'End 25');
});

test('a drag moves a scene to another gap', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.hold(await timeline.on('Opening'), { x: 230 });
  await expect(timeline.lanes.locator('[data-gap]')).toBeVisible();
  await editor.mouse.up();
  await timeline.hasScenes('Middle 25', 'End 25', 'Opening 25');
  await expect.poll(() => project.template('Film')).toMatch(/Middle[\s\S]*End[\s\S]*Opening/);
  // A drop at the original position adds no step to the history.
  await timeline.drag(await timeline.on('Opening'), { x: 30 });
  await editor.keyboard.press('ControlOrMeta+z');
  await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
});

test('an Alt-drag slips the source of a scene', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await editor.keyboard.down('Alt');
  await timeline.hold(await timeline.on('End'), { x: 3 * FRAME });
  await expect(timeline.tip).toContainText('in point 7 fr');
  const { preview } = new EditorPage(editor);
  await expect(preview.getByText('First and last frame')).toBeVisible();
  await expect(preview.getByRole('img', { name: 'Last frame of the scene, 74' })).toBeVisible();
  await editor.mouse.up();
  await editor.keyboard.up('Alt');
  await expect.poll(() => project.template('Film')).toContain('<video src="bars.mp4" skip="7"/>');
  await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
});

test('the blade splits a scene at the pointer', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.tool('Blade').click();
  const place = await timeline.at(40, 120);
  await editor.mouse.click(place.x, place.y);
  await timeline.hasScenes('Opening 10', 'Opening 15', 'Middle 25', 'End 25');
  await timeline.tool('Select').click();
  await timeline.seek(30 * FRAME + 1);
  await editor.keyboard.press('s');
  await timeline.hasScenes('Opening 10', 'Opening 15', 'Middle 5', 'Middle 20', 'End 25');
});

test('a box or modified clicks select several scenes', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  const selected = timeline.tree.locator('[data-scene][aria-selected=true]');
  await timeline.drag(await timeline.at(500, 100), { x: -350, y: 20 });
  await expect(selected).toHaveCount(2);
  await expect(timeline.area).toContainText('2 of 3 selected');
  const beside = await timeline.at(700, 100);
  await editor.mouse.click(beside.x, beside.y);
  await expect(selected).toHaveCount(0);
  await timeline.scene('Opening').click();
  const { preview } = new EditorPage(editor);
  await expect(preview.getByRole('img', { name: 'Preview, frame 0 of 75, Opening' })).toBeVisible();
  await timeline.scene('End').click({ modifiers: ['Shift'] });
  await expect(selected).toHaveCount(3);
  // The preview shows the first selected scene.
  await expect(preview.getByRole('img', { name: 'Preview, frame 25 of 75, Middle' })).toBeVisible();
  await timeline.scene('Middle').click({ modifiers: ['ControlOrMeta'] });
  await expect(selected).toHaveCount(2);
  // A later playhead must not overflow the page, because the page would then scroll horizontally.
  expect(await editor.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

test('the timeline works without a pointer', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.tool('Zoom to fit').focus();
  // Tab goes from the tools to the unit of the ruler, to the single button of the gutter, and to the scenes.
  for (const key of ['Tab', 'Tab', 'Tab']) await editor.keyboard.press(key);
  await expect(timeline.scene('Opening')).toBeFocused();
  await editor.keyboard.press('ArrowRight');
  await expect(timeline.scene('Middle')).toBeFocused();
  await editor.keyboard.press('Shift+ArrowRight');
  await editor.keyboard.press('Shift+ArrowRight');
  await expect(timeline.announced).toHaveText('Scene 2, Middle, 27 frames');
  await editor.keyboard.press('Alt+ArrowRight');
  await timeline.hasScenes('Opening 25', 'End 25', 'Middle 27');
  await expect(timeline.scene('Middle')).toBeFocused();
  await expect(timeline.announced).toHaveText('Moved to position 3 of 3');
  await editor.keyboard.press('ArrowDown');
  await expect(timeline.row('gradient.mp4, video, starts at frame 0, 27 frames long')).toBeFocused();
  await editor.keyboard.press('ArrowRight');
  await editor.keyboard.press('ArrowDown');
  await expect(timeline.row('Effect Saturation')).toBeFocused();
  await editor.keyboard.press('Escape');
  await expect(timeline.scene('Middle')).toBeFocused();
  await editor.keyboard.press('F2');
  await expect(timeline.area.getByRole('textbox', { name: 'Scene name' })).toBeFocused();
  await editor.keyboard.type('Bridge');
  await editor.keyboard.press('Enter');
  await timeline.hasScenes('Opening 25', 'End 25', 'Bridge 27');
  await expect(timeline.scene('Bridge')).toBeFocused();
  await editor.keyboard.press('Delete');
  await timeline.hasScenes('Opening 25', 'End 25');
  await expect(timeline.scene('End')).toBeFocused();
});

test('a scene is renamed in place and switched off', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.scene('Middle').getByText('Middle').dblclick();
  await expect(timeline.area.getByRole('textbox', { name: 'Scene name' })).toBeFocused();
  await editor.keyboard.type('Bridge & co');
  await editor.keyboard.press('Enter');
  await expect.poll(() => project.template('Film')).toContain('name="Bridge &amp; co"');
  await timeline.scene('Bridge & co').click({ button: 'right' });
  await editor.getByRole('menuitem', { name: 'Disable scene' }).click();
  const off = timeline.tree.getByRole('row', { name: 'Scene 2, Bridge & co, 25 frames, disabled' });
  await expect(off).toBeVisible();
  await expect(timeline.area).toContainText('0:00:02:00 · 50 fr');
  await off.click({ button: 'right' });
  await editor.getByRole('menuitem', { name: 'Enable scene' }).click();
  await expect(timeline.area).toContainText('0:00:03:00 · 75 fr');
});

test('assets are dropped between scenes, on a scene, or above a scene', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const timeline = await openTimeline(editor, project, media);
  const tile = new AssetsPanel(editor).tile('gradient.mp4');
  await tile.dragTo(timeline.lanes, { targetPosition: { x: 100, y: 120 } });
  await timeline.hasScenes('Opening 25', 'gradient.mp4 50', 'Middle 25', 'End 25');
  await editor.keyboard.press('ControlOrMeta+z');
  await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
  await tile.dragTo(timeline.lanes, { targetPosition: { x: 50, y: 120 } });
  await expect
    .poll(() => project.template('Film'))
    .toContain('duration="25">\n    <video src="gradient.mp4"/>\n  </scene>\n  <scene name="Middle"');
  await tile.dragTo(timeline.lanes, { targetPosition: { x: 250, y: 38 } });
  await expect
    .poll(() => project.template('Film'))
    .toMatch(/name="End"[\s\S]*skip="10"\/>\s*<video src="gradient.mp4"\/>/);
});

test('dropped files are part of the film while they upload', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  const barrier = Promise.withResolvers<void>();
  await editor.route(/\/v1\/data\//, async (route) => {
    if (route.request().method() !== 'GET') await barrier.promise;
    await route.continue().catch(() => undefined);
  });
  const files = ['one.mp4', 'two.mp4'].map((name) => ({ file: media.bars, name }));
  await dropFiles(timeline.lanes, files, { x: 100, y: 120 });
  await timeline.hasScenes('Opening 25', 'one.mp4 50', 'two.mp4 50', 'Middle 25', 'End 25');
  await expect(timeline.scene('one.mp4')).toContainText('Uploading…');
  await expect(timeline.scene('one.mp4')).toHaveAccessibleName(/uploading/);
  const { uploads } = new AssetsPanel(editor);
  const second = uploads.getByRole('listitem').filter({ hasText: 'two' });
  await second.getByRole('button', { name: 'Cancel upload' }).press('Enter');
  await expect(second).toBeHidden();
  await timeline.hasScenes('Opening 25', 'one.mp4 50', 'Middle 25', 'End 25');
  barrier.resolve();
  await expect(timeline.scene('one.mp4')).not.toHaveAccessibleName(/uploading|missing/);
  await expect.poll(project.assetNames).toContain('one.mp4');
  // Both changes are one undo step.
  await new EditorPage(editor).undo.click();
  await timeline.hasScenes('Opening 25', 'Middle 25', 'End 25');
  await expect(new EditorPage(editor).undo).toBeDisabled();
});

test('markers are set, named, moved, and deleted', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.seek(20 * FRAME + 1);
  // Press the keys quickly: none of them may be typed into the name field of a new marker.
  for (const key of ['Shift+M', '.', 'Shift+M', '.', 'Shift+M']) await editor.keyboard.press(key);
  await expect(timeline.marker(/^Marker at/)).toHaveCount(3);
  for (const _ of [1, 2]) await editor.keyboard.press('ControlOrMeta+z');
  await expect(timeline.marker(/^Marker at/)).toHaveCount(1);
  await timeline.marker(/^Marker at/).dblclick();
  await expect(editor.getByRole('textbox', { name: 'Marker name' })).toBeFocused();
  await editor.keyboard.type('Chorus');
  await editor.keyboard.press('Enter');
  await timeline.seek(0);
  const marker = timeline.marker('Marker “Chorus” at 0:00:00:20');
  const box = await restingBox(marker);
  await timeline.drag({ x: box.x + 8, y: box.y + 8 }, { x: 10 * FRAME });
  await expect(timeline.marker('Marker “Chorus” at 0:00:01:05')).toBeVisible();
  // Keys go from the tools to the next marker, move the marker by a frame, and go to its position.
  await timeline.tool('Zoom to fit').focus();
  for (const key of ['Tab', 'Tab', 'Tab']) await editor.keyboard.press(key);
  await expect(timeline.marker(/Chorus/)).toBeFocused();
  await editor.keyboard.press('Alt+ArrowLeft');
  await expect(timeline.marker('Marker “Chorus” at 0:00:01:04')).toBeFocused();
  await editor.keyboard.press('Space');
  await expect(new EditorPage(editor).preview).toContainText('fr 29');
  await editor.keyboard.press('Enter');
  await editor.keyboard.type('Refrain');
  await editor.keyboard.press('Enter');
  await expect(timeline.marker(/Refrain/)).toBeFocused();
  await timeline.marker(/Refrain/).click({ button: 'right' });
  await editor.getByRole('menuitem', { name: 'Delete marker' }).click();
  await expect(timeline.marker(/Refrain/)).toHaveCount(0);
});

test('markers beyond the end of the film can be moved back', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.seek(20 * FRAME + 1);
  await editor.keyboard.press('End');
  await editor.keyboard.press('Shift+M');
  await expect(timeline.marker(/^Marker at 0:00:02/)).toBeVisible();
  for (const scene of ['Middle', 'End']) {
    await timeline.scene(scene).click();
    await editor.keyboard.press('Delete');
  }
  await timeline.hasScenes('Opening 25');
  await editor.getByRole('button', { name: 'A marker is after the end of the movie' }).click();
  await expect(timeline.marker('Marker at 0:00:01:00')).toBeVisible();
  await expect(editor.getByRole('button', { name: 'A marker is after the end of the movie' })).toBeHidden();
});

test('a transition is added at a cut, extended, and removed', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.lanes.getByRole('button', { name: 'Add transition between scenes 1 and 2' }).click();
  const chip = (frames: number) => timeline.lanes.getByRole('button', { name: `from scene 1 to 2, ${frames} frames` });
  await expect(chip(13)).toBeFocused();
  const edge = await restingBox(timeline.lanes.locator('[data-transition-edge=start]'));
  const grip = { x: edge.x + 4, y: edge.y + 8 };
  await timeline.hold(grip, { x: -5 * FRAME });
  await expect(timeline.tip).toContainText('18 fr');
  await editor.mouse.up();
  await expect.poll(() => project.template('Film')).toContain('<transition duration="18"/>');
  await chip(18).focus();
  await editor.keyboard.press('Shift+ArrowRight');
  await expect(chip(19)).toBeFocused();
  await editor.keyboard.press('Delete');
  await expect(timeline.scene('Middle')).toBeFocused();
  const { undo } = new EditorPage(editor);
  for (const step of [/^Undo: Delete/, /^Undo: Set duration/, /^Undo: Set duration/, /^Undo: Add/]) {
    await expect(undo).toHaveAccessibleName(step);
    await undo.click();
  }
  await expect.poll(() => project.template('Film')).toBe(threeScenes);
});

test('the timeline is accessible', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(
    editor,
    project,
    media,
    threeScenes.replace('src="gradient.mp4"', 'src="gone.mp4"').replace('name="End"', 'name="End" enabled="false"'),
  );
  await expect(timeline.scene('Middle')).toContainText('Relink…');
  await timeline.scene('Opening').click();
  await timeline.tool('Zoom to fit').focus();
  for (const key of ['Tab', 'Tab', 'Tab', 'ArrowDown']) await editor.keyboard.press(key);
  await expect(timeline.row('bars.mp4, video, starts at frame 0, 25 frames long')).toBeFocused();
  await expectNoBarriers(editor, { within: ['section[aria-label=Timeline]'] });
});
