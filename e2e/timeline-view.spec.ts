import { expect } from 'playwright/test';
import { layeredFilm, threeScenes } from './fixtures/films.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { TimelinePage } from './pages/timeline.ts';

test.use({ sharesService: true, showsFirstScreen: false });

function thousandScenes(): string {
  const scenes = Array.from(
    { length: 1000 },
    (_, at) => `  <scene name="Scene ${at + 1}" duration="50"><video src="bars.mp4"/></scene>`,
  );
  return `<movie width="320" height="180" framerate="25">\n${scenes.join('\n')}\n</movie>\n`;
}

test('Ctrl and the wheel zoom the timeline at the pointer', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  // The zoom is so large that the beginning of the film does not limit the position.
  for (const _ of Array.from({ length: 5 })) await editor.keyboard.press('+');
  const place = await timeline.on('Opening', 1);
  const before = await timeline.width('Opening');
  await editor.mouse.move(place.x, place.y);
  await editor.keyboard.down('Control');
  await editor.mouse.wheel(0, -60);
  await editor.keyboard.up('Control');
  await expect.poll(() => timeline.width('Opening')).toBeGreaterThan(before * 1.3);
  // A clip is inset by one pixel at each end of its scene.
  await expect.poll(async () => Math.abs((await timeline.on('Opening', 1)).x - place.x)).toBeLessThan(2);
});

test('the clip of a scene without videos shows a composited picture', { tag: '@full' }, async ({ editor, project }) => {
  await project.putTemplate(
    'Words',
    `<movie width="320" height="180" framerate="25">
  <scene name="Ground" duration="50"><solid color="#ff0000"/><text content="Hello" size="40"/></scene>
</movie>
`,
  );
  const frame = new EditorPage(editor);
  await frame.open(project, 'Words');
  const film = editor.locator('[data-scene] canvas').first();
  const isRed = () =>
    film.evaluate((canvas) => {
      const [red = 0, green = 0, blue = 0] =
        (canvas as HTMLCanvasElement).getContext('2d')?.getImageData(4, 4, 1, 1).data ?? [];
      return red > 240 && green < 10 && blue < 10;
    });
  await expect.poll(isRed).toBe(true);
});

test('the sound below a scene is the sound of the scene', { tag: '@full' }, async ({ editor, project, media }) => {
  await project.putAsset('bars.mp4', media.bars);
  const scenes = `<scene name="Star" duration="50"><solid color="#ff0000"/></scene>
  <scene name="Group" duration="50"><group><video src="bars.mp4"/></group></scene>`;
  await project.putTemplate('Film', `<movie width="320" height="180" framerate="25">${scenes}</movie>`);
  await new EditorPage(editor).open(project, 'Film');
  const timeline = new TimelinePage(editor);
  await expect(timeline.scene('Star')).toContainText('No sound');
  await expect(timeline.scene('Group').locator('canvas')).toHaveCount(2);
  await project.putTemplate(
    'Film',
    `<movie width="320" height="180" framerate="25"><audio src="bars.mp4"/>${scenes}</movie>`,
  );
  await expect(timeline.scene('Star')).toContainText('No sound of its own');
});

test('the page contains only the visible clips of 1,000 scenes', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const timeline = await openTimeline(editor, project, media, thousandScenes());
  const rows = timeline.tree.locator('[data-scene]');
  await expect(timeline.area).toContainText('1000 scenes · 0:33:20:00 · 50000 fr');
  // The number of rows includes the row of music.
  await expect(timeline.tree).toHaveAttribute('aria-rowcount', '1001');
  expect(await rows.count()).toBeLessThan(120);
  const map = timeline.area.locator('[data-minimap]');
  const box = await map.boundingBox();
  await map.click({ position: { x: (box?.width ?? 0) - 4, y: 6 } });
  await expect(timeline.scene('Scene 1000')).toBeInViewport();
  expect(await rows.count()).toBeLessThan(120);
  await editor.keyboard.press('Shift+Z');
  // The scenes are too narrow for elements, so a canvas shows them.
  await expect.poll(() => rows.count()).toBeLessThan(3);
});

test('an edit among 1,000 scenes redraws one scene', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, thousandScenes());
  for (const _ of Array.from({ length: 3 })) await editor.keyboard.press('+');
  const width = await timeline.width('Scene 2');
  await timeline.drag(await timeline.edge('Scene 2', 'end'), { x: 20 });
  await expect.poll(() => timeline.width('Scene 2')).not.toBe(width);
  await editor.evaluate(watchDrawing);
  const drawnBy = async (keys: string) => {
    await editor.evaluate(() => window.drawnScenes?.clear());
    await editor.keyboard.press(keys);
    return editor.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return [...(window.drawnScenes ?? [])];
    });
  };
  const trimmed = await timeline.scene('Scene 2').getAttribute('data-scene');
  // Retry: a filmstrip tile that arrives during the measurement draws every scene again.
  await expect(async () => {
    const [undone, redone] = [await drawnBy('Control+z'), await drawnBy('Control+Shift+z')];
    expect([undone, redone]).toEqual([[trimmed], [trimmed]]);
  }).toPass();
  const layer = await timeline.scene('Scene 3').evaluate((scene) => getComputedStyle(scene).willChange);
  expect(layer).toBe('transform');
});

test('zooming scales the filmstrips before they are redrawn', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, thousandScenes());
  for (const _ of Array.from({ length: 3 })) await editor.keyboard.press('+');
  await editor.evaluate(watchDrawing);
  const place = await timeline.on('Scene 2');
  await editor.mouse.move(place.x, place.y);
  await editor.keyboard.down('Control');
  const film = timeline.scene('Scene 2').locator('canvas').first();
  let by = 10;
  // Retry: a filmstrip tile that arrives during the measurement draws every scene again.
  await expect(async () => {
    by = -by;
    const [before, scene] = [await film.boundingBox(), await timeline.width('Scene 2')];
    await editor.evaluate(() => window.drawnScenes?.clear());
    await editor.mouse.wheel(0, by);
    const drawn = await editor.evaluate(async () => {
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      return window.drawnScenes?.size;
    });
    const [after, zoomed] = [await film.boundingBox(), await timeline.width('Scene 2')];
    expect(drawn).toBe(0);
    expect(zoomed).not.toBe(scene);
    expect((after?.width ?? 0) / (before?.width ?? 1)).toBeCloseTo((zoomed + 1) / (scene + 1), 1);
  }).toPass();
  await editor.keyboard.up('Control');
  await expect.poll(() => editor.evaluate(() => window.drawnScenes?.size)).toBeGreaterThan(1);
});

test('a higher pixel ratio redraws the canvases without an edit', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const { area } = await openTimeline(editor, project, media);
  const fineness = () =>
    area.locator('canvas:visible').evaluateAll((canvases) => {
      // The canvas of the overview is as wide as the lanes, although the overview is narrower.
      const wide = canvases.filter((canvas) => canvas.closest('[data-minimap]') === null);
      const ratios = wide.map((canvas) => (canvas as HTMLCanvasElement).width / canvas.clientWidth);
      return [...new Set(ratios.map(Math.round))];
    });
  await expect.poll(fineness).toEqual([1]);
  const screen = await editor.context().newCDPSession(editor);
  await screen.send('Emulation.setDeviceMetricsOverride', { width: 0, height: 0, deviceScaleFactor: 2, mobile: false });
  await expect.poll(fineness).toEqual([2]);
  await screen.send('Emulation.clearDeviceMetricsOverride');
  await expect.poll(fineness).toEqual([1]);
});

declare global {
  interface Window {
    drawnScenes?: Set<string>;
  }
}

/** Records the completely visible scenes whose canvases are drawn. The function runs in the page. */
function watchDrawing(): void {
  const drawn = new Set<string>();
  window.drawnScenes = drawn;
  const note = (canvas: HTMLCanvasElement) => {
    const scene = canvas.closest<HTMLElement>('[data-scene]');
    const lanes = canvas.closest('[data-lanes]')?.getBoundingClientRect();
    if (scene === null || lanes === undefined) return;
    const place = scene.getBoundingClientRect();
    if (place.left >= lanes.left && place.right <= lanes.right) drawn.add(scene.dataset['scene'] ?? '');
  };
  const { drawImage, fillRect } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function (...args: unknown[]) {
    note(this.canvas);
    Reflect.apply(drawImage, this, args);
  };
  CanvasRenderingContext2D.prototype.fillRect = function (...args) {
    note(this.canvas);
    Reflect.apply(fillRect, this, args);
  };
}

test('the name of a scene stays visible when its start is hidden', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const timeline = await openTimeline(editor, project, media);
  for (const _ of Array.from({ length: 6 })) await editor.keyboard.press('+');
  await expect.poll(() => timeline.width('Opening')).toBeGreaterThan(600);
  const name = timeline.scene('Opening').locator('[data-name]');
  const edge = (await timeline.tree.boundingBox())?.x ?? 0;
  const before = await name.boundingBox();
  const place = await timeline.on('Opening');
  await editor.mouse.move(place.x, place.y);
  await editor.mouse.wheel(0, 150);
  await expect.poll(async () => (await timeline.scene('Opening').boundingBox())?.x ?? 0).toBeLessThan(edge - 100);
  await expect(async () => {
    const after = await name.boundingBox();
    expect(after?.width).toBe(before?.width);
    expect(after?.x).toBeGreaterThanOrEqual(edge);
    expect(after?.x).toBeLessThan(edge + 40);
  }).toPass();
  // At the start of the scene, the name is at its original position.
  await editor.mouse.wheel(0, -1000);
  await expect.poll(async () => (await name.boundingBox())?.x).toBe(before?.x);
});

test('the overview has the colors of the theme', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  const map = timeline.area.locator('[data-minimap]');
  const painted = map.locator('canvas');
  const widthOf = async (part: typeof map) => (await part.boundingBox())?.width ?? 0;
  await expect.poll(async () => (await widthOf(painted)) - (await widthOf(map))).toBe(0);
  /** Returns the color of a pixel of the overview in the first scene. */
  const colour = () =>
    painted.evaluate((canvas: HTMLCanvasElement) => [
      ...(canvas.getContext('2d')?.getImageData(2, 2, 1, 1).data ?? []),
    ]);
  await expect.poll(async () => (await colour())[3]).toBeGreaterThan(0);
  const dark = await colour();
  await editor.evaluate(() => {
    document.documentElement.dataset['theme'] = 'light';
  });
  await expect.poll(colour).not.toEqual(dark);
});

test('in and out points are stored with the template', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  const inPoint = timeline.lanes.getByRole('slider', { name: 'In point' });
  const outPoint = timeline.lanes.getByRole('slider', { name: 'Out point' });
  await editor.keyboard.press('Shift+ArrowRight');
  await editor.keyboard.press('i');
  await editor.keyboard.press('Shift+ArrowRight');
  await editor.keyboard.press('o');
  await expect(inPoint).toHaveAttribute('aria-valuetext', '0:00:00:10');
  // The range up to the out point includes the frame at the playhead.
  await expect(outPoint).toHaveAttribute('aria-valuetext', '0:00:00:20');
  await expect(timeline.area.locator('[data-minimap-range]')).toBeAttached();
  await inPoint.focus();
  await editor.keyboard.press('ArrowLeft');
  await expect(inPoint).toHaveAttribute('aria-valuenow', '9');
  const box = await outPoint.boundingBox();
  const middle = { x: (box?.x ?? 0) + (box?.width ?? 0) / 2, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  await timeline.drag(middle, { x: 120 });
  await expect(outPoint).not.toHaveAttribute('aria-valuenow', '21');
  await expect(outPoint).toHaveAttribute('aria-valuemax', '75');
  await editor.keyboard.press('Alt+x');
  await expect(inPoint).toBeHidden();
  await expect(timeline.area.locator('[data-minimap-range]')).not.toBeAttached();
  await editor.keyboard.press('i');
  await timeline.area.getByRole('button', { name: 'Show frames in the ruler' }).click();
  await expect(timeline.area.locator('[data-ruler]')).toContainText('50');
  await expect(timeline.area.locator('[data-ruler]')).not.toContainText('0:00');
  await editor.reload();
  await expect(inPoint).toHaveAttribute('aria-valuenow', '20');
  // Block the save: the next page load restores the state that did not reach the service.
  const isSave = (url: URL) => url.pathname.includes('/editing');
  await editor.route(isSave, (route) => (route.request().method() === 'PUT' ? route.abort() : route.continue()));
  await inPoint.press('ArrowLeft');
  await expect(inPoint).toHaveAttribute('aria-valuenow', '19');
  await editor.reload();
  await expect(inPoint).toHaveAttribute('aria-valuenow', '19');
  await expect(timeline.area.locator('[data-ruler]')).not.toContainText('0:00');
});

test('messages appear above the timeline', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await project.putTemplate('Other', threeScenes);
  const page = new EditorPage(editor);
  await page.tab('Templates').click();
  const row = page.library.getByRole('listitem').filter({ hasText: 'Other' });
  const isDrawn = (image: HTMLImageElement) => image.complete && image.naturalWidth > 0;
  await expect.poll(() => row.locator('img').evaluate(isDrawn)).toBe(true);
  await row.getByRole('button', { name: /^Other/ }).press('Delete');
  const message = editor.getByText('Deleted “Other”', { exact: true });
  await expect(message).toBeVisible();
  const foot = async () => {
    const box = await editor.getByRole('region', { name: 'Notifications' }).boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  const top = async () => (await editor.getByRole('toolbar', { name: 'Transport' }).boundingBox())?.y ?? 0;
  await expect.poll(async () => (await top()) - (await foot())).toBeGreaterThanOrEqual(0);
  await page.view('XML');
  const timelineTop = async () => (await timeline.area.boundingBox())?.y ?? 0;
  await expect.poll(async () => (await timelineTop()) - (await foot())).toBeGreaterThanOrEqual(0);
});

test('a film can be duplicated in another aspect ratio', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const text = `<movie width="320" height="180" framerate="25">
  <scene duration="25"><video src="bars.mp4"/><text content="Hello" size="32" position="0, 40"/></scene>
</movie>`;
  await openTimeline(editor, project, media, text);
  const page = new EditorPage(editor);
  await page.tab('Templates').click();
  await page.library.getByRole('button', { name: 'More actions for Film' }).click();
  await editor.getByRole('menuitem', { name: 'Duplicate as' }).click();
  await editor.getByRole('menuitem', { name: 'Tall' }).click();
  await page.isOpen('Film 9x16');
  await expect(editor.getByText('This is a copy of “Film” in 9:16')).toBeVisible();
  expect(await project.template('Film 9x16')).toBe(
    text
      .replace('width="320" height="180"', 'width="180" height="320"')
      .replace('"bars.mp4"', '"bars.mp4" fit="cover"')
      .replace('size="32" position="0, 40"', 'size="24" position="0, 71"'),
  );
  expect(await project.template('Film')).toBe(text);
});

test('the search in the rows cycles through its matches', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, layeredFilm);
  const search = timeline.area.getByRole('search');
  const field = search.getByRole('searchbox');
  const rows = timeline.area.locator('[data-row]');
  // Outside of the timeline, the keys have other functions.
  await new EditorPage(editor).undo.focus();
  await editor.keyboard.press('ControlOrMeta+f');
  await expect(search).toHaveCount(0);
  await timeline.scene('Middle').click();
  await editor.keyboard.press('ControlOrMeta+f');
  await expect(field).toBeFocused();
  await field.fill('heádline');
  await expect(search.getByRole('status')).toHaveText('1 found');
  await expect(rows).toHaveCount(1);
  await editor.keyboard.press('Enter');
  await expect(search.getByRole('status')).toHaveText('1 of 1');
  await expect(timeline.row(/^Headline,/)).toHaveAttribute('aria-selected', 'true');
  // The current row stays current while it matches. A row matches by the kind of its text, or by the name of its scene.
  await field.fill('text');
  await expect(search.getByRole('status')).toHaveText('2 of 2');
  await field.fill('end');
  await editor.keyboard.press('Shift+Enter');
  await expect(timeline.scene('End')).toHaveAttribute('aria-selected', 'true');
  await field.fill('nobody');
  await expect(search.getByRole('status')).toHaveText('No results');
  await search.getByRole('button', { name: 'Clear', exact: true }).last().click();
  await expect(field).toBeFocused();
  await expect(field).toHaveValue('');
  await field.fill('date');
  await editor.keyboard.press('Escape');
  await expect(search).toHaveCount(0);
  await expect(timeline.scene('Middle')).toBeFocused();
  await expect(rows).toHaveCount(1);
  expect(await project.template('Film')).toBe(layeredFilm);
});

test('the timeline can show only the layers at the playhead', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, layeredFilm);
  await timeline.toggle('Middle');
  await expect(timeline.row(/^Panel,/)).toBeVisible();
  await timeline
    .row(/^Ground,/)
    .locator('[data-row-name]')
    .click({ button: 'right' });
  await editor.getByRole('menuitemcheckbox', { name: 'Only at the playhead' }).click();
  // The playhead is at the start of the scene, where both layers are not visible yet.
  await expect(timeline.row(/^Panel,/)).toHaveCount(0);
  await expect(timeline.row(/^Headline,/)).toHaveCount(0);
  await expect(timeline.area.getByText('2 layers hidden').first()).toBeVisible();
  await timeline.seek(45 * 4);
  await expect(timeline.row(/^Panel,/)).toBeVisible();
  await timeline.area.getByRole('button', { name: 'Show all' }).click();
  await expect(timeline.area.locator('[data-row]')).toHaveCount(5);
  expect(await project.template('Film')).toBe(layeredFilm);
});

test('the search in many rows starts at the top', {
  tag: '@full',
}, async ({ editor, project, media }) => {
  const layers = Array.from({ length: 100 }, (_, at) => `<solid color="#102030" name="Word ${at}"/>`).join('');
  const film = `<movie width="320" height="180" framerate="25">\n<scene name="One" duration="20">${layers}</scene></movie>`;
  const timeline = await openTimeline(editor, project, media, film);
  await timeline.toggle('One');
  const [top, far] = [timeline.row(/^Word 99,/), timeline.row(/^Word 60,/)];
  await top.locator('[data-row-name]').hover();
  await editor.mouse.wheel(0, 900);
  await far.locator('[data-row-name]').click();
  await editor.keyboard.press('ControlOrMeta+f');
  await timeline.area.getByRole('searchbox').fill('word');
  await expect(top).toBeInViewport();
  for (const _ of Array.from({ length: 12 })) await editor.keyboard.press('Shift+Enter');
  // Shift+Enter goes to the previous match: twelve times from row 60, where the search started.
  await expect(timeline.row(/^Word 72,/)).toBeInViewport();
  await editor.keyboard.press('Escape');
  await expect(far).toBeFocused();
  await expect(far).toBeInViewport();
});
