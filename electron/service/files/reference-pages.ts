import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { commandsSchema, topicIn, topicNames } from '#shared/agents/reference.ts';
import { dynamicMovieSchema } from '#shared/template-json/json-schema.ts';

/** A page of the documentation for machines. */
export interface ReferencePage {
  readonly mimeType: 'text/markdown' | 'text/plain' | 'application/schema+json';
  readonly text: string;
}

/** The files of the pages in the checkout. Builds contain them as `reference/NAME.txt`. */
const FILES = {
  conventions: 'docs/conventions.md',
  skill: 'skills/scenewright/SKILL.md',
  language: 'docs/template-language.md',
  'film-check': 'docs/film-check.md',
  agents: 'docs/agents.md',
  http: 'docs/http-interface.md',
  llms: 'docs/llms.txt',
} as const;

type PageFile = keyof typeof FILES;

/** The pages of `llms-full.txt`, in order. */
const FULL: readonly PageFile[] = ['conventions', 'language', 'film-check', 'agents', 'http'];

/** The names of all pages. `language/TOPIC` names a part of the language. */
export const referencePageNames = [
  ...(['conventions', 'language', 'film-check', 'agents', 'http', 'skill'] as const),
  ...(['llms.txt', 'llms-full.txt', 'schema/movie', 'schema/commands'] as const),
] as const;

/**
 * Returns a page by its name, such as `conventions`, `language/text`, `schema/movie`, or `llms.txt`; `contents` lists the
 * names. Returns null for an unknown name. The pages contain no data of users.
 */
export async function readReferencePage(name: string): Promise<ReferencePage | null> {
  switch (name) {
    case 'schema/movie':
      return schema(dynamicMovieSchema());
    case 'schema/commands':
      return schema(commandsSchema());
    case 'llms.txt':
      return { mimeType: 'text/plain', text: await readPage('llms') };
    case 'llms-full.txt': {
      const pages = await Promise.all(FULL.map(readPage));
      return { mimeType: 'text/plain', text: pages.join('\n') };
    }
    case 'conventions':
    case 'language':
    case 'film-check':
    case 'agents':
    case 'http':
    case 'skill':
      return markdown(await readPage(name));
    case 'contents':
      return markdown(await readContents());
    default:
      return name.startsWith('language/') ? await readTopic(name.slice('language/'.length)) : null;
  }
}

async function readTopic(topic: string): Promise<ReferencePage | null> {
  const found = topicIn(await readPage('language'), { topic });
  return found.kind === 'found' ? markdown(found.topic.text) : null;
}

/** Returns the names of the topics of the language, which `language/TOPIC` takes. */
export async function readTopicNames(): Promise<readonly string[]> {
  return topicNames(await readPage('language'));
}

/** Returns the names of all pages and topics, one in each line. */
async function readContents(): Promise<string> {
  const topics = topicIn(await readPage('language'), {});
  return `${referencePageNames.join('\n')}\n${topics.kind === 'found' ? topics.topic.text : ''}`;
}

function markdown(text: string): ReferencePage {
  return { mimeType: 'text/markdown', text };
}

function schema(value: object): ReferencePage {
  return { mimeType: 'application/schema+json', text: JSON.stringify(value) };
}

const pages = new Map<PageFile, Promise<string>>();

/** Reads a page once. Throws a system error if the build does not contain it. */
function readPage(name: PageFile): Promise<string> {
  const page = pages.get(name) ?? readFirst(name);
  pages.set(name, page);
  return page;
}

/** Reads the page from the checkout, or from the folder of the bundled or compiled code. */
async function readFirst(name: PageFile): Promise<string> {
  if (import.meta.url.endsWith('.ts')) return await readText(`../../../${FILES[name]}`);
  return await readText(`../reference/${name}.txt`).catch(() => readText(`../../../reference/${name}.txt`));
}

function readText(place: string): Promise<string> {
  return readFile(fileURLToPath(new URL(place, import.meta.url)), 'utf8');
}
