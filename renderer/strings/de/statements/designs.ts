import type { Translation } from '#shared/messages/message.ts';
import { joined, named, someOf } from '#shared/messages/quoting.ts';
import type { DesignMessages } from '#shared/messages/service/design-messages.ts';

/** The reasons why a bundle is not a design or is a different one. */
export const designSentences: Translation<DesignMessages> = {
  'design/sizes': ({ sizes }) => `Es hat ${joined(sizes, 'und')}.`,
  'design/no-description': () => 'Das Paket ist das eines Projekts; von einem Design sagt es nichts.',
  'design/wrong-place': ({ place }) => `Was es von sich sagt, ist falsch${place === '' ? '' : `, bei ${place}`}.`,
  'design/no-template': ({ template }) => `Ihm fehlt die Vorlage ${named(template)}.`,
  'design/no-film': ({ template }) =>
    `${named(template)} ist so kein Film: Es fehlen Szenen, oder eine Variable hat keinen Standardwert.`,
  'design/too-large': ({ bytes, most }) => `Es hätte ${bytes} Bytes; mehr als ${most} gehen nicht.`,
  'design/frame-behind-end': ({ template, frame, length }) =>
    `Frame ${frame} soll für ${named(template)} stehen; sie hat ${length} Frames.`,
  'design/other-shape': ({ template, width, height, sizes }) =>
    `Bilder von ${named(template)} sind ${width} × ${height}; die von Designs sind ${joined(sizes, 'und')}.`,
  'design/same-shape': ({ template, other, size }) =>
    `${named(template)} und ${named(other)} sind beide ${size}; ein Design hat von jeder Form eine Vorlage.`,
  'design/lacks-files': ({ names }) => `Dem Projekt fehlt ${joined(someOf(names), 'und')}.`,
  'design/too-many': ({ most }) =>
    `Es gibt schon ${most} Designs; mehr gehen nicht. Löschen Sie eines, das niemand braucht.`,
};
