import type { Locator, Page } from 'playwright/test';
import { goTo } from './go-to.ts';

/** The settings screen. */
export class SettingsPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  async open(): Promise<void> {
    await goTo(this.page, '#/settings');
    await this.page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
  }

  group(name: string): Locator {
    return this.page.getByRole('region', { name, exact: true });
  }

  /** Chooses a language by the name in that language. `label` is the name of the field in the current language. */
  async speak(label: string, language: string): Promise<void> {
    await this.page.getByRole('combobox', { name: label }).click();
    await this.page.getByRole('option', { name: language }).click();
  }

  /** Returns the row of an action's keys. */
  keys(action: string): Locator {
    return this.group('Shortcuts')
      .getByRole('listitem')
      .filter({ has: this.page.getByRole('button', { name: `Change shortcuts for ${action}`, exact: true }) });
  }

  /** Gives new keys to an action by pressing them. */
  async rebind(action: string, keys: string): Promise<void> {
    await this.keys(action)
      .getByRole('button', { name: `Change shortcuts for ${action}`, exact: true })
      .click();
    await this.keys(action).getByRole('textbox').press(keys);
  }
}
