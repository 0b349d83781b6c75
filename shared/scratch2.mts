import { captionAt, visibleCues } from './captions/shown-cues.ts';
import { captionFonts, cuesOfLayer, fontsFor } from './compositor/scene/compose-sources.ts';
import { createPainter } from './drawings/painter.ts';
import { bundledOrSample, openKit } from './drawings/testing/open-kit.ts';
import { resolveTemplate } from './resolve/resolve.ts';
import { sourceOf } from './template-xml/testing/read-source.ts';
import { captionDrawing } from './timeline/caption-drawing.ts';
const painter = createPainter(await openKit());
const frame = { width: 1080, height: 1920 };
for (const attrs of ['', 'shadow="0,3,8,#000000c0"', 'shadow="0, 3.2, 8, #000000c0"','look="karaoke" shadow="0,0,0,#00000000"', 'look="karaoke"', 'look="karaoke" shadow="0,3,8,#000000c0"','look="pill"','look="grow"','look="rise"','look="pop"']) {
  const xml = `<movie width="1080" height="1920" framerate="30"><scene duration="4s"><captions ${attrs} size="84"><cue start="0" end="4s">We make a thousand films of one table</cue></captions></scene></movie>`;
  const { movie } = resolveTemplate(sourceOf(xml).document, { values: new Map(), missing: 'error' });
  const layer = movie.scenes[0].layers[0];
  const sources = { fonts: (t) => fontsFor(t, [], []), captions: new Map() };
  const cues = visibleCues(cuesOfLayer(layer, sources, movie.frameRate), layer, movie.frameRate, { from: 0, to: 120 });
  const { fonts } = captionFonts(layer, cues, sources);
  const times=[];
  for (let at=0; at<40; at+=2) {
    const caption = captionAt(cues, at);
    const t0=performance.now();
    painter.draw(captionDrawing(layer, caption, fonts, { frame, scale: 1, look: null }, at), bundledOrSample);
    times.push(performance.now()-t0);
  }
  times.sort((a,b)=>a-b);
  console.log(attrs.padEnd(50), times[10].toFixed(1), 'min', times[0].toFixed(1));
}
