const NAME = 'found';

/** Marks the words of a search in what some elements show, until the next search; their content stays as it is. */
export function markWords(elements: readonly Element[], words: readonly string[]): void {
  if (words.length === 0) {
    CSS.highlights.delete(NAME);
    return;
  }
  const ranges = elements.flatMap((element) => {
    const found: Range[] = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      const text = (node.nodeValue ?? '').toLocaleLowerCase();
      for (const word of words)
        for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + word.length)) {
          const range = new Range();
          range.setStart(node, at);
          range.setEnd(node, Math.min(at + word.length, node.nodeValue?.length ?? 0));
          found.push(range);
        }
    }
    return found;
  });
  CSS.highlights.set(NAME, new Highlight(...ranges));
}
