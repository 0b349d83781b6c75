import { writeFile } from 'node:fs/promises';
import { expect } from 'playwright/test';
import { openInspector } from './fixtures/open-inspector.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { InspectorPage } from './pages/inspector.ts';
import { restingBox } from './pages/resting-box.ts';
import { StagePage } from './pages/stage.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const FRAME = 4;

const heard = `<movie width="320" height="180" framerate="25">
  <audio src="bars.mp4" name="Music"/>
  <scene name="One" duration="100">
    <solid color="#224488"/>
  </scene>
</movie>
`;

test('the row of a sound shows its short file name', async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, heard.replace(' name="Music"', ''));
  const name = timeline.area.locator('[data-row=sound] [data-row-name] span[title="bars.mp4"]');
  await expect(name).toBeVisible();
  await expect(name).not.toHaveAttribute('data-cut');
});

test('dragged volume points change the loudness of a sound', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, heard);
  const bar = timeline.bar('Music');
  // The pointer selects the sound, and keys then lower its volume.
  const bare = await restingBox(bar);
  await editor.mouse.click(bare.x + 60 * FRAME, bare.y + bare.height - 8);
  await editor.keyboard.press('Alt+ArrowDown');
  await expect.poll(() => project.template('Film')).toMatch(/<audio [^>]*volume="0\.9/);
  await editor.keyboard.press('ControlOrMeta+z');
  const low = await restingBox(bar);
  await editor.mouse.dblclick(low.x + 60 * FRAME, low.y + low.height - 8);
  await expect.poll(async () => (await restingBox(bar)).height).toBeGreaterThan(90);
  // Until the sound has volume points, an expanded row has a slider beside its name.
  const slider = timeline.area.getByRole('slider', { name: 'Volume of Music' });
  await expect(slider).toHaveAttribute('aria-valuetext', '0 dB');
  await slider.press('PageDown');
  await expect.poll(() => project.template('Film')).toMatch(/<audio [^>]*volume="0\.75"/);
  await editor.keyboard.press('ControlOrMeta+z');
  await expect(slider).toHaveAttribute('aria-valuetext', '0 dB');
  const point = (name: RegExp) => timeline.area.getByRole('button', { name });
  for (const frame of [20, 60]) {
    // When the slider disappears with the first point, the rows scroll.
    const line = await restingBox(timeline.area.locator('[data-handle=volume]'));
    await editor.mouse.dblclick(line.x + frame * FRAME, line.y + line.height / 2);
    await expect(point(new RegExp(`^Volume 0 dB at frame ${frame}`))).toBeVisible();
  }
  await expect(slider).toHaveCount(0);
  const place = await restingBox(point(/^Volume 0 dB at frame 60/));
  await timeline.hold({ x: place.x + 4, y: place.y + 4 }, { x: 10 * FRAME, y: 30 });
  await expect(timeline.tip).toContainText('fr 70');
  await editor.mouse.up();
  await expect
    .poll(() => project.template('Film'))
    .toMatch(/<key time="20" volume="1"\/>\s*<key time="70" volume="0\.\d+"\/>/);
  // Keys move from the bar to its points. After a deletion, the bar has the focus again.
  await editor.keyboard.press('Escape');
  await bar.focus();
  await editor.keyboard.press('ArrowRight');
  await expect(point(/at frame 20/)).toBeFocused();
  await editor.keyboard.press('Alt+ArrowDown');
  await editor.keyboard.press('Alt+ArrowRight');
  await expect(point(/^Volume −0.5 dB at frame 21/)).toBeFocused();
  await editor.keyboard.press('Delete');
  await expect(bar).toBeFocused();
  await expect.poll(() => project.template('Film')).not.toContain('time="21"');
});

test(
  'captions appear in the timeline bar and in a list',
  { tag: '@full' },
  async ({ editor, project, media }, info) => {
    const file = info.outputPath('said.srt');
    await writeFile(
      file,
      '1\n00:00:00,400 --> 00:00:01,200\nGood evening\n\n2\n00:00:02,000 --> 00:00:03,000\nand good night\n\n3\n00:00:09,000 --> 00:00:10,000\nnobody\n',
    );
    await project.putAsset('said.srt', file);
    const text = heard.replace('    <solid', '    <captions src="said.srt" name="Said"/>\n    <solid');
    const timeline = await openTimeline(editor, project, media, text);
    await timeline.toggle('One');
    await expect(timeline.bar('Said')).toContainText('Good evening');
    await timeline.bar('Said').click();
    const captions = new InspectorPage(editor).root.getByRole('region', { name: 'Captions' });
    await expect(captions.getByRole('listitem')).toHaveCount(3);
    await expect(captions).toContainText('1 caption is outside');
    await captions.getByRole('button', { name: 'and good night' }).click();
    await expect(captions.getByRole('textbox', { name: 'Caption text' })).toHaveValue('and good night');
    await expect(editor.getByRole('region', { name: 'Preview' })).toContainText('fr 50');
  },
);

test('captions are edited, split, timed, and undone', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media, heard);
  const written = async () => (await project.assetText('captions.srt')).replaceAll('\r\n', '\n');
  await editor.keyboard.press('a');
  await editor.getByRole('dialog', { name: 'Add a layer' }).getByRole('option', { name: 'Write captions' }).click();
  await expect.poll(() => project.template('Film')).toMatch(/<captions src="captions\.srt"/);
  const captions = new InspectorPage(editor).root.getByRole('region', { name: 'Captions' });
  // The first caption opens for editing immediately.
  const words = captions.getByRole('textbox', { name: 'Caption text' });
  await expect(words).toHaveValue('Caption');
  await expect(words).toBeFocused();
  await words.fill('Hello there');
  for (let letter = 0; letter < 6; letter += 1) await editor.keyboard.press('ArrowLeft');
  await editor.keyboard.press('Enter');
  await expect(words).toHaveValue('there');
  await expect(words).toBeFocused();
  // Enter in the last caption starts a new one.
  await editor.keyboard.press('End');
  await editor.keyboard.press('Enter');
  await expect(words).toHaveValue('Caption');
  await editor.keyboard.type('Bye');
  await captions.getByRole('textbox', { name: 'To' }).fill('5s');
  await editor.keyboard.press('Enter');
  await expect
    .poll(written)
    .toBe(
      '1\n00:00:00,000 --> 00:00:01,000\nHello\n\n2\n00:00:01,000 --> 00:00:02,000\nthere\n\n' +
        '3\n00:00:02,000 --> 00:00:05,000\nBye\n',
    );
  // The length of a caption is limited. A longer text is reported when it is pasted.
  await words.press('ControlOrMeta+a');
  await editor.keyboard.insertText('x'.repeat(500_000));
  await expect(words).toHaveValue('x'.repeat(2000));
  await expect(captions.getByRole('status')).toContainText('up to 2,000 characters');
  // Escape restores the text, and the list gets the focus.
  await words.fill('no');
  await editor.keyboard.press('Escape');
  await expect(captions.getByRole('button', { name: /Bye/ })).toBeFocused();
  await editor.keyboard.press('Delete');
  await expect.poll(written).not.toContain('Bye');
  // Undo does not depend on the selection.
  await timeline.scene('One').click();
  await expect(captions).toHaveCount(0);
  await editor.keyboard.press('e');
  await timeline.bar('captions.srt').click();
  await captions.getByRole('button', { name: /there/ }).first().focus();
  await editor.keyboard.press('Control+z');
  await expect.poll(written).toContain('Bye');
});

test('the shape of a mask is dragged in the picture', { tag: '@full' }, async ({ editor, project, media }) => {
  const { inspector, frame, saves } = await openInspector(
    { editor, project, media },
    heard.replace(
      '<solid color="#224488"/>',
      '<solid color="#224488"><mask><shape width="50%" height="50%"/></mask></solid>',
    ),
  );
  const stage = new StagePage(editor, 320);
  await stage.click(160, 90);
  await expect(stage.selected()).toContainText('Solid');
  await inspector.root
    .getByRole('region', { name: 'Mask layers' })
    .getByRole('button', { name: /^(Layer 1|Rectangle)/ })
    .click();
  await expect(stage.selected()).toContainText('Rectangle');
  await stage.drag([150, 90], [180, 110]);
  await editor.mouse.up();
  await saves(/<mask><shape width="50%" height="50%" position="3\d, 2\d"\/><\/mask>/);
  await expect(frame.undo).toHaveAccessibleName(/^Undo: Move/);
});

test('a type of transition is dragged to another cut', { tag: '@full' }, async ({ editor, project, media }) => {
  const timeline = await openTimeline(editor, project, media);
  await timeline.lanes.getByRole('button', { name: 'Add transition between scenes 1 and 2' }).click();
  const wipe = new InspectorPage(editor).root.getByRole('radio', { name: 'Wipe' });
  const cut = await restingBox(timeline.scene('End'));
  const lanes = await restingBox(timeline.lanes);
  await wipe.dragTo(timeline.lanes, { targetPosition: { x: cut.x + 4 - lanes.x, y: cut.y + 40 - lanes.y } });
  await expect.poll(() => project.template('Film')).toMatch(/<transition\/>[\s\S]*<transition type="wipe"\/>/);
  await expect(new EditorPage(editor).undo).toHaveAccessibleName(/^Undo: Add/);
});

test('a wipe is rotated in the picture and applied everywhere', { tag: '@full' }, async ({
  editor,
  project,
  media,
  service,
}) => {
  const wipe = (name: string) =>
    `<scene name="${name}" duration="50"><solid color="#ff0000"/></scene>\n  <transition type="wipe" duration="10"/>`;
  const ends = '<scene name="Last" duration="50"/>';
  const timeline = await openTimeline(
    editor,
    project,
    media,
    `<movie width="320" height="180" framerate="25">\n  ${wipe('First')}\n  <scene duration="50"/>\n  ${ends}\n</movie>`,
  );
  const chip = timeline.lanes.getByRole('button', { name: /^Wipe/ });
  await chip.click();
  // The playhead goes to the middle frame of the sound.
  await editor.keyboard.press('g');
  await editor.keyboard.type('45');
  await editor.keyboard.press('Enter');
  const handle = editor.locator('[data-transition-side]');
  await expect(handle).toHaveAttribute('data-transition-side', 'left');
  await expect(editor.getByText(/^Wipe \d+\s% · fr\s\d+ of 10$/)).toBeVisible();
  const stage = await restingBox(editor.locator('[data-stage]'));
  await handle.hover();
  await editor.mouse.down();
  await editor.mouse.move(stage.x + stage.width / 2, stage.y + 8, { steps: 4 });
  await editor.mouse.up();
  await expect
    .poll(() => project.template('Film'))
    .toContain('<transition type="wipe" duration="10" direction="top"/>');
  const { root } = new InspectorPage(editor);
  await root.getByRole('button', { name: 'Apply to all cuts' }).click();
  await expect(timeline.lanes.getByRole('button', { name: /^Wipe/ })).toHaveCount(2);
  await expect(new EditorPage(editor).undo).toHaveAccessibleName('Undo: Apply transition to all cuts');
  await root.getByRole('button', { name: 'Set as default' }).click();
  await expect
    .poll(async () => (await (await service.fetch(`/v1/brand/${project.uid}`)).json()).brand.motion)
    .toEqual({ transition: { type: 'wipe', direction: 'top', duration: '10' } });
});

test('the gallery of transitions shows composited scenes', { tag: '@full' }, async ({ editor, project, media }) => {
  const scenes =
    '<scene name="Ground" duration="50"><solid color="#ff0000"/></scene>\n  <transition/>\n  <scene name="One"';
  const timeline = await openTimeline(editor, project, media, heard.replace('<scene name="One"', scenes));
  await timeline.lanes.getByRole('button', { name: /^Crossfade/ }).click();
  const slide = new InspectorPage(editor).root.getByRole('radio', { name: 'Slide' });
  /** Returns the colors of the pictures in a tile. */
  const colours = () =>
    slide.locator('img').evaluateAll((pictures) =>
      pictures.map((picture) => {
        const context = new OffscreenCanvas(1, 1).getContext('2d');
        context?.drawImage(picture as HTMLImageElement, 0, 0, 1, 1);
        const [red = 0, , blue = 0] = context?.getImageData(0, 0, 1, 1).data ?? [];
        return red > 200 && blue < 50 ? 'red' : blue > red ? 'blue' : 'other';
      }),
    );
  await expect.poll(colours).toEqual(['red', 'blue']);
});

test('a note appears if the waveform of a sound cannot be loaded', { tag: '@full' }, async ({
  editor,
  project,
  media,
}) => {
  const isWaveform = /\/waveform\b/;
  await editor.route(isWaveform, (route) => route.abort());
  const timeline = await openTimeline(editor, project, media, heard);
  const note = timeline.bar('Music').getByText('No waveform');
  await expect(note).toBeVisible();
  await expect(note.locator('..')).toHaveAttribute('title', /The sound can’t be read/);
  await editor.unroute(isWaveform);
  await editor.reload();
  await expect(timeline.bar('Music')).toBeVisible();
  await expect(note).toHaveCount(0);
});
