import { expect } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { test } from './fixtures/test.ts';
import { BatchPage } from './pages/batch.ts';
import { EditorPage } from './pages/editor.ts';

test.use({ sharesService: true, showsFirstScreen: false });
test.slow();

const template = `<movie width="64" height="36" framerate="10">
  <scene duration="5"><solid color="\${shade, #203040}"/><text content="\${title, Hello}"/></scene>
</movie>
`;

test('a film link is copied for a template or a row', { tag: '@full' }, async ({
  editor,
  project,
  person,
  service,
}) => {
  await project.putTemplate('card', template);
  await service.fetch(`/v1/editing/${project.uid}/card`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ dataSets: [{ id: 'a', name: 'Ada', values: { title: 'Ada & Söhne' } }], chosen: 'a' }),
  });
  await new EditorPage(editor).open(project, 'card');
  await editor.getByRole('button', { name: 'More ways to render' }).click();
  await editor.getByRole('menuitem', { name: 'Copy link…' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Copy link' });
  await expect(dialog.getByRole('row', { name: /title/ })).toContainText('Ada & Söhne');
  await expectNoBarriers(editor, { within: ['[role=dialog]'], name: 'link' });
  await dialog.getByRole('combobox', { name: 'Expires' }).click();
  await editor.getByRole('option', { name: 'After 30 days' }).click();
  await dialog.getByRole('checkbox', { name: 'Others may change title' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/expires=\d+&title=.*&vary=title&sig=/);
  await dialog.getByRole('button', { name: 'Copy link' }).click();
  await expect(editor.getByText('Copied the link')).toBeVisible();
  const link = await person.clipboard();
  // The link works without a password and with other values.
  const film = link.replace(/title=[^&]+/, 'title=Bob');
  await expect.poll(async () => (await fetch(film, { method: 'HEAD' })).status, { timeout: 60_000 }).toBe(200);
  expect((await fetch(film)).headers.get('content-type')).toBe('video/mp4');

  const batch = new BatchPage(editor);
  await batch.open(project, 'card');
  await batch.paste('title;shade\nEins;#ff0000\nZwei;#00ff00');
  await batch.isChecked();
  await editor.getByRole('button', { name: 'Copy link…' }).click();
  await expect(dialog.getByRole('row', { name: /shade/ })).toContainText('#ff0000');
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/shade=%23ff0000&title=Eins&sig=/);
});

test('the dialog for copying a link shows the labels of variables', { tag: '@full' }, async ({ editor, project }) => {
  const declared =
    '<variable name="title" label="Headline" default="Hello"/><variable name="shade" default="#203040"/>';
  const film = template
    .replace('\n  <scene', `\n  <resources>${declared}</resources>\n  <scene`)
    .replace(', Hello', '')
    .replace(', #203040', '');
  await project.putTemplate('card', film);
  await new EditorPage(editor).open(project, 'card');
  await editor.getByRole('button', { name: 'More ways to render' }).click();
  await editor.getByRole('menuitem', { name: 'Copy link…' }).click();
  const dialog = editor.getByRole('dialog', { name: 'Copy link' });
  await expect(dialog.getByRole('rowheader', { name: 'Headline', exact: true })).toHaveAttribute('title', 'title');
  // A variable without a label is shown by its name.
  await expect(dialog.getByRole('rowheader', { name: 'shade', exact: true })).toBeVisible();
  await dialog.getByRole('checkbox', { name: 'Others may change Headline' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Link' })).toHaveValue(/vary=title/);
});
