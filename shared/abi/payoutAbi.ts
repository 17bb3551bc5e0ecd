const payment = [
  { name: 'id', type: 'bytes32' },
  { name: 'token', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const;

export const payBatchFunction = {
  type: 'function',
  name: 'payBatch',
  stateMutability: 'payable',
  inputs: [{ name: 'payments', type: 'tuple[]', components: payment }],
  outputs: [{ name: 'paid', type: 'bool[]' }],
} as const;

export const paidEvent = {
  type: 'event',
  name: 'Paid',
  inputs: [
    { name: 'payer', type: 'address', indexed: true },
    { name: 'id', type: 'bytes32', indexed: true },
    { name: 'to', type: 'address', indexed: true },
    { name: 'token', type: 'address', indexed: false },
    { name: 'amount', type: 'uint256', indexed: false },
  ],
} as const;

/** The payout contract, `contracts/src/CausewayPayout.sol`. The zero address as token is the native token. */
export const payoutAbi = [
  { type: 'function', name: 'pay', stateMutability: 'payable', inputs: payment, outputs: [] },
  payBatchFunction,
  {
    type: 'function',
    name: 'isPaid',
    stateMutability: 'view',
    inputs: [
      { name: 'payer', type: 'address' },
      { name: 'id', type: 'bytes32' },
    ],
    outputs: [{ name: '', type: 'bool' }],
  },
  paidEvent,
  {
    type: 'error',
    name: 'AlreadyPaid',
    inputs: [
      { name: 'payer', type: 'address' },
      { name: 'id', type: 'bytes32' },
    ],
  },
  { type: 'error', name: 'BadRecipient', inputs: [{ name: 'to', type: 'address' }] },
  { type: 'error', name: 'ZeroAmount', inputs: [] },
  {
    type: 'error',
    name: 'WrongValue',
    inputs: [
      { name: 'expected', type: 'uint256' },
      { name: 'sent', type: 'uint256' },
    ],
  },
  {
    type: 'error',
    name: 'WrongAmountReceived',
    inputs: [
      { name: 'expected', type: 'uint256' },
      { name: 'received', type: 'uint256' },
    ],
  },
  { type: 'error', name: 'NativeTransferFailed', inputs: [] },
  { type: 'error', name: 'SafeERC20FailedOperation', inputs: [{ name: 'token', type: 'address' }] },
] as const;
