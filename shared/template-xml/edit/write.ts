import type { DocumentNode, TemplateDocument } from '../../template/document/document.ts';
import { printNodes, STANDARD_LAYOUT } from '../ranges/markup.ts';

/**
 * Formats a document as XML, for documents without text and for the Format action. The text has one child per line, an
 * indentation of two spaces, self-closing empty elements, and double quotes. Parsing the result returns the same
 * document with other ids. Formatting it again returns the same text. Never throws for a parsed or checked document.
 */
export function formatTemplate(document: TemplateDocument): string {
  const nodes: readonly DocumentNode[] = [...document.prolog, document.root, ...document.epilog];
  const declaration = document.declaration ? '<?xml version="1.0" encoding="UTF-8"?>\n' : '';
  return `${declaration}${printNodes(nodes, '', STANDARD_LAYOUT)}\n`;
}
