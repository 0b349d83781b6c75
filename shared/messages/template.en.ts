import type { JsonFault } from '../lib/json-fault.ts';
import { alternatives, enumeration, inMebibytes, named, quoted, someOf } from './quoting.ts';
import { jsonProblem } from './requests.en.ts';
import { type AnyMessage, messages } from './translation.ts';
import type { PlaceholderMessage, ValueMessage } from './values.en.ts';

/** The use of a variable; `scene` counts from 1 and is null outside of scenes. */
export interface VariablePlace {
  /** The name of the attribute; null for the text of the element. */
  readonly attribute: string | null;
  readonly element: string;
  readonly scene: number | null;
}

/** An unknown name and the similar known one; null if there is none. */
export interface Unknown {
  readonly name: string;
  readonly meant: string | null;
}

export interface AttributeOf {
  readonly attribute: string;
  readonly element: string;
}

export interface TooLong extends AttributeOf {
  readonly mostBytes: number;
  readonly variables: readonly string[];
}

export interface RefusedValue extends AttributeOf {
  /** The value, shortened if it is long. */
  readonly text: string;
  readonly reason: ValueMessage;
}

export interface MissingAttribute {
  readonly element: string;
  /** The attribute by its name in the tables, followed by its aliases. */
  readonly names: readonly string[];
}

export interface MisplacedElement {
  readonly element: string;
  readonly parent: string;
  /** The elements that can contain it. */
  readonly parents: readonly string[];
}

export interface MalformedPlaceholder {
  readonly placeholder: string;
  readonly reason: PlaceholderMessage;
  /** Whether the same value has further malformed placeholders. */
  readonly more: boolean;
}

export interface TwoTypes {
  readonly variable: string;
  readonly first: VariablePlace & { type: string };
  readonly later: VariablePlace & { type: string };
}

export interface TwoDefaults {
  readonly variable: string;
  readonly first: VariablePlace & { default: string };
  readonly later: VariablePlace & { default: string };
}

export interface OtherType {
  readonly variable: string;
  /** The declared type. */
  readonly type: string;
  /** The first use that implies another type. */
  readonly use: VariablePlace & { type: string };
}

export interface NotAsDeclared {
  readonly variable: string;
  /** Its value, shortened if it is long. */
  readonly text: string;
  readonly reason: ValueMessage;
}

/** Problems of a template whose XML is valid. */
export const templateMessages = messages({
  'template/root': ({ name }: { name: string }) => `The root must be \`movie\`; it’s ${named(name)}.`,
  'template/no-scenes': () => 'The movie has no scenes. Add `<scene duration="2s"/>`.',
  'template/all-scenes-off': () => 'All scenes are disabled. Enable one.',
  /** Conditions exclude all scenes for the given values. */
  'template/no-scene-played': () =>
    'All scenes are disabled, skipped by their conditions, or repeated over empty lists, so nothing plays with these values.',
  'template/too-many-scenes': ({ most, scenes }: { most: number; scenes: number }) =>
    `A movie can have up to ${most} scenes; this one has ${scenes}. Split it.`,
  /** `frames` is the total duration of the scenes. */
  'template/too-long': ({ frames, hours }: { frames: number; hours: number }) =>
    `The movie is ${frames} frames long; the limit is ${hours} hours. Shorten or remove scenes.`,
  'template/no-source': ({ element }: { element: string }) =>
    element === 'captions'
      ? `${named(element)} needs a source. Add \`src\` (an asset), \`url\` (a web address), or \`cue\` elements.`
      : `${named(element)} needs a source. Add \`src\` (an asset) or \`url\` (a web address).`,
  'template/two-sources': ({ element }: { element: string }) =>
    `${named(element)} has both \`url\` and \`src\`. Remove one.`,
  'template/source-and-cues': ({ attribute }: { attribute: string }) =>
    `The captions have both \`${attribute}\` and elements \`cue\`. Remove one.`,
  'template/more-problems': ({ count }: { count: number }) => `${count} more problems aren’t listed.`,
  'template/missing-attribute': ({ element, names: [name = '', ...others] }: MissingAttribute) => {
    const also = others.length === 0 ? '' : ` (or ${alternatives(others.map(named))})`;
    return `${named(element)} needs the attribute ${named(name)}${also}. Add it.`;
  },
  'template/invalid-value': (values: RefusedValue, say) =>
    `${refused(values, say(values.reason))}; it’s ${quoted(values.text)}.`,
  /** Like `template/invalid-value`, but displayed next to the field or column of the value. */
  'template/value-alone': (values: RefusedValue, say) =>
    `${refused(values, say(values.reason))}; it’s ${values.text === '' ? 'empty' : `“${values.text}”`}.`,
  'template/effect-element': ({ effect, carrier, owner }: { effect: string; carrier: string; owner: string }) =>
    `${named(effect)} is a ${owner}, not a ${carrier}. Write \`<${owner} type="${effect}" …>\`.`,
  'template/misplaced-root': ({ element, parent }: { element: string; parent: string }) =>
    `${named(element)} can’t be inside ${named(parent)}; it must be the root.`,
  'template/misplaced-element': ({ element, parent, parents }: MisplacedElement) =>
    `${named(element)} can’t be inside ${named(parent)}. Move it into ${alternatives(parents.map(named))}.`,
  'template/duplicate-attribute': ({ attribute, element, same }: AttributeOf & { same: string }) =>
    `${named(attribute)} and ${named(same)} of ${named(element)} mean the same. Remove one.`,
  'template/unknown-element': ({ name, meant: suggestion }: Unknown) =>
    `${named(name)} isn’t a known element. It stays in the XML but isn’t rendered${didYouMean(suggestion)}`,
  'template/unknown-effect': ({ name, carrier, meant: suggestion }: Unknown & { carrier: string }) =>
    `${named(name)} isn’t a known ${carrier}. It stays in the XML but isn’t rendered${didYouMean(suggestion)}`,
  'template/unknown-attribute': ({ name, element, meant: suggestion }: Unknown & { element: string }) =>
    `${named(name)} isn’t an attribute of ${named(element)}. It stays in the XML but has no effect` +
    didYouMean(suggestion),
  'template/attribute-not-rendered-yet': ({ attribute, element }: AttributeOf) =>
    `This version doesn’t render ${named(attribute)} of ${named(element)}; it’s kept in the XML.`,
  'template/attribute-without-each': ({ attribute, element }: AttributeOf) =>
    `${named(attribute)} of ${named(element)} has no effect without ${named('each')}. Write the list in ${named('each')}, or remove ${named(attribute)}.`,
  'template/text': ({ parent }: { parent: string }) =>
    `Text in ${named(parent)} isn’t rendered, because ${named(parent)} contains only elements. It’s kept in the XML.`,
  'template/duplicate-variable': ({ name }: { name: string }) =>
    `The variable ${named(name)} is declared twice; the first declaration is used. Remove one.`,
  'template/variable-limits': ({ min, max }: { min: number; max: number }) =>
    `\`min\` (${min}) is greater than \`max\` (${max}), so no value fits. Raise \`max\` or lower \`min\`.`,
  'variable/malformed': ({ placeholder, reason, more }: MalformedPlaceholder, say) =>
    `The placeholder ${named(placeholder)} is malformed: ${say(reason)}.${more ? ' There are more in this value.' : ''}`,
  'variable/missing': ({ variable, attribute, element }: AttributeOf & { variable: string }) =>
    `The variable ${named(variable)} has no value, and ${named(attribute)} of ${named(element)} needs one. ` +
    `Give it a value or a default: ${named(`\${${variable}, …}`)}.`,
  'variable/unused': ({ name, meant: suggestion }: Unknown) =>
    `There is no variable ${named(name)}, so its value isn’t used${didYouMean(suggestion)}`,
  'variable/repeated': ({ name, count }: { name: string; count: number }) =>
    `\`--var ${name}=…\` is given ${count === 2 ? 'twice' : `${count} times`}; the last value is used. Remove the others.`,
  'variable/two-types': ({ variable, first, later }: TwoTypes) =>
    `The variable ${named(variable)} is used as ${first.type} in ${place(first)} and as ${later.type} in ` +
    `${place(later)}. Use two variables.`,
  'variable/two-defaults': ({ variable, first, later }: TwoDefaults) =>
    `The variable ${named(variable)} has the default ${quoted(first.default)} in ${place(first)} and ` +
    `${quoted(later.default)} in ${place(later)}; each place uses its own. Use one default or two variables.`,
  'variable/type-not-taken': ({ variable, type, use }: OtherType) =>
    `The variable ${named(variable)} is declared as ${type}, but ${place(use)} uses it as ${use.type}. ` +
    'Declare another type or use another variable.',
  /** The language of the film has no table of formats. */
  'language/no-table': ({ language }: { language: string }) =>
    `There are no formats for the language ${named(language)}, so numbers and dates are written as in English.`,
  /** The variable is declared but unused. */
  'variable/no-use': ({ variable }: { variable: string }) =>
    `The variable ${named(variable)} is declared but never used. Write ${named(`\${${variable}}`)} where you want its ` +
    'value.',
  /** The list is declared, and nothing is repeated for its items. */
  'variable/no-use-list': ({ variable }: { variable: string }) =>
    `The list ${named(variable)} isn’t used yet. To repeat a scene or layer for each of its items, choose the list ` +
    'under For each (`each`).',
  /** The declaration requires a value, and it is empty. */
  'variable/empty': ({ variable }: { variable: string }) =>
    `The variable ${named(variable)} is required, but its value is empty. Enter a value.`,
  'variable/not-as-declared': ({ variable, text, reason }: NotAsDeclared, say) =>
    `The variable ${named(variable)} ${say(reason)}; its value is ${quoted(text)}.`,
  'variable/refused': (values: RefusedValue & { variables: readonly string[] }, say) => {
    const { variables, text } = values;
    const give = variables.length === 1 ? 'gives' : 'give';
    return `${refused(values, say(values.reason))}; ${valueSources(variables)} ${give} it the value ${quoted(text)}.`;
  },
  'variable/too-long': ({ attribute, element, mostBytes, variables }: TooLong) => {
    const filled = variables.length === 0 ? '' : ` with ${valueSources(variables)} filled in`;
    return `${named(attribute)} of ${named(element)} has more than ${inMebibytes(mostBytes)}${filled}. Shorten it.`;
  },
  'variable/all-too-long': ({ attribute, element, mostBytes }: TooLong) =>
    `The values up to ${named(attribute)} of ${named(element)} have more than ${inMebibytes(mostBytes)} together with ` +
    'their variables filled in. Shorten them.',
  /** The first of several problems, and the number of further ones. */
  'problem/first': ({ problem, more }: { problem: AnyMessage; more: number }, say) =>
    `${say(problem)} (and ${more} more)`,
});

/** Problems of the JSON form of a template. */
export const jsonMessages = messages({
  'json/no-template': () => 'A dynamic movie is an object with `schemaVersion` and `movie`.',
  'json/schema-version': ({ version }: { version: number }) => `This version only reads \`schemaVersion\` ${version}.`,
  'json/no-boolean': () => 'This must be true or false.',
  'json/no-element': () => 'This must be an element: an object with `element`, its name.',
  'json/bad-element-name': ({ name }: { name: string }) => `${named(name)} isn’t a valid XML element name.`,
  'json/too-many-elements': ({ most }: { most: number }) => `A template can have up to ${most} elements.`,
  'json/too-deep': ({ most }: { most: number }) => `Elements can be nested ${most} levels deep; this one is deeper.`,
  'json/no-attributes': () => 'This must be an object of attributes by name.',
  'json/bad-attribute-name': ({ name }: { name: string }) => `${named(name)} isn’t a valid XML attribute name.`,
  'json/two-texts': () => 'Two adjacent texts are one text in XML. Join them.',
  'json/bad-cdata': () => 'A CDATA section can’t contain `]]>` or a carriage return. Use `text`.',
  'json/blank-text': () => 'Whitespace alone isn’t text in XML. Remove it.',
  'json/unknown-field': ({ name, fields }: { name: string; fields: readonly string[] }) =>
    `There is no field ${named(name)} here; the fields are ${enumeration(fields.map(named))}.`,
  'json/repeated-name': ({ name }: { name: string }) => `The object has ${named(name)} twice. Remove one of them.`,
  'json/no-list': () => 'This must be a list.',
  'json/no-text': () => 'This must be a string.',
  'json/forbidden-character': ({ character }: { character: string }) =>
    `This text contains the character ${character}, which XML doesn’t allow. Remove it.`,
  'json/bad-comment': () => 'XML doesn’t allow a comment that contains `--` or a carriage return, or ends with `-`.',
  'json/too-many-levels': () => 'The body is nested too deeply for a template.',
  'json/long-number': ({ most }: { most: number }) => `A number has more than ${most} characters. Shorten it.`,
  'json/not-utf8': () => 'The body isn’t UTF-8. Send JSON as UTF-8.',
  /** The first error of the JSON. Stored messages of earlier versions have the words of the parser instead. */
  'json/not-json': ({ words, fault, line, column }: { words?: string } & Partial<JsonFault>) =>
    `The body isn’t valid JSON${words === undefined ? jsonProblem({ fault, line, column }) : `: ${words}`}.`,
});

function refused({ attribute, element }: AttributeOf, reason: string): string {
  return `${named(attribute)} of ${named(element)} ${reason}`;
}

function valueSources(variables: readonly string[]): string {
  return `${variables.length === 1 ? 'the variable' : 'the variables'} ${enumeration(someOf(variables))}`;
}

function didYouMean(suggestion: string | null): string {
  return suggestion === null ? '.' : `. Did you mean \`${suggestion}\`?`;
}

function place({ attribute, element, scene }: VariablePlace): string {
  const where = attribute === null ? `the text of ${named(element)}` : `${named(attribute)} of ${named(element)}`;
  return scene === null ? where : `${where} (scene ${scene})`;
}
