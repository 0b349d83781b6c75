import { expect, type Page } from 'playwright/test';
import { openTimeline } from './fixtures/open-timeline.ts';
import { test } from './fixtures/test.ts';
import { withoutFrames } from './fixtures/without-frames.ts';
import { EditorPage } from './pages/editor.ts';
import { InspectorPage } from './pages/inspector.ts';
import { XmlView } from './pages/xml-view.ts';

test.use({ sharesService: true, showsFirstScreen: false });

const FILM = `<movie width="320" height="180" framerate="25">
  <scene name="Product" duration="10">
    <text name="Name" content="Name"/>
  </scene>
  <scene name="End" duration="20"><solid color="#203040"/></scene>
</movie>
`;

const PRODUCTS = Array.from({ length: 12 }, (_, at) => `Tea ${at + 1}\t${at + 1},50 €\t${at} kg`);

async function chooseOption(page: Page, name: string): Promise<void> {
  await page.getByRole('option', { name, exact: true }).click();
}

test('a price list of 12 products is made without XML', async ({ editor: page, project, media, person }) => {
  const timeline = await openTimeline(page, project, media, FILM);
  await expect.poll(() => person.clipboard()).toBeDefined();
  await page.evaluate((text) => navigator.clipboard.writeText(text), ['name\tprice\tStock', ...PRODUCTS].join('\n'));

  await test.step('the list is declared, and a table is pasted', async () => {
    await page.getByRole('tab', { name: /^Variables/ }).click();
    await page.getByRole('button', { name: 'New list' }).click();
    const dialog = page.getByRole('dialog', { name: 'New list' });
    await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('products');
    await dialog.getByRole('textbox', { name: 'Name of field 1' }).fill('name');
    await dialog.getByRole('button', { name: 'Add field' }).click();
    await dialog.getByRole('textbox', { name: 'Name of field 2' }).fill('price');
    await dialog.getByRole('combobox', { name: 'Type of field 2' }).click();
    await chooseOption(page, 'Number');
    await dialog.getByRole('button', { name: 'Paste a table' }).click();
    const unused = dialog.getByRole('status').filter({ hasText: /^A column has no field and was left out: Stock\./ });
    await expect(unused).toBeInViewport();
    await unused.getByRole('button', { name: 'Add field' }).click();
    await expect(dialog.getByRole('textbox', { name: 'Stock, item 12' })).toHaveValue('11 kg');
    await expect(dialog.getByRole('status')).toHaveText('12 items');
    await dialog.getByRole('textbox', { name: 'name, item 11' }).focus();
    await withoutFrames(page, async () => {
      for (const key of ['Enter', 'Home']) await page.keyboard.press(key);
      await page.keyboard.type('Best ');
    });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect
      .poll(() => project.template('Film'))
      .toContain('<item name="Best Tea 12" price="12.50" Stock="11 kg"/>');
  });

  await test.step('the repeated scene shows a field of each item', async () => {
    const inspector = new InspectorPage(page);
    await timeline.scene('Product').click();
    const list = inspector.root.getByRole('button', { name: 'List', exact: true });
    if ((await list.getAttribute('aria-expanded')) !== 'true') await list.click();
    await inspector.root.getByRole('combobox', { name: 'For each' }).click();
    await chooseOption(page, 'products');
    await expect(timeline.scene('Product')).toHaveAccessibleName(/12 copies/);
    await expect.poll(() => project.template('Film')).toContain('each="${products}"');
    await page.keyboard.press('Escape');
  });

  await test.step('the text takes a field of the item, and computes with another', async () => {
    const { root } = new InspectorPage(page);
    await timeline.scene('Product').click();
    await root.getByRole('button', { name: /^Name/ }).last().click();
    await root.getByRole('button', { name: 'Edit text' }).click();
    await page.keyboard.press('ControlOrMeta+a');
    await root.getByRole('button', { name: 'Insert variable' }).click();
    await page.getByRole('menuitem', { name: 'item.name' }).click();
    await expect.poll(() => project.template('Film')).toContain('content="${item.name}"');
    await root.getByRole('button', { name: 'Insert variable' }).click();
    await page.getByRole('menuitem', { name: 'Compute…' }).click();
    const field = root.getByRole('combobox', { name: 'Expression for Text' });
    await field.fill('item.p');
    await expect(root.getByRole('option', { name: /^item.price/ })).toBeVisible();
    await page.keyboard.press('Enter');
    await page.keyboard.type(' * 2');
    await expect(root.getByRole('status', { name: 'Result' })).toHaveText('= 3');
    await page.keyboard.press('Enter');
    await expect.poll(() => project.template('Film')).toContain('content="${= item.price * 2 }"');
  });

  await test.step('the clip opens to its copies, and folds again', async () => {
    await timeline.hasScenes('Product 120', 'End 20');
    await timeline
      .scene('Product')
      .getByRole('button', { name: /^Show 12 copies/ })
      .click();
    await expect(timeline.tree.locator('[data-scene]')).toHaveCount(13);
    await expect(timeline.tree.getByRole('row', { name: /item 12 of 12/ })).toBeVisible();
    await timeline.tree.getByRole('button', { name: /^Fold the copies/ }).click();
    await timeline.hasScenes('Product 120', 'End 20');
  });
});

const REPEATED = FILM.replace(
  '<scene name="Product"',
  `<resources><variable name="products" type="list" label="Products"><field name="name" default="New"/>
    <field name="tags" type="list"><field name="tag" required="true"/><field name="note"/></field><item name="Tea"/><item name="Jam"/></variable></resources>
  <scene name="Product" each="\${products}"`,
).replace('content="Name"', 'content="${item.name}"');

test('a gesture on a folded clip edits the repeated scene', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const timeline = await openTimeline(page, project, media, REPEATED);
  await timeline.hasScenes('Product 20', 'End 20');
  await timeline.scene('Product').click();
  // Two copies share the movement of the end.
  const width = await timeline.width('Product');
  await timeline.drag(await timeline.edge('Product', 'end'), { x: width / 2 });
  await expect
    .poll(() => project.template('Film'))
    .toMatch(/name="Product" each="\$\{products\}" duration="1[45]"|duration="1[45]"[^>]*each=/);
  await page.keyboard.press('ControlOrMeta+z');
  await timeline.hasScenes('Product 20', 'End 20');
  await timeline.drag(await timeline.on('Product'), { x: (await timeline.width('End')) + width });
  await timeline.hasScenes('End 20', 'Product 20');
  await page.keyboard.press('ControlOrMeta+z');
  await timeline
    .scene('Product')
    .getByRole('button', { name: /^Show 2 copies/ })
    .click();
  await expect(timeline.tree.locator('[data-scene]')).toHaveCount(3);
  // Deleting a copy deletes the element.
  await timeline.tree.locator('[data-scene]').nth(1).click();
  await page.keyboard.press('Delete');
  await timeline.hasScenes('End 20');
});

test('a nested list has a table, and an empty list shows defaults', { tag: '@full' }, async ({
  editor: page,
  project,
  media,
}) => {
  const timeline = await openTimeline(page, project, media, REPEATED);
  await page.getByRole('tab', { name: /^Variables/ }).click();
  const sample = page.getByRole('button', { name: /^Sample value for products/ });
  await sample.click();
  const dialog = page.getByRole('dialog', { name: 'Items of Products' });
  await dialog
    .getByRole('button', { name: /^tags.*: 0 items$/ })
    .first()
    .click();
  const inner = page.getByRole('dialog', { name: 'Items of tags' });
  await inner.getByRole('button', { name: 'Add item' }).click();
  const save = inner.getByRole('button', { name: 'Save' });
  await inner.getByRole('textbox', { name: 'note, item 1' }).fill('warm');
  await expect(inner.getByRole('status')).toHaveText(/^Item 1 of .*: “tag” is required/);
  await expect(save).toBeDisabled();
  await inner.getByRole('textbox', { name: 'tag, item 1' }).fill('new');
  // Keys in the inner table do not reach the outer table.
  await page.keyboard.press('Enter');
  await page.keyboard.type('hot');
  await save.click();
  await expect(dialog.getByRole('button', { name: /^tags.*: 2 items$/ })).toBeVisible();
  await expect(dialog.getByRole('textbox', { name: 'name, item 2' })).toHaveValue('Jam');
  for (const item of [2, 1]) await dialog.getByRole('button', { name: `Remove item ${item}` }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await timeline.hasScenes('End 20', 'Product 0');
});

test('a scene of an empty list is a chip at its cut', { tag: '@full' }, async ({ editor: page, project, media }) => {
  const none = REPEATED.replace('<item name="Tea"/><item name="Jam"/>', '').replace(
    '<solid',
    '<text name="Note" content="Note" each="${products}" where="${item.name} = Tea"/><solid',
  );
  const timeline = await openTimeline(page, project, media, none);
  const chip = timeline.scene('Product');
  const { root } = new InspectorPage(page);
  await expect(chip).toHaveAccessibleName('Scene 1, Product, 0 frames, × 0 · Products has no items');
  await expect(chip).toContainText('× 0 · Products has no items');
  await timeline.toggle('End');
  await expect(timeline.row(/^Note,.*× 0 · Products has no items/)).toBeVisible();
  await timeline.toggle('End');

  await test.step('keys select, rename, and move the chip', async () => {
    await page.keyboard.press('F6');
    await timeline.scene('End').focus();
    await page.keyboard.press('ArrowLeft');
    await expect(chip).toBeFocused();
    await expect(chip).toHaveAttribute('aria-selected', 'true');
    await expect(root.getByRole('combobox', { name: 'For each' })).toHaveText('Products');
    await page.keyboard.press('Alt+ArrowRight');
    await expect(chip).toHaveAccessibleName(/^Scene 2, Product, /);
    await page.keyboard.press('F2');
    await page.keyboard.type('Goods');
    await page.keyboard.press('Enter');
    await timeline.hasScenes('End 20', 'Goods 0');
    await expect.poll(() => project.template('Film')).toContain('<scene name="Goods" each="${products}"');
  });

  await test.step('the editor explains a film without another scene', async () => {
    await timeline.scene('End').click();
    await page.keyboard.press('Delete');
    await timeline.hasScenes('Goods 0');
    await expect(timeline.area).toContainText('No scene is played: Products has no items');
    await expect(timeline.scene('Goods')).toContainText('× 0 · Products has no items');
    await expect(page.getByRole('main')).toContainText('The scene appears here when its list has items');
    await timeline.area.getByRole('button', { name: 'Show in Variables' }).click();
    await page.getByRole('button', { name: /^Sample value for products/ }).click();
    const dialog = page.getByRole('dialog', { name: 'Items of Products' });
    await dialog.getByRole('button', { name: 'Add item' }).click();
    await dialog.getByRole('textbox', { name: 'name, item 1' }).fill('Tea');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await timeline.hasScenes('Goods 10');
  });

  await timeline.scene('Goods').click();
  await page.keyboard.press('Delete');
  await timeline.hasScenes();
});

test('an error in a list opens its item', async ({ editor: page, project, media }) => {
  const timeline = await openTimeline(page, project, media, REPEATED.replace('name="tag"', 'name="tag" type="number"'));
  await timeline.hasScenes('Product 20', 'End 20');
  await new EditorPage(page).view('Split');
  const xml = new XmlView(page);
  await xml.cursorBehind('Jam');
  await xml.press('ArrowRight');
  await xml.insert(` tags='[{"tag": "XL"}]'`);
  await page.getByRole('button', { name: '1 error' }).click();
  await page.getByRole('button', { name: /^Item 1 of “products\[2\]\.tags”/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Default items of Products' });
  const cell = dialog.getByRole('button', { name: /^tags.*: 1 item$/ });
  const inner = page.getByRole('dialog', { name: 'Items of tags' });
  await expect(inner.getByRole('textbox', { name: 'tag, item 1' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(inner).toBeHidden();
  await expect(cell).toBeFocused();
  await expect(cell).toHaveAccessibleDescription(/^Item 1 of “products\[2\]\.tags”: .*XL/);
  await expect(dialog.getByRole('status')).toHaveText(/^Item 1 of “products\[2\]\.tags”/);
  await cell.click();
  await inner.getByRole('textbox', { name: 'tag, item 1' }).fill('3');
  await inner.getByRole('button', { name: 'Save' }).click();
  await expect(cell).toHaveAccessibleDescription('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('button', { name: '1 error' })).toBeHidden();
});
