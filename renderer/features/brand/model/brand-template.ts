/** Where a layer's upper left corner lies is what its position says. */
const PLACED = 'origin="topleft" anchor="-50%, -50%"';

/** A first template that shows a brand: its logo, a title and a line, in its colours and fonts. */
export function brandTemplateText(title: string, line: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<movie width="1920" height="1080" framerate="30">
  <resources>
    <variable name="title" type="text" default="${escaped(title)}"/>
    <variable name="line" type="text" default="${escaped(line)}"/>
    <variable name="brand_panel" type="color" default="#17181b"/>
    <variable name="brand_accent" type="color" default="#3b6fe0"/>
    <variable name="brand_on_dark" type="color" default="#ffffff"/>
    <variable name="brand_title_font" type="text" default="Noto Sans"/>
    <variable name="brand_title_weight" type="number" min="1" max="1000" default="700"/>
    <variable name="brand_text_font" type="text" default="Noto Sans"/>
    <variable name="brand_logo" type="image" default=""/>
  </resources>
  <scene duration="5s" background="\${brand_panel}">
    <solid color="\${brand_accent}" width="12%" height="8" ${PLACED} position="8%, 65%"/>
    <text content="\${title}" font="\${brand_title_font}" weight="\${brand_title_weight}" size="120" color="\${brand_on_dark}"
      width="84%" height="28%" yalign="bottom" ${PLACED} position="8%, 34%"/>
    <text content="\${line}" font="\${brand_text_font}" size="48" color="\${brand_on_dark}"
      width="84%" height="18%" ${PLACED} position="8%, 70%"/>
    <image src="\${brand_logo}" condition="\${brand_logo}" width="16%" height="18%" fit="contain" ${PLACED} position="8%, 9%"/>
  </scene>
</movie>
`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
