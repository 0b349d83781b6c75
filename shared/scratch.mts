import { writeFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { captionAt, visibleCues } from './captions/shown-cues.ts';
import { captionFonts, cuesOfLayer, fontsFor } from './compositor/scene/compose-sources.ts';
import { createPainter } from './drawings/painter.ts';
import { bundledOrSample, openKit } from './drawings/testing/open-kit.ts';
import { resolveTemplate } from './resolve/resolve.ts';
import { sourceOf } from './template-xml/testing/read-source.ts';
import { captionDrawing } from './timeline/caption-drawing.ts';
import { CAPTION_LOOKS } from './template/tables/captions-attributes.ts';
const painter = createPainter(await openKit());
const TEXT = process.argv[2] ?? 'We make a thousand films of one table and then more!';
const frame = { width: 540, height: 960 };
function crcTable(){const t=[];for(let n=0;n<256;n++){let c=n;for(let k=0;k<8;k++)c=c&1?0xedb88320^(c>>>1):c>>>1;t[n]=c>>>0;}return t;}
const T=crcTable();const crc=(b)=>{let c=0xffffffff;for(const x of b)c=T[(c^x)&255]^(c>>>8);return (c^0xffffffff)>>>0;};
function png(w,h,rgba){const chunk=(n,d)=>{const l=Buffer.alloc(4);l.writeUInt32BE(d.length);const td=Buffer.concat([Buffer.from(n),d]);const c=Buffer.alloc(4);c.writeUInt32BE(crc(td));return Buffer.concat([l,td,c]);};const ih=Buffer.alloc(13);ih.writeUInt32BE(w,0);ih.writeUInt32BE(h,4);ih[8]=8;ih[9]=6;const raw=Buffer.alloc(h*(w*4+1));for(let y=0;y<h;y++)Buffer.from(rgba.buffer,rgba.byteOffset+y*w*4,w*4).copy(raw,y*(w*4+1)+1);return Buffer.concat([Buffer.from([137,80,78,71,13,10,26,10]),chunk('IHDR',ih),chunk('IDAT',deflateSync(raw)),chunk('IEND',Buffer.alloc(0))]);}
const W=3*540, H=15*140; const sheet=new Uint8Array(W*H*4); for(let i=0;i<sheet.length;i+=4){sheet[i]=70;sheet[i+1]=110;sheet[i+2]=90;sheet[i+3]=255;}
let row=0;
for (const look of CAPTION_LOOKS) {
  const xml = `<movie width="540" height="960" framerate="30"><scene duration="4s"><captions look="${look}" size="40" ><cue start="0" end="4s">${TEXT}</cue></captions></scene></movie>`;
  const { movie, findings } = resolveTemplate(sourceOf(xml).document, { values: new Map(), missing: 'error' });
  if (findings.length) console.log(look, JSON.stringify(findings));
  const layer = movie.scenes[0].layers[0];
  const sources = { fonts: (t) => fontsFor(t, [], []), captions: new Map() };
  const cues = visibleCues(cuesOfLayer(layer, sources, movie.frameRate), layer, movie.frameRate, { from: 0, to: 120 });
  const { fonts } = captionFonts(layer, cues, sources);
  let column=0;
  for (const at of [9, 34, 64]) {
    const caption = captionAt(cues, at);
    if (!caption) { column++; continue; }
    const t0=performance.now();
    const drawn = painter.draw(captionDrawing(layer, caption, fonts, { frame, scale: 1, look: null }, at), bundledOrSample);
    if (!drawn.ok) { console.log(drawn.error); continue; }
    if (column===1) console.log(look, JSON.stringify(drawn.value.layout), (performance.now()-t0).toFixed(1)+'ms');
    const { rgba, width, height, originX, originY, layout } = drawn.value;
    const ox=column*540+54-originX, oy=row*140+20-originY;
    for(let y=0;y<height;y++)for(let x=0;x<width;x++){const X=ox+x,Y=oy+y;if(X<0||Y<0||X>=W||Y>=H)continue;const s=(y*width+x)*4,d=(Y*W+X)*4,a=rgba[s+3]/255;for(let c=0;c<3;c++)sheet[d+c]=Math.min(255,rgba[s+c]+sheet[d+c]*(1-a));}
    column++;
  }
  row++;
}
writeFileSync('/tmp/scratch/sheet.png', png(W,H,sheet));
