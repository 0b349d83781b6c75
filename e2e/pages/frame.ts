import { expect, type Locator, type Page } from 'playwright/test';

/** The overlays of every screen (palette, key sheet, menu) and the focus. */
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
    // The search can still wait for the service.
    await expect(this.palette.getByRole('option').first()).toContainText(words, { ignoreCase: true });
    await this.page.keyboard.press('Enter');
    await expect(this.palette).toBeHidden();
  }

  /** Chooses from the menu at the top right; the last name is run, and the names before it open submenus. */
  async menu(...names: readonly string[]): Promise<void> {
    await this.page.getByRole('banner').getByRole('button', { name: 'Menu', exact: true }).click();
    for (const name of names) await this.page.getByRole('menuitem', { name }).or(this.radio(name)).click();
  }

  private radio(name: string): Locator {
    return this.page.getByRole('menuitemcheckbox', { name }).or(this.page.getByRole('menuitemradio', { name }));
  }

  /** Presses Tab until an element has the focus. Returns the elements on the way whose focus is not visible. */
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

  /** Returns the name of the focused element; its tag if it has no name. */
  async focusedName(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      return element?.getAttribute('aria-label') ?? element?.tagName ?? '';
    });
  }

  /** Returns null if the focus is visible by a ring or a mark, else the name of the focused element. */
  async unseenFocus(): Promise<string | null> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      if (element === null || element === document.body) return null;
      const isMarked = (style: CSSStyleDeclaration): boolean =>
        style.boxShadow !== 'none' ||
        (style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) > 0) ||
        style.backgroundImage !== 'none';
      // A field shows the focus on its frame, a switch on its track.
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
