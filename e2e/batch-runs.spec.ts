import { expect, type Page } from 'playwright/test';
import { expectNoBarriers } from './fixtures/axe.ts';
import { cutWords } from './fixtures/cut-words.ts';
import type { Project } from './fixtures/project.ts';
import { test } from './fixtures/test.ts';
import { BatchPage } from './pages/batch.ts';
import { goTo } from './pages/go-to.ts';

const movie = (width: number, height: number, inside: string) =>
  `<movie width="${width}" height="${height}" framerate="10"><scene name="\${title, Hello}" duration="5">${inside}</scene></movie>`;

test.use({ sharesService: true, showsFirstScreen: false });
test.slow();

async function prepare(project: Project): Promise<void> {
  await Promise.all([
    project.putTemplate('wide', movie(64, 36, '<solid color="#123456"/>')),
    project.putTemplate('tall', movie(36, 64, '<image src="${logo}"/>')),
  ]);
}

const boxOf = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });

test('each row becomes a film with each template and in each language', async ({ editor, project }) => {
  await prepare(project);
  const batch = new BatchPage(editor);
  await batch.open(project, 'wide');
  await batch.paste('title;logo\nOne;gone.png\nTwo;gone.png');
  await batch.isChecked();
  await expect(batch.start).toHaveText('Render 2 films');
  await expect(batch.data).toContainText('2 rows × 1 template × 1 language = 2 films');

  await boxOf(editor, 'tall').click();
  await expect(batch.data).toContainText('2 rows × 2 templates × 1 language = 4 films');
  await batch.data.getByRole('button', { name: 'Language of the template' }).click();
  await boxOf(editor, 'German (de)').click();
  await boxOf(editor, 'English (en)').click();
  await editor.keyboard.press('Escape');
  await expect(batch.data).toContainText('2 rows × 2 templates × 2 languages = 8 films');
  await expect(batch.data.getByRole('button', { name: '2 languages' })).toBeVisible();
  await batch.data.getByRole('textbox', { name: 'File names' }).fill('${language}/${movie}-${index}');
  await expect(batch.data).toContainText('de/wide-1.mp4, de/tall-1.mp4, en/wide-1.mp4');

  await batch.start.click();
  await editor.getByRole('radio', { name: 'Films', exact: true }).click();
  const grid = editor.getByRole('table', { name: 'Films of the run' });
  await expect(grid.getByRole('columnheader')).toHaveText(['Rows', 'wide · de', 'tall · de', 'wide · en', 'tall · en']);
  await expect(grid.getByRole('button', { name: /^Row 2, wide, en: Done/ })).toBeVisible();
  await expect(grid.getByRole('button', { name: /: Failed$/ })).toHaveCount(4);
  await grid.getByRole('button', { name: 'Row 1, tall, de: Failed' }).click();
  await expect(editor.getByRole('status').filter({ hasText: 'Row 1, tall, de' })).toContainText('gone.png');
  await expectNoBarriers(editor);

  await grid.getByRole('button', { name: 'Row 1, wide, de: Done' }).click();
  await expect(editor.getByRole('dialog', { name: 'de/wide-1.mp4' })).toBeVisible();
  await editor.keyboard.press('Escape');
  await expect(batch.footer.getByRole('button', { name: 'Export 4 films' })).toBeVisible();
});

test.describe('in German', () => {
  test.use({ locale: 'de' });

  test('no word of the settings of a run is cut off', async ({ editor, project }) => {
    await prepare(project);
    await goTo(editor, `#/batch/${project.uid}/wide`);
    await editor.getByRole('button', { name: 'Tabelle einfügen…' }).click();
    await editor.getByRole('dialog').getByRole('textbox').fill('title;logo\nOne;gone.png');
    await editor.getByRole('dialog').getByRole('button', { name: 'Tabelle verwenden' }).click();
    const section = editor.getByRole('region', { name: 'Filme je Zeile' });
    await expect(section).toContainText('1 Zeile × 1 Vorlage × 1 Sprache = 1 Film');
    expect(await cutWords(section)).toEqual([]);

    // The panel of the row is narrower than the label of this button while the render queue is open.
    await editor.setViewportSize({ width: 1280, height: 720 });
    await editor.getByRole('banner').getByRole('button', { name: 'Renderliste', exact: true }).click();
    const button = editor.getByRole('button', { name: 'Zeile als Datensatz verwenden' });
    const excess = () =>
      button.evaluate((element) => {
        const { right = 0 } = element.parentElement?.getBoundingClientRect() ?? {};
        return element.getBoundingClientRect().right - right;
      });
    await expect(editor.getByRole('complementary', { name: 'Renderliste' })).toBeVisible();
    await expect.poll(excess).toBeLessThanOrEqual(0);
  });
});
