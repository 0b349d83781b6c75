import { Marked, type Token, type Tokens } from 'marked';

/** A part of a page: a heading and its text up to the next heading. */
export interface GuideSection {
  /** The anchor of the English heading in the form of code hosts. */
  readonly id: string;
  /** The level of the heading, 1 to 3. Smaller headings are part of the text. */
  readonly level: number;
  readonly title: string;
  /** The text below the heading. A picture has the address `guide-picture:N`, where N is its index in `pictures`. */
  readonly html: string;
}

export interface GuideText {
  readonly sections: readonly GuideSection[];
  /** The files of the pictures by the names in the document. */
  readonly pictures: readonly string[];
}

/** The prefix of a placeholder for the address of a picture. */
export const PICTURE_MARK = 'guide-picture:';

/**
 * Makes a page of the guide from a Markdown document.
 * @param page The name of the page in addresses.
 * @param pages The pages of the guide by document name. Links between them stay in the guide.
 * @param original The sections of the original document, which supply the ids; absent unless the document is a
 * translation.
 * @throws If the heading levels of a translation differ from the original.
 */
export function readGuide(
  text: string,
  page: string,
  pages: ReadonlyMap<string, string>,
  original?: readonly GuideSection[],
): GuideText {
  const ids = new Map<string, string>();
  const pictures: string[] = [];
  const marked = new Marked({
    renderer: {
      image: ({ href, text: words }) => {
        pictures.push(href);
        return `<img src="${PICTURE_MARK}${pictures.length - 1}" alt="${escaped(words)}" loading="lazy">`;
      },
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const to = guideAddress(href, page, pages, ids);
        if (to !== null) return `<a href="${escaped(to)}">${inner}</a>`;
        if (/^https?:/.test(href)) return `<a href="${escaped(href)}" target="_blank" rel="noreferrer">${inner}</a>`;
        // A document outside of the guide is not linked.
        return inner;
      },
      table({ header, rows }) {
        const cell = (tag: 'td' | 'th', { tokens }: Tokens.TableCell) =>
          `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`;
        const line = (tag: 'td' | 'th', cells: readonly Tokens.TableCell[]) =>
          `<tr>${cells.map((each) => cell(tag, each)).join('')}</tr>`;
        // A wide table scrolls horizontally. It can have the focus, so that the keyboard can scroll it.
        const body = rows.map((cells) => line('td', cells)).join('');
        return `<div class="table" tabindex="0" role="group"><table><thead>${line('th', header)}</thead><tbody>${body}</tbody></table></div>`;
      },
    },
  });
  const parts: { readonly heading: Tokens.Heading; readonly below: Token[] }[] = [];
  for (const token of marked.lexer(text)) {
    if (isHeading(token)) parts.push({ heading: token, below: [] });
    else parts.at(-1)?.below.push(token);
  }
  if (original !== undefined) checkHeadings(parts, original);
  const anchors = new Map<string, number>();
  const headings = parts.map(({ heading, below }, at) => {
    const title = plainText(heading.tokens);
    const anchor = anchorOf(title, anchors);
    const id = original?.[at]?.id ?? anchor;
    ids.set(anchor, id);
    return { id, level: heading.depth, title, below };
  });
  // Render links only now, when all ids exist: a link can lead to a later section.
  const sections = headings.map(({ below, ...rest }) => ({ ...rest, html: marked.parser(below).trim() }));
  return { sections, pictures };
}

function checkHeadings(
  parts: readonly { readonly heading: Tokens.Heading }[],
  original: readonly GuideSection[],
): void {
  const levels = parts.map(({ heading }) => heading.depth).join(' ');
  const expected = original.map(({ level }) => level).join(' ');
  if (levels !== expected) throw new Error(`The headings of a translation have levels ${levels}, not ${expected}`);
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading' && 'depth' in token && token.depth <= 3;
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => ('tokens' in token && token.tokens !== undefined ? plainText(token.tokens) : textOf(token)))
    .join('');
}

function textOf(token: Token): string {
  return 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
}

/**
 * Returns an anchor in the form of GitHub: lower-case letters, no punctuation, hyphens for spaces, and a number for
 * repeated names.
 */
function anchorOf(title: string, taken: Map<string, number>): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Mark}\p{Number}\p{Connector_Punctuation} -]/gu, '')
    .replaceAll(' ', '-');
  const before = taken.get(name) ?? 0;
  taken.set(name, before + 1);
  return before === 0 ? name : `${name}-${before}`;
}

/**
 * Returns the address of a link within the guide; null if the link leads elsewhere. `ids` has the ids of the page by
 * anchor.
 */
function guideAddress(
  href: string,
  page: string,
  pages: ReadonlyMap<string, string>,
  ids: ReadonlyMap<string, string>,
): string | null {
  const [file = '', fragment = ''] = href.split('#');
  const to = file === '' ? page : pages.get(file);
  if (to === undefined) return null;
  const anchor = file === '' ? (ids.get(decodeURIComponent(fragment)) ?? fragment) : fragment;
  return `#/guide/${to}${anchor === '' ? '' : `/${encodeURIComponent(anchor)}`}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
