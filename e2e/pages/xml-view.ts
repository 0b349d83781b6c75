import { expect, type Locator, type Page } from 'playwright/test';

/** The XML beside the preview, or alone. */
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

  /** What the text says, as far as it is on screen. */
  async shown(): Promise<string> {
    const lines = await this.area.locator('.cm-line').allInnerTexts();
    return lines.map((line) => line.replace(/\n$/, '')).join('\n');
  }

  line(text: string | RegExp): Locator {
    return this.area.locator('.cm-line').filter({ hasText: text }).first();
  }

  /**
   * Puts the cursor behind a piece of text, which must stand in one coloured word of the line: by a click there, because
   * the view may just be drawing, and would then put back a cursor that a script had set.
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
   * Takes the first of what is offered by Enter, once it is that. In its first 75 ms a list takes no keys: whoever presses
   * Enter just when it comes up means a new line. Its clock began before the list was seen here.
   */
  async accept(text: string): Promise<void> {
    await expect(this.completions.getByRole('option').first()).toContainText(text);
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 80)));
    await this.press('Enter');
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
  }

  /** Puts a piece of text in at once, as an input method does: one step, however slow the machine is. */
  async insert(text: string): Promise<void> {
    await this.page.keyboard.insertText(text);
  }

  async press(keys: string): Promise<void> {
    await this.page.keyboard.press(keys);
  }
}

/** Where on screen a piece of text ends: within its last letter, where a click puts the cursor behind it. Runs in the page. */
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

/** Whether the cursor is there. Runs in the page. */
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
