import { expect, type Locator, type Page } from 'playwright/test';
import type { Project } from '../fixtures/project.ts';
import { goTo } from './go-to.ts';

/** The frame of the editor, with the parts that every view has. */
export class EditorPage {
  readonly page: Page;
  readonly library: Locator;
  readonly preview: Locator;
  readonly inspector: Locator;
  readonly timeline: Locator;
  readonly xml: Locator;
  readonly undo: Locator;
  readonly redo: Locator;
  readonly offline: Locator;
  readonly recovery: Locator;

  constructor(page: Page) {
    this.page = page;
    this.library = page.getByRole('region', { name: 'Library' });
    this.preview = page.getByRole('region', { name: 'Preview' });
    this.inspector = page.getByRole('region', { name: 'Inspector' });
    this.timeline = page.getByRole('region', { name: 'Timeline' });
    this.xml = page.getByRole('region', { name: 'XML' });
    const top = page.getByRole('banner');
    this.undo = top.getByRole('button', { name: /^Undo/ });
    this.redo = top.getByRole('button', { name: /^Redo/ });
    this.offline = page.getByRole('status').filter({ hasText: 'The service isn’t responding' });
    this.recovery = page.getByRole('status').filter({ hasText: 'were found' });
  }

  /** Goes to a template and waits until it is open. */
  async open(project: Project, template: string): Promise<void> {
    await goTo(this.page, project.address(template));
    await this.isOpen(template);
  }

  async isOpen(template: string): Promise<void> {
    await expect(this.page.getByRole('heading', { name: template, level: 1 })).toBeAttached();
    await expect(this.timeline).toBeVisible();
  }

  /** Returns the text in the top bar that all edits are saved. */
  saved(): Locator {
    return this.page.getByRole('banner').getByText(/^Saved/);
  }

  status(text: string | RegExp): Locator {
    return this.page.getByRole('banner').getByText(text);
  }

  tab(name: 'Assets' | 'Templates' | 'Variables'): Locator {
    return this.library.getByRole('tab', { name: new RegExp(`^${name}`) });
  }

  /** Shows the picture, the XML, or both side by side. */
  async view(name: 'Visual' | 'Split' | 'XML'): Promise<void> {
    await this.page.getByRole('radiogroup', { name: 'View' }).getByRole('radio', { name }).click();
  }
}
