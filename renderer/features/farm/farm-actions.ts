import { ServerCog } from 'lucide-react';
import type { Action } from '#renderer/actions/model/action.ts';

/** Looking at who makes the films. */
export const farmActions: readonly Action[] = [
  {
    id: 'app/farm',
    label: ({ farm }) => farm.open,
    icon: ServerCog,
    scope: 'global',
    group: 'go',
    enabled: ({ navigation }) => navigation.route.screen !== 'farm',
    run: ({ navigation }) => navigation.go({ screen: 'farm' }),
  },
];
