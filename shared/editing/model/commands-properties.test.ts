import { describe, expect, test } from 'vitest';
import { createResolveMemory } from '#shared/resolve/reading-context.ts';
import { resolveTemplate } from '#shared/resolve/resolve.ts';
import type { DocumentNode, NodeId } from '#shared/template/document/document.ts';
import { validTemplate } from '#shared/template/movie/movie.arbitrary.ts';
import type { TemplateSource } from '#shared/template-xml/ranges/ranges.ts';
import { nodesOf } from '#shared/template-xml/read/node-ids.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { rereadTemplate } from '#shared/template-xml/read/reread.ts';
import { anyTextOf } from '#shared/template-xml/read/written-loosely.arbitrary.ts';
import { withoutIds } from '#shared/template-xml/testing/without-ids.ts';
import { fc } from '#shared/testing/properties.ts';
import { applyCommand, previewCommand } from '../apply-command.ts';
import { anyCommandIdea, commandOf, type RandomCommand } from './command.arbitrary.ts';
import type { EditorCommand } from './commands.ts';
import { createHistory, type History, jump, recordStep, redo, undo } from './history.ts';
import { MOVIE_SELECTION } from './selection.ts';
import { timelineOf } from './timeline.ts';

const NO_VALUES: ReadonlyMap<string, string> = new Map();
const anySource = validTemplate.chain(anyTextOf).map(read);
const anyIdeas = fc.array(anyCommandIdea, { maxLength: 12 });

function read(text: string): TemplateSource {
  const { source } = readTemplate(text);
  if (source === null) throw new Error(`it was not read: ${text}`);
  return source;
}

/** Applies random commands in sequence. Skips refused commands. */
function applyIdeas(source: TemplateSource, ideas: readonly RandomCommand[]): History {
  return ideas.reduce((history, idea, at) => {
    const command = commandOf(idea, { document: history.source.document, values: NO_VALUES });
    const applied = applyCommand({ source: history.source, values: NO_VALUES }, command);
    if (!applied.ok) return history;
    const { source: next, label, selection } = applied.value;
    return recordStep(history, {
      label,
      source: next,
      before: MOVIE_SELECTION,
      after: selection ?? MOVIE_SELECTION,
      at,
    });
  }, createHistory(source));
}

/** Returns the scene that a command changes; null if the command changes no scene or several scenes. */
function sceneOf(command: EditorCommand): NodeId | null {
  if (command.type === 'layer/add') return command.parent;
  return 'scene' in command ? command.scene : null;
}

function nameOf(node: DocumentNode): string {
  return node.kind === 'element' ? node.name : node.kind;
}

function totalOf(source: TemplateSource): number | null {
  const { movie, partial } = resolveTemplate(source.document, { values: NO_VALUES, missing: 'error' });
  return movie === null ? null : timelineOf(partial).total;
}

function placesAgree(source: TemplateSource): void {
  const again = read(source.text);
  const own = [...nodesOf(source.document)];
  const fresh = [...nodesOf(again.document)];
  expect(own.map(({ id }) => source.ranges.get(id))).toEqual(fresh.map(({ id }) => again.ranges.get(id)));
  expect([...source.ranges.keys()].sort()).toEqual(own.map(({ id }) => id).sort());
}

describe('random commands on random templates', () => {
  test('keep the text and the document consistent', () => {
    fc.assert(
      fc.property(anySource, anyIdeas, (source, ideas) => {
        const { source: result } = applyIdeas(source, ideas);
        expect(withoutIds(read(result.text).document)).toEqual(withoutIds(result.document));
        placesAgree(result);
      }),
      { numRuns: 150 },
    );
  });

  test('are undone and redone with the exact bytes', () => {
    fc.assert(
      fc.property(anySource, anyIdeas, fc.nat(), (source, ideas, position) => {
        const history = applyIdeas(source, ideas);
        let back = history;
        for (let step = undo(back); step !== null; step = undo(back)) back = step.history;
        expect(back.source.text).toBe(source.text);
        expect(back.source.document).toBe(source.document);
        placesAgree(back.source);
        let forth = back;
        for (let step = redo(forth); step !== null; step = redo(forth)) forth = step.history;
        expect(forth.source.text).toBe(history.source.text);
        expect(forth.source.document).toBe(history.source.document);
        const jumped = jump(history, position % (history.entries.length + 1));
        if (jumped !== null) placesAgree(jumped.history.source);
      }),
      { numRuns: 150 },
    );
  });

  test('never reuse an id for another node', () => {
    fc.assert(
      fc.property(anySource, anyIdeas, (source, ideas) => {
        const { entries } = applyIdeas(source, ideas);
        let before = source.document;
        for (const { document } of entries) {
          const nodes = [...nodesOf(document)];
          expect(new Set(nodes.map(({ id }) => id)).size).toBe(nodes.length);
          const names = new Map([...nodesOf(before)].map((node) => [node.id, nameOf(node)]));
          for (const node of nodes) expect(names.get(node.id) ?? nameOf(node)).toBe(nameOf(node));
          before = document;
        }
      }),
      { numRuns: 100 },
    );
  });

  test('leave the bytes of other scenes unchanged', () => {
    let changed = 0;
    fc.assert(
      fc.property(anySource, anyIdeas, (source, ideas) => {
        for (const idea of ideas) {
          const command = commandOf(idea, { document: source.document, values: NO_VALUES });
          const scene = sceneOf(command);
          if (scene === null) continue;
          const result = applyCommand({ source, values: NO_VALUES }, command);
          if (!result.ok || result.value.source === source) continue;
          changed += 1;
          const now = result.value.source;
          const others = source.document.root.children.filter(({ id }) => id !== scene);
          for (const other of others) expect(now.document.root.children).toContain(other);
          const { start = 0, end = 0 } = source.ranges.get(scene) ?? {};
          expect(now.text.slice(0, start)).toBe(source.text.slice(0, start));
          expect(now.text.endsWith(source.text.slice(end))).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
    expect(changed).toBeGreaterThan(20);
  });

  test('give documents that resolve equally with and without a cache', () => {
    fc.assert(
      fc.property(anySource, anyIdeas, (source, ideas) => {
        const memory = createResolveMemory();
        let { document } = source;
        for (const idea of ideas) {
          const context = { document, values: NO_VALUES };
          const command = commandOf(idea, context);
          if (command.type === 'text/replace') continue;
          const result = previewCommand(context, command);
          if (result.ok) document = result.value.document;
          const options = { values: NO_VALUES, missing: 'ignore' } as const;
          expect(resolveTemplate(document, { ...options, memory })).toEqual(resolveTemplate(document, options));
        }
      }),
      { numRuns: 100 },
    );
  });
});

describe('the length of the movie', () => {
  const kinds = ['scene/split', 'scene/move', 'scene/slip'] as const;
  test.each(kinds)('stays the same after %s', (kind) => {
    fc.assert(
      fc.property(anySource, anyIdeas, (source, ideas) => {
        for (const idea of ideas) {
          const command = commandOf(idea, { document: source.document, values: NO_VALUES });
          if (command.type !== kind) continue;
          const applied = applyCommand({ source, values: NO_VALUES }, command);
          if (applied.ok) expect(totalOf(applied.value.source)).toBe(totalOf(source));
        }
      }),
      { numRuns: 100 },
    );
  });

  test('grows by the copies of a duplicate', () => {
    fc.assert(
      fc.property(anySource, fc.nat(), (source, pick) => {
        const movie = resolveTemplate(source.document, { values: NO_VALUES, missing: 'error' }).partial;
        const scene = movie?.scenes[pick % movie.scenes.length];
        if (scene === undefined) return;
        const applied = applyCommand({ source, values: NO_VALUES }, { type: 'scene/duplicate', scenes: [scene.id] });
        expect(applied.ok && totalOf(applied.value.source)).toBe((totalOf(source) ?? 0) + scene.duration);
      }),
      { numRuns: 60 },
    );
  });
});

describe('parsing an edited text again', () => {
  /** Arbitrary changes: removed parts, copies, and characters that are difficult to parse. */
  const anyChange = fc.record({
    at: fc.nat(),
    length: fc.nat(40),
    insert: fc.constantFrom(
      '',
      ' ',
      'x',
      '<',
      '>',
      '"',
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<scene/>',
      '</scene>',
      '&amp;',
      '</movie>',
      '<movie>',
      '\n',
    ),
  });

  test('gives the same result as a complete parse', () => {
    fc.assert(
      fc.property(anySource, fc.array(anyChange, { minLength: 1, maxLength: 2 }), (small, changes) => {
        // Repeat the scenes to test that the parser reuses unchanged scenes.
        const scenes = small.text.slice(small.text.indexOf('<scene'), small.text.lastIndexOf('</movie'));
        const source = read(small.text.replace(scenes, () => scenes.repeat(4)));
        let { text } = source;
        for (const { at, length, insert } of changes) {
          const start = at % text.length;
          text = text.slice(0, start) + insert + text.slice(start + length);
        }
        const whole = readTemplate(text, { previous: source });
        const again = rereadTemplate(text, source);
        expect(again.problems).toEqual(whole.problems);
        expect(again.source === null).toBe(whole.source === null);
        if (again.source === null || whole.source === null) return;
        expect(withoutIds(again.source.document)).toEqual(withoutIds(whole.source.document));
        placesAgree(again.source);
        const ids = [...nodesOf(again.source.document)].map(({ id }): NodeId => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
      { numRuns: 400 },
    );
  });
});
