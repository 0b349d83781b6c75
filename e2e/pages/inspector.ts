import { expect, type Locator, type Page } from 'playwright/test';
import { TimelinePage } from './timeline.ts';

/** The inspector, the Variables panel, and the choice of the data set. */
export class InspectorPage {
  readonly page: Page;
  readonly root: Locator;
  readonly path: Locator;
  readonly effects: Locator;
  readonly variables: Locator;
  readonly dataSet: Locator;

  constructor(page: Page) {
    this.page = page;
    this.root = page.getByRole('region', { name: 'Inspector' });
    this.path = this.root.getByRole('navigation', { name: 'Selection' });
    this.effects = this.root.getByRole('article');
    this.variables = page.getByRole('list', { name: 'Variables' });
    this.dataSet = page.getByRole('banner').getByRole('button', { name: /^Data set/ });
  }

  /** Selects scenes on the timeline by their names. */
  async selectScenes(...names: readonly string[]): Promise<void> {
    for (const [index, name] of names.entries()) {
      // The click goes to the row, because a narrow scene shows its number in place of its name.
      const clip = new TimelinePage(this.page).scene(name);
      await clip.click({ modifiers: index === 0 ? [] : ['ControlOrMeta'] });
    }
    const path = this.path.getByRole('button');
    // If a scene has a single layer, the path also contains the name or the source of the layer.
    if (names.length === 1) await expect(path.nth(1)).toHaveText(/^Scene|^Case/);
    else await expect(path.last()).toHaveText(`${names.length} scenes`);
  }

  /** Returns the row of an attribute by its label. */
  field(label: string): Locator {
    return this.root.getByRole('group', { name: label, exact: true });
  }

  effect(name: string): Locator {
    return this.root.getByRole('article', { name, exact: true });
  }

  /** Returns the names of the effects, in order. */
  async effectNames(): Promise<readonly string[]> {
    return this.effects.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''));
  }

  async addEffect(name: string): Promise<void> {
    await this.root.getByRole('button', { name: 'Add effect' }).click();
    await this.page.getByRole('dialog', { name: 'Add effect' }).getByRole('button', { name }).click();
  }

  /** Makes the value of a field a variable with this name. */
  async makeVariable(row: Locator, name: string): Promise<void> {
    await row.getByRole('button', { name: /a variable$/ }).click();
    await this.page.getByRole('menuitem', { name: 'Make a variable…' }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByRole('button', { name: 'Make variable' }).click();
    await expect(dialog).toBeHidden();
  }

  /** Chooses an entry in the menu of a field's variable button. */
  async variableMenu(row: Locator, entry: string | RegExp): Promise<void> {
    await row.locator('[data-variable-button]').click();
    await this.page.getByRole('menuitem', { name: entry }).click();
  }

  variable(name: string): Locator {
    return this.variables.getByRole('listitem').filter({ has: this.page.getByText(name, { exact: true }) });
  }

  async showVariables(): Promise<void> {
    await this.page.getByRole('tab', { name: /^Variables/ }).click();
  }

  async chooseDataSet(entry: string): Promise<void> {
    await this.dataSet.click();
    await this.page.getByRole('menu').getByText(entry, { exact: true }).click();
  }
}
