import { structuredPatch } from 'diff';
import { err, ok, type Result } from '../lib/result.ts';
import { resolveTemplate } from '../resolve/resolve.ts';
import { sceneExtents } from '../resolve/scene-extents.ts';
import {
  attributeValue,
  childElements,
  type ElementNode,
  elementsOf,
  type TemplateDocument,
} from '../template/document/document.ts';
import type { Problem } from '../template/document/problem.ts';
import { headOf, parseValue, variablesOfPiece } from '../template/placeholders/placeholder.ts';
import { leavesOf, roleOf, scenesOf } from '../template/tables/roles.ts';
import { frames, framesToSeconds, parseFrameRate } from '../template/values/frame-rate.ts';
import { declarationOf } from '../template/variables/declarations.ts';
import { scanVariables } from '../template/variables/variable-uses.ts';
import { sourcesOf } from '../template/variables/written-values.ts';
import type { TemplateSource } from '../template-xml/ranges/ranges.ts';
import { locateFindings } from '../template-xml/read/problems.ts';
import { readTemplate } from '../template-xml/read/read.ts';
import { applyEditCommands } from './edit-commands.ts';
import { NO_VALUES } from './edit-structure.ts';
import { placesOf } from './places.ts';
import type { AgentRefusal } from './refusal.ts';

/** A change of a template by an agent. */
export type AgentEdit =
  | { readonly kind: 'commands'; readonly commands: readonly unknown[] }
  | { readonly kind: 'replace'; readonly replace: readonly { readonly old: string; readonly new: string }[] }
  | { readonly kind: 'text'; readonly text: string };

/** An edited template and its differences from the original. */
export interface EditedTemplate {
  readonly text: string;
  /** A unified diff with one line of context; empty without a change. */
  readonly diff: string;
  /** The ranges of the film, in seconds, in which it can look or sound different. */
  readonly ranges: readonly (readonly [from: number, to: number])[];
  /** The places of the layers, sounds, and transitions that are new or differ. */
  readonly places: readonly string[];
  readonly problems: readonly Problem[];
  /** The errors that the original text did not have. */
  readonly newErrors: readonly Problem[];
  /**
   * The hosts of sources that the original text did not have, with their ports. Hosts without TLS begin with `http://`.
   */
  readonly newHosts: readonly string[];
  /** The addresses whose host depends on variables, if the original text did not have them with the same defaults. */
  readonly openAddresses: readonly string[];
}

/** The maximum size of an edited text, in characters. */
const MAX_TEXT = 5 * 2 ** 20;
const MAX_DIFF_LINES = 200;
/** The maximum numbers of characters of a diff and of a line in it. A client may limit messages to 8 MiB. */
const MAX_DIFF = 100_000;
const MAX_DIFF_LINE = 2000;
const MAX_LINES_NAMED = 10;

/** Edits the text of a template. All other parts of the text keep their characters. */
export function editTemplate(text: string, edit: AgentEdit): Result<EditedTemplate, AgentRefusal> {
  const edited = editedText(text, edit);
  return edited.ok ? ok(compareTexts(text, edited.value)) : edited;
}

function editedText(text: string, edit: AgentEdit): Result<string, AgentRefusal> {
  if (edit.kind === 'text') return limited(edit.text);
  if (edit.kind === 'replace') return replaced(text, edit.replace);
  const { source, problems } = readTemplate(text);
  if (source === null || problems.length > 0) {
    const detail = `The XML isn’t well-formed: ${problems[0]?.message ?? ''} Use \`edit_text\`.`;
    return err({ code: 'agents/refused', detail });
  }
  const applied = applyEditCommands(source, edit.commands);
  return applied.ok ? limited(applied.value.text) : applied;
}

function limited(text: string): Result<string, AgentRefusal> {
  if (text.length <= MAX_TEXT) return ok(text);
  return err({ code: 'request/invalid', detail: `The XML would exceed ${MAX_TEXT / 2 ** 20} MiB.` });
}

/** Replaces texts that occur exactly once, one after another. */
function replaced(
  text: string,
  replacements: readonly { readonly old: string; readonly new: string }[],
): Result<string, AgentRefusal> {
  let current = text;
  for (const [index, { old, new: next }] of replacements.entries()) {
    const at = current.indexOf(old);
    const number = replacements.length > 1 ? ` of replacement ${index + 1}` : '';
    if (at === -1) return err({ code: 'agents/ambiguous', detail: `\`old\`${number} doesn’t occur in the XML.` });
    if (current.includes(old, at + 1)) {
      const lines = linesOf(current, old).join(', ');
      return err({
        code: 'agents/ambiguous',
        detail: `\`old\`${number} occurs more than once, in lines ${lines}. Add text around it.`,
      });
    }
    const longer = limited(current.slice(0, at) + next + current.slice(at + old.length));
    if (!longer.ok) return longer;
    current = longer.value;
  }
  return ok(current);
}

function linesOf(text: string, part: string): readonly number[] {
  const lines: number[] = [];
  let line = 1;
  let counted = 0;
  for (let at = text.indexOf(part); at !== -1 && lines.length < MAX_LINES_NAMED; at = text.indexOf(part, at + 1)) {
    line += text.slice(counted, at).split('\n').length - 1;
    counted = at;
    lines.push(line);
  }
  return lines;
}

/** Compares two texts of a template: their lines, films, errors, and sources. */
export function compareTexts(before: string, after: string): EditedTemplate {
  const old = readTemplate(before);
  const read = readTemplate(after);
  const oldProblems = problemsIn(old);
  const problems = before === after ? oldProblems : problemsIn(read);
  const known = new Set(oldProblems.filter(({ severity }) => severity === 'error').map(kindOf));
  const oldHosts = old.source === null ? new Set() : hostsOf(old.source.document);
  const oldAddresses = old.source === null ? new Map() : openAddressesIn(old.source.document);
  const openAddresses = read.source === null ? [] : [...openAddressesIn(read.source.document)];
  return {
    text: after,
    diff: diffOf(before, after),
    ranges: before === after || read.source === null ? [] : changedRanges(old.source, read.source),
    places: before === after || read.source === null ? [] : changedPlaces(old.source, read.source),
    problems,
    newErrors: problems.filter((problem) => problem.severity === 'error' && !known.has(kindOf(problem))),
    newHosts: read.source === null ? [] : [...hostsOf(read.source.document)].filter((host) => !oldHosts.has(host)),
    openAddresses: openAddresses.flatMap(([key, address]) => (oldAddresses.has(key) ? [] : [address])),
  };
}

function problemsIn({ source, problems }: ReturnType<typeof readTemplate>): readonly Problem[] {
  if (source === null) return problems;
  const { findings } = resolveTemplate(source.document, { values: NO_VALUES, missing: 'ignore', empty: 'ignore' });
  return [...problems, ...locateFindings(findings, source)];
}

/** Returns a key of the kind and the element of a problem. Omits indexes and values, because an edit changes them. */
function kindOf({ code, reason, path }: Problem): string {
  return `${code} ${reason} ${path.replaceAll(/\[\d+\]/g, '')}`;
}

function diffOf(before: string, after: string): string {
  if (before === after) return '';
  // Limit the search for differences, because the result contains at most {@link MAX_DIFF_LINES} lines.
  const patch = structuredPatch('a', 'b', before, after, undefined, undefined, {
    context: 1,
    maxEditLength: 10 * MAX_DIFF_LINES,
  });
  if (patch === undefined) return `More than ${10 * MAX_DIFF_LINES} lines differ.`;
  const lines = patch.hunks.flatMap((hunk) => [
    `@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
    ...hunk.lines,
  ]);
  const shown: string[] = [];
  let characters = 0;
  for (const line of lines.slice(0, MAX_DIFF_LINES).map(cutLine)) {
    characters += line.length + 1;
    if (characters > MAX_DIFF) break;
    shown.push(line);
  }
  const more = lines.length - shown.length;
  return [...shown, ...(more === 0 ? [] : [`… ${more} more lines`])].join('\n');
}

function cutLine(line: string): string {
  if (line.length <= MAX_DIFF_LINE) return line;
  return `${line.slice(0, MAX_DIFF_LINE).toWellFormed()} … ${line.length - MAX_DIFF_LINE} more characters`;
}

/** Attributes of the movie without an effect on its frames. */
const NEUTRAL = new Set(['name']);

/**
 * Returns the ranges of the scenes whose XML differs. Adjacent ranges are joined. A change outside the scenes affects
 * the whole film.
 */
function changedRanges(
  before: TemplateSource | null,
  after: TemplateSource,
): readonly (readonly [from: number, to: number])[] {
  const { document } = after;
  const rate = parseFrameRate(attributeValue(document.root, 'framerate') ?? '');
  const { starts, ends, total } = sceneExtents(document, scanVariables(document).defaults);
  const seconds = (frame: number) =>
    rate.ok ? Math.round(framesToSeconds(frames(frame), rate.value) * 1000) / 1000 : frame;
  const whole = total === null || total === 0 ? [] : [[0, seconds(total)] as const];
  if (before === null || outsideOf(before) !== outsideOf(after)) return whole;
  const spans = differingScenes(sceneTexts(before), sceneTexts(after)).map((index) => {
    const [start, end] = [starts[index] ?? null, ends[index] ?? null];
    return start === null || end === null ? null : ([seconds(start), seconds(end)] as const);
  });
  return spans.every((span) => span !== null) ? joined(spans) : whole;
}

/**
 * Returns the indexes of the scenes that differ. A new or removed scene shifts all later scenes, which therefore also
 * differ.
 */
function differingScenes(before: readonly string[], after: readonly string[]): readonly number[] {
  const first = after.findIndex((text, index) => text !== before[index]);
  const from = first === -1 ? after.length : first;
  const isMoved = before.length !== after.length;
  return [...after.keys()].filter((index) => (isMoved ? index >= from : after[index] !== before[index]));
}

/** Joins ranges that touch, and leaves out empty ranges. */
function joined(spans: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  const ranges: [number, number][] = [];
  for (const [start, end] of spans) {
    const last = ranges.at(-1);
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end);
    else if (end > start) ranges.push([start, end]);
  }
  return ranges;
}

const MAX_PLACES = 50;
const PLACED: ReadonlySet<string> = new Set(['layer', 'sound', 'transition']);

function changedPlaces(before: TemplateSource | null, after: TemplateSource): readonly string[] {
  const old = before === null ? new Map<string, string>() : textsByPlace(before);
  return [...textsByPlace(after)]
    .filter(([place, text]) => old.get(place) !== text)
    .map(([place]) => place)
    .slice(0, MAX_PLACES);
}

/** Returns the XML of each layer, sound, and transition, by place. */
function textsByPlace({ document, ranges, text }: TemplateSource): Map<string, string> {
  const places = placesOf(document);
  const texts = new Map<string, string>();
  for (const element of elementsOf(document.root)) {
    const range = ranges.get(element.id);
    if (range === undefined || !PLACED.has(roleOf(element) ?? '')) continue;
    texts.set(places.get(element.id) ?? element.name, text.slice(range.start, range.end));
  }
  return texts;
}

function sceneTexts({ document, ranges, text }: TemplateSource): readonly string[] {
  return scenesOf(document.root)
    .flatMap(leavesOf)
    .map(({ id }) => {
      const range = ranges.get(id);
      return range === undefined ? '' : text.slice(range.start, range.end);
    });
}

/** Returns the XML of the movie without its scenes. */
function outsideOf({ document, ranges, text }: TemplateSource): string {
  const { root } = document;
  const attributes = root.attributes.filter(({ name }) => !NEUTRAL.has(name));
  const children = childElements(root).map((child) => {
    if (child.name === 'scene') return leavesOf(child)[0] === child ? 'scene' : child.attributes;
    const range = ranges.get(child.id);
    return range === undefined ? '' : text.slice(range.start, range.end);
  });
  return JSON.stringify([attributes, children.filter((child) => child !== 'scene')]);
}

/** Matches the scheme, the host, and the port of an address in an attribute or in the default of a placeholder. */
const HOST = /\b(https?):\/\/(?:[^\s/?#@}]*@)?([^\s/?#:}]+(?::\d+)?)/gi;

/** Returns the hosts of all addresses in a text, in the form of {@link EditedTemplate.newHosts}. */
function hostsInText(text: string): readonly string[] {
  return [...text.matchAll(HOST)].map(([, scheme = '', host = '']) =>
    scheme.toLowerCase() === 'http' ? `http://${host.toLowerCase()}` : host.toLowerCase(),
  );
}

/** Returns the hosts of all network sources, including defaults and choices of variables. */
function hostsOf({ root }: TemplateDocument): ReadonlySet<string> {
  const hosts = new Set<string>();
  for (const element of elementsOf(root)) {
    const isDeclaration = declarationOf(element) !== null || element.name === 'field' || element.name === 'item';
    for (const { name, value } of element.attributes)
      if (name === 'url' || name === 'src' || isDeclaration) for (const host of hostsInText(value)) hosts.add(host);
  }
  return hosts;
}

/** Matches an address up to the character that ends its host. */
const WHOLE_HOST = /^\s*https?:\/\/[^\s/?#\\]+[/?#]/i;

/**
 * Returns the addresses of sources whose host depends on variables. The key of an address also contains the defaults of
 * these variables and the lists around the element, because a change of them changes the host.
 */
function openAddressesIn(document: TemplateDocument): ReadonlyMap<string, string> {
  const { defaults, declarations } = scanVariables(document);
  const found = new Map<string, string>();
  const visit = (element: ElementNode, around: readonly string[]): void => {
    const list = attributeValue(element, 'each');
    const lists = list === undefined ? around : [...around, list];
    for (const { form, value } of sourcesOf(element)) {
      if (form !== 'url' || hasConstantHost(value)) continue;
      const names = [value, ...lists].flatMap((text) =>
        parseValue(text).pieces.flatMap((piece) => variablesOfPiece(piece)),
      );
      const given = [...new Set(names.flatMap((name) => [name, headOf(name)]))].map((name) => [
        ...[name, defaults.get(name)],
        declarations.get(name)?.list,
      ]);
      found.set(JSON.stringify([value, lists, given]), value);
    }
    for (const child of childElements(element)) visit(child, lists);
  };
  visit(document.root, []);
  return found;
}

function hasConstantHost(value: string): boolean {
  const { pieces } = parseValue(value);
  const [first] = pieces;
  if (first === undefined) return true;
  return first.kind === 'text' && (pieces.length === 1 || WHOLE_HOST.test(first.text));
}

/** Returns the hosts in the values of variables, in the form of {@link EditedTemplate.newHosts}. */
export function hostsInValues(values: Iterable<string>): ReadonlySet<string> {
  return new Set([...values].flatMap(hostsInText));
}
