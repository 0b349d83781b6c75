import { expect, type Locator, type Page } from 'playwright/test';

/** What lies over every screen: palette, key sheet, menu; and where the focus is. */
export class FramePage {
  readonly page: Page;
  readonly palette: Locator;
  readonly keySheet: Locator;

  constructor(page: Page) {
    this.page = page;
    this.palette = page.getByRole('dialog', { name: 'Commands' });
    this.keySheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  }

  /** Finds a command, scene or file by typing, and runs it. */
  async run(words: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    await this.palette.getByRole('combobox').pressSequentially(words);
    // What it is about may still be on its way from the service.
    await expect(this.palette.getByRole('option').first()).toContainText(words, { ignoreCase: true });
    await this.page.keyboard.press('Enter');
    await expect(this.palette).toBeHidden();
  }

  /** Chooses from the menu at the top right; the last name is run, those before it open further menus. */
  async menu(...names: readonly string[]): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
    for (const name of names) await this.page.getByRole('menuitem', { name }).or(this.radio(name)).click();
  }

  private radio(name: string): Locator {
    return this.page.getByRole('menuitemcheckbox', { name }).or(this.page.getByRole('menuitemradio', { name }));
  }

  /** Presses Tab until something has the focus; what has it on the way there shows it. */
  async tabTo(requested: Locator, most = 200): Promise<readonly string[]> {
    const hidden: string[] = [];
    for (let presses = 0; presses < most; presses++) {
      await this.page.keyboard.press('Tab');
      const unseen = await this.unseenFocus();
      if (unseen !== null) hidden.push(unseen);
      if (await requested.evaluate((element) => element === document.activeElement)) return hidden;
    }
    throw new Error(`not reached by Tab: ${requested}`);
  }

  /** The name of what has the focus; its element's where it has none. */
  async focusedName(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.tagName ?? '';
    });
  }

  /** Null where whoever uses keys sees what has the focus: by a ring, or a mark in its place; else what it is. */
  async unseenFocus(): Promise<string | null> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const isMarked = (style: CSSStyleDeclaration): boolean =>
        style.boxShadow !== 'none' ||
        (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
        style.backgroundImage !== 'none';
      // A field shows it on its frame, a switch on its track.
      const around = [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling];
      const marked = around.some(
        (each) =>
          each instanceof Element &&
          [undefined, '::before', '::after'].some((part) => isMarked(getComputedStyle(each, part))),
      );
      return marked ? null : `${element.tagName} ${element.getAttribute('aria-label') ?? element.textContent}`;
    });
  }
}
