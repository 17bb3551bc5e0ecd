import { randomUUID } from 'node:crypto';
import { WalletKit } from '@reown/walletkit';
import { Core } from '@walletconnect/core';
import type { PrivateKeyAccount } from 'viem';
import type { TestStack } from './testStack.ts';
import type { SentTransaction } from './walletSigner.ts';
import { sendTransaction } from './walletSigner.ts';

const METHODS = ['eth_sendTransaction', 'wallet_switchEthereumChain', 'wallet_addEthereumChain'];
const EVENTS = ['accountsChanged', 'chainChanged'];
// CAIP-25 and EIP-1193.
const PROPOSAL_REJECTED = { code: 5000, message: 'User rejected.' };
const REQUEST_REJECTED = { code: 5000, message: 'User rejected.' };

export type PairedWallet = {
  /** The user scans the code, or opens the link. */
  readonly pair: (uri: string) => Promise<void>;
  /** The user rejects the next request of this kind. */
  readonly rejectNext: (kind: 'session' | 'transaction') => void;
  readonly transactions: readonly SentTransaction[];
  readonly sessionCount: () => number;
  /** The name and address of the page, as the wallet shows them. */
  readonly peer: () => { readonly name: string; readonly url: string } | null;
  /** The user disconnects the page in the wallet. */
  readonly disconnect: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type Options = { readonly stack: TestStack; readonly relayUrl: string; readonly account: PrivateKeyAccount };

/** A mobile wallet: the library that wallets use (`@reown/walletkit`), with a user who approves. */
export async function startPairedWallet({ stack, relayUrl, account }: Options): Promise<PairedWallet> {
  const core = new Core({
    projectId: '0'.repeat(32),
    relayUrl,
    logger: 'silent',
    // The library shares one instance between wallets of a process that have the same prefix.
    customStoragePrefix: randomUUID(),
    storageOptions: { database: ':memory:' },
    telemetryEnabled: false,
  });
  const metadata = { name: 'Paired Wallet', description: 'A test wallet', url: 'https://wallet.example', icons: [] };
  // The library's own types disagree on optional fields.
  const kit = await WalletKit.init({ core: core as never, metadata });
  const transactions: SentTransaction[] = [];
  const rejected = new Set<'session' | 'transaction'>();

  kit.on('session_proposal', ({ id }) => {
    if (rejected.delete('session')) return void kit.rejectSession({ id, reason: PROPOSAL_REJECTED });
    const chains = stack.chains.map((chain) => `eip155:${chain.id}`);
    const accounts = chains.map((chain) => `${chain}:${account.address}`);
    const eip155 = { chains, accounts, methods: METHODS, events: EVENTS };
    void kit.approveSession({ id, namespaces: { eip155 } });
  });

  async function perform(chainId: number, [request]: readonly object[]): Promise<string> {
    const chain = stack.chains.find(({ id }) => id === chainId);
    if (!chain || !request) throw new Error(`the wallet has no chain ${chainId}`);
    const sent = await sendTransaction(chain, { account, request });
    transactions.push(sent);
    return sent.hash;
  }

  kit.on('session_request', async ({ id, topic, params }) => {
    const respond = (answer: object) =>
      kit.respondSessionRequest({ topic, response: { id, jsonrpc: '2.0', ...answer } as never });
    if (rejected.delete('transaction')) return void respond({ error: REQUEST_REJECTED });
    try {
      await respond({ result: await perform(Number(params.chainId.split(':')[1]), params.request.params) });
    } catch (error) {
      await respond({ error: { code: -32_000, message: String(error) } });
    }
  });

  const sessions = () => Object.values(kit.getActiveSessions());
  return {
    pair: (uri) => kit.pair({ uri }),
    rejectNext: (kind) => void rejected.add(kind),
    transactions,
    sessionCount: () => sessions().length,
    peer: () => sessions()[0]?.peer.metadata ?? null,
    disconnect: async () => {
      for (const { topic } of sessions()) {
        await kit.disconnectSession({ topic, reason: { code: 6000, message: 'User disconnected.' } });
      }
    },
    close: () => core.relayer.transportClose(),
  };
}
