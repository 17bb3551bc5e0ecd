import { isNativeToken } from '#shared/address.ts';
import { NATIVE_DECIMALS } from '#shared/amount.ts';
import type { Build, BuildRequest } from '#shared/wire/build.ts';
import { buildRequestWire, encodeBuild } from '#shared/wire/build.ts';
import { codes } from '#shared/wire/codes.ts';
import { NO_DETAILS } from '#shared/wire/details.ts';
import type { Envelope } from '#shared/wire/envelope.ts';
import { encodeFailure, encodeSuccess } from '#shared/wire/envelope.ts';
import { isOverloaded } from '../chain/rpc/callQueue.ts';
import type { BuildOrder, BuildPlan } from '../quotes/model/buildPlan.ts';
import { approvalTransaction, depositTransaction, planBuild, readBuildRequest } from '../quotes/model/buildPlan.ts';
import { outdatedPrices } from '../quotes/model/price.ts';
import { isFresh } from '../quotes/model/quote.ts';
import type { BlockAnswers } from './allowance.ts';
import { createBlockAnswers, readAllowance, refusesApproval } from './allowance.ts';
import type { Operation, OperationContext } from './operation.ts';
import { continueWith, readRequestBody } from './operation.ts';
import type { Schedules } from './scheduleCache.ts';

const NETWORK_TYPE_EVM = 1;

type Approvals = Pick<Build, 'approval' | 'approvalReset'>;

const NO_APPROVALS: Approvals = { approval: null, approvalReset: null };

type Chains = Pick<OperationContext, 'clients'> & { readonly answers: BlockAnswers };

/** The approvals that the deposit still needs. Some tokens, such as USDT, refuse to change an allowance that is not zero. */
function readApprovals({ clients, answers }: Chains, order: BuildOrder, send: bigint): Approvals | Promise<Approvals> {
  const { route, sender } = order;
  const client = clients.get(route.origin.id);
  if (!client) throw new Error(`no client for chain ${route.origin.id}`);
  const held = { token: route.originToken.address, owner: sender, spender: route.origin.depositContract };
  const key = `${held.token} ${held.owner}`;
  return continueWith(
    answers.read(client, key, () => readAllowance(client, held)),
    (allowance) => {
      if (allowance >= send) return NO_APPROVALS;
      const approval = approvalTransaction({ ...order, send });
      if (allowance === 0n) return { approval, approvalReset: null };
      return continueWith(
        answers.read(client, `${key} ${send}`, () => refusesApproval(client, held, send)),
        (isRefused) => ({ approval, approvalReset: isRefused ? approvalTransaction({ ...order, send: 0n }) : null }),
      );
    },
  );
}

/**
 * Builds the approvals. While too many requests wait for the chain, the build contains every approval it could need:
 * one too many costs gas, one too few makes the deposit fail.
 */
function buildApprovals(chains: Chains, order: BuildOrder, send: bigint): Approvals | Promise<Approvals> {
  if (isNativeToken(order.route.originToken.address)) return NO_APPROVALS;
  const approvals = readApprovals(chains, order, send);
  if (!(approvals instanceof Promise)) return approvals;
  return approvals.catch((error: unknown) => {
    if (!isOverloaded(error)) throw error;
    return {
      approval: approvalTransaction({ ...order, send }),
      approvalReset: approvalTransaction({ ...order, send: 0n }),
    };
  });
}

type Signing = Approvals & Pick<Build, 'validUntilMs'>;

function toBuild(order: BuildOrder, plan: BuildPlan, signing: Signing): Build {
  const { route } = order;
  const { bounds, terms } = plan;
  const inOrigin = (amount: bigint) => ({ amount, decimals: route.originToken.decimals });
  return {
    bridgeFee: inOrigin(terms.bridgeFee),
    gasFee: inOrigin(terms.gasFee),
    input: inOrigin(order.input),
    max: inOrigin(bounds.max),
    min: inOrigin(bounds.min),
    receive: { amount: terms.receive, decimals: route.destinationToken.decimals },
    send: inOrigin(terms.send),
    gasDrop: order.gasDrop === 0n ? null : { amount: order.gasDrop, decimals: NATIVE_DECIMALS },
    originChainName: route.origin.name,
    destinationChainName: route.destination.name,
    tokenName: route.token.name,
    networkType: NETWORK_TYPE_EVM,
    ...signing,
    transfer: depositTransaction({ ...order, send: terms.send }),
  };
}

type Asked = { readonly request: BuildRequest; readonly current: Schedules };

function build(
  { catalog, clients, clock }: OperationContext,
  answers: BlockAnswers,
  { request, current }: Asked,
): Envelope<unknown> | Promise<Envelope<unknown>> {
  const order = readBuildRequest(catalog, request, current);
  if (!order.ok) return encodeFailure(order.code, order.message, order.details);
  const { origin, destination } = order.route;
  // Before reading the approvals: the quote is honoured from its schedule's time on.
  const now = clock.now();
  if (clock.findProblem?.() ?? outdatedPrices(catalog, now)) {
    return encodeFailure(
      codes.cannotBuild,
      'The service cannot quote a fee at the moment, because its clock or its prices need correction. Try again later.',
    );
  }
  const priceProblem = current.priceProblemOn(order.route);
  if (priceProblem !== null) {
    const details = { ...NO_DETAILS, reason: 'prices_outdated' } as const;
    return encodeFailure(codes.cannotBuild, `${priceProblem} Try again later, or choose another pair.`, details);
  }
  const schedule = current.of(order.route);
  const confirmedAt = current.confirmedAt(order.route);
  if (!schedule || !confirmedAt || !isFresh(confirmedAt, now, catalog.feeEpochSeconds)) {
    return encodeFailure(
      codes.cannotBuild,
      `The service cannot quote a fee: it does not know the gas price of ${destination.name} at the moment. Try again in a minute.`,
    );
  }
  const free = current.freeOn(order.route);
  if (free === null) {
    return encodeFailure(
      codes.cannotBuild,
      `The service does not know the bridge's funds on ${destination.name} at the moment. Try again in a minute.`,
    );
  }
  const validUntilMs = now.getTime() + catalog.quoteValiditySeconds * 1000;
  const maxGasDrop = current.maxGasDropOn(order.route);
  const plan = planBuild(order, schedule, { token: free, maxGasDrop });
  if (!plan.ok) return encodeFailure(plan.code, plan.message, plan.details);
  const succeed = (approvals: Approvals) =>
    encodeSuccess(encodeBuild(toBuild(order, plan, { ...approvals, validUntilMs })));
  const approvals = buildApprovals({ clients, answers }, order, plan.terms.send);
  if (!(approvals instanceof Promise)) return succeed(approvals);
  return approvals.then(succeed, () =>
    encodeFailure(
      codes.cannotBuild,
      `The service cannot read the token allowance on ${origin.name} at the moment. Try again in a minute.`,
    ),
  );
}

/**
 * Creates the operation that builds a deposit's transactions. It stores nothing: the quoted fees are in the stored
 * schedules, and the deposit contains the rest. Builds at the same block share their reads.
 */
export function createGetBuildTx(): Operation {
  const answers = createBlockAnswers();
  return (context, body) => {
    const request = readRequestBody(buildRequestWire, body);
    return continueWith(context.schedules.current(), (current) => build(context, answers, { request, current }));
  };
}
