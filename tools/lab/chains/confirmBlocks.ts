import { once } from 'node:events';
import { createTestClient, hexToBigInt, http } from 'viem';
import { WebSocket } from 'ws';

// Deeper than what the web app calls final (src/chain/model/finality.ts), which is deeper than anything the service waits for.
const BLOCKS_AFTER = 5n;
const SUBSCRIBE = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] });

type Message = {
  readonly params?: { readonly result: { readonly number: `0x${string}`; readonly gasUsed: `0x${string}` } };
};

/**
 * Mines empty blocks after each block with transactions, so that these are fully confirmed at once. For chains that mine a
 * block per transaction. @returns a function that stops this
 */
export async function confirmBlocks(rpcUrl: string): Promise<() => void> {
  const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl, { retryCount: 0 }) });
  const socket = new WebSocket(rpcUrl.replace(/^http/, 'ws'));
  let head = 0n;
  let target = 0n;
  let isMining = false;

  const mine = async () => {
    if (isMining) return;
    isMining = true;
    while (head < target) {
      const missing = target - head;
      head += missing;
      await client.mine({ blocks: Number(missing) });
    }
    isMining = false;
  };
  socket.on('message', (data) => {
    const { params } = JSON.parse(String(data)) as Message;
    if (!params) return;
    const number = hexToBigInt(params.result.number);
    if (number > head) head = number;
    if (hexToBigInt(params.result.gasUsed) > 0n) target = number + BLOCKS_AFTER;
    // A chain that has ended does not answer. The death of its process is reported elsewhere.
    mine().catch(() => socket.terminate());
  });
  // A close event follows.
  socket.on('error', () => {});
  await once(socket, 'open');
  socket.send(SUBSCRIBE);
  return () => socket.terminate();
}
