import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { restingBox } from './pages/resting-box.ts';

test.use({ sharesService: true, showsFirstScreen: false });

/** A scene followed by a choice. */
const film = `<movie width="320" height="180" framerate="25">
  <scene name="Opening" duration="25">
    <video src="bars.mp4"/>
  </scene>
  <scene name="Season" type="choice" condition="\${season, spring}">
    <scene name="Spring" case="spring, easter" duration="40">
      <video src="gradient.mp4" name="Meadow"/>
    </scene>
    <!-- Leaves. -->
    <scene name="Autumn" case="autumn" duration="25">
      <video src="bars.mp4" name="Forest"/>
    </scene>
    <scene name="Else" duration="10">
      <solid color="#204060"/>
    </scene>
  </scene>
</movie>
`;

test('a choice has lanes to show, trim, and reorder its cases', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, film);
  const cases = timeline.row(/^Case /);
  const names = () => cases.evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label')));
  await expect(cases).toHaveCount(0);
  await timeline.toggle('Spring');
  expect(await names()).toEqual([
    'Case Spring, 40 frames, plays now',
    'Case Autumn, 25 frames, plays when season is “autumn”',
    'Case Else, 10 frames, plays when no case matches',
  ]);

  await expectNoBarriers(editor, { within: ['section[aria-label=Timeline]'] });

  // The radio button plays the film with this case. The timeline then lists the layers of the case.
  await timeline
    .row(/^Case Else/)
    .getByRole('radio')
    .click();
  await expect(timeline.row(/^Case Else/)).toHaveAccessibleName('Case Else, 10 frames, plays now');
  await expect(timeline.row(/^Meadow,/)).toHaveCount(0);
  await editor.keyboard.press('p');
  await expect(timeline.row(/^Case Spring/)).toHaveAccessibleName('Case Spring, 40 frames, plays now');
  await expect(timeline.row(/^Meadow,/)).toBeVisible();

  const autumn = timeline.row(/^Case Autumn/);
  const bar = await restingBox(autumn.locator('[data-case-bar]'));
  const frame = bar.width / 25;
  await timeline.drag({ x: bar.x + bar.width - 2, y: bar.y + 12 }, { x: 5 * frame });
  await expect(autumn).toHaveAccessibleName(/^Case Autumn, 30 frames/);
  await expect(autumn).toHaveAttribute('aria-selected', 'true');
  await timeline.drag({ x: bar.x + 20, y: bar.y + 12 }, { x: 0, y: -36 });
  await expect
    .poll(() => names())
    .toEqual([expect.stringContaining('Autumn'), expect.stringContaining('Spring'), expect.stringContaining('Else')]);
  const { undo } = new EditorPage(editor);
  await undo.click();
  await undo.click();
  await expect.poll(() => project.template('Film')).toBe(film);
});

test('keys alone select and reorder the cases of a choice', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, film);
  const { keyboard } = editor;
  await keyboard.press('F6');
  await timeline.scene('Spring').focus();
  await keyboard.press('Enter');
  await keyboard.press('ArrowDown');
  await keyboard.press('ArrowDown');
  const autumn = timeline.row(/^Case Autumn/);
  await expect(autumn).toBeFocused();
  await expect(autumn).toHaveAttribute('aria-selected', 'true');
  await keyboard.press('p');
  await expect(autumn).toHaveAccessibleName('Case Autumn, 25 frames, plays now');
  await keyboard.press('Shift+ArrowRight');
  await expect(timeline.announced).toHaveText('Autumn, 26 frames');
  await keyboard.press('Alt+ArrowUp');
  await expect(timeline.row(/^Case /).first()).toHaveAccessibleName(/^Case Autumn, 26 frames/);
  await expect(autumn).toBeFocused();
  // Shift+C adds a case with a value that no other case has.
  await keyboard.press('Shift+C');
  await expect(timeline.row(/^Case /)).toHaveCount(4);
  await expect.poll(() => project.template('Film')).toMatch(/<scene name="Autumn" case="a" duration="26">/);
});

test('a case without frames is a chip at its cut', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, film);
  const chips = timeline.tree.locator('[data-skipped]');
  const names = () => chips.evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
  const autumn = 'Scene 3, Autumn, 25 frames, skipped: not the scene for “spring”';
  const other = 'Scene 4, Else, 10 frames, skipped: not the scene for “spring”';
  await expect.poll(names).toEqual([autumn, other]);
  await expect(timeline.area).toContainText('Skipped2');
  await expect(timeline.scene('Autumn')).toContainText('season is spring');
  await expectNoBarriers(editor, { within: ['section[aria-label=Timeline]'] });

  // The tooltip shows the picture of the case, and the current value, for which no case is played.
  await timeline.scene('Autumn').hover();
  const tip = editor.locator('[data-skipped-picture]');
  await expect(tip).toHaveText('Autumn, 25 frseason is spring');
  await expect(tip.locator('canvas')).toBeVisible();

  const [first, second] = [await restingBox(chips.first()), await restingBox(chips.last())];
  await timeline.drag({ x: second.x + 8, y: second.y + 8 }, { x: first.x + 6 - second.x - 8 });
  await expect.poll(names).toEqual([other.replace('4', '3'), autumn.replace('3', '4')]);
  await new EditorPage(editor).undo.click();
  await expect.poll(names).toEqual([autumn, other]);

  // Keys move between scenes, select them without opening, and reorder the cases.
  const { keyboard } = editor;
  await keyboard.press('F6');
  await timeline.scene('Spring').focus();
  await keyboard.press('ControlOrMeta+ArrowRight');
  await expect(chips.first()).toBeFocused();
  await keyboard.press('Enter');
  await expect(chips.first()).toHaveAttribute('aria-selected', 'true');
  await expect(timeline.row(/^Case /)).toHaveCount(0);
  await keyboard.press('Alt+ArrowRight');
  await expect(timeline.announced).toHaveText('Moved to position 4 of 4');
  await expect(chips.last()).toBeFocused();
  await keyboard.press('ControlOrMeta+z');

  // An expanded choice has lanes for its cases.
  await timeline.toggle('Spring');
  await expect(chips).toHaveCount(0);
  await expect(timeline.area).not.toContainText('Skipped');
});
