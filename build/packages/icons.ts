import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright';
import { icnsFile, icoFile, type Pictures } from './icon-files.ts';
import { root, runScript } from './script.ts';

const folder = join(root, 'build', 'resources');
const SIZES = [16, 24, 32, 48, 64, 128, 256, 512, 1024];

// `npm run icons`: draws the pictures of build/resources in every size that a platform needs. The output is under
// version control, so that packaging does not need to draw it.
await runScript(async () => {
  const executablePath = process.env['SCENEWRIGHT_CHROMIUM'] ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  try {
    for (const name of ['icon', 'document']) {
      const pictures = await draw(browser, await readFile(join(folder, `${name}.svg`), 'utf8'));
      await writeFile(join(folder, `${name}.ico`), icoFile(pictures));
      await writeFile(join(folder, `${name}.icns`), icnsFile(pictures));
      if (name === 'icon') await writePictures(pictures);
    }
  } finally {
    await browser.close();
  }
});

async function draw(browser: Browser, svg: string): Promise<Pictures> {
  const pictures = new Map<number, Buffer>();
  for (const size of SIZES) {
    const page = await browser.newPage({ viewport: { width: size, height: size } });
    const sized = svg.replace('<svg ', `<svg width="${size}" height="${size}" style="display:block" `);
    await page.setContent(`<style>html,body{margin:0;background:transparent}</style>${sized}`);
    pictures.set(size, await page.screenshot({ omitBackground: true, type: 'png' }));
    await page.close();
  }
  return pictures;
}

/** Writes the pictures into the folder layout of Linux. */
async function writePictures(pictures: Pictures): Promise<void> {
  await mkdir(join(folder, 'icons'), { recursive: true });
  for (const [size, png] of pictures) await writeFile(join(folder, 'icons', `${size}x${size}.png`), png);
}
