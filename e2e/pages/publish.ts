import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator, type Page } from 'playwright/test';

/** The dialog that publishes a project, and the dialog that opens a template from this machine. */
export class PublishPage {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  publishDialog(project: string): Locator {
    return this.page.getByRole('dialog', { name: `Publish “${project}”` });
  }

  openDialog(file: string): Locator {
    return this.page.getByRole('dialog', { name: `Open “${file}”` });
  }

  /** Drops files onto the screen. A file is given by its path, or by its name and content. */
  async drop(...files: readonly (string | { readonly name: string; readonly bytes: Uint8Array })[]): Promise<void> {
    const contents = await Promise.all(
      files.map(async (file) => {
        const { name, bytes } =
          typeof file === 'string' ? { name: path.basename(file), bytes: await readFile(file) } : file;
        return { name, base64: Buffer.from(bytes).toString('base64') };
      }),
    );
    const transfer = await this.page.evaluateHandle((all) => {
      const data = new DataTransfer();
      for (const { name, base64 } of all)
        data.items.add(new File([Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0))], name));
      return data;
    }, contents);
    for (const type of ['dragenter', 'dragover', 'drop'])
      await this.page
        .getByRole('main')
        .getByRole('heading', { level: 1 })
        .dispatchEvent(type, { dataTransfer: transfer });
    await transfer.dispose();
  }

  /** Chooses an option in the list of a field. */
  async select(field: Locator, option: string | RegExp): Promise<void> {
    await field.click();
    await this.page.getByRole('option', { name: option }).click();
    // The list is in the page until it has faded out.
    await expect(this.page.getByRole('option')).toHaveCount(0);
  }
}
