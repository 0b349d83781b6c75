import { expect, type Locator, type Page } from 'playwright/test';

/** The XML view, beside the preview or alone. */
export class XmlView {
  readonly page: Page;
  readonly area: Locator;
  readonly text: Locator;
  readonly underlined: Locator;
  readonly selectedLines: Locator;
  readonly problems: Locator;
  readonly completions: Locator;

  constructor(page: Page) {
    this.page = page;
    this.area = page.getByRole('region', { name: 'XML' });
    this.text = this.area.getByRole('textbox', { name: 'Template XML', exact: true });
    this.underlined = this.area.locator('.cm-lintRange-error');
    this.selectedLines = this.area.locator('.cm-line.xml-selected');
    this.problems = this.area.getByRole('list', { name: 'Problems' });
    this.completions = page.getByRole('listbox', { name: 'Completions' });
  }

  /** Returns the visible text. */
  async shown(): Promise<string> {
    const lines = await this.area.locator('.cm-line').allInnerTexts();
    return lines.map((line) => line.replace(/\n$/, '')).join('\n');
  }

  line(text: string | RegExp): Locator {
    return this.area.locator('.cm-line').filter({ hasText: text }).first();
  }

  /**
   * Puts the cursor after a text, which must be in one colored word of a line. It clicks, because a view that is being
   * drawn would restore the earlier cursor after a script has set it.
   */
  async cursorBehind(text: string): Promise<void> {
    await this.line(text).scrollIntoViewIfNeeded();
    await expect(async () => {
      const { x, y } = await this.page.evaluate(endOnScreen, text);
      await this.page.mouse.click(x, y);
      expect(await this.page.evaluate(isCursorBehind, text)).toBe(true);
    }).toPass();
  }

  /**
   * Accepts the first completion with Enter when it contains the text. CodeMirror ignores keys for completions during
   * the first 75 ms of a list, and Enter would insert a line break. The list opens before the test sees it, so the wait
   * starts late enough.
   */
  async accept(text: string): Promise<void> {
    await expect(this.completions.getByRole('option').first()).toContainText(text);
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 80)));
    await this.press('Enter');
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Inserts a text in one step, like an input method, so that it is fast even on a slow machine. */
  async insert(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }
}

/**
 * Returns the end of a text on screen, inside of its last letter. A click there puts the cursor after the text. The
 * function runs in the page.
 */
function endOnScreen(requested: string): { readonly x: number; readonly y: number } {
  const content = document.querySelector('.cm-content[aria-label="Template XML"]');
  for (const line of content?.querySelectorAll('.cm-line') ?? []) {
    const at = (line.textContent ?? '').indexOf(requested);
    if (at === -1) continue;
    let before = at + requested.length - 1;
    const walker = document.createTreeWalker(line, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node instanceof Text; node = walker.nextNode()) {
      if (before < node.length) {
        const letter = document.createRange();
        letter.setStart(node, before);
        letter.setEnd(node, before + 1);
        const { right, top, bottom } = letter.getBoundingClientRect();
        return { x: right - 1, y: (top + bottom) / 2 };
      }
      before -= node.length;
    }
  }
  throw new Error(`not on screen: ${requested}`);
}

/** Checks whether the cursor is after a text. The function runs in the page. */
function isCursorBehind(requested: string): boolean {
  const { focusNode = null, focusOffset = 0, isCollapsed = false } = getSelection() ?? {};
  const element = focusNode instanceof Element ? focusNode : focusNode?.parentElement;
  const line = element?.closest('.cm-content[aria-label="Template XML"] .cm-line');
  if (focusNode === null || line === null || line === undefined || !isCollapsed) return false;
  const before = document.createRange();
  before.setStart(line, 0);
  before.setEnd(focusNode, focusOffset);
  return before.toString().length === (line.textContent ?? '').indexOf(requested) + requested.length;
}
