/** An error answer of a provider, with a code of EIP-1193 or EIP-1474. */
export class WalletError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export const userRejected = () => new WalletError(4001, 'User rejected the request.');
export const unauthorized = () => new WalletError(4100, 'The requested account has not been authorized by the user.');
export const unknownChain = (id: number) =>
  new WalletError(
    4902,
    `Unrecognized chain ID "0x${id.toString(16)}". Try adding the chain using wallet_addEthereumChain first.`,
  );
export const unknownMethod = (method: string) =>
  new WalletError(-32_601, `The method "${method}" does not exist / is not available.`);
