import { z } from 'zod';
import { err, ok, type Result } from '../lib/result.ts';
import { nearestName } from '../template/document/names.ts';
import { type CommandName, commandNames, editCommands } from './command-fields.ts';

export interface ReferenceTopic {
  readonly topic: string;
  readonly text: string;
  readonly related: string[];
}

type FoundTopic =
  | { readonly kind: 'found'; readonly topic: ReferenceTopic }
  /** The topic is unknown. `near` contains similar names. */
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

/** Returns the names of all topics, in the order of the reference. `page` is the page of the template language. */
export function topicNames(page: string): readonly string[] {
  return [...pageTopics(page), ...commandTopics()].map(({ name }) => name);
}

/** A topic: the name that requests contain, the heading, and the text. */
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

/** Returns the name of the topic that contains a preset or a transition; null for any other name. */
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

/**
 * Finds the topics that contain words of the query. The best match is first. A word in the name has more weight than a
 * word in the text.
 */
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

/** Splits the page into topics at its headings of the second and third levels. */
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

/** Returns one topic for each command of `edit_template`, and one topic for all commands. */
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

/** A prompt that users can choose in their assistant. */
interface AgentPrompt {
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly { readonly name: string; readonly description: string; readonly required: boolean }[];
  readonly text: (given: (name: string) => string) => string;
}

const template = { name: 'template', description: 'Name of the template', required: true };

/** The prompts of the MCP server. They name the tools in their order and contain no text of a template. */
export const agentPrompts: Readonly<Record<string, AgentPrompt>> = {
  make_film: {
    title: 'Make a film',
    description: 'Make a new film from a description',
    arguments: [
      { name: 'brief', description: 'What the film shows', required: true },
      { name: 'size', description: 'Such as 9:16', required: false },
    ],
    text: (given) => `Make a film with Scenewright. Brief: ${given('brief')}. Size: ${given('size') || '16:9'}.
Use list (designs, projects), then create from the design that fits, or from empty. Read read_reference for each element before
you write it. Edit with edit_template, look with view_frames after each edit, and run check. Render a draft, and tell the person
what to look at. Stop before the final quality and ask.`,
  },
  review_film: {
    title: 'Review a film',
    description: 'Find what could be better in a template',
    arguments: [template, { name: 'platforms', description: 'Such as tiktok, reels', required: false }],
    text: (
      given,
    ) => `Review the template ${given('template')} ${given('platforms') && `for ${given('platforms')}`}. Use list to find it, read_template
for its outline, check for its problems, and view_frames with a sheet of 12. List what you would change, most important first, with
the place of each. Change nothing.`,
  },
  fill_table: {
    title: 'Make many films',
    description: 'Render a template with the rows of a table',
    arguments: [template, { name: 'table', description: 'Name of the table among the assets', required: true }],
    text: (
      given,
    ) => `Make the films of the template ${given('template')} for the rows of ${given('table')}. Read the variables with
read_template. Call start_batch with dry_run, and explain each finding. Look at two rows with view_frames. Ask before you start the
batch, then follow it with job.`,
  },
  translate: {
    title: 'Translate a template',
    description: 'Make a copy of a template in another language',
    arguments: [template, { name: 'language', description: 'Such as German', required: true }],
    text: (
      given,
    ) => `Translate the template ${given('template')} to ${given('language')}. Create a copy, read its outline and variables, and change its
texts with edit_template. Keep placeholders. Look at each scene with view_frames, because texts become longer, and run check.`,
  },
  fix_problems: {
    title: 'Fix the problems',
    description: 'Fix the errors and warnings of a template',
    arguments: [template],
    text: (
      given,
    ) => `Fix the problems of the template ${given('template')}. Read them with read_template and check. Fix the errors first, one edit for
each cause, with edit_template. Read the reference of an element before you change it. Look at the changed ranges. Stop when check
passes, or ask where the intention is unclear.`,
  },
};

const MAX_ARGUMENT = 2000;

/** Returns the text of a prompt with its arguments. The error names an unknown prompt or a missing argument. */
export function promptText(name: string, given: Readonly<Record<string, unknown>>): Result<string, string> {
  const prompt = Object.hasOwn(agentPrompts, name) ? agentPrompts[name] : undefined;
  if (prompt === undefined) return err('There is no such prompt.');
  const argument = (field: string) => String(given[field] ?? '').slice(0, MAX_ARGUMENT);
  const missing = prompt.arguments.find((each) => each.required && argument(each.name) === '');
  if (missing !== undefined) return err(`The argument \`${missing.name}\` is missing.`);
  return ok(prompt.text(argument));
}
