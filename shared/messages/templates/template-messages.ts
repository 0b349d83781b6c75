import type { MessageIn } from '../message-in.ts';
import type { NoValues } from '../no-values.ts';
import type { PlaceholderMessages, ValueMessages } from './value-messages.ts';

/** Where a variable is used; `scene` counts from 1, and is null outside of all scenes. */
interface VariablePlace {
  /** Null in the text of the element. */
  readonly attribute: string | null;
  readonly element: string;
  readonly scene: number | null;
}

/** A name that is not known, and the one that was probably meant; null without such a one. */
interface Unknown {
  readonly name: string;
  readonly meant: string | null;
}

interface AttributeOf {
  readonly attribute: string;
  readonly element: string;
}

interface RefusedValue extends AttributeOf {
  /** The value as it was read; cut where it is long. */
  readonly text: string;
  readonly reason: MessageIn<ValueMessages>;
}

/** What is wrong with a template whose XML could be read. */
export interface TemplateMessages {
  'template/root': { readonly name: string };
  'template/no-scenes': NoValues;
  'template/all-scenes-off': NoValues;
  /** With the values that were given; scenes are left out by conditions. */
  'template/no-scene-played': NoValues;
  'template/too-many-scenes': { readonly most: number; readonly scenes: number };
  /** `frames` that the scenes last together. */
  'template/too-long': { readonly frames: number; readonly hours: number };
  'template/no-source': { readonly element: string };
  'template/two-sources': { readonly element: string };
  'template/more-problems': { readonly count: number };
  'template/missing-attribute': {
    readonly element: string;
    /** The attribute as tables call it, then its other spellings. */
    readonly names: readonly string[];
  };
  'template/invalid-value': RefusedValue;
  /** As `template/invalid-value`, said beside the field or column that the value stands in. */
  'template/value-alone': RefusedValue;
  'template/effect-element': { readonly effect: string; readonly carrier: string; readonly owner: string };
  'template/misplaced-root': { readonly element: string; readonly parent: string };
  'template/misplaced-element': {
    readonly element: string;
    readonly parent: string;
    /** The elements in which it may stand. */
    readonly parents: readonly string[];
  };
  'template/duplicate-attribute': AttributeOf & { readonly same: string };
  'template/unknown-element': Unknown;
  'template/unknown-effect': Unknown & { readonly carrier: string };
  'template/unknown-attribute': Unknown & { readonly element: string };
  'template/attribute-not-rendered-yet': AttributeOf;
  'template/text': { readonly parent: string };
  'template/duplicate-variable': { readonly name: string };
  'template/variable-limits': { readonly min: number; readonly max: number };
  'variable/malformed': {
    readonly placeholder: string;
    readonly reason: MessageIn<PlaceholderMessages>;
    /** Whether there are further malformed ones in the same value. */
    readonly more: boolean;
  };
  'variable/missing': AttributeOf & { readonly variable: string };
  'variable/unused': Unknown;
  'variable/two-types': {
    readonly variable: string;
    readonly first: VariablePlace & { readonly type: string };
    readonly later: VariablePlace & { readonly type: string };
  };
  'variable/two-defaults': {
    readonly variable: string;
    readonly first: VariablePlace & { readonly default: string };
    readonly later: VariablePlace & { readonly default: string };
  };
  'variable/type-not-taken': {
    readonly variable: string;
    /** As it is declared. */
    readonly type: string;
    /** The first use that takes it for something else. */
    readonly use: VariablePlace & { readonly type: string };
  };
  /** It is declared, and nothing uses it. */
  'variable/no-use': { readonly variable: string };
  /** Its declaration wants a value, and it is empty. */
  'variable/empty': { readonly variable: string };
  'variable/not-as-declared': {
    readonly variable: string;
    /** Its value; cut where it is long. */
    readonly text: string;
    readonly reason: MessageIn<ValueMessages>;
  };
  'variable/refused': RefusedValue & { readonly variables: readonly string[] };
  'variable/too-long': AttributeOf & { readonly mostBytes: number; readonly variables: readonly string[] };
  'variable/all-too-long': AttributeOf & { readonly mostBytes: number; readonly variables: readonly string[] };
}

/** What is wrong with the JSON form of a template. */
export interface JsonMessages {
  'json/no-template': NoValues;
  'json/schema-version': { readonly version: number };
  'json/no-boolean': NoValues;
  'json/no-element': NoValues;
  'json/bad-element-name': { readonly name: string };
  'json/too-many-elements': { readonly most: number };
  'json/too-deep': { readonly most: number };
  'json/no-attributes': NoValues;
  'json/bad-attribute-name': { readonly name: string };
  'json/two-texts': NoValues;
  'json/bad-cdata': NoValues;
  'json/blank-text': NoValues;
  'json/unknown-field': { readonly name: string; readonly fields: readonly string[] };
  'json/no-list': NoValues;
  'json/no-text': NoValues;
  'json/forbidden-character': { readonly character: string };
  'json/bad-comment': NoValues;
  'json/too-many-levels': NoValues;
  'json/not-utf8': NoValues;
  /** `words` are the parser's own. */
  'json/not-json': { readonly words: string };
}
