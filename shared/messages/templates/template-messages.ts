import type { MessageIn } from '../message-in.ts';
import type { NoValues } from '../no-values.ts';
import type { PlaceholderMessages, ValueMessages } from './value-messages.ts';

/** The use of a variable; `scene` counts from 1 and is null outside of scenes. */
interface VariablePlace {
  /** Null for the text of the element. */
  readonly attribute: string | null;
  readonly element: string;
  readonly scene: number | null;
}

/** An unknown name and the similar known one; null if there is none. */
interface Unknown {
  readonly name: string;
  readonly meant: string | null;
}

interface AttributeOf {
  readonly attribute: string;
  readonly element: string;
}

interface RefusedValue extends AttributeOf {
  /** The value, shortened if it is long. */
  readonly text: string;
  readonly reason: MessageIn<ValueMessages>;
}

/** Problems of a template whose XML is valid. */
export interface TemplateMessages {
  'template/root': { readonly name: string };
  'template/no-scenes': NoValues;
  'template/all-scenes-off': NoValues;
  /** Conditions exclude all scenes for the given values. */
  'template/no-scene-played': NoValues;
  'template/too-many-scenes': { readonly most: number; readonly scenes: number };
  /** `frames` is the total duration of the scenes. */
  'template/too-long': { readonly frames: number; readonly hours: number };
  'template/no-source': { readonly element: string };
  'template/two-sources': { readonly element: string };
  'template/more-problems': { readonly count: number };
  'template/missing-attribute': {
    readonly element: string;
    /** The attribute by its name in the tables, followed by its aliases. */
    readonly names: readonly string[];
  };
  'template/invalid-value': RefusedValue;
  /** Like `template/invalid-value`, but displayed beside the field or column of the value. */
  'template/value-alone': RefusedValue;
  'template/effect-element': { readonly effect: string; readonly carrier: string; readonly owner: string };
  'template/misplaced-root': { readonly element: string; readonly parent: string };
  'template/misplaced-element': {
    readonly element: string;
    readonly parent: string;
    /** The elements that can contain it. */
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
    /** Whether the same value has further malformed placeholders. */
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
    /** The declared type. */
    readonly type: string;
    /** The first use that implies another type. */
    readonly use: VariablePlace & { readonly type: string };
  };
  /** The variable is declared but unused. */
  'variable/no-use': { readonly variable: string };
  /** The declaration requires a value, and it is empty. */
  'variable/empty': { readonly variable: string };
  'variable/not-as-declared': {
    readonly variable: string;
    /** Its value, shortened if it is long. */
    readonly text: string;
    readonly reason: MessageIn<ValueMessages>;
  };
  'variable/refused': RefusedValue & { readonly variables: readonly string[] };
  'variable/too-long': AttributeOf & { readonly mostBytes: number; readonly variables: readonly string[] };
  'variable/all-too-long': AttributeOf & { readonly mostBytes: number; readonly variables: readonly string[] };
}

/** Problems of the JSON form of a template. */
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
  'json/repeated-name': { readonly name: string };
  'json/no-list': NoValues;
  'json/no-text': NoValues;
  'json/forbidden-character': { readonly character: string };
  'json/bad-comment': NoValues;
  'json/too-many-levels': NoValues;
  'json/not-utf8': NoValues;
  /** `words` are the message of the parser. */
  'json/not-json': { readonly words: string };
}
