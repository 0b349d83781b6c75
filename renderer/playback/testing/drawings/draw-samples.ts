import initCanvasKit from 'canvaskit-wasm';
import type { Drawing } from '#shared/drawings/drawing/drawing.ts';
import { bundledFonts } from '#shared/drawings/fonts/bundled-fonts.ts';
import { createPainter } from '#shared/drawings/painter.ts';
import { pictureDigest } from '#shared/drawings/testing/picture-digest.ts';
import { sampleDrawings } from '#shared/drawings/testing/sample-drawings.ts';
import { sampleImage, sampleImages } from '#shared/drawings/testing/sample-images.ts';
import { required } from '#shared/lib/assert.ts';
import { captionSamples } from '#shared/timeline/testing/caption-samples.ts';

declare global {
  interface Window {
    /** Returns the digests of all sample drawings by name. */
    drawSamples: () => Promise<Readonly<Record<string, string>>>;
    /** Returns the digests of all looks of captions in all scripts. */
    drawCaptions: () => Promise<Readonly<Record<string, string>>>;
  }
}

window.drawSamples = () => digestsOf(sampleDrawings);
window.drawCaptions = () => digestsOf(captionSamples());

async function digestsOf(drawings: Readonly<Record<string, Drawing>>): Promise<Readonly<Record<string, string>>> {
  const kit = await initCanvasKit({ locateFile: (file) => `files/${file}` });
  const fonts = new Map(
    await Promise.all(
      bundledFonts.map(async ({ digest, file }) => {
        const answer = await fetch(`files/${file}`);
        return [digest, new Uint8Array(await answer.arrayBuffer())] as const;
      }),
    ),
  );
  const painter = createPainter(kit);
  const digests: Record<string, string> = {};
  for (const [name, drawing] of Object.entries(drawings)) {
    const drawn = painter.draw(drawing, (digest) => {
      const image = sampleImages.find((each) => each === digest);
      return image === undefined ? required(fonts.get(digest), digest) : sampleImage(image);
    });
    digests[name] = await pictureDigest(drawn);
  }
  return digests;
}
