import { expect, type Locator, type Page } from 'playwright/test';
import { openTimeline } from './fixtures/open-timeline.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { InspectorPage } from './pages/inspector.ts';
import { restingBox } from './pages/resting-box.ts';
import { StagePage } from './pages/stage.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const film = `<movie width="640" height="360" framerate="25">
  <scene name="One" duration="50">
    <solid name="Ground" color="#204060"/>
    <solid name="Panel" color="#c04020" width="200" height="100" duration="40">
      <filter type="saturation" intensity="1.5"/>
      <filter type="vignette"/>
      <animation>
        <key time="0" opacity="0.5" easing="ease-in"/>
        <key time="20" opacity="1"/>
      </animation>
    </solid>
  </scene>
  <transition type="wipe" duration="10"/>
  <scene name="Two" duration="50">
    <solid color="#802080"/>
  </scene>
  <audio src="bars.mp4" name="Music"/>
</movie>
`;

/** The initial zoom for `film`, in pixels per frame. */
const FRAME = 4;

interface Drag {
  /** The point of the press, in pixels of the page. */
  readonly from: { readonly x: number; readonly y: number };
  readonly by: { readonly x: number; readonly y: number };
  /** Checks that the drag shows its effect. */
  readonly isRunning: () => Promise<void>;
}

/** Drags, presses Escape, and releases the button. Expects the XML and the history to be as before. */
async function cancels(page: Page, project: Project, drag: Drag): Promise<void> {
  await escapes(page, drag);
  await expect(new EditorPage(page).undo).toBeDisabled();
  await page.keyboard.press('ControlOrMeta+s');
  expect(await project.template('Film')).toBe(film);
}

/** Drags, presses Escape in the middle, moves on, and releases the button. */
async function escapes(page: Page, { from, by, isRunning }: Drag): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + by.x / 2, from.y + by.y / 2, { steps: 3 });
  await page.mouse.move(from.x + by.x, from.y + by.y, { steps: 3 });
  await isRunning();
  await page.keyboard.press('Escape');
  await page.mouse.move(from.x + by.x + 20, from.y + by.y);
  await page.mouse.up();
}

/** Returns the center of an element. */
async function middle(locator: Locator) {
  const { x, y, width, height } = await restingBox(locator);
  return { x: x + width / 2, y: y + height / 2 };
}

test('Escape cancels each drag of the timeline', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, film);
  const drag = (given: Drag) => cancels(editor, project, given);
  const showsTip = () => expect(timeline.tip).toBeVisible();
  await test.step('scene', async () => {
    const showsGap = () => expect(timeline.lanes.locator('[data-gap]')).toBeVisible();
    await drag({ from: await timeline.on('One'), by: { x: 260, y: 0 }, isRunning: showsGap });
  });
  await test.step('trim', async () => {
    await drag({ from: await timeline.edge('Two', 'end'), by: { x: 40, y: 0 }, isRunning: showsTip });
    await timeline.hasScenes('One 50', 'Two 50');
  });
  await test.step('transition', async () => {
    await timeline.lanes.getByRole('button', { name: /^Wipe/ }).click();
    const edge = await middle(timeline.lanes.locator('[data-transition-edge=start]'));
    await drag({ from: edge, by: { x: -20, y: 0 }, isRunning: showsTip });
  });
  await test.step('bar', async () => {
    await timeline.toggle('One');
    await drag({ from: await middle(timeline.bar('Panel')), by: { x: 20, y: 0 }, isRunning: showsTip });
  });
  await test.step('edge of a bar', async () => {
    const { x, y, width, height } = await restingBox(timeline.bar('Panel'));
    await drag({ from: { x: x + width - 3, y: y + height / 2 }, by: { x: -20, y: 0 }, isRunning: showsTip });
  });
  await test.step('order of rows', async () => {
    const { x, y } = await restingBox(timeline.row(/^Panel,/).locator('[data-row-name]'));
    const showsGap = () => expect(timeline.area.locator('[data-row-gap]')).toBeVisible();
    await drag({ from: { x: x + 60, y: y + 12 }, by: { x: 0, y: 30 }, isRunning: showsGap });
  });
  await test.step('volume', async () => {
    const { x, y } = await restingBox(timeline.area.locator('[data-handle=volume]'));
    await drag({ from: { x: x + 120, y: y + 3 }, by: { x: 0, y: 10 }, isRunning: showsTip });
  });
  await test.step('keyframe', async () => {
    await timeline
      .row(/^Panel,/)
      .getByRole('button', { name: 'Expand “Panel”' })
      .click();
    const lane = await restingBox(timeline.area.locator('[data-key-lane="opacity"]'));
    const key = { x: lane.x + 20 * FRAME, y: lane.y + lane.height / 2 };
    await drag({ from: key, by: { x: 6 * FRAME, y: 0 }, isRunning: showsTip });
  });
  await test.step('playhead', async () => {
    const { preview } = new EditorPage(editor);
    await timeline.seek(10 * FRAME + 1);
    await expect(preview).toContainText('fr 10');
    const showsFrame = () => expect(preview).toContainText('fr 25');
    await drag({ from: await timeline.at(15 * FRAME + 1, 8), by: { x: 10 * FRAME, y: 0 }, isRunning: showsFrame });
    await expect(preview).toContainText('fr 10');
  });
});

test('Escape cancels the drag of a marker', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, film);
  await timeline.seek(20 * FRAME + 1);
  await editor.keyboard.press('Shift+M');
  await timeline.seek(0);
  const marker = timeline.marker('Marker at 0:00:00:20');
  await timeline.hold(await middle(marker), { x: 10 * FRAME });
  await expect(timeline.marker('Marker at 0:00:01:05')).toBeVisible();
  await editor.keyboard.press('Escape');
  await editor.mouse.up();
  await expect(marker).toBeVisible();
});

test('Escape cancels each drag of a layer in the preview', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, film);
  const stage = new StagePage(editor, 640);
  const drag = (given: Drag) => cancels(editor, project, given);
  const grip = (name: string) => middle(stage.box.locator(`[data-grip="${name}"]`));
  const isRunning = (text: RegExp) => () => expect(stage.selected()).toHaveText(text);
  await middle(stage.root).then(({ x, y }) => editor.mouse.click(x, y));
  await expect(stage.selected()).toHaveText(/^Panel, .*X 0, Y 0, 200 × 100/);
  await test.step('move', async () => {
    await drag({ from: await middle(stage.root), by: { x: 40, y: 30 }, isRunning: isRunning(/X [1-9]\d*, Y [1-9]/) });
  });
  await test.step('scale', async () => {
    await drag({ from: await grip('1 1'), by: { x: 40, y: 30 }, isRunning: isRunning(/ 2[1-9]\d\S* × 1/) });
  });
  await test.step('rotate', async () => {
    const before = await stage.box.innerHTML();
    const turns = () => expect.poll(() => stage.box.innerHTML()).not.toBe(before);
    await drag({ from: await grip('turn'), by: { x: 60, y: 40 }, isRunning: turns });
    await expect.poll(() => stage.box.innerHTML()).toBe(before);
  });
  await test.step('transition', async () => {
    await timeline.lanes.getByRole('button', { name: /^Wipe/ }).click();
    await editor.keyboard.press('g');
    await editor.keyboard.type('45');
    await editor.keyboard.press('Enter');
    const side = editor.locator('[data-transition-side]');
    await expect(side).toHaveAttribute('data-transition-side', 'left');
    const [from, center] = [await middle(side), await middle(editor.locator('[data-stage]'))];
    const { y: top } = await restingBox(editor.locator('[data-stage]'));
    const isTop = () => expect(side).toHaveAttribute('data-transition-side', 'top');
    await drag({ from, by: { x: center.x - from.x, y: top + 8 - from.y }, isRunning: isTop });
    await expect(side).toHaveAttribute('data-transition-side', 'left');
  });
});

test('Escape cancels each drag of a control', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, film);
  const inspector = new InspectorPage(editor);
  const drag = (given: Drag) => cancels(editor, project, given);
  await test.step('splitter', async () => {
    const { library } = new EditorPage(editor);
    const split = editor.getByRole('separator', { name: 'Resize library' });
    const { width } = await restingBox(library);
    const isWider = () => expect.poll(async () => (await restingBox(library)).width).toBeGreaterThan(width + 30);
    await drag({ from: await middle(split), by: { x: 60, y: 0 }, isRunning: isWider });
    await expect.poll(async () => (await restingBox(library)).width).toBe(width);
  });
  await timeline.toggle('One');
  await timeline.bar('Panel').click();
  await test.step('number', async () => {
    const width = inspector.field('Width').getByRole('spinbutton');
    await drag({ from: await middle(width), by: { x: 40, y: 0 }, isRunning: () => expect(width).toHaveValue('220') });
    await expect(width).toHaveValue('200');
  });
  await test.step('slider', async () => {
    const intensity = inspector.effect('Saturation').getByRole('slider', { name: 'Intensity' });
    const isMoved = () => expect(intensity).not.toHaveAttribute('aria-valuenow', before ?? '');
    const before = await intensity.getAttribute('aria-valuenow');
    await drag({ from: await middle(intensity.locator('..')), by: { x: 24, y: 0 }, isRunning: isMoved });
    // A click on the thumb keeps the value.
    await intensity.locator('..').click();
    await expect(new EditorPage(editor).undo).toBeDisabled();
    await expect(intensity).toHaveAttribute('aria-valuenow', before ?? '');
  });
  await test.step('color', async () => {
    const color = inspector.field('Color');
    await color.getByRole('button', { name: 'Pick a color' }).first().click();
    const plane = editor.getByRole('slider', { name: 'Saturation and brightness' });
    const isChanged = () => expect(color.getByRole('textbox').first()).not.toHaveValue('#c04020');
    await drag({ from: await middle(plane), by: { x: 20, y: 10 }, isRunning: isChanged });
    await expect(color.getByRole('textbox').first()).toHaveValue('#c04020');
    await expect(plane).toBeVisible();
    await editor.keyboard.press('Escape');
  });
  await test.step('order of effects', async () => {
    const grip = inspector.effect('Saturation').getByRole('button', { name: /^Move Saturation/ });
    const [from, to] = [await middle(grip), await restingBox(inspector.effect('Vignette'))];
    const by = { x: 0, y: to.y + to.height - 4 - from.y };
    const isFaded = () => expect(inspector.effect('Saturation')).toHaveCSS('opacity', '0.6');
    await drag({ from, by, isRunning: isFaded });
    expect(await inspector.effectNames()).toEqual(['Keyframes: Opacity', 'Saturation', 'Vignette']);
  });
  await test.step('easing curve', async () => {
    await timeline
      .row(/^Panel,/)
      .getByRole('button', { name: 'Expand “Panel”' })
      .click();
    const lane = await restingBox(timeline.area.locator('[data-key-lane="opacity"]'));
    await editor.mouse.click(lane.x + 1, lane.y + lane.height / 2);
    const point = inspector.root.locator('[data-selected-keys] circle').first();
    const place = await point.getAttribute('cx');
    const isMoved = () => expect(point).not.toHaveAttribute('cx', place ?? '');
    await drag({ from: await middle(point), by: { x: 20, y: -10 }, isRunning: isMoved });
    await expect(point).toHaveAttribute('cx', place ?? '');
  });
  await test.step('source track', async () => {
    const tile = new AssetsPanel(editor).tile('gradient.mp4');
    await tile.click();
    await tile.press('Shift+Enter');
    const viewer = editor.getByRole('dialog', { name: 'gradient.mp4' });
    const position = viewer.getByRole('slider', { name: 'Position in the video' });
    const isMoved = () => expect(position).not.toHaveAttribute('aria-valuenow', '0');
    await escapes(editor, { from: await middle(position), by: { x: 40, y: 0 }, isRunning: isMoved });
    await expect(position).toHaveAttribute('aria-valuenow', '0');
    await expect(viewer).toBeVisible();
  });
});
