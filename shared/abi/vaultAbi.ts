const payment = [
  { name: 'id', type: 'bytes32' },
  { name: 'token', type: 'address' },
  { name: 'to', type: 'address' },
  { name: 'amount', type: 'uint256' },
] as const;

export const payBatchFunction = {
  type: 'function',
  name: 'payBatch',
  stateMutability: 'nonpayable',
  inputs: [{ name: 'payments', type: 'tuple[]', components: payment }],
  outputs: [{ name: 'paid', type: 'bool[]' }],
} as const;

/** A vault's owner announces an action with this event, and can execute it from `readyAt` on. */
export const actionScheduledEvent = {
  type: 'event',
  name: 'ActionScheduled',
  inputs: [
    { name: 'actionHash', type: 'bytes32', indexed: true },
    { name: 'action', type: 'bytes', indexed: false },
    { name: 'readyAt', type: 'uint256', indexed: false },
    { name: 'expiresAt', type: 'uint256', indexed: false },
  ],
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

/** What a vault's owner took out. */
export const withdrawnEvent = {
  type: 'event',
  name: 'Withdrawn',
  inputs: [
    { name: 'token', type: 'address', indexed: true },
    { name: 'to', type: 'address', indexed: true },
    { name: 'amount', type: 'uint256', indexed: false },
  ],
} as const;

/**
 * The payers' functions of the vault, `contracts/src/CausewayVault.sol`. The zero address as token means the native
 * token. The compiled ABI in `contracts/artifacts.ts` also has the owner's and guardian's functions.
 */
export const vaultAbi = [
  { type: 'receive', stateMutability: 'payable' },
  { type: 'function', name: 'pay', stateMutability: 'nonpayable', inputs: payment, outputs: [] },
  {
    type: 'function',
    name: 'payWithGas',
    stateMutability: 'nonpayable',
    inputs: [...payment, { name: 'gas', type: 'uint256' }],
    outputs: [],
  },
  payBatchFunction,
  {
    type: 'function',
    name: 'isPaid',
    stateMutability: 'view',
    inputs: [{ name: 'id', type: 'bytes32' }],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'arePaid',
    stateMutability: 'view',
    inputs: [{ name: 'ids', type: 'bytes32[]' }],
    outputs: [{ name: 'paid', type: 'bool[]' }],
  },
  {
    type: 'function',
    name: 'isPayer',
    stateMutability: 'view',
    inputs: [{ name: 'account', type: 'address' }],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'paused',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'bool' }],
  },
  {
    type: 'function',
    name: 'window',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ name: '', type: 'uint256' }],
  },
  {
    type: 'function',
    name: 'capOf',
    stateMutability: 'view',
    inputs: [{ name: 'token', type: 'address' }],
    outputs: [
      {
        name: '',
        type: 'tuple',
        components: [
          { name: 'perPayment', type: 'uint112' },
          { name: 'perWindow', type: 'uint112' },
        ],
      },
    ],
  },
  {
    type: 'function',
    name: 'spendable',
    stateMutability: 'view',
    inputs: [{ name: 'token', type: 'address' }],
    outputs: [{ name: '', type: 'uint256' }],
  },
  paidEvent,
  { type: 'error', name: 'AlreadyPaid', inputs: [{ name: 'id', type: 'bytes32' }] },
  { type: 'error', name: 'Unauthorized', inputs: [{ name: 'account', type: 'address' }] },
  { type: 'error', name: 'PaymentsPaused', inputs: [] },
  { type: 'error', name: 'BadRecipient', inputs: [{ name: 'to', type: 'address' }] },
  { type: 'error', name: 'ZeroAmount', inputs: [] },
  { type: 'error', name: 'GasNeedsToken', inputs: [] },
  {
    type: 'error',
    name: 'AbovePaymentCap',
    inputs: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'cap', type: 'uint256' },
    ],
  },
  {
    type: 'error',
    name: 'AboveWindowCap',
    inputs: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'spendable', type: 'uint256' },
    ],
  },
  {
    type: 'error',
    name: 'InsufficientBalance',
    inputs: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'balance', type: 'uint256' },
    ],
  },
  {
    type: 'error',
    name: 'WrongAmountMoved',
    inputs: [
      { name: 'expected', type: 'uint256' },
      { name: 'sent', type: 'uint256' },
      { name: 'received', type: 'uint256' },
    ],
  },
  { type: 'error', name: 'NativeTransferFailed', inputs: [] },
  { type: 'error', name: 'NotEnoughGas', inputs: [] },
  { type: 'error', name: 'SafeERC20FailedOperation', inputs: [{ name: 'token', type: 'address' }] },
] as const;
