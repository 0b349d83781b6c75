import { z } from 'zod';
import { nearestName } from '../template/document/names.ts';
import { type CommandName, editCommands } from './command-fields.ts';
import { commandNames } from './tools.ts';

/** A topic of the reference. */
export interface ReferenceTopic {
  readonly topic: string;
  readonly text: string;
  readonly related: string[];
}

type FoundTopic =
  | { readonly kind: 'found'; readonly topic: ReferenceTopic }
  /** There is no such topic. `near` has names that are similar. */
  | { readonly kind: 'unknown'; readonly near: readonly string[] };

/** The maximum number of topics in the answer to a search. */
const MAX_FOUND = 10;
const MAX_RELATED = 12;

/**
 * Returns a topic of the reference, the result of a search, or the contents. `page` is the page of the template
 * language; null if it is missing.
 */
export function topicIn(
  page: string | null,
  request: { readonly topic?: string | undefined; readonly query?: string | undefined },
): FoundTopic {
  const topics = [...pageTopics(page ?? ''), ...commandTopics()];
  if (request.topic !== undefined) return topicNamed(topics, request.topic);
  if (request.query !== undefined) return { kind: 'found', topic: searched(topics, request.query) };
  const text = topics.map(({ name, title }) => (name === title ? name : `${name}: ${title}`)).join('\n');
  return { kind: 'found', topic: { topic: 'contents', text, related: [] } };
}

/** A topic with the names that lead to it. */
interface Topic {
  readonly name: string;
  readonly title: string;
  readonly text: string;
}

function topicNamed(topics: readonly Topic[], requested: string): FoundTopic {
  const name = requested.trim().toLowerCase();
  const found =
    topics.find((topic) => topic.name === name) ??
    topics.find((topic) => topic.title.toLowerCase() === name) ??
    topics.find((topic) => topic.name === aliasOf(name)) ??
    topics.find((topic) => topic.name.endsWith(`/${name}`));
  if (found === undefined) {
    const nearest = nearestName(
      name,
      topics.map((topic) => topic.name),
    );
    const containing = topics.filter((topic) => topic.name.includes(name)).map((topic) => topic.name);
    return { kind: 'unknown', near: [...new Set([...(nearest === null ? [] : [nearest]), ...containing])].slice(0, 5) };
  }
  const { text } = found;
  return { kind: 'found', topic: { topic: found.name, text, related: relatedTo(found, topics) } };
}

/** Returns the topic that contains the presets, and the one that contains all transitions. */
function aliasOf(name: string): string | null {
  if (name.startsWith('preset/')) return 'presets';
  if (name.startsWith('transition/')) return 'transition';
  return null;
}

function relatedTo({ name, text }: Topic, topics: readonly Topic[]): string[] {
  const named = topics.filter((topic) => topic.name !== name && text.includes(`\`${topic.name}\``));
  const below = topics.filter((topic) => topic.name.startsWith(`${name}/`));
  return [...new Set([...below, ...named].map((topic) => topic.name))].slice(0, MAX_RELATED);
}

/** Finds the topics with most of the words. A word in the name counts most. */
function searched(topics: readonly Topic[], query: string): ReferenceTopic {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const scored = topics
    .map((topic) => ({ topic, score: words.reduce((sum, word) => sum + scoreOf(topic, word), 0) }))
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_FOUND);
  const text = scored.map(({ topic }) => `${topic.name}: ${firstSentence(topic.text)}`).join('\n');
  return {
    topic: `search: ${query}`,
    text: text === '' ? 'Nothing found.' : text,
    related: scored.map(({ topic }) => topic.name),
  };
}

function scoreOf({ name, title, text }: Topic, word: string): number {
  if (name === word || name.split('/').includes(word)) return 1000;
  const inTitle = name.includes(word) || title.toLowerCase().includes(word) ? 100 : 0;
  return inTitle + Math.min(50, text.toLowerCase().split(word).length - 1);
}

function firstSentence(text: string): string {
  const line = text.split('\n').find((each) => each !== '' && !/^[#|`]/.test(each)) ?? '';
  return (/^.*?[.:](?=\s|$)/.exec(line)?.[0] ?? line).slice(0, 200);
}

/** Splits the page at its headings. A topic of the second level contains the headings below it, unless they are topics. */
function pageTopics(page: string): readonly Topic[] {
  const [, ...sections] = page.split(/^(?=#{2,3} )/m);
  return sections.map((section) => {
    const heading = section.split('\n', 1)[0] ?? '';
    const title = heading.replace(/^#+ /, '').replaceAll('`', '');
    return { name: nameOfHeading(title), title, text: section.trim() };
  });
}

function nameOfHeading(title: string): string {
  const [, element, type] = /^<(\w+) type="(\w+)">$/.exec(title) ?? [];
  if (element !== undefined) return `${element}/${type}`;
  return title
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}

/** Returns a topic for each command of `edit_template`, and one for all. */
function commandTopics(): readonly Topic[] {
  const lines = commandNames.map((name) => `- \`${name}\`: ${fieldsOf(name)}. ${editCommands[name].description ?? ''}`);
  const intro = [
    'Commands of `edit_template`. Each is planned on the result of the one before it. A place is the path that',
    'problems and the outline have: `scene[2]/text[1]`, `scene["Offer"]`, `movie`.',
  ].join('\n');
  return [
    { name: 'command', title: 'command', text: `${intro}\n\n${lines.join('\n')}` },
    ...commandNames.map((name) => ({
      name: `command/${name}`,
      title: `command/${name}`,
      text: `${editCommands[name].description ?? ''}\n\n${JSON.stringify(commandSchema(name), null, 1)}`,
    })),
  ];
}

function fieldsOf(name: CommandName): string {
  return Object.entries(editCommands[name].shape)
    .map(([field, schema]) => (z.safeParse(schema as z.ZodType, undefined).success ? `${field}?` : field))
    .join(', ');
}

function commandSchema(name: CommandName): object {
  const { $schema: _schema, ...schema } = z.toJSONSchema(editCommands[name], { io: 'input' });
  return schema;
}

/** Returns the JSON schema of all commands of `edit_template`. */
export function commandsSchema(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    oneOf: commandNames.map((name) => {
      const schema = commandSchema(name) as { readonly properties?: object; readonly required?: readonly string[] };
      const { properties = {}, required = [] } = schema;
      return { ...schema, properties: { do: { const: name }, ...properties }, required: ['do', ...required] };
    }),
  };
}
