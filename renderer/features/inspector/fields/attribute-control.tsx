import type { ComponentType } from 'react';
import { assertNever } from '#shared/lib/assert.ts';
import { AlignControl } from '../compound/align-control.tsx';
import { EasingControl } from '../compound/easing-control.tsx';
import { FillControl } from '../compound/fill-control.tsx';
import { FontControl, WeightControl } from '../compound/font-control.tsx';
import { GainControl } from '../compound/gain-control.tsx';
import { PaintControl } from '../compound/paint-control.tsx';
import { PlaceControl } from '../compound/place-control.tsx';
import { LengthControl, PointControl } from '../compound/point-control.tsx';
import { ScaleControl } from '../compound/scale-control.tsx';
import { StyleControl } from '../compound/style-control.tsx';
import { BooleanControl } from '../controls/boolean-control.tsx';
import { ChoiceControl } from '../controls/choice-control.tsx';
import { ColourControl } from '../controls/colour-control.tsx';
import type { ControlProps } from '../controls/control-props.ts';
import { FrameRateControl } from '../controls/frame-rate-control.tsx';
import { NumberControl } from '../controls/number-control.tsx';
import { TextControl } from '../controls/text-control.tsx';
import { PartOfTimeControl, TimeControl } from '../controls/time-control.tsx';

/** Attributes that have a better control than their type has. */
const NAMED: Readonly<Record<string, ComponentType<ControlProps>>> = {
  anchor: PlaceControl,
  weight: WeightControl,
  xalign: AlignControl,
  yalign: AlignControl,
};

/**
 * The control of a field, chosen by the type that the tables give the attribute: one that is new there needs nothing
 * here. What the attribute does not take is shown as it is written, to be corrected.
 */
export function AttributeControl(props: ControlProps) {
  const { field } = props;
  if (field.value.kind === 'refused' || field.value.kind === 'malformed') return <TextControl {...props} mono />;
  const { type, initial } = field.spec;
  const { kind } = type;
  const Named = Object.hasOwn(NAMED, field.name) ? NAMED[field.name] : undefined;
  if (Named !== undefined) return <Named {...props} />;
  if (field.name === 'fill' && kind === 'paint' && initial !== undefined)
    return <FillControl {...props} initial={type.format(initial)} />;
  // What is not there until somebody switches it on.
  if (field.standard === '' && initial !== undefined && (kind === 'outline' || kind === 'shadow' || kind === 'paint'))
    return <StyleControl {...props} initial={type.format(initial)} />;
  switch (kind) {
    case 'integer':
    case 'number':
      return <NumberControl {...props} />;
    case 'boolean':
      return <BooleanControl {...props} />;
    case 'color':
      return <ColourControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} />;
    case 'time':
      return <TimeControl {...props} />;
    case 'part-of-time':
      return <PartOfTimeControl {...props} />;
    case 'frame-rate':
      return <FrameRateControl {...props} />;
    case 'gain':
      return <GainControl {...props} />;
    case 'length':
      return <LengthControl {...props} />;
    case 'point':
      return <PointControl {...props} />;
    case 'origin':
      return <PlaceControl {...props} />;
    case 'pair':
      return <ScaleControl {...props} />;
    case 'paint':
      return <PaintControl {...props} />;
    case 'easing':
      return <EasingControl {...props} />;
    case 'fonts':
      return <FontControl {...props} />;
    case 'text':
    case 'url':
    case 'asset':
    case 'edges':
    case 'padding':
    case 'percentages':
    case 'signed-time':
    case 'handle':
    case 'outline':
    case 'shadow':
    case 'condition':
    case 'cases':
    case 'variable-name':
    case 'choices':
    case 'matrix':
    case 'gradient':
    case 'repeat':
      return <TextControl {...props} />;
    default:
      return assertNever(kind);
  }
}
