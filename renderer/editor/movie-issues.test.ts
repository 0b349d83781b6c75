import { expect, test } from 'vitest';
import { problemsOf } from '#renderer/editor/read-template.ts';
import { selectUsedSources } from '#renderer/editor/selectors.ts';
import { openEditor } from '#renderer/editor/testing/open-editor.ts';
import { messageOf } from '#shared/messages/read-message.ts';
import { listPlaceOf, missingSources, movieIssuesOf } from './movie-issues.ts';

const FILM = `<movie width="100" height="50" framerate="25">
  <audio src="music.mp3"/>
  <scene duration="9"><video src="There.mp4"/><video src="gone.mp4"/></scene>
  <scene duration="9"><video src="GONE.mp4"/><video src="coming.mp4" colour="x"/></scene>
  <scene duration="x"><video url="https://example.org/a.mp4"/></scene>
</movie>
`;

test('the list of issues orders errors, missing files, and warnings', () => {
  const editor = openEditor({ text: FILM });
  const missing = missingSources(selectUsedSources(editor.state()), new Set(['there.mp4']), new Set(['coming.mp4']));
  const listed = movieIssuesOf(problemsOf(editor.state().source, editor.state().findings), missing).map((issue) =>
    issue.kind === 'missing'
      ? `${issue.name} in ${issue.scenes.length}`
      : issue.kind === 'problem'
        ? issue.problem.code
        : '',
  );
  expect(listed).toEqual(['template/invalid-value', 'gone.mp4 in 1', 'music.mp3 in 0', 'template/unknown-attribute']);
});

test('no file is reported as missing before the assets are loaded', () => {
  const editor = openEditor({ text: FILM });
  expect(missingSources(selectUsedSources(editor.state()), null, new Set())).toEqual([]);
});

test('no file is missing for an element of an empty list', () => {
  const repeated = `<scene duration="9"><video src="a.mp4"/><audio src="a.mp3" each="\${none}"/>
    <group each="\${none}"><video src="b.mp4"/></group></scene><audio src="b.mp3" each="\${none}"/>`;
  const lists = `<resources><variable name="none" type="list"/></resources>${repeated}
    <scene each="\${none}"><scene><video src="c.mp4"/></scene></scene>`;
  const editor = openEditor({ text: `<movie width="100" height="50" framerate="25">${lists}</movie>` });
  const names = missingSources(selectUsedSources(editor.state()), new Set(), new Set()).map(({ source }) => source);
  expect(names).toMatchObject([{ name: 'a.mp4' }]);
});

test('a fault in a list has the place of its item', () => {
  const lists = `<movie width="100" height="50" framerate="25"><resources>
    <variable name="goods" type="list" min="2"><field name="price" type="number"/>
      <field name="tags" type="list"><field name="size" type="number"/></field>
      <item price="1,90 €" tags='[{"size":"XL"}]'/></variable>
  </resources><scene duration="9" each="\${goods}"/></movie>`;
  const { source, findings } = openEditor({ text: lists }).state();
  const places = problemsOf(source, findings).flatMap((problem) => {
    const says = messageOf(problem);
    return says === null ? [] : (listPlaceOf(says) ?? []);
  });
  expect(places).toEqual([
    { list: 'goods', item: null, field: null },
    { list: 'goods', item: 1, field: 'price' },
    { list: 'goods', item: 1, field: 'tags' },
  ]);
});
