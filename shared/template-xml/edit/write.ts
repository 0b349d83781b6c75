import type { DocumentNode, TemplateDocument } from '../../template/document/document.ts';
import { printNodes, STANDARD_LAYOUT } from '../ranges/markup.ts';

/**
 * The XML of a document that has no text yet, and of the Format action: two spaces of indentation, one child a line,
 * empty elements self-closing, values in double quotes. Reading it gives the document again but for ids; formatting
 * what was read from it gives the same text. Throws nothing for a document that was read or checked.
 */
export function formatTemplate(document: TemplateDocument): string {
  const nodes: readonly DocumentNode[] = [...document.prolog, document.root, ...document.epilog];
  const declaration = document.declaration ? '<?xml version="1.0" encoding="UTF-8"?>\n' : '';
  return `${declaration}${printNodes(nodes, '', STANDARD_LAYOUT)}\n`;
}
