/** Help with a transfer: support, the report for it, and what support never asks for. */
export const messages = {
  title: 'Get help',
  line: 'Support finds your transfer by its deposit hash. It needs nothing else from you.',
  lineWithoutHash:
    'Open a transfer or a receipt first, and choose “Get help” there. Support then has the deposit hash.',
  depositHash: 'Deposit hash',
  case: 'Your case',
  openCase: 'Open case',
  copyCase: 'Copy the link of your case',
  ask: 'Ask {name} support',
  opens: 'Opens {target}.',
  opensWithHash: 'Opens {target} with the deposit hash filled in.',
  noSupport: 'This app names no support. Ask the operator, and send the report below.',
  never: 'Support never asks for',
  neverPhrase: 'Your recovery phrase or a private key',
  neverRemote: 'Remote access to your device, or your screen',
  neverPayment: 'A payment, or a transaction to “verify” or “unlock” your wallet',
  neverText: 'A person who asks for one of these wants to steal from you. Close the conversation.',
  report: 'Report for support',
  reportText:
    'Read it before you send it. It has no address and no balance. The deposit hash shows the transfer itself to everybody.',
  collecting: 'Asking the bridge and the chains',
  copy: 'Copy report',
  copied: 'Copied',
  notCopied: 'Your browser did not copy it. Select the text above.',
  save: 'Save as file',
} as const;
