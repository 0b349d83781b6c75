import { type Message, message } from '../messages/message.ts';
import { shortened } from '../messages/quoting.ts';
import { isUsed, listVariables, type Variable } from '../resolve/variables.ts';
import type {
  Attribute,
  CommentNode,
  DocumentNode,
  ElementNode,
  NodeId,
  TemplateDocument,
  TextNode,
} from '../template/document/document.ts';
import { limits } from '../template/document/limits.ts';
import { forbiddenCharacter, isBlank, isXmlName } from '../template/document/names.ts';
import { type Problem, type ProblemCode, problemOf } from '../template/document/problem.ts';
import { keepsSpace } from '../template/tables/language.ts';
import { isScene } from '../template/tables/roles.ts';
import { formatDecimal } from '../template/values/lengths.ts';
import { type ListedDeclaration, listedDeclaration } from '../template/variables/declarations.ts';

/** The version of the JSON format. It increases with each change that older versions of the program cannot read. */
export const SCHEMA_VERSION = 1;

/** The dynamic movie: a template as JSON. It has the same content as the XML, and the list of its variables. */
export interface DynamicMovie {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  /** Whether the XML begins with an XML declaration. */
  readonly declaration: boolean;
  /** The comments before the root element; absent if there are none. */
  readonly prolog?: readonly string[];
  readonly movie: JsonElement;
  /** The comments after the root element; absent if there are none. */
  readonly epilog?: readonly string[];
  /**
   * The variables of the template, for clients that set their values. They are derived from the movie; `readJson`
   * ignores them.
   */
  readonly variables: readonly JsonVariable[];
}

type JsonNode = JsonElement | { readonly comment: string } | { readonly text: string } | { readonly cdata: string };

interface JsonElement {
  readonly element: string;
  /** The attributes in order, including unresolved placeholders; absent if there are none. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** The children in order; absent if there are none. */
  readonly children?: readonly JsonNode[];
}

/** A variable as the service lists it, without its uses. */
interface JsonVariable {
  readonly name: string;
  readonly type: string;
  readonly defaultvalue: string | null;
  readonly options: readonly string[];
  /** The first frame that uses the variable; null if it is unknown. */
  readonly offset: number | null;
  readonly numframes: number | null;
  /** The choices; absent if there are none. */
  readonly choices?: readonly string[];
  /** The declaration; absent if the variable is not declared. */
  readonly declaration?: ListedDeclaration;
}

/** Converts a document to JSON, without the ids of nodes. */
export function writeJson(document: TemplateDocument): DynamicMovie {
  const { declaration, prolog, root, epilog } = document;
  return {
    schemaVersion: SCHEMA_VERSION,
    declaration,
    ...(prolog.length > 0 && { prolog: prolog.map((comment) => comment.text) }),
    movie: writeElement(root),
    ...(epilog.length > 0 && { epilog: epilog.map((comment) => comment.text) }),
    variables: listVariables(document).variables.filter(isUsed).map(writeVariable),
  };
}

function writeVariable({
  name,
  type,
  default: defaultvalue,
  options,
  offset,
  numframes,
  choices,
  declaration,
}: Variable): JsonVariable {
  return {
    ...{ name, type, defaultvalue, options, offset, numframes },
    ...(choices.length > 0 && { choices }),
    ...(declaration !== null && { declaration: listedDeclaration(declaration) }),
  };
}

function writeElement({ name, attributes, children }: ElementNode): JsonElement {
  return {
    element: name,
    // `fromEntries` creates own properties for all names, including `__proto__`.
    ...(attributes.length > 0 && {
      attributes: Object.fromEntries(attributes.map((attribute) => [attribute.name, attribute.value])),
    }),
    ...(children.length > 0 && { children: children.map(writeNode) }),
  };
}

function writeNode(node: DocumentNode): JsonNode {
  if (node.kind === 'element') return writeElement(node);
  if (node.kind === 'comment') return { comment: node.text };
  return node.cdata ? { cdata: node.text } : { text: node.text };
}

export interface ReadTemplateJson {
  /** The document; null if and only if there are problems. */
  readonly document: TemplateDocument | null;
  /** Problems with paths of JSON fields, such as `movie/children[2]/attributes/width`. Indexes start at 0. */
  readonly problems: readonly Problem[];
}

interface Reading {
  readonly problems: JsonProblems;
  readonly newId: () => NodeId;
  elements: number;
}

const FIELDS = ['schemaVersion', 'declaration', 'prolog', 'movie', 'epilog', 'variables', '$schema'];

/**
 * Reads a document from any value that `JSON.parse` can return, in the format of `writeJson`. Checks the structure, and
 * whether XML can represent it; `resolveTemplate` checks the movie. Also accepts numbers and booleans as attributes,
 * and omitted empty lists, which simplifies manual input. Reports unknown fields as problems.
 */
export function readJson(value: unknown, newId: () => NodeId): ReadTemplateJson {
  const reading: Reading = { problems: createJsonProblems(), newId, elements: 0 };
  const document = readDocument(reading, value);
  const problems = reading.problems.list();
  return { document: problems.length === 0 ? document : null, problems };
}

function readDocument(reading: Reading, value: unknown): TemplateDocument | null {
  const { problems } = reading;
  const object = asObject(value);
  if (object === null) {
    problems.add('', message('json/no-template'));
    return null;
  }
  if (object.get('schemaVersion') !== SCHEMA_VERSION) {
    problems.add('schemaVersion', message('json/schema-version', { version: SCHEMA_VERSION }));
    return null;
  }
  refuseOtherFields(object, FIELDS, '', problems);
  const declaration = object.get('declaration') ?? false;
  if (typeof declaration !== 'boolean') problems.add('declaration', message('json/no-boolean'));
  const prolog = readComments(reading, object.get('prolog'), 'prolog');
  const root = readElement(reading, object.get('movie'), 'movie', 1);
  const epilog = readComments(reading, object.get('epilog'), 'epilog');
  return root === null ? null : { declaration: declaration === true, prolog, root, epilog };
}

function readComments(reading: Reading, value: unknown, path: string): readonly CommentNode[] {
  const comments: CommentNode[] = [];
  for (const [index, item] of asList(value, path, reading.problems).entries()) {
    if (reading.problems.isFull()) break;
    const text = asComment(item, `${path}[${index}]`, reading.problems);
    if (text !== null) comments.push({ kind: 'comment', id: reading.newId(), text });
  }
  return comments;
}

function readElement(reading: Reading, value: unknown, path: string, depth: number): ElementNode | null {
  const { problems } = reading;
  const object = asObject(value);
  const name = object?.get('element');
  if (object === null || typeof name !== 'string') {
    problems.add(path, message('json/no-element'));
    return null;
  }
  if (!isXmlName(name)) problems.add(path, message('json/bad-element-name', { name: shortened(name) }));
  refuseOtherFields(object, ['element', 'attributes', 'children'], path, problems);
  reading.elements += 1;
  if (reading.elements === limits.elements + 1)
    problems.add(path, message('json/too-many-elements', { most: limits.elements }));
  if (depth > limits.depth) problems.add(path, message('json/too-deep', { most: limits.depth }));
  if (depth > limits.depth || reading.elements > limits.elements) return null;

  const id = reading.newId();
  const attributes = readAttributes(reading, object.get('attributes'), `${path}/attributes`);
  const preservesSpace = keepsSpace({ name });
  const children = readChildren(reading, object.get('children'), `${path}/children`, {
    depth: depth + 1,
    preservesSpace,
  });
  const scenes = depth === 1 ? children.filter((child) => child.kind === 'element' && isScene(child)).length : 0;
  if (scenes > limits.scenes)
    problems.add(
      path,
      message('template/too-many-scenes', { most: limits.scenes, scenes }),
      'template/too-many-scenes',
    );
  return { kind: 'element', id, name, attributes, children };
}

function readAttributes({ problems }: Reading, value: unknown, path: string): readonly Attribute[] {
  if (value === undefined) return [];
  const object = asObject(value);
  if (object === null) problems.add(path, message('json/no-attributes'));
  const attributes: Attribute[] = [];
  for (const [name, item] of object ?? []) {
    if (problems.isFull()) break;
    if (!isXmlName(name)) problems.add(path, message('json/bad-attribute-name', { name: shortened(name) }));
    const text = readAttributeValue(item, `${path}/${name}`, problems);
    if (text !== null) attributes.push({ name, value: text });
  }
  return attributes;
}

function readAttributeValue(value: unknown, path: string, problems: JsonProblems): string | null {
  if (typeof value === 'boolean') return String(value);
  return asText(typeof value === 'number' && Number.isFinite(value) ? formatDecimal(value) : value, path, problems);
}

/** The context of children: their depth, and whether a text may be only white space. */
interface ChildContext {
  readonly depth: number;
  readonly preservesSpace: boolean;
}

function readChildren(reading: Reading, value: unknown, path: string, context: ChildContext): readonly DocumentNode[] {
  const children: DocumentNode[] = [];
  for (const [index, item] of asList(value, path, reading.problems).entries()) {
    if (reading.problems.isFull() || reading.elements > limits.elements) break;
    const child = readNode(reading, item, `${path}[${index}]`, context);
    if (child?.kind === 'text' && !child.cdata && isPlainText(children.at(-1)))
      reading.problems.add(`${path}[${index}]`, message('json/two-texts'));
    if (child !== null) children.push(child);
  }
  return children;
}

function readNode(reading: Reading, value: unknown, path: string, context: ChildContext): DocumentNode | null {
  const { problems, newId } = reading;
  const object = asObject(value);
  const [kind] = ['comment', 'text', 'cdata'].filter((field) => object?.has(field));
  if (object === null || kind === undefined) return readElement(reading, value, path, context.depth);
  refuseOtherFields(object, [kind], path, problems);
  const content = object.get(kind);
  const place = `${path}/${kind}`;
  if (kind === 'comment') {
    const text = asComment(content, place, problems);
    return text === null ? null : { kind, id: newId(), text };
  }
  const text = readText(reading, content, place, kind === 'cdata');
  if (text === null || text.cdata || !isBlank(text.text)) return text;
  if (text.text === '' || !context.preservesSpace) problems.add(place, message('json/blank-text'));
  return text;
}

function readText({ problems, newId }: Reading, value: unknown, path: string, cdata: boolean): TextNode | null {
  const text = asText(value, path, problems);
  if (text === null) return null;
  if (cdata && /\]\]>|\r/.test(text)) problems.add(path, message('json/bad-cdata'));
  return { kind: 'text', id: newId(), text, cdata };
}

function isPlainText(node: DocumentNode | undefined): boolean {
  return node?.kind === 'text' && !node.cdata;
}

/** The maximum number of reported problems. Users rarely fix more before they check again. */
const MAX_PROBLEMS = 100;

/** Collects the problems of a JSON value. */
interface JsonProblems {
  add(path: string, says: Message, code?: ProblemCode): void;
  /** Returns whether the maximum number of problems is reached. */
  isFull(): boolean;
  list(): readonly Problem[];
}

function createJsonProblems(): JsonProblems {
  const problems: Problem[] = [];
  const isFull = () => problems.length >= MAX_PROBLEMS;
  return {
    add: (path, says, code = 'json/not-a-template') => {
      if (isFull()) return;
      problems.push(problemOf({ code, says }, { line: null, column: null, path, range: null }));
    },
    isFull,
    list: () => problems,
  };
}

/** Returns the fields of an object; null for any other value. */
function asObject(value: unknown): ReadonlyMap<string, unknown> | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  // Use a map, because every object has properties such as `__proto__` and `constructor`.
  return new Map(Object.entries(value));
}

/** Reports unknown fields, because their content would be lost when the document is written. */
function refuseOtherFields(
  object: ReadonlyMap<string, unknown>,
  allowed: readonly string[],
  path: string,
  problems: JsonProblems,
): void {
  for (const name of object.keys()) {
    if (problems.isFull()) return;
    if (!allowed.includes(name))
      problems.add(path, message('json/unknown-field', { name: shortened(name), fields: allowed }));
  }
}

/** Returns a list; empty if it is absent. Reports any other value, and returns an empty list for it. */
function asList(value: unknown, path: string, problems: JsonProblems): readonly unknown[] {
  if (value === undefined) return [];
  if (Array.isArray(value)) return value;
  problems.add(path, message('json/no-list'));
  return [];
}

/** Returns a text that XML can represent. Reports any other value, and returns null for it. */
function asText(value: unknown, path: string, problems: JsonProblems): string | null {
  if (typeof value !== 'string') {
    problems.add(path, message('json/no-text'));
    return null;
  }
  const forbidden = forbiddenCharacter(value);
  if (forbidden === null) return value;
  problems.add(path, message('json/forbidden-character', { character: forbidden }));
  return null;
}

/** Returns the text of a comment. Reports a text that an XML comment cannot contain, and returns null for it. */
function asComment(value: unknown, path: string, problems: JsonProblems): string | null {
  const text = asText(value, path, problems);
  if (text === null || !/--|-$|\r/.test(text)) return text;
  problems.add(path, message('json/bad-comment'));
  return null;
}
