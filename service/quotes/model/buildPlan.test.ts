import { decodeFunctionData } from 'viem';
import { describe, expect, test } from 'vitest';
import { depositAbi } from '#shared/abi/depositAbi.ts';
import type { BuildRequest } from '#shared/wire/build.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import { createSampleCatalog, pickChain, pickRoute } from '../../../tools/lab/service/sampleCatalog.ts';
import { readPauseSubjects } from '../../guards/model/pauses.ts';
import type { Closures } from './buildPlan.ts';
import { approvalTransaction, depositTransaction, planBuild, readBuildRequest } from './buildPlan.ts';
import type { FeeSchedule } from './quote.ts';

const catalog = createSampleCatalog((file) => {
  const [, south] = file.chains;
  if (south) file.chains.push({ ...south, name: 'Oldshore', id: 9, status: 'closing' });
});
const ALL_OPEN: Closures = {
  lostChains: new Set(),
  pauses: { everything: false, chains: new Set(), pairs: new Set() },
};
const USER = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC';
const request: BuildRequest = {
  channel: 5n,
  sender: USER,
  originChainName: 'Northshore',
  recipient: USER,
  destinationChainName: 'Southshore',
  tokenName: 'USDC',
  amountText: '50',
  includesGasFee: false,
  gasDropText: '',
};
const schedule: FeeSchedule = {
  routeId: 'USDC:31337:31338',
  validFrom: new Date(0),
  gasFee: 360_000n,
  nativePrice: null,
  feeBps: 10n,
  feeFloor: 100_000n,
  min: 1_000_000n,
  max: 10_000_000_000n,
};

function ask(fields: Partial<BuildRequest>, free = 10n ** 30n) {
  const order = readBuildRequest(catalog, { ...request, ...fields }, ALL_OPEN);
  return order.ok ? planBuild(order, schedule, { token: free, maxGasDrop: 0n }) : order;
}

describe('a build request', () => {
  test.each<readonly [string, Partial<BuildRequest>, number, RegExp]>([
    ['an unknown origin chain', { originChainName: 'Nowhere' }, 901, /has no chain named "Nowhere"\./],
    ['an unknown destination chain', { destinationChainName: 'northshore' }, 901, /has no chain named "northshore"\./],
    ['a disabled chain', { destinationChainName: 'Oldshore' }, 902, /does not serve Oldshore/],
    ['an unknown token', { tokenName: 'DOGE' }, 905, /has no token named "DOGE"\./],
    [
      'an unknown pair',
      { tokenName: 'WBTC', originChainName: 'Southshore', destinationChainName: 'Northshore' },
      903,
      /does not offer WBTC from Southshore to Northshore/,
    ],
    [
      'one chain as both ends',
      { destinationChainName: 'Northshore' },
      903,
      /does not offer USDC from Northshore to Northshore/,
    ],
    ['an exponent', { amountText: '1e3' }, 906, /not a plain decimal/],
    ['a sign', { amountText: '-1' }, 906, /not a plain decimal/],
    ['a comma', { amountText: '1,5' }, 906, /not a plain decimal/],
    ['hex', { amountText: '0x10' }, 906, /not a plain decimal/],
    ['a space', { amountText: ' 1' }, 906, /not a plain decimal/],
    ['an empty value', { amountText: '' }, 906, /empty/],
    ['surplus decimals', { amountText: '1.1234567' }, 906, /too many decimals\. USDC has at most 6\./],
    ['a value above every token amount', { amountText: '9'.repeat(100) }, 906, /larger than any token amount/],
    ['an invalid sender', { sender: '0x12' }, 906, /from_address is not an account address/],
    ['the zero address as sender', { sender: `0x${'0'.repeat(40)}` }, 906, /from_address is the zero address/],
    ['an exponent as gas drop', { gasDropText: '1e-3' }, 906, /gas_drop is not a plain decimal/],
    ['a gas drop below a wei', { gasDropText: `0.${'0'.repeat(18)}1` }, 906, /gas_drop .* at most 18 decimals of ETH/],
    ['a gas drop where none is offered', { gasDropText: '0.001' }, 904, /offers no gas drop on this pair/],
    ['a number of 161 digits', { amountText: '1'.repeat(161) }, 906, /not a plain decimal of at most 160 characters/],
    [
      'a recipient with a wrong checksum',
      { recipient: USER.replace('3C', '3c') },
      906,
      /to_address is not an account address/,
    ],
    ['the zero address', { recipient: `0x${'0'.repeat(40)}` }, 906, /to_address is the zero address/],
    ['a precompile', { recipient: `0x${'0'.repeat(39)}4` }, 906, /to_address is reserved for precompiled contracts/],
    [
      'the deposit contract',
      { recipient: pickChain(catalog, 'Southshore').depositContract },
      906,
      /to_address is an address of the bridge/,
    ],
    ['the vault', { recipient: pickChain(catalog, 'Southshore').vault }, 906, /to_address is an address of the bridge/],
    [
      'the hot wallet',
      { recipient: pickChain(catalog, 'Southshore').hotWallet },
      906,
      /to_address is an address of the bridge/,
    ],
    [
      'a token contract',
      { recipient: pickRoute(catalog, 'WBTC').destinationToken.address },
      906,
      /or a token contract/,
    ],
    ['too little', { amountText: '0.999999' }, 904, /between 1 USDC and 10000 USDC/],
    ['too much', { amountText: '10000.000001' }, 904, /between 1 USDC and 10000 USDC/],
    [
      'too little after the network fee',
      { amountText: '1.3', includesGasFee: true },
      904,
      /between 1\.36 USDC and 10000\.36 USDC/,
    ],
  ])('with %s is rejected with the reason', (...[, fields, code, words]) => {
    expect(ask(fields)).toMatchObject({ ok: false, code, message: expect.stringMatching(words) });
  });

  test.each([
    [
      'more than the funds',
      '60',
      50_000_000n,
      /^The amount must be between 1 USDC and 50\.1 USDC\. The bridge's funds on South/,
      { reason: 'funds_short', min: 1_000_000n, max: 50_100_000n },
    ],
    [
      'less than the minimum',
      '0.5',
      50_000_000n,
      /between 1 USDC and 50\.1 USDC/,
      { reason: 'amount_out_of_range', min: 1_000_000n, max: 50_100_000n },
    ],
    [
      'any amount without funds',
      '5',
      0n,
      /short of funds: its funds on Southshore do not cover the minimum of 1 USDC at the moment\. The amount must be between 1 USDC and 1 USDC\./,
      { reason: 'funds_short', min: 1_000_000n, max: 1_000_000n },
    ],
  ])('for %s is rejected with the limits of the funds', (...[, amountText, free, message, { reason, min, max }]) => {
    const inUsdc = (amount: bigint) => ({ amount, decimals: 6 });
    expect(ask({ amountText }, free)).toEqual({
      ...{ ok: false, code: 904, message: expect.stringMatching(message) },
      details: { ...NO_DETAILS, reason, min: inUsdc(min), max: inUsdc(max) },
    });
  });

  describe('with a gas drop', () => {
    const priced = { ...schedule, nativePrice: 3_000_000_000n };
    const askDrop = (gasDropText: string, fields: Partial<BuildRequest> = {}) => {
      const order = readBuildRequest(catalog, { ...request, ...fields, gasDropText }, ALL_OPEN);
      return order.ok
        ? { order, plan: planBuild(order, priced, { token: 10n ** 30n, maxGasDrop: 10n ** 16n }) }
        : order;
    };
    const price = 180_000n + 3_000_000n;

    test('has its price in the network fee, and in the limits that include the fee', () => {
      const bounds = { min: 1_000_000n, max: 10_000_000_000n };
      const terms = { send: 50_000_000n + 360_000n + price, gasFee: 360_000n + price, receive: 49_900_000n };
      expect(askDrop('0.001')).toMatchObject({ order: { gasDrop: 10n ** 15n }, plan: { ok: true, bounds, terms } });
      const included = { min: bounds.min + 360_000n + price, max: bounds.max + 360_000n + price };
      expect(askDrop('0.001', { includesGasFee: true })).toMatchObject({ plan: { ok: true, bounds: included } });
    });

    test.each(['', '0', '0.0'])('of %j has none', (text) => {
      expect(askDrop(text)).toMatchObject({ order: { gasDrop: 0n }, plan: { terms: { gasFee: 360_000n } } });
    });

    test('above the largest is rejected with it', () => {
      const maxGasDrop = { amount: 10n ** 16n, decimals: 18 };
      expect(askDrop('0.01')).toMatchObject({ plan: { ok: true } });
      expect(askDrop('0.010000000000000001')).toMatchObject({
        plan: {
          ok: false,
          code: 904,
          message: 'gas_drop must be at most 0.01 ETH at the moment.',
          details: { maxGasDrop },
        },
      });
    });

    test('never names a target in to_address', () => {
      expect(askDrop('', { recipient: `${USER}+gas:1` })).toMatchObject({ code: 906 });
    });
  });

  test('is validated in order: chains, token, pair, amount and addresses, bounds', () => {
    const faults: Partial<BuildRequest>[] = [
      { originChainName: 'Nowhere' },
      { destinationChainName: 'Oldshore' },
      { tokenName: 'DOGE' },
    ];
    const badShape = { amountText: 'x', recipient: 'x' };
    const codesOf = faults.map((_, index) => {
      const answer = ask({ ...badShape, ...Object.assign({}, ...faults.slice(index)) });
      return answer.ok ? 0 : answer.code;
    });
    expect(codesOf).toEqual([901, 902, 905]);
    const pair = { originChainName: 'Southshore', destinationChainName: 'Northshore', tokenName: 'WBTC' };
    expect(ask({ ...badShape, ...pair })).toMatchObject({ code: 903 });
    expect(ask({ recipient: 'x', amountText: '0' })).toMatchObject({ code: 906 });
  });

  test('for an unreachable chain is rejected before any other fault', () => {
    const [north, south] = [pickChain(catalog, 'Northshore'), pickChain(catalog, 'Southshore')];
    for (const chain of [north, south]) {
      const answer = readBuildRequest(
        catalog,
        { ...request, tokenName: 'DOGE' },
        {
          ...ALL_OPEN,
          lostChains: new Set([chain.id]),
        },
      );
      expect(answer).toMatchObject({ code: 902, message: expect.stringContaining(`does not serve ${chain.name}`) });
      expect(answer).toMatchObject({ details: { reason: 'chain_unavailable' } });
    }
  });

  test('for a paused chain fails with 902, and for a paused pair with 903', () => {
    const codesUnder = (subjects: readonly string[]) =>
      ['USDC', 'ETH'].map((tokenName) => {
        const pauses = readPauseSubjects(subjects);
        const order = readBuildRequest(catalog, { ...request, tokenName }, { ...ALL_OPEN, pauses });
        if (!order.ok) {
          expect(order.message).toMatch(/^The bridge has paused /);
          expect(order.details).toMatchObject({ step: 'paused', reason: 'paused' });
        }
        return order.ok ? 0 : order.code;
      });
    expect(codesUnder(['all'])).toEqual([902, 902]);
    expect(codesUnder(['chain:31337'])).toEqual([902, 902]);
    expect(codesUnder(['chain:31338'])).toEqual([902, 902]);
    expect(codesUnder(['chain:9'])).toEqual([0, 0]);
    expect(codesUnder(['pair:USDC:31337:31338'])).toEqual([903, 0]);
    expect(codesUnder(['pair:USDC:31338:31337'])).toEqual([0, 0]);
  });

  test('quotes only the beginning of a long text', () => {
    const answer = ask({ originChainName: 'x'.repeat(4000) });
    expect(answer).toMatchObject({ code: 901 });
    expect(answer.ok ? '' : answer.message.length).toBeLessThan(120);
  });

  test('quotes a long text without splitting a character', () => {
    for (const padding of ['', 'x']) {
      const answer = ask({ originChainName: padding + '🌊'.repeat(100) });
      expect(answer.ok ? '' : answer.message).toMatch(/"x?(?:🌊){63,64}…"/u);
      expect(answer.ok ? '' : answer.message).not.toMatch(/\p{Cs}/u);
    }
    const unpaired = ask({ tokenName: 'a\ud83c' });
    expect(unpaired.ok ? '' : unpaired.message).toContain('"a\ufffd"');
  });
});

describe('the transactions of a build', () => {
  const order = readBuildRequest(catalog, request, ALL_OPEN);
  if (!order.ok) throw new Error('the sample request must be valid');

  test('deposit exactly the sent amount for exactly this recipient', () => {
    const transaction = depositTransaction({ ...order, send: 50_360_000n });
    const { route } = order;
    expect(transaction).toMatchObject({ from: USER, to: route.origin.depositContract, value: 0n });
    expect(transaction.data.slice(0, 10)).toBe('0xfc180638');
    expect(decodeFunctionData({ abi: depositAbi, data: transaction.data }).args).toEqual([
      USER,
      route.originToken.address,
      route.origin.vault,
      50_360_000n,
      31338n,
      5n,
    ]);
  });

  test('send the native token as value', () => {
    const native = { ...order, route: pickRoute(catalog, 'ETH') };
    expect(depositTransaction({ ...native, send: 7n }).value).toBe(7n);
  });

  test('approve exactly the sent amount for the deposit contract', () => {
    const approval = approvalTransaction({ ...order, send: 50_360_000n });
    expect(approval).toMatchObject({ to: order.route.originToken.address, value: 0n });
    expect(approval.data).toContain(order.route.origin.depositContract.slice(2).toLowerCase());
    expect(approval.data.endsWith((50_360_000).toString(16).padStart(64, '0'))).toBe(true);
  });
});
