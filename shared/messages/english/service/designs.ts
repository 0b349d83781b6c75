import type { Translation } from '../../message.ts';
import { enumeration, named, someOf } from '../../quoting.ts';
import type { DesignMessages } from '../../service/design-messages.ts';

export const designSentences: Translation<DesignMessages> = {
  'design/sizes': ({ sizes }) => `It has ${enumeration(sizes)}.`,
  'design/no-description': () => 'The bundle contains a project, not a design.',
  'design/wrong-place': ({ place }) => `Its description is invalid${place === '' ? '' : ` at ${place}`}.`,
  'design/no-template': ({ template }) => `The template ${named(template)} is missing.`,
  'design/no-film': ({ template }) =>
    `${named(template)} can’t be rendered as is: it has no scene or a variable without a default.`,
  'design/too-large': ({ bytes, most }) => `It would have ${bytes} bytes; the limit is ${most}.`,
  'design/frame-behind-end': ({ template, frame, length }) =>
    `The cover of ${named(template)} is frame ${frame}, but it has only ${length} frames.`,
  'design/other-shape': ({ template, width, height, sizes }) =>
    `${named(template)} is ${width} × ${height}; designs are ${enumeration(sizes)}.`,
  'design/same-shape': ({ template, other, size }) =>
    `${named(template)} and ${named(other)} are both ${size}; a design has one template per shape.`,
  'design/lacks-files': ({ names }) => `Missing in the project: ${enumeration(someOf(names))}.`,
  'design/too-many': ({ most }) => `There are already ${most} designs, which is the limit. Delete one first.`,
};
