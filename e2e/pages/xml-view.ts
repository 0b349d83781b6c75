import type { Locator, Page } from 'playwright/test';

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

  /** Puts the cursor behind a piece of text, which must stand in one coloured word of the line. */
  async cursorBehind(text: string): Promise<void> {
    await this.line(text).click();
    await this.page.evaluate(async (wanted) => {
      const content = document.querySelector('.cm-content[aria-label="Template XML"]');
      const walker = document.createTreeWalker(content ?? document.body, NodeFilter.SHOW_TEXT);
      const lines = new Map<Element, { node: Text; start: number }[]>();
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        const line = node.parentElement?.closest('.cm-line');
        if (!(node instanceof Text) || line === null || line === undefined) continue;
        const pieces = lines.get(line) ?? [];
        const last = pieces.at(-1);
        pieces.push({ node, start: last === undefined ? 0 : last.start + last.node.length });
        lines.set(line, pieces);
      }
      for (const [line, pieces] of lines) {
        const at = (line.textContent ?? '').indexOf(wanted);
        if (at === -1) continue;
        const end = at + wanted.length;
        const piece = pieces.find(({ node, start }) => end > start && end <= start + node.length);
        if (piece === undefined) continue;
        getSelection()?.collapse(piece.node, end - piece.start);
        // The text hears of it by an event, which comes before the frame after the next one.
        await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
        return;
      }
      throw new Error(`not on screen: ${wanted}`);
    }, text);
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
