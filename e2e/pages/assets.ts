import path from 'node:path';
import { expect, type Locator, type Page } from 'playwright/test';
import { dropFiles } from '../fixtures/drop-files.ts';

/** The Assets tab of the library. */
export class AssetsPanel {
  readonly page: Page;
  readonly panel: Locator;
  readonly uploads: Locator;

  constructor(page: Page) {
    this.page = page;
    this.panel = page.getByRole('region', { name: 'Assets' });
    this.uploads = this.panel.getByRole('list', { name: 'Uploads' });
  }

  tile(name: string): Locator {
    return this.panel.getByRole('gridcell', { name: new RegExp(`^${name.replaceAll('.', String.raw`\.`)},`) });
  }

  /** The list of deleted assets in the trash. */
  get trash() {
    return {
      tab: this.panel.getByRole('radio', { name: 'Trash' }),
      rows: this.panel.getByRole('list', { name: 'Trash' }).getByRole('listitem'),
      button: (name: string) => this.panel.getByRole('button', { name }),
    };
  }

  upload(name: string): Locator {
    return this.uploads.getByRole('listitem').filter({ has: this.page.getByRole('progressbar', { name }) });
  }

  /** Waits until the service has inspected an asset. Before that, its kind is unknown. */
  async isRead(name: string): Promise<void> {
    await expect(this.tile(name)).toBeVisible();
    await expect(this.tile(name)).not.toHaveAccessibleName(/Reading…/);
  }

  /** Chooses a command from an asset's menu. */
  async choose(name: string, command: string): Promise<void> {
    await this.isRead(name);
    await this.tile(name).click({ button: 'right' });
    await this.page.getByRole('menuitem', { name: command }).click();
  }

  /** Deletes an asset to the trash after the dialog has explained the consequences. */
  async delete(name: string, said: RegExp): Promise<void> {
    await this.choose(name, 'Delete…');
    const dialog = this.page.getByRole('dialog', { name: `Delete “${name}”?` });
    await expect(dialog).toContainText(said);
    await dialog.getByRole('button', { name: /^Delete/ }).click();
    await expect(dialog).toBeHidden();
  }

  /** Imports files with the button and the dialog of the system. */
  async importFiles(...files: readonly string[]): Promise<void> {
    // Playwright can answer only the file dialog of an input element. The editor uses one if the browser lacks this
    // function.
    await this.page.evaluate(() => Reflect.deleteProperty(window, 'showOpenFilePicker'));
    const chooser = this.page.waitForEvent('filechooser');
    await this.panel.getByRole('button', { name: 'Import files' }).click();
    await (await chooser).setFiles([...files]);
  }

  /** Drops a small file from the desktop. The file can get another name. */
  async drop(file: string, name = path.basename(file)): Promise<void> {
    await dropFiles(this.panel, [{ file, name }]);
  }
}
