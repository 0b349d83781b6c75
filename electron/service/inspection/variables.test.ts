import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { jsonBody, xmlBody } from '#service/movies/testing/template-xml.ts';
import { testWorkspace } from '#service/movies/testing/test-workspace.ts';
import { variablesOf } from '#service/movies/testing/variables-of.ts';
import { dynamicMovieSchema } from '#shared/template-json/json-schema.ts';

const XML = `<movie width="640" height="360" framerate="25">
  <scene duration="50"/>
  <scene duration="\${length, 2s}" name="\${title, 'one,two', UE} \${title}">
    <video url="https://example.org/\${title}.mp4"/>
  </scene>
  <scene duration="1"><video src="\${clip}"/></scene>
</movie>`;

describe('the variables of a movie', () => {
  test('are listed in order of their first use', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const saved = await movies.create(project, 'a', xmlBody(XML));

    const variables: unknown = JSON.parse(await movies.variables(project, 'a'));
    expect(variables).toEqual([
      {
        name: 'length',
        type: 'time',
        defaultvalue: '2s',
        options: '',
        offset: 50,
        numframes: 50,
        uses: [{ path: 'movie/scene[2]@duration', attribute: 'duration', line: 3, scene: 2 }],
      },
      {
        name: 'title',
        type: 'text',
        defaultvalue: 'one,two',
        options: 'UE',
        offset: 50,
        numframes: 50,
        uses: [
          { path: 'movie/scene[2]@name', attribute: 'name', line: 3, scene: 2 },
          { path: 'movie/scene[2]/video@url', attribute: 'url', line: 4, scene: 2 },
        ],
      },
      {
        name: 'clip',
        type: 'media',
        defaultvalue: null,
        options: '',
        offset: 100,
        numframes: 1,
        uses: [{ path: 'movie/scene[3]/video@src', attribute: 'src', line: 6, scene: 3 }],
      },
    ]);
    expect(variablesOf(saved)).toEqual(variables);
  });

  test('have their declarations', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    const xml = `<movie width="640" height="360" framerate="25">
  <resources>
    <variable name="plan" type="choice" label="Plan" help="What was bought." group="Order" required="true"
      choices="gold: Gold, silver" default="silver"/>
    <variable name="logo" type="image"/>
    <variable name="age" min="18" max="99.5" step="0.5"/>
    <variable name="note" type="text" maxlength="80" multiline="true"/>
    <variable name="idle" default="x"/>
  </resources>
  <scene duration="5" name="\${plan} \${note,}"><image src="\${logo}" rotation="\${age, 20}"/></scene>
</movie>`;
    await movies.create(project, 'a', xmlBody(xml));
    const undeclared = { label: null, help: null, group: null, required: false, min: null, max: null, step: null };
    const plain = { type: null, ...undeclared, maxlength: null, multiline: false, choices: [] };
    const listed = variablesOf({ variablesJson: await movies.variables(project, 'a') });
    expect(listed.map(({ uses: _uses, offset: _offset, numframes: _frames, ...rest }) => rest)).toEqual([
      {
        name: 'plan',
        type: 'text',
        defaultvalue: 'silver',
        options: '',
        choices: ['gold', 'silver'],
        declaration: {
          ...plain,
          type: 'choice',
          label: 'Plan',
          help: 'What was bought.',
          group: 'Order',
          required: true,
          choices: [
            { value: 'gold', label: 'Gold' },
            { value: 'silver', label: null },
          ],
        },
      },
      {
        name: 'note',
        type: 'text',
        defaultvalue: '',
        options: '',
        declaration: { ...plain, type: 'text', maxlength: 80, multiline: true },
      },
      { name: 'logo', type: 'media', defaultvalue: null, options: '', declaration: { ...plain, type: 'image' } },
      {
        name: 'age',
        type: 'number',
        defaultvalue: '20',
        options: '',
        declaration: { ...plain, min: 18, max: 99.5, step: 0.5 },
      },
    ]);
    const json: unknown = JSON.parse((await movies.readJson(project, 'a')).json);
    const validate = new Ajv2020({ strict: false }).compile(dynamicMovieSchema());
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true);
  });

  test('have the lines of the stored XML for a JSON movie', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    await movies.create(project, 'a', xmlBody(XML.replaceAll('\n', '')));
    const { json } = await movies.readJson(project, 'a');
    await movies.create(project, 'b', jsonBody(json));

    const [length] = variablesOf({ variablesJson: await movies.variables(project, 'b') });
    expect(length?.uses).toMatchObject([{ line: 3 }]);
  });

  test('match the published schema', async () => {
    await using workspace = await testWorkspace();
    const { movies, project } = workspace;
    await movies.create(project, 'a', xmlBody(XML));

    const json: unknown = JSON.parse((await movies.readJson(project, 'a')).json);
    const validate = new Ajv2020({ strict: false }).compile(dynamicMovieSchema());
    expect(validate(json), JSON.stringify(validate.errors)).toBe(true);
    expect(json).toMatchObject({
      variables: [{ name: 'length' }, { options: ['U', 'E'], uses: [{ line: 3 }, {}] }, {}],
    });
  });
});

test('a declared list has its items and its fields with their uses', async () => {
  await using workspace = await testWorkspace();
  const { movies, project } = workspace;
  const xml = `<movie width="640" height="360" framerate="25">
  <resources>
    <variable name="products" type="list" max="5">
      <field name="price" type="number" min="0"/>
      <item price="1"/><item price="2"/>
    </variable>
  </resources>
  <scene duration="50" each="\${products}" where="\${product.price} > 0" as="product">
    <text content="\${product.price} \${= product.price * 2}"/>
  </scene>
</movie>`;
  await movies.create(project, 'a', xmlBody(xml));
  const [variable, ...others] = JSON.parse(await movies.variables(project, 'a'));
  expect(others).toEqual([]);
  expect(variable).toMatchObject({
    name: 'products',
    type: 'text',
    defaultvalue: '[{"price":"1"},{"price":"2"}]',
    offset: 0,
    numframes: 100,
    declaration: { type: 'list' },
    list: { of: 'text', min: null, max: 5, items: 2, fields: [{ name: 'price', type: 'number', min: 0 }] },
  });
  expect(variable.list.fields[0].uses).toEqual([
    { path: 'movie/scene@where', attribute: 'where', line: 8, scene: 1 },
    { path: 'movie/scene/text@content', attribute: 'content', line: 9, scene: 1 },
  ]);
});
