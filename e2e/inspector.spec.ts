import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { inspectedFilm, openInspector } from './fixtures/open-inspector.ts';
import { test } from './fixtures/test.ts';
import { restingBox } from './pages/resting-box.ts';

test.use({ sharesService: true, showsFirstScreen: false });

test('each kind of field writes a valid attribute', { tag: '@full' }, async ({ editor, project, media }) => {
  const { inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  const { root } = inspector;
  await root.getByRole('spinbutton', { name: 'Duration, frames' }).fill('10+20');
  await editor.keyboard.press('Enter');
  await expect(root.getByRole('spinbutton', { name: 'Duration, seconds' })).toHaveValue('1.2');
  await root.getByRole('spinbutton', { name: 'In point, seconds' }).fill('0.4');
  await editor.keyboard.press('Enter');
  await root.getByRole('combobox', { name: 'Fit' }).click();
  await editor.getByRole('option', { name: 'Cover' }).click();
  await root.getByRole('switch', { name: 'Sound' }).click();
  await root.getByRole('textbox', { name: 'Scene name' }).fill('First');
  await editor.keyboard.press('Enter');
  await inspector.effect('Saturation').getByRole('spinbutton', { name: 'Intensity' }).fill('50');
  await editor.keyboard.press('Enter');
  await inspector.effect('Vignette').getByRole('textbox', { name: 'Color' }).fill('#102030');
  await editor.keyboard.press('Enter');
  await inspector.effect('Flip').getByRole('radio', { name: 'y' }).click();
  await saves(
    `<scene name="First" duration="30">
    <video src="bars.mp4" skip="10" fit="cover" audio="false">
      <filter type="saturation" intensity="0.5"/>
      <filter type="vignette" color="#102030"/>
      <transform type="flip" axis="y"/>`,
  );
});

test("the film's fields offer sizes and explain a new frame rate", { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const { inspector, saves } = await openInspector({ editor, project, media });
  await inspector.root.getByRole('combobox', { name: 'Size presets' }).click();
  await editor.getByRole('option', { name: '1080 × 1920' }).click();
  await inspector.root.getByRole('combobox', { name: 'Frame rate' }).click();
  await editor.getByRole('option', { name: '50 fps' }).click();
  const dialog = editor.getByRole('dialog');
  await expect(dialog).toContainText('All 60 frames stay; the film lasts');
  await dialog.getByRole('button', { name: 'Change' }).click();
  await saves('<movie width="1080" height="1920" framerate="50">\n  <scene name="One" duration="25">');
});

test('the language of the movie shows its number, price, and date', async ({ editor, project, media }) => {
  const { inspector, saves } = await openInspector({ editor, project, media });
  await expect(inspector.root).toContainText('1,234.5 · €4.90 · November 28, 2026');
  await inspector.root.getByRole('combobox', { name: 'Language' }).click();
  await editor.getByRole('option', { name: 'German (Austria)' }).click();
  await expect(inspector.root).toContainText('1\u00a0234,5 · €\u00a04,90 · 28. November 2026');
  await saves('language="de-AT"');
});

test('a drag over a number field is one undo step', { tag: '@full' }, async ({ editor, project, media }) => {
  const { frame, inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  const number = inspector.effect('Saturation').getByRole('spinbutton', { name: 'Intensity' });
  const drag = async (pixels: number) => {
    await number.scrollIntoViewIfNeeded();
    const box = await restingBox(number);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await editor.mouse.move(x, y);
    await editor.mouse.down();
    for (let step = 1; step <= 4; step++) await editor.mouse.move(x + (pixels * step) / 4, y);
  };
  await drag(40);
  await expect(number).toHaveValue('170');
  await editor.keyboard.press('Escape');
  await editor.mouse.up();
  await expect(number).toHaveValue('150');
  await expect(frame.undo).toHaveAttribute('aria-disabled', 'true');
  await drag(-40);
  await editor.mouse.up();
  await expect(number).toHaveValue('130');
  await saves('intensity="1.3"');
  await frame.undo.click();
  await expect(number).toHaveValue('150');
  await expect(frame.undo).toHaveAttribute('aria-disabled', 'true');
});

test('a slider drag is one undo step', { tag: '@full' }, async ({ editor, project, media }) => {
  const { frame, inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  const card = inspector.effect('Saturation');
  const track = card.getByRole('slider', { name: 'Intensity' }).locator('..');
  await track.scrollIntoViewIfNeeded();
  const box = await restingBox(track);
  await editor.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await editor.mouse.down();
  await editor.mouse.move(box.x - 10, box.y + 4);
  await editor.mouse.move(box.x - 200, box.y + 4);
  await editor.mouse.up();
  await expect(card.getByRole('spinbutton', { name: 'Intensity' })).toHaveValue('0');
  await saves('intensity="0"');
  await frame.undo.click();
  await expect(card.getByRole('spinbutton', { name: 'Intensity' })).toHaveValue('150');
  await expect(frame.undo).toHaveAttribute('aria-disabled', 'true');
  await card.getByRole('spinbutton', { name: 'Intensity' }).dblclick();
  await saves('intensity="1"/>');
});

test('effects are added, moved, switched off, and deleted', async ({ editor, project, media }) => {
  const { inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  await inspector.effect('Vignette').getByRole('button', { name: 'Disable: Vignette' }).click();
  await saves('<filter type="vignette" enabled="false"/>');
  // The pointer drags the first effect below the second.
  const grip = inspector.effect('Saturation').getByRole('button', { name: /^Move Saturation/ });
  const [from, to] = [await restingBox(grip), await restingBox(inspector.effect('Vignette'))];
  await editor.mouse.move(from.x + 5, from.y + 8);
  await editor.mouse.down();
  await editor.mouse.move(from.x + 5, from.y + 20);
  await editor.mouse.move(from.x + 5, to.y + to.height - 4);
  await editor.mouse.up();
  await expect.poll(() => inspector.effectNames()).toEqual(['Vignette', 'Saturation', 'Flip']);
  // The keyboard then moves the effect further.
  await inspector
    .effect('Flip')
    .getByRole('button', { name: /^Move Flip/ })
    .focus();
  await editor.keyboard.press('ArrowUp');
  await expect.poll(() => inspector.effectNames()).toEqual(['Vignette', 'Flip', 'Saturation']);
  await expect(inspector.effect('Flip').getByRole('button', { name: /^Move Flip/ })).toBeFocused();
  await editor.keyboard.press('Alt+ArrowUp');
  await expect.poll(() => inspector.effectNames()).toEqual(['Flip', 'Vignette', 'Saturation']);
  await inspector.effect('Vignette').getByRole('button', { name: 'More for Vignette' }).click();
  await editor.getByRole('menuitem', { name: 'Delete' }).click();
  await inspector.addEffect('Saturation');
  await saves(
    /type="flip" axis="x"\/>\s*<filter type="saturation" intensity="1.5"\/>\s*<filter type="saturation" intensity="1"\/>/,
  );
});

test('several scenes are edited together', { tag: '@full' }, async ({ editor, project, media, person: _ }) => {
  const { frame, inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  await inspector.effect('Saturation').getByRole('button', { name: 'More for Saturation' }).click();
  await editor.getByRole('menuitem', { name: 'Copy', exact: true }).click();
  await inspector.selectScenes('Two', 'Three');
  const duration = inspector.root.getByRole('spinbutton', { name: 'Duration, frames' });
  await expect(duration).toHaveAttribute('placeholder', 'Mixed');
  await duration.fill('12');
  await editor.keyboard.press('Enter');
  await inspector.root.getByRole('button', { name: 'Paste effects' }).click();
  await expect.poll(() => inspector.effectNames()).toEqual(['Saturation']);
  await inspector.effect('Saturation').getByRole('spinbutton', { name: 'Intensity' }).fill('20');
  await editor.keyboard.press('Enter');
  await saves(/"Two" duration="12">\s*<video src="gradient.mp4">\s*<filter type="saturation" intensity="0.2"\/>/);
  await saves(
    /"Three" duration="12">\s*<video src="bars.mp4" fit="cover">\s*<filter type="saturation" intensity="0.2"\/>/,
  );
  await frame.undo.click();
  await frame.undo.click();
  await saves(/<video src="gradient.mp4"\/>/);
});

test('a source is an asset found by search, or an address', { tag: '@full' }, async ({ editor, project, media }) => {
  const { inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  await inspector.root.getByRole('button', { name: /^Source/ }).click();
  const picker = editor.getByRole('dialog', { name: 'Choose a source' });
  await picker.getByRole('textbox', { name: 'Source URL' }).fill('https://example.org/clip.mp4');
  await picker.getByRole('button', { name: 'Use' }).click();
  await saves('<video url="https://example.org/clip.mp4">');
  await inspector.root.getByRole('button', { name: /^Source/ }).click();
  await picker.getByRole('searchbox', { name: 'Search assets' }).fill('grad');
  await editor.keyboard.press('ArrowDown');
  await editor.keyboard.press('Enter');
  await saves('<video src="gradient.mp4">');
});

test('layers are added, moved, and deleted without losing unknown content', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const text = inspectedFilm.replace(
    '<video src="gradient.mp4"/>',
    '<video src="gradient.mp4"><filter type="posterise" radius="3"/></video>',
  );
  const { inspector, saves } = await openInspector({ editor, project, media }, text);
  await inspector.selectScenes('Two');
  await expect(inspector.root).toContainText('kept in the XML, not rendered');
  await inspector.root.getByRole('button', { name: 'Add layer' }).click();
  await editor.getByRole('dialog', { name: 'Add layer' }).getByRole('button', { name: /bars/ }).click();
  await expect(inspector.path).toContainText('bars.mp4');
  await inspector.root.getByRole('button', { name: 'Move down: bars.mp4' }).click();
  await saves(
    /"Two" duration="20">\s*<video src="bars.mp4"\/>\s*<video src="gradient.mp4"><filter type="posterise" radius="3"\/>/,
  );
  // A drag of a layer's row moves the layer above the other one.
  const lower = inspector.root.getByRole('button', { name: /^bars\.mp4 Layer/ });
  await lower.dragTo(inspector.root.getByRole('button', { name: /^gradient\.mp4 Layer/ }), {
    targetPosition: { x: 40, y: 2 },
  });
  await saves(/"Two" duration="20">\s*<video src="gradient.mp4">.*\s*<video src="bars.mp4"\/>/);
  await inspector.root.getByRole('button', { name: 'Delete layer: bars.mp4' }).click();
  await saves(/"Two" duration="20">\s*<video src="gradient.mp4"><filter type="posterise" radius="3"\/>/);
});

test('the inspector works with keys alone', { tag: '@full' }, async ({ editor, project, media }) => {
  const { inspector, saves } = await openInspector({ editor, project, media });
  await inspector.selectScenes('One');
  await inspector.root.getByRole('spinbutton', { name: 'Duration, frames' }).focus();
  await editor.keyboard.press('ArrowUp');
  await editor.keyboard.press('Shift+ArrowUp');
  await editor.keyboard.press('Tab');
  await editor.keyboard.press('Tab');
  await editor.keyboard.press('Enter');
  await expect(editor.getByRole('menuitem', { name: 'Make a variable…' })).toBeFocused();
  await editor.keyboard.press('Enter');
  await expect(editor.getByRole('textbox', { name: 'Name', exact: true })).toBeFocused();
  await editor.keyboard.type('length');
  await editor.keyboard.press('Enter');
  await saves('duration="${length, 36}"');
  await inspector.root.getByRole('button', { name: 'Add effect' }).focus();
  await editor.keyboard.press('Enter');
  await expect(editor.getByRole('searchbox', { name: 'Search effects' })).toBeFocused();
  await editor.keyboard.type('flip');
  await editor.keyboard.press('Tab');
  await editor.keyboard.press('Tab');
  await editor.keyboard.press('Enter');
  await saves(/(<transform type="flip" axis="x"\/>\s*){2}/);
  // In a tall window, the inspector contains the effect gallery itself, without the button that opens the gallery.
  await editor.setViewportSize({ width: 1280, height: 1000 });
  await expect(inspector.root.getByRole('region', { name: 'Add effect' })).toBeVisible();
  await expect(inspector.root.getByRole('button', { name: 'Add effect' })).toHaveCount(0);
});

test('several layers are selected, edited, and deleted together', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const text = inspectedFilm.replace(
    '<video src="gradient.mp4"/>',
    '<video src="bars.mp4" name="low"/>\n    <video src="bars.mp4" name="mid"/>\n    <video src="bars.mp4" name="top"/>',
  );
  const { frame, inspector, saves } = await openInspector({ editor, project, media }, text);
  await inspector.selectScenes('Two');
  const row = (number: number) => inspector.root.getByRole('button', { name: new RegExp(`Layer ${number}$`) });
  const selected = inspector.root.locator('[data-layer] button[aria-current=true]');
  await row(1).click();
  await expect(selected).toHaveCount(1);
  await row(3).click({ modifiers: ['ControlOrMeta'] });
  await expect(selected).toHaveCount(2);
  await row(3).press('Shift+Enter');
  await expect(selected).toHaveCount(1);
  await row(1).focus();
  await row(1).press('Shift+Space');
  await expect(selected).toHaveCount(3);
  await expect(row(1)).toBeFocused();
  await row(2).press('ControlOrMeta+Enter');
  await expect(selected).toHaveCount(2);
  await inspector.root.getByRole('switch').first().click();
  await saves(
    /name="low" enabled="false"\/>\s*<video src="bars.mp4" name="mid"\/>\s*<video src="bars.mp4" name="top" enabled="false"/,
  );
  await row(1).press('Delete');
  await saves(/<scene name="Two" duration="20">\s*<video src="bars.mp4" name="mid"\/>\s*<\/scene>/);
  await frame.undo.click();
  await saves(/name="low" enabled="false"/);
});

const wordsFilm = `<movie width="320" height="180" framerate="25">
  <audio src="bars.mp4" name="Music"/>
  <scene name="Words" duration="50">
    <text name="Headline" content="Hello"/>
    <text name="Line" content="\${city, Porto}" size="20"/>
  </scene>
</movie>
`;

test('a text layer is edited, placed, moved, and shown on a condition', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const { inspector, saves } = await openInspector({ editor, project, media }, wordsFilm);
  await inspector.selectScenes('Words');
  const { root } = inspector;
  await root.getByRole('button', { name: /^Headline/ }).click();
  await root.getByRole('button', { name: 'Edit text' }).click();
  await root.getByRole('textbox', { name: 'Text', exact: true }).fill('Good day');
  await root.getByRole('button', { name: 'Insert variable' }).click();
  await editor.getByRole('menuitem', { name: 'city' }).click();
  await saves('content="Good day${city}"');
  await root.getByRole('button', { name: /^Origin/ }).click();
  await editor.getByRole('radio', { name: 'Bottom left' }).click();
  await editor.keyboard.press('Escape');
  await saves('origin="bottomleft"');
  await root.getByRole('button', { name: 'Add motion' }).click();
  const gallery = editor.getByRole('dialog', { name: 'Add motion' });
  await gallery.getByRole('button', { name: 'Slide in', exact: true }).click();
  await expect(gallery).toHaveCount(0);
  await root.getByRole('article', { name: 'Slide in' }).getByRole('combobox', { name: 'Direction' }).click();
  await editor.getByRole('option', { name: 'Top' }).click();
  await saves('<animation type="slidein" direction="top"/>');
  await root.getByRole('button', { name: /^Condition/ }).click();
  const builder = editor.getByRole('dialog', { name: 'Condition' });
  await builder.getByRole('button', { name: 'Add condition' }).click();
  await builder.getByRole('combobox', { name: 'Comparison' }).click();
  await editor.getByRole('option', { name: 'is', exact: true }).click();
  await builder.getByRole('textbox', { name: 'Value' }).fill('Faro');
  await editor.keyboard.press('Enter');
  await saves('condition="${city} = Faro"');
  await expect(root).toContainText('Hidden: city is “Porto”');
});

test('the gallery plays the motion preset that is hovered or focused', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const { inspector, saves } = await openInspector({ editor, project, media }, wordsFilm);
  await inspector.selectScenes('Words');
  const { root } = inspector;
  await root.getByRole('button', { name: /^Headline/ }).click();
  const add = root.getByRole('button', { name: 'Add motion' });
  await add.click();
  const gallery = editor.getByRole('dialog', { name: 'Add motion' });
  const search = gallery.getByRole('searchbox');
  await expect(search).toBeFocused();
  const typewriter = gallery.getByRole('button', { name: 'Typewriter', exact: true });
  const picture = () => typewriter.locator('canvas').evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  await typewriter.scrollIntoViewIfNeeded();
  const still = await picture();
  // With reduced motion, a button plays the preset.
  await typewriter.hover();
  await expect(gallery.locator('[data-plays]')).toHaveCount(0);
  await gallery.getByRole('button', { name: 'Play: Typewriter' }).click();
  await expect.poll(picture).not.toBe(still);
  await expect.poll(picture).toBe(still);
  await editor.emulateMedia({ reducedMotion: 'no-preference' });
  await expect(gallery.getByRole('button', { name: /^Play/ })).toHaveCount(0);
  await search.hover();
  await typewriter.hover();
  await expect.poll(picture).not.toBe(still);
  await search.hover();
  await expect.poll(picture).toBe(still);
  await search.fill('out');
  await expect(typewriter).toHaveCount(0);
  for (const key of ['ArrowDown', 'ArrowRight']) await editor.keyboard.press(key);
  await expect(gallery.getByRole('button', { name: 'Slide out' })).toBeFocused();
  await expect(gallery.locator('[data-plays]')).toHaveAccessibleName('Slide out');
  await editor.keyboard.press('Escape');
  await expect(gallery).toHaveCount(0);
  await expect(add).toBeFocused();
  await editor.keyboard.press('Enter');
  await search.fill('slide out');
  await editor.keyboard.press('ArrowDown');
  await editor.keyboard.press('Enter');
  await saves('<animation type="slideout"/>');
  // Another preset of the same phase replaces the current one.
  await root.getByRole('button', { name: 'Slide out: choose another' }).click();
  const others = editor.getByRole('dialog', { name: 'Slide out: choose another' });
  await expect(others.getByRole('button', { name: 'Slide out' })).toBeFocused();
  await editor.keyboard.press('ArrowRight');
  await editor.keyboard.press('Space');
  await saves('<animation type="zoomout"/>');
  // The card shows the fields of the new preset. The film plays while the layer is visible and stops at the layer's
  // last frame.
  const card = root.getByRole('article', { name: 'Zoom out' });
  await card.getByRole('button', { name: 'Fields of Zoom out' }).click();
  await expect(card.getByRole('group', { name: 'Duration' })).toBeHidden();
  await root.getByRole('button', { name: 'Try' }).click();
  await expect(editor.getByRole('img', { name: 'Preview, playing' })).toBeVisible();
  await expect(editor.getByRole('img', { name: 'Preview, playing' })).toBeHidden();
});

test('the gallery shows each effect on the selected layer, even a text', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const { inspector } = await openInspector({ editor, project, media }, wordsFilm);
  await inspector.selectScenes('Words');
  await inspector.root.getByRole('button', { name: /^Headline/ }).click();
  await inspector.root.getByRole('button', { name: 'Add effect' }).click();
  const picture = (effect: string) =>
    editor
      .getByRole('dialog')
      .getByRole('button', { name: effect, exact: true })
      .locator('canvas')
      .evaluate((canvas) => (canvas as HTMLCanvasElement).toDataURL());
  // All pictures are equal until the page has composited them.
  const pictures = () => Promise.all(['Invert', 'Blur', 'Rotate', 'Flip'].map(picture));
  await expect.poll(async () => new Set(await pictures()).size).toBe(4);
});

test('a field with mixed values sets all selected layers in one step', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const { frame, inspector, saves } = await openInspector({ editor, project, media }, wordsFilm);
  await inspector.selectScenes('Words');
  await inspector.root.getByRole('button', { name: /^Headline/ }).click();
  await inspector.root.getByRole('button', { name: /^Line/ }).click({ modifiers: ['ControlOrMeta'] });
  const size = inspector.root.getByRole('spinbutton', { name: 'Size', exact: true });
  await expect(size).toHaveAttribute('placeholder', 'Mixed');
  await size.fill('30');
  await editor.keyboard.press('Enter');
  await saves(/name="Headline" content="Hello" size="30".*\s*.*size="30"/);
  await frame.undo.click();
  await saves(/name="Headline" content="Hello"\/>/);
});

test('the inspector is accessible in both themes', { tag: '@full' }, async ({ editor, project, media }) => {
  const text = inspectedFilm
    .replace('src="gradient.mp4"', 'src="${clip}"')
    .replace('intensity="1.5"', 'intensity="${mood, 1.5}"');
  const { inspector } = await openInspector({ editor, project, media }, text);
  await inspector.showVariables();
  const check = () =>
    expectNoBarriers(editor, { within: ['section[aria-label="Inspector"]', 'section[aria-label="Library"]'] });
  await check();
  for (const scene of ['One', 'Two']) {
    await inspector.selectScenes(scene);
    await check();
  }
  await inspector.selectScenes('One', 'Three');
  await check();
});

const unnamedText = `<movie width="320" height="180" framerate="25">
  <scene name="Words" duration="50"><text content="Hello"/></scene>
</movie>
`;

test('leaving a text field by keyboard keeps the text and the focus', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const { inspector, saves } = await openInspector({ editor, project, media }, unnamedText);
  await inspector.selectScenes('Words');
  const { root } = inspector;
  const text = root.getByRole('textbox', { name: 'Text', exact: true });
  await root.getByRole('button', { name: 'Edit text' }).click();
  await text.fill('Good day');
  await editor.keyboard.press('Tab');
  // The layer without a name is now called by its new text.
  await saves('content="Good day"');
  await expect(root.getByRole('button', { name: 'Insert variable' })).toBeFocused();
  await editor.keyboard.press('Shift+Tab');
  await expect(text).toBeFocused();
  await editor.keyboard.press('End');
  await editor.keyboard.type(' all');
  await editor.keyboard.press('Escape');
  await saves('content="Good day all"');
});
