/** The list of this browser's transfers. */
export const messages = {
  title: 'Activity',
  none: 'No transfers yet.',
  start: 'Start a transfer',
  recent: 'Recent transfers',
  all: 'All transfers',
} as const;
