import type { Locator, Page } from 'playwright/test';

/** The first screen. */
export class ProjectsPage {
  readonly page: Page;
  readonly openSample: Locator;
  readonly heading: Locator;
  readonly search: Locator;
  readonly create: Locator;

  constructor(page: Page) {
    this.page = page;
    this.openSample = page.getByRole('button', { name: 'Open the sample' });
    this.heading = page.getByRole('heading', { name: 'Projects', level: 1 });
    this.search = page.getByRole('searchbox', { name: 'Search projects' });
    this.create = page.getByRole('button', { name: 'New project' });
  }

  card(name: string): Locator {
    return this.page.getByRole('article').filter({ has: this.page.getByRole('heading', { name, exact: true }) });
  }

  /** Returns the dialog with this title, such as `New project`. */
  dialog(title: string): Locator {
    return this.page.getByRole('dialog', { name: title });
  }
}
