import { describe, expect, test } from 'vitest';
import { MOVIE_SELECTION, selectNodes } from '#shared/editing/model/selection.ts';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { displayedSource } from '#shared/template/movie/used-sources.ts';
import { fc } from '#shared/testing/properties.ts';
import { selectStepLabels } from './selectors.ts';
import { FILM, openEditor } from './testing/open-editor.ts';

const trim = message('step/trim-end', { what: message('target/scene-named', { name: 'a' }) });
const restore = message('step/restore-revision', { revision: 1 });
const trimStart = message('step/trim-start', { what: message('target/scene-named', { name: 'a' }) });
const edit = message('step/edit-xml');

describe('the editor', () => {
  test('shows the opened template', () => {
    const editor = openEditor();
    expect(editor.state()).toMatchObject({
      text: FILM,
      isTextBroken: false,
      problems: [],
      selection: MOVIE_SELECTION,
      saving: { kind: 'saved', at: null },
    });
    expect(editor.durations()).toEqual([10, 20]);
  });

  test('applies a command to text, document, and movie in one step', () => {
    const editor = openEditor();
    const before = editor.state().movie?.scenes[1];
    const done = editor.document.dispatch({ type: 'scene/trim-end', scene: editor.scene(0), duration: 7 });
    expect(done).toEqual({ ok: true, value: { label: trim } });
    expect(editor.xml()).toBe(FILM.replace('"10"', '"7"'));
    expect(editor.durations()).toEqual([7, 20]);
    expect(editor.state().movie?.scenes[1]).toBe(before);
    expect(editor.undo()).toEqual(trim);
    expect(editor.xml()).toBe(FILM);
    expect(editor.redo()).toEqual(trim);
    expect(editor.redo()).toBeNull();
    expect(editor.durations()[0]).toBe(7);
  });

  test('saves an empty movie after the last scene is removed', async () => {
    const editor = openEditor();
    const all = [editor.scene(0), editor.scene(1)];
    editor.edit({ type: 'scene/set-enabled', scenes: all, enabled: false });
    expect([(await editor.saving.save()).kind, editor.state().problems]).toEqual(['saved', []]);
    editor.edit({ type: 'node/remove', nodes: all });
    expect(editor.state()).toMatchObject({ problems: [], isTextBroken: false, movie: { scenes: [] }, playhead: 0 });
    expect((await editor.saving.save()).kind).toBe('saved');
    expect(editor.service.text()).toBe(editor.xml());
    editor.undo();
    editor.undo();
    expect(editor.xml()).toBe(FILM);
  });

  test('does not change if a command is refused', () => {
    const editor = openEditor();
    const before = editor.state();
    expect(editor.document.dispatch({ type: 'node/remove', nodes: [] }).ok).toBe(false);
    expect(editor.state()).toBe(before);
  });

  test('previews a gesture from its start and commits one step', () => {
    const editor = openEditor();
    const scene = editor.scene(0);
    for (const by of [1, 2, 3]) editor.drag({ type: 'scene/trim-start', scene, by });
    expect(editor.durations()[0]).toBe(7);
    expect(editor.state().gesture).toEqual(trimStart);
    expect([editor.xml(), editor.state().history.entries.length]).toEqual([FILM, 0]);
    editor.drop();
    expect(editor.state().gesture).toBeNull();
    expect(editor.state().history.entries.length).toBe(1);
    expect(editor.xml()).toBe(FILM.replace('"10"', '"7"'));
    editor.undo();
    expect(editor.xml()).toBe(FILM);
  });

  test('reverts a canceled gesture', () => {
    const editor = openEditor();
    const { document } = editor.state();
    editor.drag({ type: 'node/remove', nodes: [editor.scene(0)] });
    editor.escape();
    expect(editor.state().document).toBe(document);
    expect(editor.state().movie?.scenes).toHaveLength(2);
    expect(editor.document.commit()).toEqual({ ok: true, value: null });
  });

  test('shows the last valid movie while the text has errors', () => {
    const editor = openEditor();
    const broken = FILM.replace('</scene>', '</scene');
    editor.type(broken);
    expect(editor.state()).toMatchObject({
      text: broken,
      isTextBroken: true,
      problems: [{ code: 'xml/not-well-formed' }],
    });
    expect(editor.state().movie?.scenes).toHaveLength(2);
    expect(editor.document.dispatch({ type: 'node/remove', nodes: [editor.scene(0)] }).ok).toBe(false);
    expect(editor.document.preview({ type: 'node/remove', nodes: [editor.scene(0)] }).ok).toBe(false);
    editor.type(FILM.replace('"20"', '"21"'));
    expect(editor.state()).toMatchObject({ isTextBroken: false, problems: [] });
    expect(editor.durations()[1]).toBe(21);
    editor.undo();
    expect(editor.xml()).toBe(FILM);
  });

  test('undoes typing in a text with errors step by step', async () => {
    const editor = openEditor();
    const good = FILM.replace('"20"', '"21"');
    const type = (text: string) => editor.type(text);
    type(good);
    await editor.clock.pass(5_000);
    const texts = ['<sc', '<scene'].map((tag) => good.replace('</movie>', `${tag}</movie>`));
    for (const text of texts) type(text);
    await editor.clock.pass(5_000);
    const later = good.replace('</movie>', '<scene name="</movie>');
    type(later);
    expect(selectStepLabels(editor.state())).toEqual({ undo: edit, redo: null });
    expect(editor.undo()).toEqual(edit);
    expect(editor.state()).toMatchObject({ text: texts[1], isTextBroken: true });
    expect(editor.state().problems).not.toEqual([]);
    expect(editor.undo()).toEqual(edit);
    expect(editor.state()).toMatchObject({ text: good, isTextBroken: false });
    // Redo restores the typed text.
    expect(editor.redo()).toEqual(edit);
    expect(editor.redo()).toEqual(edit);
    expect(editor.state()).toMatchObject({ text: later, isTextBroken: true });
    expect(editor.redo()).toBeNull();
    editor.document.discardText();
    expect(editor.state()).toMatchObject({ text: good, isTextBroken: false });
    expect(editor.undo()).toEqual(edit);
    expect(editor.xml()).toBe(FILM);
    expect(editor.undo()).toBeNull();
  });

  test('returns the etag of the text’s base version', async () => {
    const editor = openEditor();
    expect(editor.saving.savedEtag()).toBe('"1"');
    editor.type(FILM.replace('"20"', '"21"'));
    expect(editor.saving.savedEtag()).toBe('"1"');
    await editor.clock.pass(5_000);
    expect(editor.saving.savedEtag()).toBe('"2"');
  });

  test('records typing as one step when the text becomes valid', async () => {
    const editor = openEditor();
    for (const text of ['<s', '<scene ', '<scene duration="5"/>']) {
      editor.type(FILM.replace('</movie>', `${text}</movie>`));
      await editor.clock.pass(5_000);
    }
    expect(editor.state().isTextBroken).toBe(false);
    expect(editor.state().history.entries).toHaveLength(1);
    expect(editor.undo()).toEqual(edit);
    expect(editor.xml()).toBe(FILM);
  });

  test('restores a text with errors when undoing its replacement', () => {
    const editor = openEditor();
    const [good, broken, other] = [FILM.replace('"20"', '"21"'), '<movie', FILM.replace('"10"', '"11"')];
    editor.type(good);
    editor.type(broken);
    editor.edit({
      type: 'text/replace',
      text: other,
      label: restore,
    });
    expect(editor.state()).toMatchObject({ text: other, isTextBroken: false });
    expect(editor.undo()).toEqual(restore);
    expect(editor.state()).toMatchObject({ text: broken, isTextBroken: true });
    expect(editor.redo()).toEqual(restore);
    expect(editor.state()).toMatchObject({ text: other, isTextBroken: false });
    editor.undo();
    expect(editor.undo()).toEqual(edit);
    expect(editor.state()).toMatchObject({ text: good, isTextBroken: false });
    // A replacement with the same valid text adds no step, and redo still restores the text with errors.
    editor.type(broken);
    editor.edit({ type: 'text/replace', text: good, label: restore });
    expect(editor.state()).toMatchObject({ text: good, isTextBroken: false });
    expect(editor.redo()).toEqual(edit);
    expect(editor.xml()).toBe(broken);
  });

  test('restores every earlier text through undo and redo', () => {
    const anyText = fc.constantFrom(FILM, FILM.replace('10', '11'), '<movie', '<mov', `${FILM}<`, FILM.slice(0, 60));
    const anyStep = fc.oneof(
      anyText.map((text) => ({ kind: 'type', text }) as const),
      anyText.map((text) => ({ kind: 'replace', text }) as const),
    );
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
        const editor = openEditor();
        for (const step of steps) {
          if (step.kind === 'type') editor.type(step.text);
          else editor.document.dispatch({ type: 'text/replace', text: step.text });
        }
        const end = editor.xml();
        const seen = [end];
        while (editor.undo() !== null) seen.push(editor.xml());
        expect(editor.state()).toMatchObject({ text: FILM, isTextBroken: false });
        for (const text of seen.toReversed().slice(1)) {
          expect(editor.redo()).not.toBeNull();
          expect(editor.xml()).toBe(text);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('joins successive typing into one step', () => {
    const editor = openEditor();
    for (const digits of ['1', '15', '150']) editor.type(FILM.replace('"10"', `"${digits}"`));
    expect(editor.state().history.entries.map(({ label }) => label)).toEqual([edit]);
  });

  test('starts a separate typing step after a pause', () => {
    const editor = openEditor();
    editor.type(FILM.replace('"10"', '"1"'));
    editor.document.endTyping();
    editor.type(FILM);
    expect(editor.undo()).toEqual(edit);
    expect(editor.xml()).toBe(FILM.replace('"10"', '"1"'));
  });

  test('never saves an empty movie over a text with errors', async () => {
    const editor = openEditor({ text: '<movie>' });
    expect(editor.state()).toMatchObject({ text: '<movie>', isTextBroken: true });
    editor.document.discardText();
    editor.undo();
    await editor.clock.pass(60_000);
    expect(editor.xml()).toBe('<movie>');
    editor.type(FILM);
    expect(editor.state().movie?.scenes).toHaveLength(2);
    expect(editor.undo()).toBeNull();
    await editor.clock.pass(2_000);
    expect(editor.service.text()).toBe(FILM);
  });

  test('resolves variables with the values of the data set', () => {
    const editor = openEditor();
    const source = () => displayedSource(required(editor.state().movie?.scenes[1]?.layers[0], 'there is a layer'));
    expect(source()).toEqual({ kind: 'asset', name: 'b.mp4' });
    editor.document.setValues({ clip: 'c.mp4' });
    expect(source()).toEqual({ kind: 'asset', name: 'c.mp4' });
    expect(editor.xml()).toBe(FILM);
  });

  test('notifies listeners again when a selected scene is selected again', () => {
    const editor = openEditor();
    const layer = editor.state().movie?.scenes[1]?.layers[0]?.id ?? editor.scene(1);
    let notified = 0;
    editor.document.subscribe(() => {
      notified += 1;
    });
    editor.select();
    expect(notified).toBe(0);
    editor.select(editor.scene(1));
    editor.select(editor.scene(1));
    expect(notified).toBe(2);
    editor.select(layer);
    editor.select(layer);
    expect(notified).toBe(3);
  });

  test('keeps several layers selected through all changes', () => {
    const layer = (name: string) => `    <video src="${name}.mp4"/>\n`;
    const text = (...scenes: string[]) =>
      `<movie width="100" height="50" framerate="25">\n${scenes.join('')}</movie>\n`;
    const scene = (...layers: string[]) => `  <scene duration="9">\n${layers.map(layer).join('')}  </scene>\n`;
    const editor = openEditor({ text: text(scene('a', 'b'), scene('c')) });
    const [a, b, c] = (editor.state().movie?.scenes ?? []).flatMap(({ layers }) => layers.map(({ id }) => id));
    if (a === undefined || b === undefined || c === undefined) throw new Error('there are three layers');
    editor.selection.select([c, a], c);
    const selected = selectNodes([a, c], c);
    expect(editor.state().selection).toEqual(selected);
    editor.edit({ type: 'layer/set', layers: [a, c], audio: false });
    expect(editor.state().selection).toEqual(selected);
    editor.undo();
    editor.type(text(scene('new'), scene('a', 'b'), scene('c')));
    expect(editor.state().selection).toEqual(selected);
    editor.type(text(scene('new'), scene('a', 'b')));
    expect(editor.state().selection).toEqual(selectNodes([a]));
    editor.undo();
    expect(editor.state().selection).toEqual(selected);
  });

  test('uses five seconds for a scene whose source length is unknown', () => {
    const text = FILM.replace(' duration="20"', '');
    const editor = openEditor({ text });
    const durations = () => editor.durations();
    editor.seek(99);
    expect([durations(), editor.state().playhead]).toEqual([[10, 125], 99]);
    editor.document.setSourceEnds(new Map([['asset b.mp4', { picture: 2, sound: null }]]));
    expect([durations(), editor.state().playhead, editor.xml()]).toEqual([[10, 50], 59, text]);
    editor.document.setValues({ clip: 'c.mp4' });
    expect(durations()).toEqual([10, 125]);
  });

  test('uses brand values for variables missing in the data set', () => {
    const text = FILM.replace('name="a"', 'name="${brand_accent, #000000}"');
    const editor = openEditor({ text, brand: { brand_accent: '#d8342b' } });
    const name = () => editor.state().movie?.scenes[0]?.name;
    expect(name()).toBe('#d8342b');
    editor.document.setBrand({ brand_accent: '#f3c64a', brand_logo: 'logo.svg' });
    expect([name(), editor.state().given, editor.xml()]).toEqual(['#f3c64a', {}, text]);
    editor.document.setValues({ brand_accent: '' });
    expect([name(), editor.state().values]).toEqual(['', { brand_accent: '', brand_logo: 'logo.svg' }]);
    editor.document.setValues({});
    editor.document.setBrand({});
    expect(name()).toBe('#000000');
  });

  test('limits selection and playhead to the movie', () => {
    const editor = openEditor();
    editor.select(editor.scene(1));
    editor.seek(99);
    expect(editor.state().playhead).toBe(29);
    editor.edit({ type: 'node/remove', nodes: [editor.scene(1)] });
    expect(editor.state().playhead).toBe(9);
    expect(editor.state().selection).toMatchObject({ ids: [editor.scene(0)] });
    editor.undo();
    expect(editor.state().selection).toMatchObject({ ids: [editor.scene(1)] });
  });
});
