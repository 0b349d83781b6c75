import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { layeredFilm, threeScenes } from './fixtures/films.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { restingBox } from './pages/resting-box.ts';
import type { TimelinePage } from './pages/timeline.ts';

test.use({ sharesService: true, showsFirstScreen: false });

/** The initial zoom for a short film, in pixels per frame. */
const FRAME = 4;

/** Returns a point on a bar: its middle, or a point slightly inside of an edge. */
async function on(timeline: TimelinePage, name: string, place: 'start' | 'middle' | 'end' = 'middle') {
  const { x, y, width, height } = await restingBox(timeline.bar(name));
  const left = place === 'start' ? 3 : place === 'end' ? width - 3 : width / 2;
  return { x: x + left, y: y + height / 2 };
}

test('the mouse moves, trims, and reorders the layers of an expanded scene', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, layeredFilm);
  const rows = timeline.area.locator('[data-row]');
  // The row of music is always visible.
  await expect(rows).toHaveCount(1);
  await timeline.toggle('Middle');
  await expect(rows).toHaveCount(5);
  const names = () => rows.locator('[data-row-name]').allInnerTexts();
  expect((await names()).map((name) => name.split('\n')[0])).toEqual(['Date', 'Headline', 'Panel', 'Ground', 'Music']);

  // The bar is at the position of the layer in the film.
  const bar = await restingBox(timeline.bar('Headline'));
  const lanes = await restingBox(timeline.lanes);
  expect(Math.round((bar.x - lanes.x) / FRAME)).toBe(30);
  await timeline.drag(await on(timeline, 'Headline'), { x: 5 * FRAME });
  await expect.poll(() => project.template('Film')).toContain('content="Hello" offset="10" duration="30"');
  await expect(timeline.announced).toHaveText('Headline, text, starts at frame 10, 30 frames long');
  await timeline.hold(await on(timeline, 'Headline', 'end'), { x: -3 * FRAME });
  await expect(timeline.tip).toContainText('27 fr');
  await expect(timeline.tip).toContainText('−3');
  await editor.mouse.up();
  await expect.poll(() => project.template('Film')).toContain('content="Hello" offset="10" duration="27"');
  const { undo } = new EditorPage(editor);
  await undo.click();
  await undo.click();
  await expect.poll(() => project.template('Film')).toBe(layeredFilm);

  const name = await restingBox(timeline.row(/^Date,/).locator('[data-row-name]'));
  await timeline.hold({ x: name.x + 60, y: name.y + 12 }, { x: 0, y: 48 });
  await expect(timeline.area.locator('[data-row-gap]')).toBeVisible();
  await editor.mouse.up();
  const order = async () => (await names()).map((each) => each.split('\n')[0]).slice(0, 3);
  await expect.poll(order).toEqual(['Headline', 'Date', 'Panel']);
  await expect
    .poll(() => project.template('Film'))
    .toMatch(/<solid[^>]*>\s*<text name="Date"[^>]*>\s*<text name="Headline"/);
});

test('keys edit layers in the timeline', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, layeredFilm);
  await timeline.scene('Middle').click();
  await editor.keyboard.press('e');
  await expect(timeline.row(/^Date,/)).toBeVisible();
  await timeline.tool('Zoom to fit').focus();
  for (const key of ['Tab', 'Tab', 'Tab', 'ArrowDown', 'ArrowDown']) await editor.keyboard.press(key);
  await expect(timeline.row('Headline, text, starts at frame 5, 30 frames long')).toBeFocused();
  await editor.keyboard.press('ArrowRight');
  await expect(timeline.bar('Headline')).toBeFocused();
  await editor.keyboard.press('Alt+ArrowRight');
  await editor.keyboard.press('Alt+Shift+ArrowRight');
  await editor.keyboard.press('Shift+ArrowLeft');
  await expect(timeline.announced).toHaveText('Headline, text, starts at frame 16, 29 frames long');
  await expect.poll(() => project.template('Film')).toContain('content="Hello" offset="16" duration="29"');
  await editor.keyboard.press('ArrowLeft');
  await editor.keyboard.press('Alt+ArrowDown');
  await expect(timeline.row(/^Headline,/)).toBeFocused();
  await expect.poll(() => project.template('Film')).toMatch(/name="Headline"[^>]*\/>\s*<solid/);
  await editor.keyboard.press('Escape');
  await expect(timeline.scene('Middle')).toBeFocused();
  await editor.keyboard.press('Enter');
  await expect(timeline.row(/^Headline,/)).toHaveCount(0);
  await editor.keyboard.press('Enter');
  await editor.keyboard.press('ArrowDown');
  // When a focused row disappears, its scene takes the focus. Otherwise, Tab would skip the whole tree.
  await editor.keyboard.press('e');
  await expect(timeline.scene('Middle')).toBeFocused();
  await editor.keyboard.press('e');
  await editor.keyboard.press('ArrowDown');
  // An element outside the timeline keeps the focus when the last focused row disappears.
  await expect(timeline.row(/^Date,/)).toBeFocused();
  const view = editor.getByRole('radio', { name: 'Visual' });
  await view.focus();
  await editor.keyboard.press('Delete');
  await expect(timeline.row(/^Date,/)).toHaveCount(0);
  await expect(view).toBeFocused();
  await timeline.scene('Middle').focus();
  await editor.keyboard.press('ArrowDown');
  await expectNoBarriers(editor, { within: ['section[aria-label=Timeline]'] });
});

test('a layer can be hidden in the film or locked locally', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, layeredFilm);
  await timeline.toggle('Middle');
  const row = timeline.row(/^Panel,/);
  await row.getByRole('button', { name: 'Hide' }).click();
  await expect.poll(() => project.template('Film')).toContain('offset="10" duration="20" enabled="false"');
  await expect(row).toHaveAccessibleName(/disabled/);
  await row.getByRole('button', { name: 'Hide' }).click();
  await expect.poll(() => project.template('Film')).toBe(layeredFilm);
  // A double-click on a name, or F2, edits it.
  await timeline
    .row(/^Date,/)
    .getByText('Date')
    .dblclick();
  await editor.keyboard.type('Day');
  await editor.keyboard.press('Enter');
  await expect(timeline.row(/^Day,/)).toBeFocused();
  await editor.keyboard.press('F2');
  await expect(timeline.row(/^Day,/).getByRole('textbox', { name: 'Layer name' })).toBeFocused();
  await editor.keyboard.press('Escape');
  await expect.poll(() => project.template('Film')).toContain('<text name="Day" content="Today"/>');
  await new EditorPage(editor).undo.click();
  await expect.poll(() => project.template('Film')).toBe(layeredFilm);
  await row.hover();
  await row.getByRole('button', { name: 'Lock' }).click();
  await timeline.drag(await on(timeline, 'Panel'), { x: 5 * FRAME });
  await expect(timeline.announced).toHaveText('Panel, locked');
  expect(await project.template('Film')).toBe(layeredFilm);
});

test('a movie sound is moved, faded, and ducked', async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, layeredFilm);
  // Below the rows, the edge of the name column is visible too. It can be dragged there.
  const names = timeline.area.getByRole('separator', { name: 'Resize name column' });
  const { x: edge, width, y: top } = await restingBox(names);
  await timeline.drag({ x: edge + width - 1, y: top + 80 }, { x: 24 });
  await expect.poll(async () => (await restingBox(names)).x).toBeCloseTo(edge + 24, -1);
  const fade = timeline.area.getByRole('slider', { name: 'Fade-in of Music' });
  const corner = await restingBox(fade);
  await timeline.drag({ x: corner.x + 4, y: corner.y + 4 }, { x: 10 * FRAME });
  await expect
    .poll(() => project.template('Film'))
    .toBe(layeredFilm.replace('name="Music"', 'name="Music" fadein="10"'));
  await timeline.drag(await on(timeline, 'Music'), { x: 6 * FRAME });
  await expect.poll(() => project.template('Film')).toContain('offset="6"');
  const line = await restingBox(timeline.area.locator('[data-handle=volume]'));
  await timeline.drag({ x: line.x + 120, y: line.y + 3 }, { x: 0, y: 10 });
  await expect.poll(() => project.template('Film')).toMatch(/volume="0\.\d+"/);
});

/** A film that still plays when its sound has been decoded. */
const playsOn = `<movie width="320" height="180" framerate="25">
  <scene name="Still" duration="90000"><solid color="#204060"/></scene>
  <audio src="bars.mp4" name="Music" loop="true"/>
</movie>
`;

test('a meter shows the loudness during playback', { tag: '@full' }, async ({ editor, project, media }) => {
  await openTimeline(editor, project, media, playsOn);
  const level = () =>
    editor.getByRole('meter', { name: 'Film level' }).evaluate((meter: HTMLMeterElement) => meter.value);
  expect(await level()).toBe(-60);
  await editor.getByRole('button', { name: 'Play', exact: true }).click();
  await expect.poll(level).toBeGreaterThan(-50);
});

test('the large meters replace the small one, even after a reload', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const timeline = await openTimeline(editor, project, media, playsOn);
  const level = editor.getByRole('meter', { name: 'Film level' });
  await expect(level).toHaveCount(1);
  await timeline.bar('Music').click();
  await editor.keyboard.press('Shift+A');
  const meters = timeline.area.getByRole('region', { name: 'Sound meters' });
  await expect(meters).toContainText('−∞');
  await expect(level).toHaveCount(1);
  await editor.getByRole('button', { name: 'Play', exact: true }).click();
  // The peak value stays visible.
  await expect(meters).toContainText(/−\d+\.\dPeak/);
  await editor.reload();
  await expect(meters).toBeVisible();
});

test('the measured film is normalized to the loudness target', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const text = `<movie width="320" height="180" framerate="25">
  <scene name="Still" duration="50"><solid color="#204060"/></scene>
  <audio src="bars.mp4" name="Music"/>
</movie>
`;
  const timeline = await openTimeline(editor, project, media, text);
  await timeline.bar('Music').click();
  const loudness = editor.getByRole('region', { name: 'Film loudness' });
  // The comparison appears after the measurement.
  await expect(loudness.getByRole('combobox')).toHaveCount(0);
  await loudness.getByRole('button', { name: 'Measure', exact: true }).click();
  await expect(loudness).toContainText('LUFS in the whole film');
  await loudness.getByRole('combobox', { name: 'Compare with' }).click();
  await editor.getByRole('option', { name: /\(Europe\)$/ }).click();
  await loudness.getByRole('button', { name: 'Normalize the film to −23 LUFS' }).click();
  await expect(loudness).toContainText('−23 LUFS in the whole film');
  await expect.poll(() => project.template('Film')).toMatch(/<movie [^>]*loudness="-23"/);
});

test('a long loudness measurement shows its progress and can be stopped', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const text = `<movie width="320" height="180" framerate="25">
  <scene name="Still" duration="900000"><solid color="#204060"/></scene>
  <audio src="bars.mp4" name="Music" loop="true"/>
</movie>
`;
  const timeline = await openTimeline(editor, project, media, text);
  await timeline.bar('Music').click();
  const loudness = editor.getByRole('region', { name: 'Film loudness' });
  await loudness.getByRole('button', { name: 'Measure', exact: true }).click();
  await expect(loudness.getByRole('progressbar', { name: 'Measurement progress' })).toBeVisible();
  await expect(loudness).toContainText(/\d+\s%.*\d:\d\d left/);
  await loudness.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(loudness.getByRole('progressbar')).toHaveCount(0);
  await expect(loudness.getByRole('button', { name: 'Measure', exact: true })).toBeVisible();
});

test('the row of ducked music names the sounds that duck it', { tag: '@full' }, async ({ editor, project, media }) => {
  const text = `<movie width="320" height="180" framerate="25">
  <scene name="Still" duration="50"><solid color="#204060"/></scene>
  <scene name="Talk" duration="50"><video src="bars.mp4" ducks="true"/></scene>
  <audio src="bars.mp4" name="Music" loop="true" duck="0.25" duckfade="12"/>
</movie>
`;
  const timeline = await openTimeline(editor, project, media, text);
  await expect(timeline.bar('Music')).toBeVisible();
  await expect(timeline.area.getByText('Ducked −12 dB under bars.mp4')).toBeVisible();
});

test('empty rows explain how to add a layer, music, or a keyframe', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  await project.putAsset('voice.mp4', media.bars);
  const empty = threeScenes.replace('<scene name="End" duration="25">', '<scene name="Blank" duration="25"/>\n$&');
  const timeline = await openTimeline(editor, project, media, empty);
  const page = new EditorPage(editor);
  await timeline.toggle('Blank');
  const first = timeline.row('No layers');
  await editor.keyboard.press('F6');
  await timeline.scene('Blank').focus();
  await editor.keyboard.press('ArrowDown');
  await expect(first).toBeFocused();
  await editor.keyboard.press('Enter');
  await editor.getByRole('option', { name: 'Title', exact: true }).click();
  await expect(first).toHaveCount(0);
  await expect.poll(() => project.template('Film')).toMatch(/<scene name="Blank" duration="25">\s*<text /);
  await editor.keyboard.press('Escape');
  await page.undo.click();
  await expect(first).toBeVisible();

  // A clip that is dropped on a row starts at the position of the drop.
  await timeline.toggle('Opening');
  const clip = editor.getByRole('region', { name: 'Library' }).getByText('voice.mp4');
  await clip.dragTo(timeline.row(/^bars\.mp4,/), { targetPosition: { x: 176 + 10 * FRAME, y: 12 } });
  await expect(timeline.row(/^voice\.mp4, video, starts at frame 10,/)).toBeVisible();
  await page.undo.click();

  await expect(timeline.row('Music')).toBeVisible();
  await editor.keyboard.press('u');
  await expect(timeline.row('No keyframes')).toContainText('Set a keyframe with D.');
  await expect(timeline.row('Music')).toHaveCount(0);
});
