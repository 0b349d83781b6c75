import type { Locator, Page } from 'playwright/test';

export class RenderDialog {
  readonly page: Page;
  readonly dialog: Locator;
  readonly render: Locator;
  readonly blocker: Locator;
  readonly reasons: Locator;

  constructor(page: Page) {
    this.page = page;
    this.dialog = page.getByRole('dialog', { name: 'Render', exact: true });
    this.render = this.dialog.getByRole('button', { name: 'Render', exact: true });
    this.blocker = this.dialog.getByRole('status');
    this.reasons = this.dialog.getByRole('region', { name: 'Fix before rendering' });
  }

  async open(): Promise<void> {
    await this.page.keyboard.press('Control+e');
    await this.dialog.waitFor();
  }

  format(name: string): Locator {
    return this.dialog.getByRole('radiogroup', { name: 'Format' }).getByRole('radio', { name, exact: true });
  }

  async moreFormats(): Promise<void> {
    await this.dialog.getByRole('button', { name: /more format/ }).click();
  }

  field(name: string): Locator {
    return this.dialog.getByRole('textbox', { name, exact: true });
  }

  button(name: string | RegExp): Locator {
    return this.dialog.getByRole('button', { name });
  }

  /** Chooses an asset in the open list of a variable's field. */
  async chooseSource(asset: string): Promise<void> {
    const list = this.page.getByRole('dialog', { name: 'Choose a source' });
    await list.getByRole('button', { name: asset }).click();
  }

  /** Returns the field of a variable. */
  value(name: string): Locator {
    return this.dialog.getByLabel(name, { exact: true });
  }
}

/** The queue of renders at the right of every screen. */
export class RenderQueue {
  readonly page: Page;
  readonly panel: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('complementary', { name: 'Render queue' });
  }

  job(name: string): Locator {
    return this.panel.getByRole('listitem', { name, exact: true });
  }

  async toggle(): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Render queue', exact: true }).click();
  }

  async choose(name: string, command: string): Promise<void> {
    await this.job(name)
      .getByRole('button', { name: `More for ${name}` })
      .click();
    await this.page.getByRole('menuitem', { name: command }).click();
  }
}
