import { ServerCog } from 'lucide-react';
import type { Action } from '#renderer/actions/action.ts';

/** The action that opens the farm screen. */
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
