import type { Hex } from 'viem';
import { decodeFunctionData, numberToHex, parseAbi, parseTransaction, RpcRequestError, zeroAddress } from 'viem';
import { describe, expect, test } from 'vitest';
import { createScriptedClient } from '../../tools/lab/endpoints/scriptedClient.ts';
import { createSampleCatalog, pickChain } from '../../tools/lab/service/sampleCatalog.ts';
import type { ChainFamily } from '../boot/model/chainFamily.ts';
import { decodePayments, payCall } from '../payments/model/payment.ts';
import { GAS_PRICE_ORACLE, knownPaymentGas, readDataFee, readFeeMarket, readPaymentGas, samplePayment } from './gas.ts';
import { verifyFamily } from './verifyChain.ts';

const sample = pickChain(createSampleCatalog(), 'Southshore');
const oracleAbi = parseAbi([
  'function getL1Fee(bytes data) view returns (uint256)',
  'function getOperatorFee(uint256 gasUsed) view returns (uint256)',
]);
const word = (value: number) => numberToHex(value, { size: 32 });
const revert = () => new RpcRequestError({ body: {}, url: '', error: { code: 3, message: 'execution reverted' } });

type Answer = (method: string, params: readonly unknown[]) => unknown;

function connect(family: ChainFamily, answer: Answer, category: 'Mainnet' | 'Testnet' = 'Testnet') {
  return createScriptedClient({ ...sample, family, category }, ({ method, params }) => answer(method, params));
}

function isCall(value: unknown): value is { readonly to: string; readonly data: Hex } {
  return typeof value === 'object' && value !== null && 'to' in value && 'data' in value;
}

describe('what a chain charges in addition to gas', () => {
  const call = payCall(sample.vault, samplePayment(zeroAddress));
  const transaction = { call, fees: { maxFee: 7n, tip: 1n }, gasLimit: 90_000n };

  /** An oracle that answers 100 for the data and, since Isthmus, 5 for the operator. */
  const connectOracle = (seen: unknown[], operatorFee: () => unknown = () => word(5)) =>
    connect('opStack', (_method, [request]) => {
      if (!isCall(request)) throw new Error('no call');
      expect(request.to.toLowerCase()).toBe(GAS_PRICE_ORACLE.toLowerCase());
      const { functionName, args } = decodeFunctionData({ abi: oracleAbi, data: request.data });
      seen.push(args[0]);
      return functionName === 'getL1Fee' ? word(100) : operatorFee();
    });

  test("is what an OP-stack chain's oracle says for the whole transaction and its gas", async () => {
    const seen: unknown[] = [];
    expect(await readDataFee(connectOracle(seen), transaction)).toBe(105n);
    const asked = parseTransaction(seen.find((value): value is Hex => typeof value === 'string') ?? '0x');
    expect(asked).toMatchObject({ data: call.data, gas: 90_000n, maxFeePerGas: 7n, type: 'eip1559' });
    expect(seen).toContain(90_000n);
  });

  test('has no operator fee if the oracle does not know one', async () => {
    const client = connectOracle([], () => {
      throw revert();
    });
    expect(await readDataFee(client, transaction)).toBe(100n);
  });

  test('is unknown while the oracle does not answer', async () => {
    const client = connectOracle([], () => {
      throw new Error('the provider is down');
    });
    await expect(readDataFee(client, transaction)).rejects.toThrow();
  });

  test('is nothing on other chains, which are not asked', async () => {
    const client = connect('arbitrum', () => {
      throw new Error('asked');
    });
    expect(await readDataFee(client, transaction)).toBe(0n);
  });
});

describe('the gas of a payment', () => {
  test('is measured once in a while, and has a margin', async () => {
    let asked = 0;
    const client = connect('ethereum', () => {
      asked += 1;
      return numberToHex(100_000);
    });
    expect(await readPaymentGas(client, zeroAddress)).toBe(120_000n);
    expect(await readPaymentGas(client, zeroAddress)).toBe(120_000n);
    expect(asked).toBe(1);
  });

  test('is measured with an account to which nobody can have sent the token before', async () => {
    const seen = new Set<unknown>();
    for (let reads = 0; reads < 2; reads += 1) {
      const client = connect('ethereum', (_method, [request]) => {
        if (isCall(request)) seen.add(decodePayments(request.data)?.[0]?.to);
        return numberToHex(50_000);
      });
      await readPaymentGas(client, zeroAddress);
    }
    expect(seen.size).toBe(2);
  });

  test("is the family's assumption while the vault refuses every payment", async () => {
    const refuse = () => {
      throw revert();
    };
    expect(await readPaymentGas(connect('ethereum', refuse), zeroAddress)).toBe(120_000n);
    expect(await readPaymentGas(connect('arbitrum', refuse), zeroAddress)).toBe(400_000n);
  });

  test('is unknown while no provider answers', async () => {
    const client = connect('ethereum', () => {
      throw new Error('the provider is down');
    });
    await expect(readPaymentGas(client, zeroAddress)).rejects.toThrow();
    expect(knownPaymentGas(client, zeroAddress)).toBe(120_000n);
  });
});

test('a chain without a base fee has a legacy gas price, and is not asked for a tip', async () => {
  const client = connect('other', (method) => {
    if (method === 'eth_gasPrice') return '0x64';
    if (method === 'eth_getBlockByNumber') return { number: '0x1', timestamp: '0x1', transactions: [] };
    throw new Error(`asked ${method}`);
  });
  expect(await readFeeMarket(client)).toEqual({ baseFee: 0n, tip: 100n, isLegacy: true });
});

describe('the family of a chain', () => {
  const withCode =
    (code: string): Answer =>
    () =>
      code;

  test('is refused if it hides or invents the fees of an OP-stack chain', async () => {
    await expect(verifyFamily(connect('opStack', withCode('0x')))).rejects.toThrow('no gas price oracle');
    await expect(verifyFamily(connect('ethereum', withCode('0x60'), 'Mainnet'))).rejects.toThrow('to "opStack"');
  });

  test('is accepted where the chain fits', async () => {
    await verifyFamily(connect('opStack', withCode('0x60'), 'Mainnet'));
    await verifyFamily(connect('ethereum', withCode('0x'), 'Mainnet'));
  });
});
