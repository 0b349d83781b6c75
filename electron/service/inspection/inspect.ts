import { decodeText } from '#shared/lib/decode-text.ts';
import { jsonFault } from '#shared/lib/json-fault.ts';
import { repeatedNames } from '#shared/lib/repeated-names.ts';
import { type Message, message } from '#shared/messages/message.ts';
import { shortened } from '#shared/messages/quoting.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import { sceneExtents } from '#shared/resolve/scene-extents.ts';
import { limits } from '#shared/template/document/limits.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { parseAsWritten } from '#shared/template/values/json-numbers.ts';
import { scanVariables } from '#shared/template/variables/variable-uses.ts';
import { readJson, writeJson } from '#shared/template-json/json.ts';
import { formatTemplate } from '#shared/template-xml/edit/write.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { nodeIds } from '#shared/template-xml/read/node-ids.ts';
import { locateFindings } from '#shared/template-xml/read/problems.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { type Issue, issueOf } from '../errors/service-error.ts';
import { jsonExcess, MAX_NUMBER_CHARACTERS } from '../text/json-excess.ts';
import { issueOfProblem, type Values } from './inspect-film.ts';
import { describeVariables, variablesOfDocument } from './variables.ts';

/** A received movie: its bytes and its format. */
export interface MovieBody {
  readonly spelling: 'json' | 'xml';
  readonly bytes: Uint8Array;
}

/** The movie in a body, with all its issues. */
export interface Inspection {
  /** The movie to store; null if an issue is an error. */
  readonly movie: InspectedMovie | null;
  /** The variables as JSON text, because there can be hundreds of thousands. */
  readonly variablesJson: string;
  /** The issues in the order of the text. Issues of a JSON body have paths but no lines. */
  readonly issues: readonly Issue[];
}

export interface InspectedMovie {
  readonly xml: string;
  /** The length in frames; null if a length depends on a variable without a default value. */
  readonly durationFrames: number | null;
  readonly variableCount: number;
}

/**
 * Parses and checks a movie. Also accepts a movie with unset variables or without scenes. Leaves XML unchanged, and
 * converts JSON to the XML of the formatter. Never throws.
 */
export function inspectMovie({ spelling, bytes }: MovieBody): Inspection {
  return spelling === 'xml' ? inspectXml(bytes) : inspectJson(bytes);
}

function inspectXml(input: Uint8Array): Inspection {
  const { source, problems } = readTemplate(input);
  if (source === null) return { movie: null, variablesJson: '[]', issues: problems.map(issueOfProblem) };
  return inspectionOf(source, sortedByPosition([...problems, ...problemsOf(source)]));
}

function inspectJson(bytes: Uint8Array): Inspection {
  const parsed = parseJson(bytes);
  if (!parsed.ok) return refused('json/not-a-template', parsed.says);
  const repeated = repeatedNameIssues(bytes);
  if (repeated.length > 0) return { movie: null, variablesJson: '[]', issues: repeated };
  const { document, problems } = readJson(parsed.value, nodeIds());
  if (document === null) return { movie: null, variablesJson: '[]', issues: problems.map(issueOfProblem) };
  const xml = formatTemplate(document);
  // Check the size again, because escapes and indentation can make the XML larger than the JSON.
  const { source } = readTemplate(xml);
  if (source === null)
    return refused('xml/too-large', message('movie/too-large-as-xml', { mebibytes: limits.bytes / 2 ** 20 }));
  // Omit the lines, because the client has never seen this XML.
  return inspectionOf(source, problemsOf({ document: source.document }));
}

/** Returns the JSON of a movie from its stored XML. */
export function movieJson(xml: string): string {
  const source = readStored(xml);
  return JSON.stringify({
    ...writeJson(source.document),
    variables: variablesOfDocument(describeVariables(source)),
  });
}

/** Returns the JSON of a movie's variables, with the values of a brand, from its stored XML. */
export function movieVariables(xml: string, brand: Values): string {
  return JSON.stringify(describeVariables(readStored(xml), new Map(brand)));
}

function readStored(xml: string): TemplateSource {
  const { source } = readTemplate(xml);
  if (source === null) throw new Error('a stored movie cannot be read any more');
  return source;
}

function problemsOf(located: Parameters<typeof locateFindings>[1]): readonly Problem[] {
  const { findings } = resolveTemplate(located.document, { values: new Map(), missing: 'ignore', empty: 'ignore' });
  return locateFindings(findings, located);
}

function inspectionOf(source: TemplateSource, problems: readonly Problem[]): Inspection {
  const issues = problems.map(issueOfProblem);
  if (issues.some(({ severity }) => severity === 'error')) return { movie: null, variablesJson: '[]', issues };
  const { document, text } = source;
  const durationFrames = sceneExtents(document, scanVariables(document).defaults).total;
  const variables = describeVariables(source);
  const movie = { xml: text, durationFrames, variableCount: variables.length };
  return { movie, variablesJson: JSON.stringify(variables), issues };
}

function sortedByPosition(problems: readonly Problem[]): readonly Problem[] {
  const startOf = ({ range }: Problem): number => range?.start ?? Number.MAX_SAFE_INTEGER;
  return problems.toSorted((left, right) => startOf(left) - startOf(right));
}

type Parsed = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly says: Message };

/**
 * The maximum depth of JSON. Each level of a template takes two levels of JSON, and the template parser refuses deeper
 * templates.
 */
const JSON_LEVELS = 2 * limits.depth + 10;

function parseJson(bytes: Uint8Array): Parsed {
  const excess = jsonExcess(bytes, { levels: JSON_LEVELS });
  if (excess === 'number') return { ok: false, says: message('json/long-number', { most: MAX_NUMBER_CHARACTERS }) };
  if (excess !== null) return { ok: false, says: message('json/too-many-levels') };
  const text = decodeText(bytes);
  if (text === null) return { ok: false, says: message('json/not-utf8') };
  try {
    return { ok: true, value: parseAsWritten(text) };
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return { ok: false, says: message('json/not-json', { ...jsonFault(text) }) };
  }
}

/** Returns an error for each repeated name of an object, because the first value would be lost. */
function repeatedNameIssues(bytes: Uint8Array): readonly Issue[] {
  return repeatedNames(bytes)
    .filter(({ path }) => path[0] !== 'variables')
    .map(({ name, path }) => {
      const keys = path.map((key) => (typeof key === 'number' ? `[${key}]` : `/${shortened(key)}`));
      const says = message('json/repeated-name', { name: shortened(name) });
      return issueOf('json/not-a-template', says, { path: keys.join('').replace(/^\//, '') });
    });
}

function refused(code: Problem['code'], says: Message): Inspection {
  return {
    movie: null,
    variablesJson: '[]',
    issues: [issueOf(code, says)],
  };
}
