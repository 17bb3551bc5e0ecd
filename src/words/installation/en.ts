/** What an installation adds to the frame: its footer, its messages, and a frame in another site. */
export const messages = {
  asking: 'Asking the bridge…',
  responded: 'The bridge responded at {time}',
  offersNothing: 'The bridge offers no routes at the moment',
  notResponding: 'The bridge does not respond',
  offline: 'You are offline',
  help: 'Get help',
  docs: 'Documentation',
  terms: 'Terms',
  privacy: 'Privacy',
  statusPage: 'Status page',
  version: 'Version {version}',
} as const;
