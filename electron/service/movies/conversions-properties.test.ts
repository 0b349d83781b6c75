import { expect, test } from 'vitest';
import { validTemplate } from '#shared/template/movie/movie.arbitrary.ts';
import { writeJson } from '#shared/template-json/json.ts';
import { formatTemplate } from '#shared/template-xml/edit/write.ts';
import { readTemplate } from '#shared/template-xml/read/read.ts';
import { withoutIds } from '#shared/template-xml/testing/without-ids.ts';
import { fc } from '#shared/testing/properties.ts';
import { jsonBody, utf8, xmlBody } from './testing/template-xml.ts';
import { testWorkspace } from './testing/test-workspace.ts';

test('any document survives a round trip through JSON', async () => {
  await using workspace = await testWorkspace();
  const { templates, movies, project } = workspace;
  await movies.create(
    project,
    'copy',
    xmlBody('<movie width="16" height="16" framerate="1"><scene duration="1"/></movie>'),
  );
  await fc.assert(
    fc.asyncProperty(validTemplate, async (document) => {
      const xml = formatTemplate(document);
      await templates.save(project, 'original', utf8(xml));
      const { json } = await movies.readJson(project, 'original');
      await movies.replace(project, 'copy', jsonBody(json));

      const copy = movies.get(project, 'copy').xml;
      expect(documentOf(copy)).toEqual(withoutIds(document));
      expect(copy).toBe(xml);
    }),
    { numRuns: 100 },
  );
});

test('any movie survives a round trip through XML', async () => {
  await using workspace = await testWorkspace();
  const { movies, project } = workspace;
  await movies.create(
    project,
    'a',
    xmlBody('<movie width="16" height="16" framerate="1"><scene duration="1"/></movie>'),
  );
  await fc.assert(
    fc.asyncProperty(validTemplate, async (document) => {
      const { variables: _, ...movie } = writeJson(document);
      await movies.replace(project, 'a', jsonBody(movie));
      const { xml } = movies.get(project, 'a');
      await movies.replace(project, 'a', xmlBody(xml));

      expect(JSON.parse((await movies.readJson(project, 'a')).json)).toMatchObject(JSON.parse(JSON.stringify(movie)));
    }),
    { numRuns: 100 },
  );
});

function documentOf(xml: string): unknown {
  const { source } = readTemplate(xml);
  return source === null ? null : withoutIds(source.document);
}
