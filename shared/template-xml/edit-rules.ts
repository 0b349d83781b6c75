import type { DocumentNode } from '../template/document.ts';
import { forbiddenCharacter, isBlank, isXmlName } from '../template/xml-characters.ts';
import { nodesBelow } from './node-ids.ts';

/** Why XML cannot hold such an attribute, as a sentence for people; null when it can. */
export function refusalOfAttribute(name: string, value: string): string | null {
  if (!isXmlName(name)) return `\`${name}\` cannot be the name of an attribute.`;
  return refusalOfText(value);
}

/** Why XML cannot hold the node or something below it, as a sentence for people; null when it can. */
export function refusalOfNode(root: DocumentNode): string | null {
  for (const node of nodesBelow(root)) {
    const refusal = refusalOfOne(node);
    if (refusal !== null) return refusal;
  }
  return null;
}

function refusalOfOne(node: DocumentNode): string | null {
  switch (node.kind) {
    case 'element': {
      if (!isXmlName(node.name)) return `\`${node.name}\` cannot be the name of an element.`;
      for (const { name, value } of node.attributes) {
        const refusal = refusalOfAttribute(name, value);
        if (refusal !== null) return refusal;
      }
      return null;
    }
    case 'comment':
      if (/--|-$|\r/.test(node.text)) return 'A comment cannot hold `--` or a carriage return, nor end with a hyphen.';
      return refusalOfText(node.text);
    case 'text':
      if (!node.cdata && isBlank(node.text)) return 'White space alone is no text in XML.';
      if (node.cdata && /\]\]>|\r/.test(node.text)) return 'A CDATA section cannot hold `]]>` or a carriage return.';
      return refusalOfText(node.text);
  }
}

function refusalOfText(text: string): string | null {
  const character = forbiddenCharacter(text);
  return character === null ? null : `XML does not allow the character ${character}.`;
}
