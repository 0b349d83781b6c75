import { type Statement, statement } from '../../statements/statement.ts';
import type { DocumentNode, ElementNode } from '../../template/document/document.ts';
import { forbiddenCharacter, isBlank, isXmlName } from '../../template/document/names.ts';
import { keepsSpace } from '../../template/tables/language.ts';
import { nodesBelow } from '../read/node-ids.ts';

/** Why XML cannot hold such an attribute; null when it can. */
export function refusalOfAttribute(name: string, value: string): Statement | null {
  if (!isXmlName(name)) return statement('edit/bad-attribute-name', { name });
  return refusalOfText(value);
}

/** Why XML cannot hold the node, in that element, or something below it; null when it can. */
export function refusalOfNode(root: DocumentNode, parent: ElementNode | null): Statement | null {
  const blank = refusalOfBlank(root, parent);
  if (blank !== null) return blank;
  for (const node of nodesBelow(root)) {
    const refusal = refusalOfOne(node);
    if (refusal !== null) return refusal;
  }
  return null;
}

function refusalOfOne(node: DocumentNode): Statement | null {
  switch (node.kind) {
    case 'element': {
      if (!isXmlName(node.name)) return statement('edit/bad-element-name', { name: node.name });
      for (const { name, value } of node.attributes) {
        const refusal = refusalOfAttribute(name, value);
        if (refusal !== null) return refusal;
      }
      for (const child of node.children) {
        const refusal = refusalOfBlank(child, node);
        if (refusal !== null) return refusal;
      }
      return null;
    }
    case 'comment':
      if (/--|-$|\r/.test(node.text)) return statement('edit/bad-comment');
      return refusalOfText(node.text);
    case 'text':
      if (node.cdata && /\]\]>|\r/.test(node.text)) return statement('edit/bad-cdata');
      return refusalOfText(node.text);
  }
}

/** White space alone is text only where an element keeps it, and nothing is none anywhere. */
function refusalOfBlank(node: DocumentNode, parent: ElementNode | null): Statement | null {
  if (node.kind !== 'text' || node.cdata || !isBlank(node.text)) return null;
  if (node.text !== '' && parent !== null && keepsSpace(parent)) return null;
  return statement('edit/blank-text');
}

function refusalOfText(text: string): Statement | null {
  const character = forbiddenCharacter(text);
  return character === null ? null : statement('edit/forbidden-character', { character });
}
