import { expect } from 'playwright/test';
import { cutWords } from './fixtures/cut-words.ts';
import { onlyInBrowsers, test } from './fixtures/test.ts';
import { goTo } from './pages/go-to.ts';

// German words are longer than English ones, so a layout that fits German also fits English.
test.use({ locale: 'de', sharesService: true, showsFirstScreen: false });
onlyInBrowsers('the desktop app asks the system for its languages, not a browser');

const film = `<movie width="320" height="180" framerate="25">
  <resources>
    <variable name="headline" type="text" label="Überschrift" required="true" default="Hallo"/>
    <variable name="legal" type="boolean" label="Kleingedrucktes" default="true"/>
    <variable name="kind" type="choice" choices="gold: Gold, silver: Silber" label="Ausführung" default="gold"/>
  </resources>
  <scene name="Anfang" duration="25">
    <text name="Titel" content="\${headline} \${kind}" condition="\${legal}"/>
  </scene>
  <audio src="bars.mp4" name="Musik" volume="0.8"/>
</movie>
`;

test('no word is cut off in the German settings and key sheet', async ({ editor: page }) => {
  await goTo(page, '#/settings');
  await expect(page.getByRole('heading', { name: 'Einstellungen', level: 1 })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Schriften' })).toContainText('herunterzuladen');
  expect(await cutWords(page.getByRole('main'))).toEqual([]);
  const keys = page.getByRole('region', { name: 'Tastenkürzel' });
  const find = await keys.getByRole('searchbox').boundingBox();
  const bring = await keys.getByRole('button', { name: 'Importieren…', exact: true }).boundingBox();
  // The button for importing is beside the search field and not below it.
  expect(bring?.y).toBeLessThan((find?.y ?? 0) + (find?.height ?? 0));
  await page.keyboard.press('?');
  const sheet = page.getByRole('dialog', { name: 'Tastenkürzel', exact: true });
  await expect(sheet).toBeVisible();
  expect(await cutWords(sheet)).toEqual([]);
});

test('the label of a transition is complete in a narrow picture', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  const scene = (name: string) => `<scene name="${name}" duration="50"><solid color="#102030"/></scene>`;
  const transition = '<transition type="fade" duration="20"/>';
  await project.putTemplate(
    'Schmal',
    `<movie width="1080" height="1920" framerate="25">\n  ${scene('Anfang')}\n  ${transition}\n  ${scene('Ende')}\n</movie>\n`,
  );
  await page.setViewportSize({ width: 1280, height: 720 });
  await goTo(page, project.address('Schmal'));
  await page.getByRole('button', { name: /^Farbblende von Szene 1/ }).click();
  const label = page.getByText(/^Farbblende \d+\s% · fr\s\d+ von 20$/);
  await expect(label).toBeVisible();
  expect(await cutWords(label.locator('xpath=..'))).toEqual([]);
});

test('a page of the German guide has its English address', { tag: '@full' }, async ({ editor: page }) => {
  await goTo(page, '#/guide/editor/filling-in');
  const heading = page.getByRole('heading', { name: 'Ausfüllen', level: 3 });
  await expect(heading).toBeFocused();
  await expect(heading).toBeInViewport();
  const article = page.getByRole('article');
  await expect(article).toHaveAttribute('lang', 'de');
  await article.getByRole('link', { name: 'Designs' }).click();
  await expect(page).toHaveURL(/#\/guide\/editor\/designs$/);
  await page.getByRole('searchbox', { name: 'In der Anleitung suchen' }).fill('Drehpunkt');
  await expect(page.getByRole('navigation').getByRole('button', { name: 'Das Bild' })).toBeVisible();
  expect(await cutWords(page.getByRole('navigation'))).toEqual([]);
  await page.getByRole('radio', { name: 'Vorlagen' }).click();
  await expect(article).toHaveAttribute('lang', 'en');
  await expect(page.getByText('Diese Seite gibt es nur auf Englisch.')).toBeVisible();
});

test('a bundled design is German in the gallery and in its form', async ({ editor: page, project }) => {
  await goTo(page, `#/designs/${project.uid}`);
  await page.getByRole('searchbox', { name: 'Designs suchen' }).fill('Akzentfarbe Torte');
  const pane = page.getByRole('region', { name: 'Geburtstagsgruß' });
  await expect(pane.getByRole('listitem').filter({ hasText: 'Akzentfarbe' })).toBeVisible();
  const use = pane.getByRole('button', { name: 'Dieses Design verwenden' });
  expect(await cutWords(use)).toEqual([]);
  await page.getByRole('option', { name: /Geburtstagsgruß/ }).press('Enter');
  const form = page.getByRole('region', { name: 'Werte' });
  await expect(form.getByRole('heading', { name: 'Text', exact: true })).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Nachricht' })).toHaveValue(/Kuchen zum Frühstück/);
  await expect(form.getByText('Leer lassen, um es auszublenden.')).toBeVisible();
  // The file name of the photo is `birthday`. It is clipped to leave space for the buttons.
  expect((await cutWords(form)).filter((words) => words !== 'birthday')).toEqual([]);
});

test('the German names of variables, sounds, and texts are not cut off', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  await project.putAsset('bars.mp4', media.bars);
  await project.putTemplate('Film', film);
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await goTo(page, project.address('Film'));
  await page.getByRole('tab', { name: /^Variablen/ }).click();
  const library = page.getByRole('region', { name: 'Bibliothek' });
  const inspector = page.getByRole('region', { name: 'Inspektor' });
  await expect(library.getByText('Kleingedrucktes')).toBeVisible();
  // The name in the XML follows the label if there is enough space.
  const names = ['headline', 'legal', 'kind'];
  expect((await cutWords(library)).filter((words) => !names.includes(words))).toEqual([]);
  await expect(inspector.getByText('1 Stelle, Standardwert').first()).toBeVisible();
  expect(await cutWords(inspector)).toEqual([]);
  await timeline
    .getByRole('row', { name: /^Musik,/ })
    .getByText('Musik')
    .first()
    .click();
  await expect(inspector.getByRole('heading', { name: 'Absenken' })).toBeVisible();
  expect(await cutWords(inspector)).toEqual([]);
  await timeline.getByRole('row', { name: /^Szene 1, Anfang,/ }).click();
  await page.keyboard.press('e');
  await timeline
    .getByRole('row', { name: /^Titel,/ })
    .getByText('Titel')
    .first()
    .click();
  await inspector.getByRole('button', { name: 'Weitere Textoptionen' }).click();
  await expect(inspector.getByText('Unterstrichen')).toBeAttached();
  expect(await cutWords(inspector)).toEqual([]);
  await page.getByRole('tab', { name: /^Vorlagen/ }).click();
  await expect(library.getByText('Film', { exact: true })).toBeVisible();
  expect(await cutWords(library)).toEqual([]);
});

test('the looks of captions and the styles of their words are not cut off', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  const captions =
    '<captions name="Text" look="slidepill"><cue start="0s" end="2s">Guten Abend zusammen</cue><word state="active"/></captions>';
  await project.putTemplate('Film', film.replace('<text name="Titel"', `${captions}<text name="Titel"`));
  await page.setViewportSize({ width: 1280, height: 720 });
  await goTo(page, project.address('Film'));
  const timeline = page.getByRole('region', { name: 'Timeline' });
  await timeline.getByRole('row', { name: /^Szene 1, Anfang,/ }).click();
  await page.keyboard.press('e');
  await timeline
    .getByRole('row', { name: /^Text,/ })
    .getByText('Text')
    .first()
    .click();
  const inspector = page.getByRole('region', { name: 'Inspektor' });
  const looks = inspector.locator('[data-look] > :first-child');
  await expect(looks.first()).toContainText('zusammen');
  const cut = await looks.evaluateAll(
    (samples) => samples.filter((each) => each.scrollHeight > each.clientHeight).length,
  );
  expect(cut).toBe(0);
  const card = inspector.locator('[data-state=active]');
  await expect(card.getByRole('switch', { name: 'Hintergrund' })).toBeChecked();
  await expect(card.getByRole('textbox', { name: 'Hintergrund', exact: true })).toHaveValue('#ffe14d');
  expect(await cutWords(card)).toEqual([]);
  for (const name of ['Innenabstand', 'Überstreichen', 'Unterstrichen']) {
    const label = await card.getByText(name, { exact: true }).boundingBox();
    expect(label?.height).toBeLessThan(20);
  }
});

test('a revision with two marks shows its number', { tag: '@full' }, async ({ editor: page, project }) => {
  await project.putTemplate('Film', film);
  await project.putTemplate('Film', film.replace('duration="25"', 'duration="30"'));
  await goTo(page, project.address('Film'));
  await page
    .getByRole('banner')
    .getByRole('button', { name: /Verlauf/ })
    .click();
  await page.getByRole('button', { name: 'Revisionen…' }).click();
  const revision = page.getByRole('option', { name: /^Revision 2/ });
  await expect(revision).toContainText('Geöffnet');
  expect(await cutWords(revision)).toEqual([]);
});

test('German variables without a column can be read completely', { tag: '@full' }, async ({
  editor: page,
  project,
}) => {
  await project.putTemplate(
    'Film',
    '<movie width="320" height="180" framerate="25">\n  <scene duration="25">\n' +
      '    <text content="${title, Hallo}" font="${brand_title_font, Noto Sans}"/>\n  </scene>\n</movie>\n',
  );
  await goTo(page, `#/batch/${project.uid}/Film`);
  await page.getByRole('button', { name: 'Tabelle einfügen…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Tabelle einfügen' });
  await dialog.getByRole('textbox', { name: 'Tabelle' }).fill('title\nEins');
  await dialog.getByRole('button', { name: 'Tabelle verwenden' }).click();
  const columns = page.getByRole('region', { name: 'Spalten den Variablen zuordnen' });
  await expect(columns.getByText('brand_title_font')).toBeVisible();
  expect(await cutWords(columns)).toEqual([]);
});

test('the findings of a row of a batch are not cut off', { tag: '@full' }, async ({ editor: page, project }) => {
  const title = '<text content="${name}" size="120" width="900" height="150" autosize="none"/>';
  const card = `<movie width="1280" height="720" framerate="25"><scene duration="50">${title}</scene></movie>`;
  await project.putTemplate('Karte', card);
  await page.setViewportSize({ width: 1280, height: 720 });
  await goTo(page, `#/batch/${project.uid}/Karte`);
  const table = `name\nAda\n${'Augusta King und eine Freundin '.repeat(3)}\n`;
  const file = { name: 'films.csv', mimeType: 'text/csv', buffer: Buffer.from(table) };
  await page.locator('main input[type=file]').first().setInputFiles(file);
  const findings = page.getByText(/^\d+ Fehler, \d+ Warnung/);
  await expect(findings).toBeVisible();
  expect(await findings.evaluate((words) => words.scrollWidth <= words.clientWidth)).toBe(true);
});
