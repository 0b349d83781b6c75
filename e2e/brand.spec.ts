import { readFile, writeFile } from 'node:fs/promises';
import { expect, type Page } from 'playwright/test';
import type { BrandKit } from '#shared/brand/brand-kit.ts';
import { expectNoBarriers } from './fixtures/axe.ts';
import type { Project } from './fixtures/project.ts';
import type { RunningService } from './fixtures/service.ts';
import { test } from './fixtures/test.ts';
import { EditorPage } from './pages/editor.ts';
import { goTo } from './pages/go-to.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const FILM = `<movie width="320" height="180" framerate="25">
  <scene duration="50" background="\${brand_panel, #222222}"><solid color="#d6332a" width="30%" height="4%"/></scene>
</movie>
`;

async function openBrand(editor: Page, project: Project): Promise<void> {
  await goTo(editor, `#/brand/${project.uid}`);
  await expect(editor.getByRole('heading', { name: 'Brand kit' })).toBeVisible();
}

async function brandOf(service: RunningService, project: Project): Promise<BrandKit> {
  const answer = (await (await service.fetch(`/v1/brand/${project.uid}`)).json()) as { readonly brand: BrandKit };
  return answer.brand;
}

async function saveBrand(service: RunningService, project: Project, brand: BrandKit): Promise<void> {
  const saved = await service.fetch(`/v1/brand/${project.uid}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(brand),
  });
  expect(saved.status).toBe(200);
}

test('each change of a brand is saved and can be undone', { tag: '@full' }, async ({ editor, project, service }) => {
  await openBrand(editor, project);
  await editor.getByRole('button', { name: 'Add color' }).click();
  await editor.getByRole('textbox', { name: 'Name' }).fill('Leaf');
  await editor.getByRole('textbox', { name: 'Name' }).press('Enter');
  await editor.getByRole('textbox', { name: 'Color' }).fill('#0d2216');
  await editor.getByRole('textbox', { name: 'Color' }).press('Enter');
  await editor.getByRole('combobox', { name: 'Role' }).click();
  await editor.getByRole('option', { name: /^panel/ }).click();
  await editor.keyboard.press('Escape');
  const leaf = { name: 'Leaf', value: '#0d2216', role: 'panel' };
  await expect.poll(() => brandOf(service, project)).toEqual({ colours: [leaf] });
  await editor.getByRole('combobox', { name: 'Font for Titles' }).click();
  await editor.getByRole('option', { name: 'Noto Sans', exact: true }).click();
  await expect(editor.getByRole('img', { name: 'Open Saturday' })).toBeVisible();
  const undo = editor.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect.poll(() => brandOf(service, project)).toEqual({ colours: [leaf] });
  await editor.keyboard.press('Control+z');
  await expect(editor.getByRole('button', { name: 'Leaf, #0d2216', exact: true })).toBeVisible();
  await editor.keyboard.press('Control+Shift+z');
  await expect.poll(() => brandOf(service, project)).toEqual({ colours: [leaf] });
});

test('an exported brand file can be imported', { tag: '@full' }, async ({ editor, project, service, person }, info) => {
  const brand: BrandKit = {
    colours: [
      { name: 'Leaf', value: '#0d2216', role: 'panel' },
      { name: 'Petal', value: '#d8342b', role: 'accent' },
      { name: 'Paper', value: '#ffffff', role: 'on_dark' },
    ],
    logos: [{ name: 'Mark', asset: 'gone.svg', on: 'Leaf' }],
    motion: { easing: 'ease-out', transition: { type: 'wipe', direction: 'right', duration: '12' } },
  };
  await project.putTemplate('Spring opening', FILM);
  await saveBrand(service, project, brand);
  await openBrand(editor, project);
  await expect(editor.getByText('Paper on Leaf 16.7, Paper on Petal 4.7')).toBeVisible();
  await expect(editor.getByText('gone.svg isn’t in the project')).toBeVisible();
  await expect(editor.getByText('1 of 1 in this project')).toBeVisible();
  await expectNoBarriers(editor, { name: 'brand kit' });

  await editor.getByRole('button', { name: /^Petal/ }).click();
  await editor.getByRole('button', { name: 'Pick a color' }).click();
  await expectNoBarriers(editor, { name: 'fields of a colour', within: ['[role=dialog]'] });
  await editor.keyboard.press('Escape');
  await editor.keyboard.press('Escape');
  await editor.getByRole('button', { name: 'Use in a template…' }).click();
  await expect(editor.getByRole('button', { name: 'Open Spring opening' })).toBeVisible();
  await expectNoBarriers(editor, { name: 'use in a template', within: ['[role=dialog]'] });
  await editor.keyboard.press('Escape');

  const file = person.nextFile();
  await editor.getByRole('button', { name: 'Export…' }).click();
  expect(JSON.parse(await readFile((await file).path, 'utf8'))).toEqual(brand);
  const other = info.outputPath('other.json');
  await writeFile(other, JSON.stringify({ colours: [{ name: 'Sky', value: '#2b6cd8', role: 'accent' }] }));
  const chooser = editor.waitForEvent('filechooser');
  await editor.getByRole('button', { name: 'Import…' }).click();
  await (await chooser).setFiles(other);
  await expect(editor.getByRole('button', { name: /^Sky/ })).toBeVisible();
  await editor.getByRole('button', { name: 'Undo' }).click();

  // A similar color is replaced in the text of the template.
  await editor.getByRole('button', { name: 'Use Petal' }).click();
  await expect.poll(() => project.template('Spring opening')).toBe(FILM.replace('#d6332a', '${brand_accent, #d8342b}'));
});

test('a changed brand color is visible immediately, also in color pickers', {
  tag: '@full',
}, async ({ editor, project, service }) => {
  await project.putTemplate('Film', FILM);
  await saveBrand(service, project, { colours: [{ name: 'Leaf', value: '#0d2216', role: 'panel' }] });
  await new EditorPage(editor).open(project, 'Film');
  await editor.getByRole('tab', { name: /^Variables/ }).click();
  const value = editor.getByRole('textbox', { name: 'Sample value for brand_panel' });
  await expect(value).toHaveValue('#0d2216');
  await saveBrand(service, project, { colours: [{ name: 'Petal', value: '#d8342b', role: 'panel' }] });
  await expect(value).toHaveValue('#d8342b');

  await editor.getByRole('button', { name: 'Pick a color' }).first().click();
  await expect(editor.getByRole('list', { name: 'Brand colors' })).toBeVisible();
  await editor.getByRole('button', { name: 'Petal, #d8342b' }).click();
  await editor.keyboard.press('Escape');
  await editor.getByRole('tab', { name: /^Assets/ }).click();
  await editor.getByRole('radio', { name: 'Brand' }).click();
  // A long name is shortened, so that the role of its color stays visible.
  const long = { name: 'A colour of a name that nobody has room for', value: '#d8342b', role: 'panel' } as const;
  await saveBrand(service, project, { colours: [long] });
  await expect(editor.getByRole('listitem').filter({ hasText: long.name }).getByText('panel')).toBeInViewport({
    ratio: 1,
  });
  await editor.getByRole('button', { name: 'Brand kit…' }).click();
  await expect(editor.getByRole('heading', { name: 'Brand kit' })).toBeVisible();
});
