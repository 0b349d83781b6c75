import type { DesignStatements } from '../../service/design-statements.ts';
import type { Wording } from '../../statement.ts';
import { enumeration, named, someOf } from '../../wording.ts';

export const designSentences: Wording<DesignStatements> = {
  'design/sizes': ({ sizes }) => `It has ${enumeration(sizes)}.`,
  'design/no-description': () => 'The bundle is one of a project; it says nothing of a design.',
  'design/wrong-place': ({ place }) => `What it says of itself is wrong${place === '' ? '' : ` at ${place}`}.`,
  'design/no-template': ({ template }) => `It lacks the template ${named(template)}.`,
  'design/no-film': ({ template }) =>
    `${named(template)} is no film as it is: it has no scene, or a variable without a default.`,
  'design/too-large': ({ bytes, most }) => `It would have ${bytes} bytes; ${most} is the most.`,
  'design/frame-behind-end': ({ template, frame, length }) =>
    `Frame ${frame} is to stand for ${named(template)}, which has ${length} frames.`,
  'design/other-shape': ({ template, width, height, sizes }) =>
    `Frames of ${named(template)} are ${width} × ${height}; those of designs are ${enumeration(sizes)}.`,
  'design/same-shape': ({ template, other, size }) =>
    `Both ${named(template)} and ${named(other)} are ${size}; a design has one template of each shape.`,
  'design/lacks-files': ({ names }) => `The project lacks ${enumeration(someOf(names))}.`,
  'design/too-many': ({ most }) =>
    `There are ${most} designs already, which is the most. Delete one that nobody needs.`,
};
