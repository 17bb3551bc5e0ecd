/** A transfer that a person follows without looking at its page: the tab’s title, messages, notifications and links. */
export const messages = {
  tab_step: '{step} of {total} · {sum} to {chain}',
  tab_state: '{state} · {sum} to {chain}',

  messages: 'Messages about your transfers',
  sumTo: '{sum} to {chain}',
  open: 'Open transfer',
  dismiss: 'Dismiss message',

  tellMe: 'Tell me when it arrives',
  willTell: 'Your browser shows a notification when a transfer arrives or needs you. Keep this page open.',
  stopTelling: 'Turn off notifications',
  blocked: 'Your browser blocks notifications of this site. Allow them in its settings.',

  linkText: 'This link shows the transfer on any device, without a wallet.',
  copyLink: 'Copy link',
  linkCopied: 'Link copied',
  share: 'Share link',
  showCode: 'Show QR code',
  codeLabel: 'QR code of the link to this transfer',
} as const;
