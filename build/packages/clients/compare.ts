import type { ContractModel, MethodModel } from './contract-model.ts';
import type { Field, Shape } from './shapes.ts';

/** The direction of a value: a request must stay accepted, and an answer must stay readable. */
type Direction = 'request' | 'answer';

type Shapes = ReadonlyMap<string, Shape>;

interface Sides {
  readonly before: Shapes;
  readonly after: Shapes;
}

/**
 * Lists the changes between two contracts that can break a program: a call, field, parameter, or value that is gone, a
 * type that is narrower in a request or wider in an answer, and a new required field of a request. Sorted by call.
 */
export function breakingChanges(before: ContractModel, after: ContractModel): readonly string[] {
  const sides = { before: shapesOf(before), after: shapesOf(after) };
  const calls = new Map(placed(after).map((each) => [each.method.operation, each]));
  const changes = placed(before).flatMap(({ chapter, method }) => {
    const now = calls.get(method.operation);
    if (now === undefined) return [`${method.operation}: the call was removed.`];
    const moved =
      chapter === now.chapter && method.name === now.method.name
        ? []
        : [`${method.operation}: the method ${chapter}.${method.name} is now ${now.chapter}.${now.method.name}.`];
    return [...moved, ...callChanges(method, now.method, sides)];
  });
  return [...changes, ...eventChanges(before, after, sides)];
}

function placed(model: ContractModel): readonly { readonly chapter: string; readonly method: MethodModel }[] {
  return model.chapters.flatMap(({ name, methods }) => methods.map((method) => ({ chapter: name, method })));
}

function shapesOf({ shapes }: ContractModel): Shapes {
  return new Map(shapes.map(({ name, shape }) => [name, shape]));
}

function callChanges(before: MethodModel, after: MethodModel, sides: Sides): readonly string[] {
  const { operation } = before;
  const changes: string[] = [];
  if (before.verb !== after.verb || before.path !== after.path) {
    changes.push(`${operation}: ${before.verb} ${before.path} is now ${after.verb} ${after.path}.`);
  }
  if (before.bodyKind !== after.bodyKind) {
    changes.push(`${operation}: the body was ${before.bodyKind} and is ${after.bodyKind}.`);
  }
  changes.push(...fieldChanges(`${operation}: parameter`, before.parameters, after.parameters, 'request', sides));
  changes.push(...fieldChanges(`${operation}: query`, before.query, after.query, 'request', sides));
  const lost = before.headers.filter((header) => !after.headers.includes(header));
  changes.push(...lost.map((header) => `${operation}: the header ${header} was removed.`));
  if (before.body !== null && after.body !== null) {
    changes.push(...shapeChanges(`${operation}: body`, before.body, after.body, 'request', sides));
  }
  if ((before.answer === null) !== (after.answer === null)) {
    changes.push(`${operation}: the answer ${after.answer === null ? 'is no longer' : 'is now'} JSON.`);
  }
  if (before.answer !== null && after.answer !== null) {
    changes.push(...shapeChanges(`${operation}: answer`, before.answer, after.answer, 'answer', sides));
  }
  return changes;
}

function eventChanges(before: ContractModel, after: ContractModel, sides: Sides): readonly string[] {
  const events = new Map(after.events.map(({ type, data }) => [type, data]));
  return before.events.flatMap(({ type, data }) => {
    const now = events.get(type);
    return now === undefined
      ? [`event ${type}: the event was removed.`]
      : shapeChanges(`event ${type}`, data, now, 'answer', sides);
  });
}

function fieldChanges(
  place: string,
  before: readonly Field[],
  after: readonly Field[],
  direction: Direction,
  sides: Sides,
): readonly string[] {
  const now = new Map(after.map((field) => [field.name, field]));
  const known = new Set(before.map(({ name }) => name));
  const added = after.filter(({ name, required }) => direction === 'request' && required && !known.has(name));
  return [
    ...before.flatMap((field) => {
      const fieldNow = now.get(field.name);
      if (fieldNow === undefined) return [`${place}.${field.name} was removed.`];
      const isNewlyRequired = direction === 'request' && fieldNow.required && !field.required;
      const isNewlyOptional = direction === 'answer' && !fieldNow.required && field.required;
      return [
        ...(isNewlyRequired ? [`${place}.${field.name} is now required.`] : []),
        ...(isNewlyOptional ? [`${place}.${field.name} can now be absent.`] : []),
        ...shapeChanges(`${place}.${field.name}`, field.shape, fieldNow.shape, direction, sides),
      ];
    }),
    ...added.map(({ name }) => `${place}.${name} is new and required.`),
  ];
}

function shapeChanges(
  place: string,
  shapeBefore: Shape,
  shapeAfter: Shape,
  direction: Direction,
  sides: Sides,
): readonly string[] {
  const before = resolved(shapeBefore, sides.before);
  const after = resolved(shapeAfter, sides.after);
  if (before.kind === 'list' && after.kind === 'list') {
    return shapeChanges(`${place}[]`, before.of, after.of, direction, sides);
  }
  if (before.kind === 'object' && after.kind === 'object') {
    const fields = fieldChanges(place, before.fields, after.fields, direction, sides);
    if (before.rest === null || after.rest === null) return fields;
    return [...fields, ...shapeChanges(`${place}.*`, before.rest, after.rest, direction, sides)];
  }
  // A request must still accept every earlier case; an answer may contain only cases that programs know.
  const [given, accepted] = direction === 'request' ? [before, after] : [after, before];
  const [givenShapes, acceptedShapes] =
    direction === 'request' ? [sides.before, sides.after] : [sides.after, sides.before];
  const cases = casesOf(accepted, acceptedShapes);
  const objects = cases.filter(({ kind }) => kind === 'object');
  return casesOf(given, givenShapes).flatMap((each) => {
    const [object] = objects;
    if (each.kind === 'object' && object !== undefined) {
      if (objects.length > 1)
        return objects.some((other) => isSame(each, other, sides, direction))
          ? []
          : [unknownCase(place, each, direction)];
      const [first, second] = direction === 'request' ? [each, object] : [object, each];
      return shapeChanges(place, first, second, direction, sides);
    }
    return cases.some((other) => accepts(other, each)) ? [] : [unknownCase(place, each, direction)];
  });
}

function isSame(one: Shape, other: Shape, sides: Sides, direction: Direction): boolean {
  const [first, second] = direction === 'request' ? [one, other] : [other, one];
  return shapeChanges('', first, second, direction, sides).length === 0;
}

function unknownCase(place: string, shape: Shape, direction: Direction): string {
  const name = shape.kind === 'literal' ? JSON.stringify(shape.value) : `the type ${shape.kind}`;
  return direction === 'request' ? `${place} no longer accepts ${name}.` : `${place} can now be ${name}.`;
}

function accepts(accepted: Shape, given: Shape): boolean {
  if (accepted.kind === 'unknown') return true;
  if (given.kind === 'literal' && accepted.kind !== 'literal') {
    const kinds = { string: ['text'], number: ['number', 'integer'], boolean: ['boolean'] } as const;
    return (kinds[typeof given.value as keyof typeof kinds] as readonly string[]).includes(accepted.kind);
  }
  if (given.kind === 'integer' && accepted.kind === 'number') return true;
  if (accepted.kind !== given.kind) return false;
  return accepted.kind !== 'literal' || JSON.stringify(accepted) === JSON.stringify(given);
}

function casesOf(shape: Shape, shapes: Shapes): readonly Shape[] {
  const one = resolved(shape, shapes);
  return one.kind === 'union' ? one.of.flatMap((each) => casesOf(each, shapes)) : [one];
}

function resolved(shape: Shape, shapes: Shapes): Shape {
  return shape.kind === 'named' ? (shapes.get(shape.name) ?? { kind: 'unknown' }) : shape;
}
