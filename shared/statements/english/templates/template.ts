import type { Wording } from '../../statement.ts';
import type { JsonStatements, TemplateStatements } from '../../templates/template-statements.ts';
import { alternatives, enumeration, inMebibytes, named, quoted, someOf } from '../../wording.ts';

type Values<Code extends keyof TemplateStatements> = TemplateStatements[Code];

export const templateSentences: Wording<TemplateStatements> = {
  'template/root': ({ name }) => `The root must be \`movie\`; it is ${named(name)}.`,
  'template/no-scenes': () => 'The movie has no scene; add `<scene duration="2s"/>`.',
  'template/all-scenes-off': () => 'Every scene is switched off; switch one on.',
  'template/no-scene-played': () =>
    'Every scene is switched off or left out by its condition; nothing is played with these values.',
  'template/too-many-scenes': ({ most, scenes }) =>
    `A movie may have ${most} scenes, and this one has ${scenes}; split it.`,
  'template/too-long': ({ frames, hours }) =>
    `The movie's scenes last ${frames} frames together, and a movie may last ${hours} hours; shorten or remove some.`,
  'template/no-source': ({ element }) =>
    `${named(element)} needs a source: add \`url\` (an address) or \`src\` (an asset).`,
  'template/two-sources': ({ element }) =>
    `${named(element)} takes one source, and has both \`url\` and \`src\`; remove one of them.`,
  'template/more-problems': ({ count }) => `There are ${count} more problems, which are not listed.`,
  'template/missing-attribute': ({ element, names: [name = '', ...others] }) => {
    const also = others.length === 0 ? '' : ` (or ${alternatives(others.map(named))})`;
    return `${named(element)} needs the attribute ${named(name)}${also}; add it.`;
  },
  'template/invalid-value': (values, say) => `${refused(values, say(values.reason))}; it is ${quoted(values.text)}.`,
  'template/value-alone': (values, say) =>
    `${refused(values, say(values.reason))}; it is ${values.text === '' ? 'empty' : `“${values.text}”`}.`,
  'template/effect-element': ({ effect, carrier, owner }) =>
    `${named(effect)} is a ${owner}, not a ${carrier}: write \`<${owner} type="${effect}" …>\`.`,
  'template/misplaced-root': ({ element, parent }) =>
    `${named(element)} may not stand in ${named(parent)}; it is the root.`,
  'template/misplaced-element': ({ element, parent, parents }) =>
    `${named(element)} may not stand in ${named(parent)}; put it into a ${alternatives(parents.map(named))}.`,
  'template/duplicate-attribute': ({ attribute, element, same }) =>
    `${named(attribute)} of ${named(element)} says the same as ${named(same)}; remove one of them.`,
  'template/unknown-element': ({ name, meant }) =>
    `There is no element ${named(name)}; it is kept and not rendered${didYouMean(meant)}`,
  'template/unknown-effect': ({ name, carrier, meant }) =>
    `There is no ${carrier} ${named(name)}; it is kept and not rendered${didYouMean(meant)}`,
  'template/unknown-attribute': ({ name, element, meant }) =>
    `${named(element)} has no attribute ${named(name)}; it is kept and has no effect${didYouMean(meant)}`,
  'template/attribute-not-rendered-yet': ({ attribute, element }) =>
    `${named(attribute)} of ${named(element)} is not rendered yet by this version; it is kept.`,
  'template/text': ({ parent }) =>
    `Text in ${named(parent)} is kept and not rendered; ${named(parent)} holds only elements.`,
  'template/duplicate-variable': ({ name }) =>
    `The variable ${named(name)} is declared twice, and the first declaration holds; remove one of them.`,
  'template/variable-limits': ({ min, max }) =>
    `\`min\` of \`variable\` is ${min} and \`max\` is ${max}, so that no value fits; raise \`max\` or lower \`min\`.`,
  'variable/malformed': ({ placeholder, reason, more }, say) =>
    `The placeholder ${named(placeholder)} is malformed: ${say(reason)}.${more ? ' There are more in this value.' : ''}`,
  'variable/missing': ({ variable, attribute, element }) =>
    `The variable ${named(variable)} has no value, and ${named(attribute)} of ${named(element)} needs one. ` +
    `Give it a value, or write a default: ${named(`\${${variable}, …}`)}.`,
  'variable/unused': ({ name, meant }) =>
    `No variable is called ${named(name)}; its value is not used${didYouMean(meant)}`,
  'variable/two-types': ({ variable, first, later }) =>
    `The variable ${named(variable)} is taken for ${first.type} by ${place(first)} and for ${later.type} by ` +
    `${place(later)}; use two variables.`,
  'variable/two-defaults': ({ variable, first, later }) =>
    `The variable ${named(variable)} has the default ${quoted(first.default)} in ${place(first)} and ` +
    `${quoted(later.default)} in ${place(later)}; each place uses its own. State one default, or use two variables.`,
  'variable/type-not-taken': ({ variable, type, use }) =>
    `The variable ${named(variable)} is declared as ${type}, and ${place(use)} takes it for ${use.type}; ` +
    'declare another type, or use another variable.',
  'variable/no-use': ({ variable }) =>
    `The variable ${named(variable)} is declared, and nothing uses it; write ${named(`\${${variable}}`)} where its ` +
    'value goes.',
  'variable/empty': ({ variable }) =>
    `The variable ${named(variable)} is required, and its value is empty; give it one.`,
  'variable/not-as-declared': ({ variable, text, reason }, say) =>
    `The variable ${named(variable)} ${say(reason)}; its value is ${quoted(text)}.`,
  'variable/refused': (values, say) => {
    const { variables, text } = values;
    const give = variables.length === 1 ? 'gives' : 'give';
    return `${refused(values, say(values.reason))}; ${givers(variables)} ${give} it the value ${quoted(text)}.`;
  },
  'variable/too-long': ({ attribute, element, mostBytes, variables }) => {
    const filled = variables.length === 0 ? '' : ` with ${givers(variables)} filled in`;
    return `${named(attribute)} of ${named(element)} has more than ${inMebibytes(mostBytes)}${filled}; shorten it.`;
  },
  'variable/all-too-long': ({ attribute, element, mostBytes }) =>
    `The values up to ${named(attribute)} of ${named(element)} have more than ${inMebibytes(mostBytes)} together with ` +
    'their variables filled in; shorten them.',
};

export const jsonSentences: Wording<JsonStatements> = {
  'json/no-template': () => 'A dynamic movie is an object with `schemaVersion` and `movie`.',
  'json/schema-version': ({ version }) => `This version reads \`schemaVersion\` ${version} and no other.`,
  'json/no-boolean': () => 'This must be true or false.',
  'json/no-element': () => 'This must be an element: an object with `element`, its name.',
  'json/bad-element-name': ({ name }) => `${named(name)} cannot be the name of an element in XML.`,
  'json/too-many-elements': ({ most }) => `A template may have ${most} elements; this is one more.`,
  'json/too-deep': ({ most }) => `Elements may stand in one another ${most} deep; this one is deeper.`,
  'json/no-attributes': () => 'This must be an object of attributes by name.',
  'json/bad-attribute-name': ({ name }) => `${named(name)} cannot be the name of an attribute in XML.`,
  'json/two-texts': () => 'Two texts in a row are one in XML; join them.',
  'json/bad-cdata': () => 'A CDATA section may not hold `]]>` or a carriage return; use `text`.',
  'json/blank-text': () => 'White space alone is no text in XML; remove it.',
  'json/unknown-field': ({ name, fields }) =>
    `There is no field ${named(name)} here; the fields are ${enumeration(fields.map(named))}.`,
  'json/no-list': () => 'This must be a list.',
  'json/no-text': () => 'This must be a text.',
  'json/forbidden-character': ({ character }) =>
    `This text holds the character ${character}, which XML does not allow; remove it.`,
  'json/bad-comment': () =>
    'A comment may not hold `--` or a carriage return, nor end with `-`; XML does not allow it.',
  'json/too-many-levels': () => 'The body has too many levels for a template.',
  'json/not-utf8': () => 'The body is not UTF-8. Send JSON as UTF-8.',
  'json/not-json': ({ words }) => `The body is not JSON: ${words}.`,
};

function refused({ attribute, element }: Values<'template/value-alone'>, reason: string): string {
  return `${named(attribute)} of ${named(element)} ${reason}`;
}

function givers(variables: readonly string[]): string {
  return `${variables.length === 1 ? 'the variable' : 'the variables'} ${enumeration(someOf(variables))}`;
}

function didYouMean(meant: string | null): string {
  return meant === null ? '.' : `. Did you mean \`${meant}\`?`;
}

function place({ attribute, element, scene }: Omit<Values<'variable/two-types'>['first'], 'type'>): string {
  const where = attribute === null ? `the text of ${named(element)}` : `${named(attribute)} of ${named(element)}`;
  return scene === null ? where : `${where} (scene ${scene})`;
}
