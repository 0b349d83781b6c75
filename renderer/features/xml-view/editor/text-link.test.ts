import { EditorState, type TransactionSpec } from '@codemirror/state';
import { describe, expect, it } from 'vitest';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { viewTextOf } from '#renderer/xml/view-text.ts';
import { anyCommandIdea, commandOf } from '#shared/editing/model/command.arbitrary.ts';
import type { Problem } from '#shared/template/document/problem.ts';
import { fc } from '#shared/testing/properties.ts';
import type { ReadAside } from './read-aside.ts';
import { linkText, type TextLink } from './text-link.ts';

/**
 * Creates a view without a window. It is linked to the store of an editor. Scheduled work runs when the test calls
 * `runScheduled`.
 */
function openLinked(text?: string, readAside: ReadAside = () => null) {
  const editor = openEditor(text === undefined ? {} : { text });
  let state = EditorState.create({ doc: viewTextOf(editor.xml()) });
  let scheduled: (() => void) | null = null;
  let link: TextLink | null = null;
  const view = {
    get state() {
      return state;
    },
    dispatch: (spec: TransactionSpec) => {
      const transaction = state.update(spec);
      state = transaction.state;
      link?.took(transaction);
    },
  };
  const opened = linkText({
    store: editor,
    view,
    readAside,
    schedule: (run) => {
      scheduled = run;
      return () => {
        scheduled = null;
      };
    },
  });
  link = opened;
  return {
    editor,
    link: opened,
    view,
    shown: () => state.doc.toString(),
    type: (from: number, to: number, insert: string) => view.dispatch({ changes: { from, to, insert } }),
    /** Runs the scheduled work once. */
    runScheduled: () => {
      const run = scheduled;
      scheduled = null;
      run?.();
    },
  };
}

describe('linkText', () => {
  it('combines typed changes into one change of the store', () => {
    const { editor, type, shown, runScheduled } = openLinked();
    const at = shown().indexOf('"10"') + 3;
    type(at, at, '1');
    type(at + 1, at + 1, '2');
    expect(editor.xml()).not.toContain('"1012"');
    runScheduled();
    expect(editor.xml()).toContain('duration="1012"');
    expect(editor.durations()[0]).toBe(1012);
    expect(editor.state().history.entries).toHaveLength(1);
  });

  it('transfers a change of the store without replacing other lines', () => {
    const { editor, shown, view } = openLinked();
    view.dispatch({ selection: { anchor: shown().indexOf('</movie>') } });
    editor.trim(0, 7);
    expect(shown()).toBe(editor.xml());
    expect(shown().slice(view.state.selection.main.head)).toBe('</movie>\n');
  });

  it('keeps both changes if typing and an edit overlap in time', () => {
    const { editor, type, shown, runScheduled } = openLinked();
    const at = shown().indexOf('"a"') + 2;
    type(at, at, 'bc');
    editor.edit({ type: 'scene/set-duration', scenes: [editor.scene(1)], duration: 33 });
    expect(shown()).toContain('name="abc"');
    expect(shown()).toContain('duration="33"');
    runScheduled();
    expect(editor.xml()).toBe(shown());
  });

  it('merges insertions at one offset in a fixed order', () => {
    const { editor, type, shown, runScheduled } = openLinked();
    const at = shown().indexOf('"a"') + 2;
    type(at, at, 'b');
    editor.type(editor.xml().replace('"a"', '"ac"'));
    expect(shown()).toContain('name="abc"');
    runScheduled();
    expect(shown()).toContain('name="abc"');
    expect(editor.xml()).toBe(shown());
  });

  it('keeps an invalid text in the store until undo', () => {
    const { editor, type, shown, runScheduled } = openLinked();
    const good = shown();
    type(0, 6, '<mov');
    runScheduled();
    expect(editor.state().isTextBroken).toBe(true);
    expect(editor.state().movie?.scenes).toHaveLength(2);
    editor.undo();
    expect(shown()).toBe(good);
  });

  it('keeps the line breaks of the file', () => {
    const film = '<movie width="100" height="50" framerate="25">\r\n<scene duration="1"/>\r\n</movie>';
    const { editor, type, shown, runScheduled } = openLinked(film);
    const at = shown().indexOf('</movie>');
    type(at, at, '<scene duration="2"/>\n');
    runScheduled();
    expect(editor.xml()).toBe(film.replace('</movie>', '<scene duration="2"/>\r\n</movie>'));
  });

  it('sends pending typing to the store on close', () => {
    const { editor, type, shown, link } = openLinked();
    type(shown().indexOf('"a"') + 1, shown().indexOf('"a"') + 2, 'z');
    link.close();
    expect(editor.xml()).toContain('name="z"');
  });

  it('keeps view and store equal after any edits', () => {
    const anyStep = fc.oneof(
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('command' as const), idea: anyCommandIdea }) },
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('type' as const),
          at: fc.nat(),
          length: fc.nat(6),
          insert: fc.constantFrom('', '1', ' ', '\n', '<scene duration="3"/>', '<!-- c -->', '<', '"', '\r\n'),
        }),
      },
      fc.record({ kind: fc.constantFrom('undo' as const, 'redo' as const, 'frame' as const) }),
    );
    const film =
      '<movie width="100" height="50" framerate="25">\r\n  <scene duration="10" name="a"/>\r\n' +
      '  <scene duration="20"><video src="${clip, b.mp4}"><filter type="vignette"/></video></scene>\n\r</movie>\n';
    fc.assert(
      fc.property(
        fc.constantFrom(film, film.replaceAll('\r', '')),
        fc.array(anyStep, { maxLength: 25 }),
        (text, steps) => {
          const { editor, ...view } = openLinked(text);
          for (const step of steps) {
            if (step.kind === 'command') {
              const { document } = editor.state();
              editor.document.dispatch(commandOf(step.idea, { document, values: new Map() }));
            } else if (step.kind === 'type') {
              const { length } = view.shown();
              const from = step.at % (length + 1);
              view.type(from, Math.min(length, from + step.length), step.insert);
            } else if (step.kind === 'undo') editor.undo();
            else if (step.kind === 'redo') editor.redo();
            else view.runScheduled();
          }
          view.link.flush();
          expect(view.shown()).toBe(viewTextOf(editor.xml()));
        },
      ),
      { numRuns: 150 },
    );
  });

  it('parses on the main thread if the worker fails', async () => {
    const { editor, type, shown, runScheduled } = openLinked(undefined, () => Promise.reject(new Error('it ended')));
    type(shown().indexOf('"a"') + 1, shown().indexOf('"a"') + 2, 'z');
    runScheduled();
    await expect.poll(() => editor.xml()).toContain('name="z"');
  });

  it('sends a large text after a worker has parsed its latest version', async () => {
    const readings: { text: string; answer: (problems: readonly Problem[]) => void }[] = [];
    const { editor, type, shown, runScheduled } = openLinked(undefined, (text) => {
      const { promise, resolve } = Promise.withResolvers<readonly Problem[]>();
      readings.push({ text, answer: resolve });
      return promise;
    });
    const good = shown();
    const problem = { ...BROKEN, message: 'It is broken.' };
    type(0, 6, '<mov');
    runScheduled();
    type(0, 4, '<mo');
    runScheduled();
    // The reader parses only one text at a time.
    expect(readings.map(({ text }) => text)).toEqual([good.replace('<movie', '<mov')]);
    readings[0]?.answer([problem]);
    await Promise.resolve().then(() => undefined);
    await Promise.resolve();
    expect(editor.xml()).toBe(good);
    runScheduled();
    expect(readings).toHaveLength(2);
    readings[1]?.answer([problem]);
    await Promise.resolve().then(() => undefined);
    await Promise.resolve();
    expect(editor.state()).toMatchObject({ text: shown(), isTextBroken: true, problems: [problem] });
    type(0, 3, '<movie');
    runScheduled();
    readings[2]?.answer([]);
    await Promise.resolve().then(() => undefined);
    await Promise.resolve();
    expect(editor.state()).toMatchObject({ text: good, isTextBroken: false });
  });
});

const BROKEN: Problem = {
  code: 'xml/not-well-formed',
  severity: 'error',
  message: '',
  reason: 'xml/other',
  values: { words: '' },
  line: 1,
  column: 1,
  path: '',
  range: { start: 0, end: 1 },
};
