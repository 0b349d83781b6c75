import { expect, type Locator, type Page } from 'playwright/test';
import { restingBox } from './resting-box.ts';

/** The interactive picture. Positions are in pixels of the film. */
export class StagePage {
  readonly page: Page;
  readonly root: Locator;
  /** The layers from front to back, each with its position and size. */
  readonly layers: Locator;
  readonly box: Locator;
  readonly tools: Locator;
  readonly #width: number;

  constructor(page: Page, width: number) {
    this.page = page;
    this.#width = width;
    this.root = page.getByRole('application', { name: 'Stage' });
    this.layers = this.root.getByRole('listitem');
    this.box = this.root.getByTestId('box');
    this.tools = page.getByRole('toolbar', { name: 'Text tools' });
  }

  /** Returns the selected layers in the list that screen readers use. */
  selected(): Locator {
    return this.layers.filter({ hasText: /, selected$/ });
  }

  async click(x: number, y: number, modifiers: readonly ('ControlOrMeta' | 'Alt')[] = []): Promise<void> {
    const at = await this.#onPage(x, y);
    for (const key of modifiers) await this.page.keyboard.down(key);
    await this.page.mouse.click(at.x, at.y);
    for (const key of modifiers) await this.page.keyboard.up(key);
  }

  /** Presses the mouse button at a position, moves the pointer, and releases the button. */
  async drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
    const [start, end] = [await this.#onPage(...from), await this.#onPage(...to)];
    await this.page.mouse.move(start.x, start.y);
    await this.page.mouse.down();
    await this.page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 });
    await this.page.mouse.move(end.x, end.y, { steps: 3 });
  }

  /** Returns the position of a corner or side. `across` and `down` are −1, 0, or 1. */
  async gripPlace(across: number, down: number): Promise<readonly [number, number]> {
    const grip = await restingBox(this.box.locator(`[data-grip="${across} ${down}"]`));
    const frame = await restingBox(this.root);
    const scale = frame.width / this.#width;
    return [(grip.x + grip.width / 2 - frame.x) / scale, (grip.y + grip.height / 2 - frame.y) / scale];
  }

  writing(name: string): Locator {
    return this.page.getByRole('textbox', { name: `Text of ${name}` });
  }

  async #onPage(x: number, y: number) {
    await expect(this.root).toBeVisible();
    const frame = await restingBox(this.root);
    const scale = frame.width / this.#width;
    return { x: frame.x + x * scale, y: frame.y + y * scale };
  }
}
