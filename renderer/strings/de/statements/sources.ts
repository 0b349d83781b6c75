import type { SourceStatements } from '../../../../shared/statements/source-statements.ts';
import type { Wording } from '../../../../shared/statements/statement.ts';
import { said } from '../sentences.ts';

/** Was von Quellen gesagt wird, und davon, was ein Format nicht fasst. */
export const sourceSentences: Wording<SourceStatements> = {
  'source/told': ({ words }) => said(words),
  'source/no-asset': ({ name, near }) => {
    const meant = near.map((each) => `„${each}“`).join(' oder ');
    return `Das Projekt hat keine Mediendatei „${name}“${meant === '' ? '.' : `; meinten Sie ${meant}?`}`;
  },
  'source/not-in-project': ({ name }) => `„${name}“ ist nicht im Projekt.`,
  'source/not-in-assets-folder': ({ name }) => `${name} ist nicht im Ordner der Mediendateien.`,
  'source/damaged': ({ source, seconds, there, lacking, held }) => {
    const what =
      there === null || lacking === null
        ? `Nur die ersten ${Math.round(seconds * 100) / 100} s von „${source}“ sind lesbar`
        : `Nur ${there} der ${there + lacking} Frames von „${source}“ sind lesbar`;
    const frames = held === 1 ? '1 Frame' : `${held} Frames`;
    const result =
      there === null
        ? `${frames} dieser Szene ${held === 1 ? 'ist' : 'sind'} stumm`
        : `${frames} dieser Szene ${held === 1 ? 'zeigt' : 'zeigen'} den letzten davon`;
    return `${what}: Die Datei ist abgeschnitten oder beschädigt. ${result}. Ersetzen Sie sie durch eine ganze Kopie.`;
  },
  'source/hdr': () =>
    'Die Quelle hat einen hohen Dynamikumfang, und diesem FFmpeg fehlt `zscale`: Sie wird flau aussehen.',
  'format/size': ({ format, width, height, renderedWidth, renderedHeight }) =>
    `${format} fasst ${width}×${height} nicht; der Film wird mit ${renderedWidth}×${renderedHeight} gerendert.`,
  'format/frame-rate': ({ format, rate, renderedRate }) =>
    `${format} fasst ${rate} Bilder pro Sekunde nicht; der Film wird mit ${renderedRate} Bildern pro Sekunde ` +
    'gerendert, so lang wie vorher.',
  'format/no-sound': ({ format }) => `${format} enthält keinen Ton; der Film ist stumm.`,
  'batch/no-column-no-default': ({ variable }) =>
    `Die Variable \`${variable}\` hat weder eine Spalte noch einen Standardwert.`,
};
