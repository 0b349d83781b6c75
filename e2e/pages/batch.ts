import { expect, type Locator, type Page } from 'playwright/test';
import type { Project } from '../fixtures/project.ts';
import { goTo } from './go-to.ts';

/** The batch screen, which renders a film for each row of a table. */
export class BatchPage {
  readonly page: Page;
  readonly data: Locator;
  readonly grid: Locator;
  readonly sheet: Locator;
  readonly checks: Locator;
  readonly start: Locator;
  readonly pause: Locator;
  readonly resume: Locator;
  readonly stop: Locator;
  readonly retryFailed: Locator;
  readonly search: Locator;
  readonly footer: Locator;

  constructor(page: Page) {
    this.page = page;
    this.data = page.getByRole('region', { name: 'Data', exact: true });
    this.grid = page.getByRole('grid', { name: 'Rows' });
    this.sheet = page.getByRole('listbox', { name: 'Contact sheet' });
    this.checks = page.getByRole('region', { name: 'Checks' });
    const top = page.getByRole('banner');
    this.start = top.getByRole('button', { name: /^Render \d/ });
    this.pause = top.getByRole('button', { name: 'Pause' });
    this.resume = top.getByRole('button', { name: 'Resume' });
    this.stop = top.getByRole('button', { name: 'Stop' });
    this.retryFailed = page.getByRole('button', { name: 'Retry failed' });
    this.search = page.getByRole('searchbox', { name: 'Search rows' });
    this.footer = page.locator('main footer').last();
  }

  /** Goes to the batch screen of a template. */
  async open(project: Project, template: string): Promise<void> {
    await goTo(this.page, `#/batch/${project.uid}/${encodeURIComponent(template)}`);
    await expect(this.page.getByRole('heading', { name: `Batch, ${template}`, level: 1 })).toBeAttached();
  }

  /** Pastes a table as text. */
  async paste(text: string): Promise<void> {
    await this.page.getByRole('button', { name: 'Paste a table…' }).click();
    const dialog = this.page.getByRole('dialog', { name: 'Paste a table' });
    await dialog.getByRole('textbox', { name: 'Table' }).fill(text);
    await dialog.getByRole('button', { name: 'Use' }).click();
    await expect(this.grid).toBeVisible();
  }

  async showAs(view: 'Table' | 'Contact sheet'): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'View rows as' }).getByRole('radio', { name: view }).click();
  }

  /** Returns a row by its number in the table, counted from 1. */
  row(number: number): Locator {
    return this.grid.getByRole('row').filter({ has: this.page.locator(`[data-cell="${number - 1} 1"]`) });
  }

  /** Returns a cell of the table. Rows and columns are counted from 1. */
  cell(row: number, column: number): Locator {
    return this.grid.locator(`[data-cell="${row - 1} ${column + 3}"]`);
  }

  state(row: number): Locator {
    return this.grid.locator(`[data-cell="${row - 1} 2"]`);
  }

  /** The field of the open cell. */
  get field(): Locator {
    const { grid } = this;
    return grid.getByRole('textbox').or(grid.getByRole('combobox')).or(grid.getByRole('spinbutton'));
  }

  async edit(row: number, column: number, text: string): Promise<void> {
    await this.cell(row, column).dblclick();
    await this.field.fill(text);
    await this.page.keyboard.press('Enter');
  }

  filter(name: 'All' | 'Done' | 'To do' | 'Invalid' | 'Failed'): Locator {
    return this.page
      .getByRole('radiogroup', { name: 'Filter rows' })
      .getByRole('radio', { name: new RegExp(`^${name} `) });
  }

  /** Waits until all rows are checked. */
  async isChecked(): Promise<void> {
    await expect(this.checks.getByRole('status')).toHaveText(/ in [\d.]+ s$/, { timeout: 60_000 });
  }
}
