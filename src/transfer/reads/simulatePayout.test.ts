import type { Address } from 'viem';
import { createClient, custom, encodeErrorResult, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { OTHER_ACCOUNT, VAULT } from '../../../tools/lab/web/fixtures.ts';
import type { ChainClient } from '../../chain/chainClients.ts';
import { simulatePayout } from './simulatePayout.ts';

const recipient: Address = OTHER_ACCOUNT;
const requests: unknown[] = [];

/** A node that answers every request in this way. */
function simulate(answer: () => unknown) {
  const request = async (asked: unknown) => {
    requests.push(asked);
    return answer();
  };
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) });
  return simulatePayout(client as unknown as ChainClient, { vault: VAULT, recipient, amount: 5n });
}
const refuse = (error: object) => () => {
  throw Object.assign(new Error(), error);
};

describe('simulatePayout', () => {
  it("sends the amount from the vault, with the recipient's gas and a transaction's", async () => {
    requests.length = 0;
    expect(await simulate(() => '0x')).toEqual({ refusal: null });
    const call = { from: VAULT, to: recipient, value: '0x5', gas: '0x1e1a4' };
    expect(requests).toEqual([{ method: 'eth_call', params: [expect.objectContaining(call), 'latest'] }]);
  });

  it('gives the reason of a recipient that refuses', async () => {
    const data = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['tokens only'] });
    const revert = { code: 3, message: 'execution reverted: tokens only', data };
    expect(await simulate(refuse(revert))).toEqual({ refusal: { kind: 'fails', reason: 'tokens only' } });
  });

  it.each(['out of gas', 'EVM error: OutOfGas', 'OutOfGas'])(
    'finds that the gas is not enough: %s',
    async (message) => {
      expect(await simulate(refuse({ code: -32_000, message }))).toEqual({ refusal: { kind: 'gas' } });
    },
  );

  it.each(['invalid opcode: INVALID', 'EVM error InvalidFEOpcode', 'BadInstruction'])(
    'finds that the code fails: %s',
    async (message) => {
      expect(await simulate(refuse({ code: -32_000, message }))).toEqual({
        refusal: { kind: 'fails', reason: message },
      });
    },
  );

  it.each([
    ['does not answer', refuse({ message: 'fetch failed' })],
    ['says that the vault lacks funds', refuse({ code: -32_000, message: 'insufficient funds for transfer' })],
    ['limits requests', refuse({ code: -32_005, message: 'limit exceeded' })],
    ['answers with an object', () => ({ nonsense: true })],
    ['answers with nothing', () => null],
  ])('has no result from a node that %s', async (_what, answer) => {
    await expect(simulate(answer)).rejects.toThrow();
  });
});
