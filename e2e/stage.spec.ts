import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { restingBox } from './pages/resting-box.ts';
import { StagePage } from './pages/stage.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const film = `<movie width="640" height="360" framerate="25">
  <scene duration="50">
    <solid name="Ground" color="#204060"/>
    <solid name="Panel" color="#c04020" width="200" height="100"/>
    <text name="Headline" content="Hello \${who, you}" size="30" width="240" height="60" position="0, -100"/>
    <solid name="Dot" color="#ffffff" width="40" height="40" position="-250, 100">
      <animation><key time="0" position="-250, 100"/><key time="20" position="-150, 100"/></animation>
    </solid>
  </scene>
</movie>
`;

async function openStage({ editor, project }: { readonly editor: Page; readonly project: Project }) {
  await project.putTemplate('Film', film);
  const frame = new EditorPage(editor);
  await frame.open(project, 'Film');
  const stage = new StagePage(editor, 640);
  await expect(stage.layers).toHaveCount(4);
  const saves = async (part: string) => {
    await editor.keyboard.press('ControlOrMeta+s');
    await expect.poll(() => project.template('Film')).toContain(part);
  };
  return { frame, stage, saves };
}

test('a click selects the topmost layer, and Alt+click the next one below', { tag: '@full' }, async ({
  editor,
  project,
}) => {
  const { stage, frame } = await openStage({ editor, project });
  await stage.click(320, 180);
  await expect(stage.selected()).toHaveText(/^Panel, Solid, X 0, Y 0, 200 × 100/);
  // The key H switches solo on and off.
  const alone = frame.preview.getByText(/^Solo is on/);
  await editor.keyboard.press('h');
  await expect(alone).toBeVisible();
  await editor.keyboard.press('h');
  await expect(alone).toBeHidden();
  await stage.click(320, 180, ['Alt']);
  await expect(stage.selected()).toHaveText(/^Ground/);
  await stage.click(320, 180, ['ControlOrMeta']);
  await expect(stage.selected()).toHaveCount(2);
  await expect(editor.getByTestId('common-box')).toBeVisible();
  await editor.keyboard.press('Escape');
  await expect(stage.selected()).toHaveCount(0);
  await expect(frame.inspector.getByRole('navigation', { name: 'Selection' })).toContainText('Scene 1');
});

test('Ctrl and the wheel zoom the picture at the pointer', async ({ editor, project }) => {
  const { stage, frame } = await openStage({ editor, project });
  const zoom = async (turns: number) => {
    await editor.keyboard.down('Control');
    for (let turn = 0; turn < turns; turn++) await editor.mouse.wheel(0, -60);
    await editor.keyboard.up('Control');
  };
  const fit = await restingBox(stage.root);
  await editor.mouse.move(fit.x + fit.width / 2, fit.y + fit.height / 2);
  // A picture that is smaller than its area is centered. After this zoom, it is larger.
  await zoom(2);
  await expect(frame.preview.getByRole('region', { name: 'Enlarged preview' })).toBeVisible();
  await expect.poll(async () => (await restingBox(stage.root)).width).toBeGreaterThan(fit.width * 1.5);
  const first = await restingBox(stage.root);
  const pointer = { x: Math.round(fit.x + fit.width * 0.4), y: Math.round(fit.y + fit.height * 0.6) };
  const place = { x: (pointer.x - first.x) / first.width, y: (pointer.y - first.y) / first.height };
  await editor.mouse.move(pointer.x, pointer.y);
  await zoom(4);
  await expect.poll(async () => (await restingBox(stage.root)).width).toBeGreaterThan(first.width * 3);
  const large = await restingBox(stage.root);
  expect((pointer.x - large.x) / large.width).toBeCloseTo(place.x, 2);
  expect((pointer.y - large.y) / large.height).toBeCloseTo(place.y, 2);
  await editor.keyboard.down('Space');
  await editor.mouse.down();
  await editor.mouse.move(pointer.x - 30, pointer.y - 20, { steps: 3 });
  await editor.mouse.up();
  await editor.keyboard.up('Space');
  const moved = await restingBox(stage.root);
  expect([moved.x - large.x, moved.y - large.y].map(Math.round)).toEqual([-30, -20]);
  await expect(frame.undo).toHaveAttribute('aria-disabled', 'true');
  await expect(frame.preview.getByRole('button', { name: /^Play/ })).toBeVisible();
  await editor.keyboard.press('Space');
  await expect(frame.preview.getByRole('button', { name: /^Pause/ })).toBeVisible();
});

test('a drag of a layer snaps and is one undo step', async ({ editor, project }) => {
  const { stage, frame, saves } = await openStage({ editor, project });
  await stage.drag([320, 200], [390, 250]);
  await expect(stage.selected()).toHaveText(/X 70, Y 50/);
  await editor.keyboard.press('Escape');
  await editor.mouse.up();
  await expect(stage.selected()).toHaveText(/X 0, Y 0/);
  await expect(frame.undo).toHaveAttribute('aria-disabled', 'true');
  await stage.drag([320, 200], [390, 250]);
  await editor.mouse.up();
  await saves('<solid name="Panel" color="#c04020" width="200" height="100" position="70, 50"/>');
  await expect(frame.undo).toHaveAccessibleName(/Move “Panel”/);
  await frame.undo.click();
  await expect(frame.undo).toHaveAttribute('aria-disabled', 'true');
  await saves('<solid name="Panel" color="#c04020" width="200" height="100"/>');
});

test('modifiers change how a dragged layer moves', {
  tag: '@full',
}, async ({ editor, project }) => {
  const { stage, frame, saves } = await openStage({ editor, project });
  const drag = async (key: string, from: readonly [number, number], to: readonly [number, number]) => {
    await editor.keyboard.down(key);
    await stage.drag(from, to);
    await editor.mouse.up();
    await editor.keyboard.up(key);
  };
  await stage.click(320, 200);
  await drag('Shift', [320, 200], [390, 212]);
  await expect(stage.selected()).toHaveText(/^Panel, .* X 70, Y 0/);
  await frame.undo.click();

  await drag('Alt', [250, 200], [290, 250]);
  await expect(stage.layers).toHaveCount(5);
  await expect(stage.selected()).toHaveText(/^Panel, .* X 40, Y 50/);
  await saves('width="200" height="100" position="40, 50"/>');
  await frame.undo.click();
  await expect(stage.layers).toHaveCount(4);

  // The box starts on the background, which fills the frame. It selects all layers that it touches except the
  // background.
  await editor.keyboard.press('Escape');
  await stage.drag([30, 20], [330, 190]);
  await editor.mouse.up();
  await expect(stage.selected()).toHaveText([/^Headline/, /^Panel/]);
  await frame.inspector.getByRole('button', { name: 'Align bottom' }).click();
  await saves('width="240" height="60" position="0, 20"');
  await frame.undo.click();
  // A drag moves both layers together, but a click selects only the clicked layer.
  await stage.click(320, 80);
  await expect(stage.selected()).toHaveText([/^Headline/]);
  await stage.root.click({ button: 'right', position: { x: 2, y: 2 } });
  await editor.getByRole('menuitem', { name: 'Disable layer' }).click();
  await saves('<solid name="Ground" color="#204060" enabled="false"/>');
});

test('keys move, scale, and select layers in the picture', { tag: '@full' }, async ({ editor, project }) => {
  const { stage, saves } = await openStage({ editor, project });
  await stage.root.focus();
  await editor.keyboard.press('Tab');
  await expect(stage.selected()).toHaveText(/^Dot/);
  await editor.keyboard.press('Tab');
  await editor.keyboard.press('Tab');
  await expect(stage.selected()).toHaveText(/^Panel/);
  await editor.keyboard.press('ArrowRight');
  await editor.keyboard.press('Shift+ArrowDown');
  await editor.keyboard.press('Alt+ArrowUp');
  await saves('name="Panel" color="#c04020" width="202" height="101" position="1, 10"');
});

test('a handle scales a layer until a value is typed', { tag: '@full' }, async ({ editor, project }) => {
  const { stage, saves } = await openStage({ editor, project });
  await stage.click(320, 180);
  await stage.drag(await stage.gripPlace(1, 0), [450, 180]);
  await editor.keyboard.type('260');
  await expect(stage.selected()).toHaveText(/260 × 100/);
  await editor.mouse.up();
  await saves('name="Panel" color="#c04020" width="260" height="100" position="30, 0"');
});

test('a Ctrl-drag of a corner crops the layer', { tag: '@full' }, async ({ editor, project, media }) => {
  await project.putAsset('gradient.mp4', media.gradient);
  const layer = '<video src="gradient.mp4" width="320" height="180"/>';
  await project.putTemplate(
    'Film',
    `<movie width="640" height="360" framerate="25"><scene duration="20">${layer}</scene></movie>`,
  );
  const frame = new EditorPage(editor);
  await frame.open(project, 'Film');
  const stage = new StagePage(editor, 640);
  await expect(stage.layers).toHaveText(/320 × 180/);
  await stage.click(320, 180);
  await editor.keyboard.down('ControlOrMeta');
  await stage.drag(await stage.gripPlace(1, 1), [400, 225]);
  await editor.mouse.up();
  await editor.keyboard.up('ControlOrMeta');
  await expect(frame.undo).toHaveAccessibleName(/crop/i);
  await expect(stage.selected()).toHaveText(/X −40(,\d)?.*, Y −22.*, 2[34]\d × 13\d/);
  await editor.keyboard.press('ControlOrMeta+s');
  await expect.poll(() => project.template('Film')).toMatch(/crop="0, 2[45](\.\d+)?%, 2[45](\.\d+)?%, 0"/);
});

test('the selection box of a picture has its visible size', { tag: '@full' }, async ({ editor, project }) => {
  const { stage, frame } = await openStage({ editor, project });
  await project.putAsset('wide.png', path.resolve(import.meta.dirname, '../docs/screenshots/palette.png'));
  const images = '<image src="wide.png" name="Own"/><image src="wide.png" name="Fitted" width="160" height="160"/>';
  await project.putTemplate('Pictures', film.replace(/<scene[\s\S]*scene>/, `<scene duration="5">${images}</scene>`));
  await frame.open(project, 'Pictures');
  await expect(stage.layers).toHaveText([/^Fitted, .*, 160 × 90$/, /^Own, .*, 1280 × 720$/]);
});

test('keys that move an animated layer set a keyframe at the playhead', { tag: '@full' }, async ({
  editor,
  project,
}) => {
  const { stage, saves } = await openStage({ editor, project });
  await editor.keyboard.press('Shift+ArrowRight');
  // At this frame, half of the animation has passed.
  await expect(stage.layers.first()).toHaveText(/X −200, Y 100/);
  await stage.click(120, 280);
  await editor.keyboard.press('ArrowUp');
  await saves('<key time="10" position="-200, 99"/>');
});

test('an edited text shows each variable as one character', async ({ editor, project }) => {
  const { stage, frame, saves } = await openStage({ editor, project });
  await stage.click(320, 80);
  await expect(stage.tools).toBeVisible();
  await editor.keyboard.press('Enter');
  const text = stage.writing('Headline');
  await expect(text).toHaveText('Hello you');
  await editor.keyboard.press('Backspace');
  await expect(text).toHaveText('Hello ');
  await editor.keyboard.type('dear {w');
  await expect(editor.getByRole('listbox', { name: 'Variables' })).toBeVisible();
  await editor.keyboard.press('Escape');
  await editor.keyboard.press('Backspace');
  await editor.keyboard.press('Backspace');
  await editor.keyboard.type('friend');
  await editor.keyboard.press('Enter');
  await editor.keyboard.type('{city');
  await editor.keyboard.press('Enter');
  await editor.keyboard.press('Escape');
  await expect(text).toHaveCount(0);
  await saves('content="Hello dear friend&#10;${city, city}"');
  await frame.undo.click();
  await saves('content="Hello ${who, you}"');
});

test('an empty text keeps its editor open', async ({ editor, project }) => {
  const { stage, frame, saves } = await openStage({ editor, project });
  await stage.click(320, 80);
  await editor.keyboard.press('Enter');
  const text = stage.writing('Headline');
  await expect(text).toBeFocused();
  await editor.keyboard.press('ControlOrMeta+a');
  await editor.keyboard.press('Backspace');
  await expect(text).toHaveText('');
  await expect(text).toBeFocused();
  // These keys must not cut, delete, or play while the user types.
  await editor.keyboard.type('s Hi ${guest}, {who}! {nobody} {5}');
  await expect(text).toHaveText('s Hi guest, you! nobody {5}');
  await editor.keyboard.press('Escape');
  await expect(text).toHaveCount(0);
  await expect(stage.layers).toHaveCount(4);
  await saves('content="s Hi ${guest, guest}, ${who, you}! ${nobody, nobody} {5}"');
  await frame.undo.click();
  await saves('content="Hello ${who, you}"');
});

test('an input method composes text in both directions', { tag: '@full' }, async ({ editor, project }) => {
  const { stage, saves } = await openStage({ editor, project });
  const input = await editor.context().newCDPSession(editor);
  const compose = (text: string) =>
    input.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await stage.click(320, 80);
  await editor.keyboard.press('Enter');
  const text = stage.writing('Headline');
  await expect(text).toHaveText('Hello you');
  await editor.keyboard.press('ControlOrMeta+a');
  for (const part of ['n', 'に', 'にh', 'にほ', 'にほん', '日本']) await compose(part);
  await expect(text).toHaveText('日本');
  await input.send('Input.insertText', { text: '日本' });
  await expect(text).toHaveText('日本');
  await editor.keyboard.press('Enter');
  await editor.keyboard.insertText('مرحبا بكم!');
  // The first line is left-to-right. The second is right-to-left, so its end is at the left.
  const leftOf = (letter: string) =>
    text.evaluate((element, sought) => {
      const written = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
      for (let node = written.nextNode(); node !== null; node = written.nextNode()) {
        const at = node.nodeValue?.indexOf(sought) ?? -1;
        if (at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + 1);
        return range.getBoundingClientRect().left;
      }
      throw new Error(`${sought} is not written`);
    }, letter);
  expect(await leftOf('!')).toBeLessThan(await leftOf('م'));
  await editor.keyboard.press('Escape');
  await saves('content="日本&#10;مرحبا بكم!"');
});
