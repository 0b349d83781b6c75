import { expect, type Locator, type Page } from 'playwright/test';
import type { Project } from '../fixtures/project.ts';
import { goTo } from './go-to.ts';

/** The screen of a project's live tables. */
export class LiveTablesPage {
  readonly page: Page;
  readonly rows: Locator;
  readonly history: Locator;
  readonly guard: Locator;

  constructor(page: Page) {
    this.page = page;
    this.rows = page.getByRole('table', { name: 'Rows' });
    this.history = page.getByRole('table', { name: 'History' });
    this.guard = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Apply' }) });
  }

  async open(project: Project): Promise<void> {
    await goTo(this.page, `#/tables/${project.uid}`);
    await expect(this.page.getByRole('heading', { name: 'Live tables', level: 1 })).toBeAttached();
  }

  form(title: string): Locator {
    return this.page.getByRole('dialog', { name: title });
  }

  /** Returns a text field of the open form. */
  field(name: string): Locator {
    return this.page.getByRole('dialog').getByRole('textbox', { name, exact: true });
  }

  /** Chooses an option of a list in the open form by keyboard. */
  async choose(list: string, option: string): Promise<void> {
    await this.page.getByRole('dialog').getByRole('combobox', { name: list }).press('Enter');
    await this.page.getByRole('option', { name: option, exact: true }).press('Enter');
  }

  detail(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  button(name: string): Locator {
    return this.page.getByRole('main').getByRole('button', { name, exact: true });
  }

  /** Returns the row that has a text. */
  row(text: string): Locator {
    return this.rows.getByRole('row').filter({ hasText: text });
  }

  /** Returns the state of the row with a key, by the name of its film. */
  state(key: string): Locator {
    return this.rows
      .getByRole('row')
      .filter({ hasText: `${key}.mp4` })
      .getByRole('cell')
      .first();
  }

  view(name: 'Rows' | 'History'): Locator {
    return this.page
      .getByRole('radiogroup', { name: 'Live tables' })
      .getByRole('radio', { name: new RegExp(`^${name}`) });
  }

  filter(name: string): Locator {
    return this.page
      .getByRole('radiogroup', { name: 'Show rows' })
      .getByRole('radio', { name: new RegExp(`^${name}`) });
  }
}
