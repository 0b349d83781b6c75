import { MAX_STEPS } from '../../expressions/evaluate.ts';
import type { ExpressionFault } from '../../expressions/expression.ts';
import { functionNamed, functionNames, signatureOf } from '../../expressions/functions.ts';
import { MAX_ALL_STEPS } from '../../expressions/steps.ts';
import { assertNever } from '../../lib/assert.ts';
import { type Message, message } from '../../messages/message.ts';
import { shortened } from '../../messages/quoting.ts';
import type { NodeId } from '../document/document.ts';
import { nearestName } from '../document/names.ts';
import type { Finding } from '../document/problem.ts';
import { type ExpressionPiece, variablesOfPiece } from './placeholder.ts';

/** The fault of an expression in a value. */
interface FaultOfPiece {
  readonly piece: ExpressionPiece;
  readonly fault: ExpressionFault;
}

/**
 * Returns the finding about an expression in the value at `place`. The range of the fault is relative to this value.
 */
export function expressionFinding(
  { piece, fault }: FaultOfPiece,
  place: { readonly node: NodeId; readonly attribute?: string },
): Finding {
  const { at } = piece;
  const characters = at === null ? undefined : { start: at + fault.at, end: at + fault.end };
  const location = characters === undefined ? place : { ...place, characters };
  return { code: fault.code, at: location, says: expressionMessage({ piece, fault }) };
}

/** Returns the message of a fault. */
export function expressionMessage({ piece, fault }: FaultOfPiece): Message {
  const expression = shortened(piece.source.trim());
  const part = shortened(piece.source.slice(fault.at, fault.end));
  const first = variablesOfPiece(piece)[0];
  const variable = first === undefined ? null : shortened(first);
  switch (fault.code) {
    case 'expression/syntax':
      return message('expression/syntax', { expression, reason: fault.reason, part, meant: fault.meant });
    case 'expression/function': {
      const { name } = fault;
      return message('expression/function', { name: shortened(name), meant: nearestName(name, functionNames) });
    }
    case 'expression/arguments': {
      const { name, count } = fault;
      const spec = functionNamed(name);
      const signature = spec === undefined ? name : signatureOf(name, spec);
      return message('expression/arguments', { name, count, signature });
    }
    case 'expression/value':
      return message('expression/value', { expression, reason: fault.reason, part, variable, ...fault.detail });
    case 'expression/too-slow':
      return fault.of === 'template'
        ? message('expression/all-too-slow', { expression, most: MAX_ALL_STEPS })
        : message('expression/too-slow', { expression, most: MAX_STEPS, variable });
    case 'variable/missing':
      return message('expression/missing', { expression, variable: shortened(fault.name) });
    default:
      return assertNever(fault);
  }
}
