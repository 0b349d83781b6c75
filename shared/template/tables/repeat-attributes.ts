import { type AttributeSpec, boolean, integer, itemPosition, text } from '../value-types/attribute-types.ts';
import { conditionType, itemName } from '../value-types/text-types.ts';

/** The attributes that repeat an element for the items of a list. */
export const repeatAttributes = {
  each: {
    type: text(),
    label: 'For each',
    description: 'A list, such as `${products}` or `${= range(1, 5)}`. The element is repeated for each item.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  as: {
    type: itemName(),
    label: 'Item name',
    description: 'Name of the item in the repeated element: with `product`, `${product.price}` is a field of the item.',
    absent: { default: 'item' },
  } satisfies AttributeSpec<string>,
  where: {
    type: conditionType(),
    label: 'Where',
    description: 'Condition that chooses items, such as `${item.price} > 0`.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  sort: {
    type: text(),
    label: 'Sort by',
    description:
      'Fields, separated by commas. A `-` before a field reverses its order. In a list of plain values, write the name of the item to sort by the values, such as `-item`.',
    absent: { default: null },
  } satisfies AttributeSpec<string | null>,
  reverse: {
    type: boolean(),
    label: 'Reverse',
    description: 'Whether the items are in reverse order.',
    absent: { default: false },
  } satisfies AttributeSpec<boolean>,
  from: {
    type: itemPosition(),
    label: 'First item',
    description: 'Position of the first item, from `1`. `-1` is the last item of the list, and `-2` the one before it.',
    absent: { default: 1 },
  } satisfies AttributeSpec<number>,
  to: {
    type: itemPosition(),
    label: 'Last item',
    description: 'Position of the last item, from `1`. `-1` is the last item of the list, and `-2` the one before it.',
    absent: { default: -1 },
  } satisfies AttributeSpec<number>,
  step: {
    type: integer({ minimum: 1 }),
    label: 'Item step',
    description: '`2` takes every second item.',
    absent: { default: 1 },
  } satisfies AttributeSpec<number>,
} as const;
