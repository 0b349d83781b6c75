import { expect, type Locator, type Page } from 'playwright/test';
import { restingBox } from './resting-box.ts';

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The timeline in the lower area of the editor. */
export class TimelinePage {
  readonly page: Page;
  readonly area: Locator;
  /** The ruler and all lanes. */
  readonly lanes: Locator;
  readonly tree: Locator;
  readonly tip: Locator;
  readonly snapLine: Locator;
  readonly tools: Locator;
  readonly announced: Locator;

  constructor(page: Page) {
    this.page = page;
    this.area = page.getByRole('region', { name: 'Timeline' });
    this.lanes = this.area.locator('[data-lanes]');
    this.tree = this.area.getByRole('treegrid', { name: 'Scenes' });
    this.tip = this.lanes.locator('[data-tip]');
    this.snapLine = this.lanes.locator('[data-snap-line]');
    this.tools = this.area.getByRole('toolbar');
    this.announced = this.area.locator('[aria-live=polite]');
  }

  /**
   * Returns the names and lengths of the scenes in the page, such as `Opening 25`. Scenes far outside of the view are
   * not in the page.
   */
  async scenes(): Promise<readonly string[]> {
    const labels = await this.tree.locator('[data-scene]').evaluateAll((rows) =>
      rows
        .map((row) => ({ left: row.getBoundingClientRect().left, label: row.getAttribute('aria-label') ?? '' }))
        .sort((one, other) => one.left - other.left)
        .map(({ label }) => label),
    );
    return labels.map((label) => label.replace(/^Scene \d+, (.*?), (\d+) frames?.*$/, '$1 $2'));
  }

  async hasScenes(...requested: readonly string[]): Promise<void> {
    await expect.poll(() => this.scenes()).toEqual(requested);
  }

  scene(name: string): Locator {
    return this.tree.getByRole('row', { name: new RegExp(`^Scene \\d+, ${name},`) });
  }

  /** Returns a row below the scenes whose name starts with this text. */
  row(name: string | RegExp): Locator {
    return this.area.locator('[data-rows]').getByRole('row', { name });
  }

  /** Returns the bar of a layer or sound. */
  bar(name: string): Locator {
    return this.row(new RegExp(`^${name},`)).locator('[data-bar]');
  }

  /** Expands or collapses a scene with the arrow beside its name. */
  async toggle(name: string): Promise<void> {
    await this.scene(name)
      .getByRole('button', { name: /^(Expand|Collapse) / })
      .click();
  }

  marker(name: string | RegExp): Locator {
    return this.lanes.getByRole('button', { name });
  }

  tool(name: string | RegExp): Locator {
    return this.tools.getByRole('button', { name });
  }

  /** Returns a point on a scene at a fraction of its width, at the vertical center of its pictures. */
  async on(name: string, share = 0.5): Promise<Point> {
    const box = await restingBox(this.scene(name));
    return { x: box.x + box.width * share, y: box.y + box.height / 2 };
  }

  /** Returns the width of a scene in pixels. */
  async width(name: string): Promise<number> {
    return (await restingBox(this.scene(name))).width;
  }

  /** Returns a point slightly inside of a scene's edge. */
  async edge(name: string, side: 'start' | 'end'): Promise<Point> {
    const box = await restingBox(this.scene(name));
    return { x: side === 'start' ? box.x + 3 : box.x + box.width - 3, y: box.y + box.height / 2 };
  }

  /** Returns a point in the lanes. The coordinates start at the upper left corner. */
  async at(x: number, y: number): Promise<Point> {
    const box = await restingBox(this.lanes);
    return { x: box.x + x, y: box.y + y };
  }

  /** Presses the mouse button and moves the pointer by an offset. The button stays pressed. */
  async hold(from: Point, by: { readonly x: number; readonly y?: number }): Promise<void> {
    const { mouse } = this.page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(from.x + by.x / 2, from.y + (by.y ?? 0) / 2);
    await mouse.move(from.x + by.x, from.y + (by.y ?? 0));
  }

  async drag(from: Point, by: { readonly x: number; readonly y?: number }): Promise<void> {
    await this.hold(from, by);
    await this.page.mouse.up();
  }

  /** Moves the playhead to a position on the ruler. */
  async seek(x: number): Promise<void> {
    const place = await this.at(x, 8);
    await this.page.mouse.click(place.x, place.y);
  }
}
