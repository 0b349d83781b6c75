import { assertNever } from '../../../../shared/lib/assert.ts';
import { BooleanControl } from './boolean-control.tsx';
import { ChoiceControl } from './choice-control.tsx';
import { ColourControl } from './colour-control.tsx';
import type { ControlProps } from './control-props.ts';
import { FrameRateControl } from './frame-rate-control.tsx';
import { NumberControl } from './number-control.tsx';
import { TextControl } from './text-control.tsx';
import { TimeControl } from './time-control.tsx';

/**
 * The control of a field, chosen by the type that the tables give the attribute: one that is new there needs nothing
 * here. What the attribute does not take is shown as it is written, to be corrected.
 */
export function AttributeControl(props: ControlProps) {
  const { field } = props;
  if (field.value.kind === 'refused' || field.value.kind === 'malformed') return <TextControl {...props} mono />;
  const { kind } = field.spec.type;
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
    case 'frame-rate':
      return <FrameRateControl {...props} />;
    case 'text':
    case 'url':
    case 'asset':
    case 'gain':
    case 'length':
    case 'point':
    case 'origin':
    case 'pair':
    case 'edges':
    case 'padding':
    case 'percentages':
    case 'paint':
    case 'signed-time':
    case 'part-of-time':
    case 'easing':
    case 'handle':
    case 'outline':
    case 'shadow':
    case 'fonts':
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
