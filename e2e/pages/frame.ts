import { expect, type Locator, type Page } from 'playwright/test';

/** The focus, and the overlays that every screen has: the palette, the key sheet, and the menu. */
export class FramePage {
  readonly page: Page;
  readonly palette: Locator;
  readonly keySheet: Locator;

  constructor(page: Page) {
    this.page = page;
    this.palette = page.getByRole('dialog', { name: 'Commands' });
    this.keySheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  }

  /** Finds a command, a scene, or a file by typing in the palette, and runs it. */
  async run(words: string): Promise<void> {
    await this.page.keyboard.press('ControlOrMeta+k');
    await this.palette.getByRole('combobox').pressSequentially(words);
    // The palette can still be waiting for the service.
    await expect(this.palette.getByRole('option').first()).toContainText(words, { ignoreCase: true });
    await this.page.keyboard.press('Enter');
    await expect(this.palette).toBeHidden();
  }

  /**
   * Chooses an entry in the menu at the top right. The last name is the entry, and the names before it are submenus.
   */
  async menu(...names: readonly string[]): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
    for (const name of names) await this.page.getByRole('menuitem', { name }).or(this.radio(name)).click();
  }

  private radio(name: string): Locator {
    return this.page.getByRole('menuitemcheckbox', { name }).or(this.page.getByRole('menuitemradio', { name }));
  }

  /** Presses Tab until an element has the focus. Returns the elements on the way whose focus is invisible. */
  async tabTo(requested: Locator, most = 200): Promise<readonly string[]> {
    const hidden: string[] = [];
    for (let presses = 0; presses < most; presses++) {
      await this.page.keyboard.press('Tab');
      const unmarked = await this.unmarkedFocus();
      if (unmarked !== null) hidden.push(unmarked);
      if (await requested.evaluate((element) => element === document.activeElement)) return hidden;
    }
    throw new Error(`not reached by Tab: ${requested}`);
  }

  /** Returns the accessible name of the focused element, or its tag if it has no name. */
  async focusedName(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.tagName ?? '';
    });
  }

  /** Returns null if a ring or a mark shows the focus; otherwise the name of the focused element. */
  async unmarkedFocus(): Promise<string | null> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const isMarked = (style: CSSStyleDeclaration): boolean =>
        style.boxShadow !== 'none' ||
        (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
        style.backgroundImage !== 'none';
      // A field shows the focus at its frame, and a switch at its track.
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
