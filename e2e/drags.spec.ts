import { expect, type Locator, type Page } from 'playwright/test';
import { expectEndedDrags, middle } from './fixtures/ended-drags.ts';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { AssetsPanel } from './pages/assets.ts';
import { EditorPage } from './pages/editor.ts';
import { InspectorPage } from './pages/inspector.ts';
import { restingBox } from './pages/resting-box.ts';
import { StagePage } from './pages/stage.ts';
import type { TimelinePage } from './pages/timeline.ts';

test.use({ sharesService: true, showsFirstScreen: false });

/** A film with everything that a gesture can drag. */
const film = `<movie width="640" height="360" framerate="25">
  <resources>
    <variable name="products" type="list"><field name="name" default="New"/><item name="Tea"/><item name="Jam"/></variable>
  </resources>
  <scene name="One" duration="50">
    <solid name="Ground" color="#204060"/>
    <video src="gradient.mp4" name="Clip" duration="30" width="100" position="-240, -120"/>
    <text name="Title" content="Hello" size="40" position="0, -120"><animation type="fadein" duration="10"/></text>
    <captions name="Said"><cue start="0s" end="1s">Good evening</cue><cue start="1s" end="2s">friends</cue></captions>
    <solid name="Dot" color="#40c020" width="40" height="40">
      <animation><key time="0" position="-200, 0"/><key time="20" position="200, 100"/></animation>
    </solid>
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
    <video src="gradient.mp4"/>
  </scene>
  <scene name="Product" each="\${products}" duration="20"><text content="\${item.name}"/></scene>
  <scene name="Season" type="choice" condition="\${season, spring}">
    <scene name="Spring" case="spring" duration="40"><solid color="#802080"/></scene>
    <scene name="Autumn" case="autumn" duration="25"><solid color="#808020"/></scene>
  </scene>
  <audio src="bars.mp4" name="Music"/>
  <audio src="bars.mp4" name="Voice">
    <animation><key time="0" volume="1"/><key time="40" volume="0.5"/></animation>
  </audio>
</movie>
`;

/** The initial zoom for `film`, in pixels per frame. */
const FRAME = 4;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The pages of the editor. */
interface Editor {
  readonly page: Page;
  readonly timeline: TimelinePage;
  readonly stage: StagePage;
  readonly inspector: InspectorPage;
}

interface Drag {
  readonly name: string;
  /** Selects, expands, or opens what is dragged. */
  readonly prepare?: (editor: Editor) => Promise<unknown>;
  /** Returns the point of the press, in pixels of the page. */
  readonly from: (editor: Editor) => Promise<Point>;
  readonly by: Point;
  /** The key that is held during the drag. */
  readonly holds?: 'Alt' | 'ControlOrMeta' | 'Space';
  /** Closes what `prepare` opened. */
  readonly close?: (editor: Editor) => Promise<unknown>;
}

/** Returns a point slightly inside of an element's edge. */
async function edgeOf(locator: Locator, side: 'start' | 'end'): Promise<Point> {
  const { y } = await middle(locator);
  const { x, width } = await restingBox(locator);
  return { x: side === 'start' ? x + 3 : x + width - 3, y };
}

const handle = ({ timeline }: Editor, row: RegExp, name: string) =>
  middle(timeline.row(row).locator(`[data-handle=${name}]`).first());
const grip = ({ stage }: Editor, name: string) => middle(stage.root.locator(`[data-grip="${name}"]`));
const expand = ({ timeline }: Editor, row: RegExp) =>
  timeline
    .row(row)
    .getByRole('button', { name: /^Expand / })
    .click();
const keyLane = async ({ timeline }: Editor, frame: number) => {
  const lane = timeline.area.locator('[data-key-lane="opacity"]');
  const { y } = await middle(lane);
  return { x: (await restingBox(lane)).x + frame * FRAME, y };
};
/** Returns a point in the graph of the opacity. The value is a fraction of the values of the curve, from 0 to 1. */
const graphPoint = async ({ timeline }: Editor, frame: number, value: number) => {
  const { x, y, height } = await restingBox(timeline.area.locator('[data-key-graph]'));
  return { x: x + frame * FRAME, y: y + (height * (1.14 - value)) / 1.28 };
};
const cue = async ({ page, timeline, inspector }: Editor) => {
  await timeline.bar('Said').click();
  await inspector.root
    .getByRole('button', { name: /Good evening/ })
    .first()
    .click();
  await expect(page.getByRole('textbox', { name: 'Caption text' })).toBeFocused();
};

const pickColor = ({ inspector }: Editor) =>
  inspector.field('Color').getByRole('button', { name: 'Pick a color' }).first().click();

/** The drags of scenes, ruler, and overview. In each list, a drag starts in the state that its predecessor left. */
const timelineDrags: readonly Drag[] = [
  {
    name: 'scene',
    prepare: ({ timeline }) => timeline.scene('One').click(),
    from: ({ timeline }) => timeline.on('One'),
    by: { x: 260, y: 0 },
  },
  {
    name: 'trim of a scene',
    prepare: ({ timeline }) => timeline.scene('Two').click(),
    from: ({ timeline }) => timeline.edge('Two', 'end'),
    by: { x: 40, y: 0 },
  },
  {
    name: 'slip of a scene',
    prepare: ({ timeline }) => timeline.scene('Two').click(),
    from: ({ timeline }) => timeline.on('Two'),
    by: { x: -20, y: 0 },
    holds: 'Alt',
  },
  {
    name: 'end of a repeated scene',
    prepare: ({ timeline }) => timeline.scene('Product').click(),
    from: ({ timeline }) => timeline.edge('Product', 'end'),
    by: { x: 40, y: 0 },
  },
  {
    name: 'transition',
    prepare: ({ timeline }) => timeline.lanes.getByRole('button', { name: /^Wipe/ }).click(),
    from: ({ timeline }) => middle(timeline.lanes.locator('[data-transition-edge=start]')),
    by: { x: -20, y: 0 },
  },
  {
    name: 'playhead',
    prepare: ({ timeline }) => timeline.seek(15 * FRAME + 1),
    from: ({ timeline }) => timeline.at(15 * FRAME + 1, 8),
    by: { x: 10 * FRAME, y: 0 },
  },
  {
    name: 'in point',
    prepare: async ({ page, timeline }) => {
      await timeline.seek(30 * FRAME + 1);
      await page.keyboard.press('i');
      await timeline.seek(1);
    },
    from: ({ timeline }) => middle(timeline.lanes.getByRole('slider', { name: 'In point' })),
    by: { x: 10 * FRAME, y: 0 },
  },
  {
    name: 'marker',
    prepare: async ({ page, timeline }) => {
      await timeline.seek(20 * FRAME + 1);
      await page.keyboard.press('Shift+M');
      await timeline.seek(1);
    },
    from: ({ timeline }) => middle(timeline.lanes.locator('[data-marker]')),
    by: { x: 10 * FRAME, y: 0 },
  },
  {
    name: 'box around scenes',
    from: async ({ timeline }) => {
      const end = await timeline.edge('Spring', 'end');
      return { x: end.x + 30, y: end.y };
    },
    by: { x: -80, y: 5 },
  },
  {
    name: 'overview',
    prepare: async ({ page }) => {
      for (let times = 0; times < 4; times += 1) await page.keyboard.press('+');
    },
    from: async ({ timeline }) => edgeOf(timeline.area.locator('[data-minimap]'), 'start'),
    by: { x: 200, y: 0 },
  },
];

const rowDrags: readonly Drag[] = [
  {
    name: 'bar',
    prepare: async ({ timeline }) => {
      await timeline.toggle('One');
      await timeline.bar('Panel').click();
    },
    from: ({ timeline }) => middle(timeline.bar('Panel')),
    by: { x: 20, y: 0 },
  },
  { name: 'end of a bar', from: ({ timeline }) => edgeOf(timeline.bar('Panel'), 'end'), by: { x: -20, y: 0 } },
  { name: 'start of a bar', from: ({ timeline }) => edgeOf(timeline.bar('Panel'), 'start'), by: { x: 20, y: 0 } },
  {
    name: 'box around bars',
    from: async ({ timeline }) => {
      const end = await edgeOf(timeline.bar('Panel'), 'end');
      return { x: end.x + 40, y: end.y };
    },
    by: { x: -100, y: 15 },
  },
  {
    name: 'slip of a layer',
    prepare: ({ timeline }) => timeline.bar('Clip').click(),
    from: ({ timeline }) => middle(timeline.bar('Clip')),
    by: { x: -20, y: 0 },
    holds: 'Alt',
  },
  {
    name: 'order of rows',
    prepare: ({ timeline }) => timeline.bar('Panel').click(),
    from: async ({ timeline }) => {
      const { x, y } = await restingBox(timeline.row(/^Panel,/).locator('[data-row-name]'));
      return { x: x + 60, y: y + 12 };
    },
    by: { x: 0, y: 30 },
  },
  {
    name: 'length of an animation',
    prepare: ({ timeline }) => timeline.bar('Title').click(),
    from: (editor) => handle(editor, /^Title,/, 'wedge-in'),
    by: { x: 20, y: 0 },
  },
  {
    name: 'keyframe',
    prepare: async (editor) => {
      await editor.timeline.bar('Panel').click();
      await expand(editor, /^Panel,/);
      const { x, y } = await keyLane(editor, 20);
      await editor.page.mouse.click(x, y);
    },
    from: (editor) => keyLane(editor, 20),
    by: { x: 6 * FRAME, y: 0 },
  },
  {
    name: 'box around keyframes',
    prepare: async (editor) => {
      const { x, y } = await keyLane(editor, 0);
      await editor.page.mouse.click(x + 1, y);
    },
    from: (editor) => keyLane(editor, 28),
    by: { x: -60, y: 0 },
  },
  {
    name: 'value in a curve',
    prepare: async ({ page, timeline }) => {
      await timeline.bar('Panel').click();
      await page.getByRole('button', { name: 'Show the curve of Opacity' }).click();
    },
    from: (editor) => graphPoint(editor, 20, 1),
    by: { x: 0, y: 15 },
  },
  {
    name: 'handle of a curve',
    prepare: async (editor) => {
      const { x, y } = await graphPoint(editor, 0, 0);
      await editor.page.mouse.click(x + 1, y);
    },
    // The first control point of `ease-in`.
    from: (editor) => graphPoint(editor, 0.42 * 20, 0),
    by: { x: 5 * FRAME, y: -10 },
    close: ({ page }) => page.getByRole('button', { name: 'Hide the curve of Opacity' }).click(),
  },
  {
    name: 'volume',
    prepare: ({ timeline }) => timeline.bar('Music').click(),
    from: async ({ timeline }) => {
      const { x, y } = await restingBox(timeline.row(/^Music,/).locator('[data-handle=volume]'));
      return { x: x + 120, y: y + 3 };
    },
    by: { x: 0, y: 10 },
  },
  { name: 'fade of a sound', from: (editor) => handle(editor, /^Music,/, 'fade-in'), by: { x: 40, y: 0 } },
  {
    name: 'volume point',
    prepare: async (editor) => {
      await expand(editor, /^Voice,/);
      await editor.timeline
        .row(/^Voice,/)
        .locator('[data-handle=point]')
        .last()
        .click();
    },
    from: ({ timeline }) =>
      middle(
        timeline
          .row(/^Voice,/)
          .locator('[data-handle=point]')
          .last(),
      ),
    by: { x: 40, y: 0 },
  },
  {
    name: 'end of a case',
    prepare: async ({ timeline }) => {
      await timeline.toggle('Spring');
      await timeline
        .row(/^Case Autumn/)
        .locator('[data-case-bar]')
        .click();
    },
    from: ({ timeline }) => edgeOf(timeline.row(/^Case Autumn/).locator('[data-case-bar]'), 'end'),
    by: { x: 20, y: 0 },
  },
  {
    name: 'start of a case',
    from: ({ timeline }) => edgeOf(timeline.row(/^Case Autumn/).locator('[data-case-bar]'), 'start'),
    by: { x: 20, y: 0 },
  },
  {
    name: 'order of cases',
    from: ({ timeline }) => middle(timeline.row(/^Case Autumn/).locator('[data-case-bar]')),
    by: { x: 0, y: -36 },
  },
];

const pictureDrags: readonly Drag[] = [
  {
    name: 'layer in the picture',
    prepare: async ({ page, stage }) => {
      const { x, y } = await middle(stage.root);
      await page.mouse.click(x, y);
    },
    from: ({ stage }) => middle(stage.root),
    by: { x: 40, y: 30 },
  },
  { name: 'scale', from: (editor) => grip(editor, '1 1'), by: { x: 40, y: 30 } },
  { name: 'rotation', from: (editor) => grip(editor, 'turn'), by: { x: 60, y: 40 } },
  { name: 'pivot', from: (editor) => grip(editor, 'pivot'), by: { x: 30, y: 20 }, holds: 'Alt' },
  {
    name: 'box in the picture',
    from: async ({ stage }) => {
      const { x, y, width, height } = await restingBox(stage.root);
      return { x: x + width * 0.1, y: y + height * 0.75 };
    },
    by: { x: 150, y: -120 },
    holds: 'ControlOrMeta',
  },
  {
    name: 'scale of several layers',
    prepare: ({ page, timeline }) =>
      timeline.toggle('One').then(async () => {
        await timeline.bar('Panel').click();
        await timeline.bar('Dot').click({ modifiers: ['ControlOrMeta'] });
        await expect(page.getByTestId('common-box').or(page.locator('[data-grip="1 1"]')).first()).toBeVisible();
      }),
    from: (editor) => grip(editor, '1 1'),
    by: { x: 30, y: 20 },
  },
  {
    name: 'keyframe of a motion path',
    prepare: ({ timeline }) => timeline.bar('Dot').click(),
    from: (editor) => grip(editor, 'key 20'),
    by: { x: -30, y: -20 },
  },
  {
    name: 'direction of a transition',
    prepare: async ({ page, timeline }) => {
      await timeline.lanes.getByRole('button', { name: /^Wipe/ }).click();
      await timeline.seek(45 * FRAME + 1);
      await expect(page.locator('[data-transition-side]')).toBeVisible();
    },
    from: ({ page }) => middle(page.locator('[data-transition-side]')),
    by: { x: 150, y: -120 },
    close: ({ timeline }) => timeline.seek(1),
  },
  {
    name: 'enlarged picture',
    prepare: async ({ page, stage }) => {
      const { x, y } = await middle(stage.root);
      await page.mouse.move(x, y);
      await page.keyboard.down('ControlOrMeta');
      await page.mouse.wheel(0, -300);
      await page.keyboard.up('ControlOrMeta');
      await expect(page.getByRole('region', { name: 'Enlarged preview' })).toBeVisible();
    },
    from: ({ page }) => middle(page.getByRole('region', { name: 'Enlarged preview' })),
    by: { x: -30, y: -20 },
    holds: 'Space',
  },
];

const controlDrags: readonly Drag[] = [
  {
    name: 'splitter',
    from: ({ page }) => middle(page.getByRole('separator', { name: 'Resize library' })),
    by: { x: 60, y: 0 },
  },
  {
    name: 'number',
    prepare: async ({ timeline }) => {
      await timeline.toggle('One');
      await timeline.bar('Panel').click();
    },
    from: ({ inspector }) => middle(inspector.field('Width').getByRole('spinbutton')),
    by: { x: 40, y: 0 },
  },
  {
    name: 'slider',
    from: ({ inspector }) =>
      middle(inspector.effect('Saturation').getByRole('slider', { name: 'Intensity' }).locator('..')),
    by: { x: 24, y: 0 },
  },
  {
    name: 'color',
    prepare: pickColor,
    from: ({ page }) => middle(page.getByRole('slider', { name: 'Saturation and brightness' })),
    by: { x: 20, y: 10 },
  },
  {
    name: 'hue',
    prepare: pickColor,
    from: ({ page }) => middle(page.getByRole('slider', { name: 'Hue' })),
    by: { x: 20, y: 0 },
    close: ({ page }) => page.keyboard.press('Escape'),
  },
  {
    name: 'order of effects',
    // The click after a canceled drag selects the effect, like each click on its card.
    prepare: ({ inspector }) => inspector.effect('Saturation').getByText('Saturation').first().click(),
    from: ({ inspector }) => middle(inspector.effect('Saturation').getByRole('button', { name: /^Move Saturation/ })),
    by: { x: 0, y: 60 },
  },
  {
    name: 'easing curve',
    prepare: async (editor) => {
      await expand(editor, /^Panel,/);
      const { x, y } = await keyLane(editor, 0);
      await editor.page.mouse.click(x + 1, y);
    },
    from: ({ inspector }) => middle(inspector.root.locator('[data-selected-keys] circle').first()),
    by: { x: 20, y: -10 },
  },
  {
    name: 'end of a caption',
    prepare: cue,
    from: ({ inspector }) => middle(inspector.root.getByRole('slider', { name: 'To' })),
    by: { x: -10, y: 0 },
  },
  {
    name: 'source track',
    prepare: async ({ page }) => {
      const tile = new AssetsPanel(page).tile('gradient.mp4');
      await tile.click();
      await tile.press('Shift+Enter');
    },
    from: ({ page }) => middle(page.getByRole('slider', { name: 'Position in the video' })),
    by: { x: 40, y: 0 },
    close: ({ page }) => page.keyboard.press('Escape'),
  },
];

/** Returns the state of everything on the page that a drag can change. */
function shownState(page: Page): Promise<string> {
  return page.evaluate(() => {
    const parts = [
      '[role=row], [role=slider], [role=separator], [data-marker], [data-bar], [data-case-bar], [data-handle]',
      '[data-tip], [data-gap], [data-row-gap], [data-grip], [data-testid=box], [data-transition-side], article, circle',
      '[data-row-name], input, polygon, [role=application] [role=listitem], [data-time], [data-transition-edge]',
      '[data-stage], [data-stage] rect, [data-key-lane] > *, button[aria-label^=Undo]',
    ];
    return [...document.querySelectorAll(parts.join(', '))]
      .map((element) => {
        const { left, top, width, height } = element.getBoundingClientRect();
        const named = ['aria-label', 'aria-valuetext', 'aria-valuenow', 'aria-selected', 'cx', 'cy', 'points'];
        const value = element instanceof HTMLInputElement ? element.value : (element.textContent ?? '');
        const attributes = named.map((name) => element.getAttribute(name) ?? '').join(' ');
        const box = [left, top, width, height].map(Math.round).join(' ');
        return `${attributes} ${value} ${box} ${getComputedStyle(element).opacity}`;
      })
      .join('\n');
  });
}

const groups = { timeline: timelineDrags, rows: rowDrags, picture: pictureDrags, controls: controlDrags };

for (const [group, drags] of Object.entries(groups))
  test(`Escape, a lost focus, and a release outside end every drag: ${group}`, {
    tag: '@full',
  }, async ({ editor: page, project, media }) => {
    await page.setViewportSize({ width: 1600, height: 1100 });
    const timeline = await openTimeline(page, project, media, film);
    const editor = { page, timeline, stage: new StagePage(page, 640), inspector: new InspectorPage(page) };
    const { undo } = new EditorPage(page);
    // Wait until the sources are known, because they change the assets and the rows.
    await expect(new AssetsPanel(page).tile('gradient.mp4')).toHaveAccessibleName(/Video/);
    await page.waitForLoadState('networkidle');
    for (const drag of drags)
      await test.step(drag.name, async () => {
        const { name, prepare, from, by, holds, close } = drag;
        await prepare?.(editor);
        await expectEndedDrags(page, { name, from: () => from(editor), by, holds, state: () => shownState(page) });
        await close?.(editor);
        while (await undo.isEnabled()) await undo.click();
      });
    await page.keyboard.press('Escape');
    await page.keyboard.press('ControlOrMeta+s');
    expect(await project.template('Film')).toBe(film);
  });
