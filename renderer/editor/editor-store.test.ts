import { describe, expect, test } from 'vitest';
import { MOVIE_SELECTION, selectNodes } from '#shared/editing/model/selection.ts';
import { required } from '#shared/lib/assert.ts';
import { message } from '#shared/messages/message.ts';
import { displayedSource } from '#shared/template/movie/used-sources.ts';
import { fc } from '#shared/testing/properties.ts';
import { selectStepLabels } from './selectors.ts';
import { FILM, openEditor, sceneId } from './testing/open-editor.ts';

const trim = message('step/trim-end', { what: message('target/scene-named', { name: 'a' }) });
const restore = message('step/restore-revision', { revision: 1 });
const trimStart = message('step/trim-start', { what: message('target/scene-named', { name: 'a' }) });
const edit = message('step/edit-xml');

describe('the editor', () => {
  test('shows the opened template', () => {
    const { state } = openEditor();
    expect(state()).toMatchObject({
      text: FILM,
      isTextBroken: false,
      problems: [],
      selection: MOVIE_SELECTION,
      saving: { kind: 'saved', at: null },
    });
    expect(state().movie?.scenes.map(({ duration }) => duration)).toEqual([10, 20]);
  });

  test('applies a command to text, document, and movie in one step', () => {
    const { store, actions, state } = openEditor();
    const before = state().movie?.scenes[1];
    const done = actions.dispatch({ type: 'scene/trim-end', scene: sceneId(store, 0), duration: 7 });
    expect(done).toEqual({ ok: true, value: { label: trim } });
    expect(state().text).toBe(FILM.replace('"10"', '"7"'));
    expect(state().movie?.scenes.map(({ duration }) => duration)).toEqual([7, 20]);
    expect(state().movie?.scenes[1]).toBe(before);
    expect(actions.undo()).toEqual(trim);
    expect(state().text).toBe(FILM);
    expect(actions.redo()).toEqual(trim);
    expect(actions.redo()).toBeNull();
    expect(state().movie?.scenes[0]?.duration).toBe(7);
  });

  test('saves an empty movie after the last scene is removed', async () => {
    const { store, actions, state, service } = openEditor();
    const all = [sceneId(store, 0), sceneId(store, 1)];
    actions.dispatch({ type: 'scene/set-enabled', scenes: all, enabled: false });
    expect([(await actions.save()).kind, state().problems]).toEqual(['saved', []]);
    actions.dispatch({ type: 'node/remove', nodes: all });
    expect(state()).toMatchObject({ problems: [], isTextBroken: false, movie: { scenes: [] }, playhead: 0 });
    expect((await actions.save()).kind).toBe('saved');
    expect(service.text()).toBe(state().text);
    actions.undo();
    actions.undo();
    expect(state().text).toBe(FILM);
  });

  test('does not change if a command is refused', () => {
    const { actions, state } = openEditor();
    const before = state();
    expect(actions.dispatch({ type: 'node/remove', nodes: [] }).ok).toBe(false);
    expect(state()).toBe(before);
  });

  test('previews a gesture from its start and commits one step', () => {
    const { store, actions, state } = openEditor();
    const scene = sceneId(store, 0);
    for (const by of [1, 2, 3]) actions.preview({ type: 'scene/trim-start', scene, by });
    expect(state().movie?.scenes[0]?.duration).toBe(7);
    expect([state().gesture, state().text, state().history.entries.length]).toEqual([trimStart, FILM, 0]);
    actions.commit();
    expect([state().gesture, state().history.entries.length]).toEqual([null, 1]);
    expect(state().text).toBe(FILM.replace('"10"', '"7"'));
    actions.undo();
    expect(state().text).toBe(FILM);
  });

  test('reverts a canceled gesture', () => {
    const { store, actions, state } = openEditor();
    const { document } = state();
    actions.preview({ type: 'node/remove', nodes: [sceneId(store, 0)] });
    actions.cancel();
    expect(state().document).toBe(document);
    expect(state().movie?.scenes).toHaveLength(2);
    expect(actions.commit()).toEqual({ ok: true, value: null });
  });

  test('shows the last valid movie while the text has errors', () => {
    const { store, actions, state } = openEditor();
    const broken = FILM.replace('</scene>', '</scene');
    actions.setText(broken);
    expect(state()).toMatchObject({ text: broken, isTextBroken: true, problems: [{ code: 'xml/not-well-formed' }] });
    expect(state().movie?.scenes).toHaveLength(2);
    expect(actions.dispatch({ type: 'node/remove', nodes: [sceneId(store, 0)] }).ok).toBe(false);
    expect(actions.preview({ type: 'node/remove', nodes: [sceneId(store, 0)] }).ok).toBe(false);
    actions.setText(FILM.replace('"20"', '"21"'));
    expect(state()).toMatchObject({ isTextBroken: false, problems: [] });
    expect(state().movie?.scenes[1]?.duration).toBe(21);
    actions.undo();
    expect(state().text).toBe(FILM);
  });

  test('undoes typing in a text with errors step by step', async () => {
    const { actions, state, clock } = openEditor();
    const good = FILM.replace('"20"', '"21"');
    const type = (text: string) => actions.setText(text);
    type(good);
    await clock.pass(5_000);
    const texts = ['<sc', '<scene'].map((tag) => good.replace('</movie>', `${tag}</movie>`));
    for (const text of texts) type(text);
    await clock.pass(5_000);
    const later = good.replace('</movie>', '<scene name="</movie>');
    type(later);
    expect(selectStepLabels(state())).toEqual({ undo: edit, redo: null });
    expect(actions.undo()).toEqual(edit);
    expect(state()).toMatchObject({ text: texts[1], isTextBroken: true });
    expect(state().problems).not.toEqual([]);
    expect(actions.undo()).toEqual(edit);
    expect(state()).toMatchObject({ text: good, isTextBroken: false });
    // Redo restores the typed text.
    expect(actions.redo()).toEqual(edit);
    expect(actions.redo()).toEqual(edit);
    expect(state()).toMatchObject({ text: later, isTextBroken: true });
    expect(actions.redo()).toBeNull();
    actions.discardText();
    expect(state()).toMatchObject({ text: good, isTextBroken: false });
    expect(actions.undo()).toEqual(edit);
    expect(state().text).toBe(FILM);
    expect(actions.undo()).toBeNull();
  });

  test('returns the etag of the text’s base version', async () => {
    const { actions, clock } = openEditor();
    expect(actions.savedEtag()).toBe('"1"');
    actions.setText(FILM.replace('"20"', '"21"'));
    expect(actions.savedEtag()).toBe('"1"');
    await clock.pass(5_000);
    expect(actions.savedEtag()).toBe('"2"');
  });

  test('records typing as one step when the text becomes valid', async () => {
    const { actions, state, clock } = openEditor();
    for (const text of ['<s', '<scene ', '<scene duration="5"/>']) {
      actions.setText(FILM.replace('</movie>', `${text}</movie>`));
      await clock.pass(5_000);
    }
    expect(state().isTextBroken).toBe(false);
    expect(state().history.entries).toHaveLength(1);
    expect(actions.undo()).toEqual(edit);
    expect(state().text).toBe(FILM);
  });

  test('restores a text with errors when its replacement is undone', () => {
    const { actions, state } = openEditor();
    const [good, broken, other] = [FILM.replace('"20"', '"21"'), '<movie', FILM.replace('"10"', '"11"')];
    actions.setText(good);
    actions.setText(broken);
    expect(
      actions.dispatch({
        type: 'text/replace',
        text: other,
        label: restore,
      }).ok,
    ).toBe(true);
    expect(state()).toMatchObject({ text: other, isTextBroken: false });
    expect(actions.undo()).toEqual(restore);
    expect(state()).toMatchObject({ text: broken, isTextBroken: true });
    expect(actions.redo()).toEqual(restore);
    expect(state()).toMatchObject({ text: other, isTextBroken: false });
    actions.undo();
    expect(actions.undo()).toEqual(edit);
    expect(state()).toMatchObject({ text: good, isTextBroken: false });
    // A replacement with the same valid text adds no step, and redo still restores the text with errors.
    actions.setText(broken);
    expect(actions.dispatch({ type: 'text/replace', text: good, label: restore }).ok).toBe(true);
    expect(state()).toMatchObject({ text: good, isTextBroken: false });
    expect(actions.redo()).toEqual(edit);
    expect(state().text).toBe(broken);
  });

  test('restores every earlier text through undo and redo', () => {
    const anyText = fc.constantFrom(FILM, FILM.replace('10', '11'), '<movie', '<mov', `${FILM}<`, FILM.slice(0, 60));
    const anyStep = fc.oneof(
      anyText.map((text) => ({ kind: 'type', text }) as const),
      anyText.map((text) => ({ kind: 'replace', text }) as const),
    );
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 12 }), (steps) => {
        const { actions, state } = openEditor();
        for (const step of steps) {
          if (step.kind === 'type') actions.setText(step.text);
          else actions.dispatch({ type: 'text/replace', text: step.text });
        }
        const end = state().text;
        const seen = [end];
        while (actions.undo() !== null) seen.push(state().text);
        expect(state()).toMatchObject({ text: FILM, isTextBroken: false });
        for (const text of seen.toReversed().slice(1)) {
          expect(actions.redo()).not.toBeNull();
          expect(state().text).toBe(text);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('joins successive typing into one step', () => {
    const { actions, state } = openEditor();
    for (const digits of ['1', '15', '150']) actions.setText(FILM.replace('"10"', `"${digits}"`));
    expect(state().history.entries.map(({ label }) => label)).toEqual([edit]);
  });

  test('starts a separate typing step after a pause', () => {
    const { actions, state } = openEditor();
    actions.setText(FILM.replace('"10"', '"1"'));
    actions.endTyping();
    actions.setText(FILM);
    expect(actions.undo()).toEqual(edit);
    expect(state().text).toBe(FILM.replace('"10"', '"1"'));
  });

  test('never saves an empty movie over a text with errors', async () => {
    const { actions, state, service, clock } = openEditor({ text: '<movie>' });
    expect(state()).toMatchObject({ text: '<movie>', isTextBroken: true });
    actions.discardText();
    actions.undo();
    await clock.pass(60_000);
    expect(state().text).toBe('<movie>');
    actions.setText(FILM);
    expect(state().movie?.scenes).toHaveLength(2);
    expect(actions.undo()).toBeNull();
    await clock.pass(2_000);
    expect(service.text()).toBe(FILM);
  });

  test('resolves variables with the values of the data set', () => {
    const { actions, state } = openEditor();
    const source = () => displayedSource(required(state().movie?.scenes[1]?.layers[0], 'there is a layer'));
    expect(source()).toEqual({ kind: 'asset', name: 'b.mp4' });
    actions.setValues({ clip: 'c.mp4' });
    expect(source()).toEqual({ kind: 'asset', name: 'c.mp4' });
    expect(state().text).toBe(FILM);
  });

  test('notifies listeners again when a selected scene is selected again', () => {
    const { store, actions, state } = openEditor();
    const layer = state().movie?.scenes[1]?.layers[0]?.id ?? sceneId(store, 1);
    let notified = 0;
    store.document.subscribe(() => {
      notified += 1;
    });
    actions.select(MOVIE_SELECTION);
    expect(notified).toBe(0);
    actions.select(selectNodes([sceneId(store, 1)]));
    actions.select(selectNodes([sceneId(store, 1)]));
    expect(notified).toBe(2);
    actions.select(selectNodes([layer]));
    actions.select(selectNodes([layer]));
    expect(notified).toBe(3);
  });

  test('keeps several layers selected through all changes', () => {
    const layer = (name: string) => `    <video src="${name}.mp4"/>\n`;
    const text = (...scenes: string[]) =>
      `<movie width="100" height="50" framerate="25">\n${scenes.join('')}</movie>\n`;
    const scene = (...layers: string[]) => `  <scene duration="9">\n${layers.map(layer).join('')}  </scene>\n`;
    const { actions, state } = openEditor({ text: text(scene('a', 'b'), scene('c')) });
    const [a, b, c] = (state().movie?.scenes ?? []).flatMap(({ layers }) => layers.map(({ id }) => id));
    if (a === undefined || b === undefined || c === undefined) throw new Error('there are three layers');
    actions.select(selectNodes([c, a], c));
    const selected = selectNodes([a, c], c);
    expect(state().selection).toEqual(selected);
    actions.dispatch({ type: 'layer/set', layers: [a, c], audio: false });
    expect(state().selection).toEqual(selected);
    actions.undo();
    actions.setText(text(scene('new'), scene('a', 'b'), scene('c')));
    expect(state().selection).toEqual(selected);
    actions.setText(text(scene('new'), scene('a', 'b')));
    expect(state().selection).toEqual(selectNodes([a]));
    actions.undo();
    expect(state().selection).toEqual(selected);
  });

  test('uses five seconds for a scene whose source length is unknown', () => {
    const text = FILM.replace(' duration="20"', '');
    const { actions, state } = openEditor({ text });
    const durations = () => state().movie?.scenes.map(({ duration }) => duration);
    actions.seek(99);
    expect([durations(), state().playhead]).toEqual([[10, 125], 99]);
    actions.setSourceEnds(new Map([['asset b.mp4', { picture: 2, sound: null }]]));
    expect([durations(), state().playhead, state().text]).toEqual([[10, 50], 59, text]);
    actions.setValues({ clip: 'c.mp4' });
    expect(durations()).toEqual([10, 125]);
  });

  test('uses brand values for variables that the data set lacks', () => {
    const text = FILM.replace('name="a"', 'name="${brand_accent, #000000}"');
    const { actions, state } = openEditor({ text, brand: { brand_accent: '#d8342b' } });
    const name = () => state().movie?.scenes[0]?.name;
    expect(name()).toBe('#d8342b');
    actions.setBrand({ brand_accent: '#f3c64a', brand_logo: 'logo.svg' });
    expect([name(), state().given, state().text]).toEqual(['#f3c64a', {}, text]);
    actions.setValues({ brand_accent: '' });
    expect([name(), state().values]).toEqual(['', { brand_accent: '', brand_logo: 'logo.svg' }]);
    actions.setValues({});
    actions.setBrand({});
    expect(name()).toBe('#000000');
  });

  test('limits selection and playhead to the movie', () => {
    const { store, actions, state } = openEditor();
    actions.select(selectNodes([sceneId(store, 1)]));
    actions.seek(99);
    expect(state().playhead).toBe(29);
    actions.dispatch({ type: 'node/remove', nodes: [sceneId(store, 1)] });
    expect(state().playhead).toBe(9);
    expect(state().selection).toMatchObject({ ids: [sceneId(store, 0)] });
    actions.undo();
    expect(state().selection).toMatchObject({ ids: [sceneId(store, 1)] });
  });
});
