import type { Catalogue } from '#renderer/strings/catalogue.ts';
import styles from './documentation.module.css';
import type { AttributeDoc, LanguageDoc, VariableDoc } from './hover-docs.ts';

type Words = Catalogue['xmlView'];

/** Returns the reference text of an element, effect, attribute, or variable, for CodeMirror's tooltips. */
export function documentationOf(doc: LanguageDoc, words: Words): HTMLElement {
  const box = element('div', styles.box);
  const head = element('div', styles.head);
  if (doc.kind === 'variable') {
    head.append(element('code', styles.variable, `\${${doc.name}}`), element('span', styles.label, words.variable));
    box.append(head, listOf(variableRows(doc, words)));
    return box;
  }
  if (doc.kind === 'function') {
    const [example, result] = doc.example;
    head.append(element('code', styles.name, doc.signature));
    box.append(head, ...paragraph(doc.description), ...paragraph(`\`${example}\` → \`${result}\``));
    return box;
  }
  head.append(element('code', styles.name, doc.name), element('span', styles.label, doc.label));
  box.append(head, ...paragraph(doc.description));
  if (doc.kind === 'attribute') box.append(element('div', styles.facts, factsOf(doc, words)));
  else if (doc.attributes.length > 0) {
    box.append(listOf(doc.attributes.map((attribute) => [attribute.name, factsOf(attribute, words)])));
  }
  return box;
}

function listOf(rows: readonly (readonly [name: string, text: string])[]): HTMLElement {
  const list = element('dl', styles.attributes);
  for (const [name, text] of rows) list.append(element('dt', undefined, name), element('dd', undefined, text));
  return list;
}

function variableRows(doc: VariableDoc, { variableDoc }: Words): readonly (readonly [string, string])[] {
  return [
    [variableDoc.type, variableDoc.types[doc.type]],
    [variableDoc.default, doc.default ?? variableDoc.none],
    [variableDoc.sample, doc.sample ?? variableDoc.none],
    [variableDoc.uses, variableDoc.places(doc.uses)],
  ];
}

/** Returns the requirements for the value of an attribute as one line of text. */
function factsOf(doc: AttributeDoc, words: Words): string {
  const kind = doc.options.length > 0 && doc.type === 'choice' ? doc.options.join(' | ') : words.kinds[doc.type];
  const facts = [
    kind,
    words.range(doc.minimum, doc.maximum),
    doc.unit ?? '',
    doc.required ? words.required : doc.default === null ? '' : words.defaultIs(doc.default),
  ];
  return facts.filter((fact) => fact !== '').join(' · ');
}

/** Formats text in backticks as code. */
function paragraph(text: string): readonly HTMLElement[] {
  const line = element('p', styles.text);
  for (const [index, part] of text.split('`').entries()) {
    line.append(index % 2 === 1 ? element('code', undefined, part) : part);
  }
  return [line];
}

function element(name: string, className?: string, text?: string): HTMLElement {
  const result = document.createElement(name);
  if (className !== undefined) result.className = className;
  if (text !== undefined) result.textContent = text;
  return result;
}
