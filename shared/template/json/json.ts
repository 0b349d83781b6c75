import type { DocumentNode, ElementNode, TemplateDocument } from '../document/document.ts';
import { type ListedDeclaration, listedDeclaration } from '../variables/listed-declaration.ts';
import { isUsed, listVariables, type Variable } from '../variables/variables.ts';

/** Of the JSON's shape. A change that an older version could not read raises it. */
export const SCHEMA_VERSION = 1;

/** The dynamic movie: a template as JSON. It says what the XML says, and its variables beside it. */
export interface DynamicMovie {
  readonly schemaVersion: typeof SCHEMA_VERSION;
  /** Whether the XML begins with an XML declaration. */
  readonly declaration: boolean;
  /** Comments before the root element, if any. */
  readonly prolog?: readonly string[];
  readonly movie: JsonElement;
  /** Comments after the root element, if any. */
  readonly epilog?: readonly string[];
  /** What the attributes use, for who fills them in. Made from the movie: when it is read, this is not. */
  readonly variables: readonly JsonVariable[];
}

type JsonNode = JsonElement | { readonly comment: string } | { readonly text: string } | { readonly cdata: string };

interface JsonElement {
  readonly element: string;
  /** In order, if any; placeholders as written. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** In order, if any. */
  readonly children?: readonly JsonNode[];
}

/** A variable as the service lists it, without its uses. */
interface JsonVariable {
  readonly name: string;
  readonly type: string;
  readonly defaultvalue: string | null;
  readonly options: readonly string[];
  /** In frames; null while it is unknown. */
  readonly offset: number | null;
  readonly numframes: number | null;
  /** Where there are any. */
  readonly choices?: readonly string[];
  /** Where it is declared. */
  readonly declaration?: ListedDeclaration;
}

/** Writes a document as JSON. Nothing of it is lost but its nodes' ids. */
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
    // `fromEntries` makes own properties of all names: an attribute may be called `__proto__`.
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes.map((each) => [each.name, each.value])) }),
    ...(children.length > 0 && { children: children.map(writeNode) }),
  };
}

function writeNode(node: DocumentNode): JsonNode {
  if (node.kind === 'element') return writeElement(node);
  if (node.kind === 'comment') return { comment: node.text };
  return node.cdata ? { cdata: node.text } : { text: node.text };
}
