export const depositFunction = {
  type: 'function',
  name: 'deposit',
  stateMutability: 'payable',
  inputs: [
    { name: 'target', type: 'string' },
    { name: 'token', type: 'address' },
    { name: 'maker', type: 'address' },
    { name: 'amount', type: 'uint256' },
    { name: 'destination', type: 'uint256' },
    { name: 'channel', type: 'uint256' },
  ],
  outputs: [],
} as const;

export const depositEvent = {
  type: 'event',
  name: 'Deposit',
  inputs: [
    { name: 'user', type: 'address', indexed: true },
    { name: 'token', type: 'address', indexed: true },
    { name: 'maker', type: 'address', indexed: true },
    { name: 'target', type: 'string', indexed: false },
    { name: 'amount', type: 'uint256', indexed: false },
    { name: 'destination', type: 'uint256', indexed: false },
    { name: 'channel', type: 'uint256', indexed: false },
    { name: 'timestamp', type: 'uint256', indexed: false },
  ],
} as const;

/** The deposit contract, `contracts/src/CausewayDeposit.sol`. The function's selector is 0xfc180638. */
export const depositAbi = [
  depositFunction,
  depositEvent,
  { type: 'error', name: 'ZeroAmount', inputs: [] },
  { type: 'error', name: 'ZeroMaker', inputs: [] },
  { type: 'error', name: 'TargetTooLong', inputs: [{ name: 'length', type: 'uint256' }] },
  {
    type: 'error',
    name: 'WrongValue',
    inputs: [
      { name: 'expected', type: 'uint256' },
      { name: 'sent', type: 'uint256' },
    ],
  },
  { type: 'error', name: 'NativeTransferFailed', inputs: [] },
  { type: 'error', name: 'SafeERC20FailedOperation', inputs: [{ name: 'token', type: 'address' }] },
] as const;
