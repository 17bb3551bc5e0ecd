import { isNativeToken } from '#shared/address.ts';
import type { Build, UnsignedTransaction } from '#shared/wire/build.ts';
import { buildRequestWire, encodeBuild } from '#shared/wire/build.ts';
import { codes } from '#shared/wire/codes.ts';
import { encodeFailure, encodeSuccess } from '#shared/wire/envelope.ts';
import { readAllowance } from '../chain/allowance.ts';
import type { BuildOrder, BuildPlan } from '../domain/buildPlan.ts';
import { planBuild, readBuildRequest } from '../domain/buildPlan.ts';
import { approvalTransaction, depositTransaction } from '../domain/depositCalldata.ts';
import { isFresh } from '../domain/quoteWindow.ts';
import type { Operation, OperationContext } from './operation.ts';
import { readRequestBody } from './requestBody.ts';

const NETWORK_TYPE_EVM = 1;

/** The approval that the deposit still needs; null when the allowance suffices. */
async function buildApproval(
  { clients }: OperationContext,
  order: BuildOrder,
  send: bigint,
): Promise<UnsignedTransaction | null> {
  const { route, sender } = order;
  if (isNativeToken(route.originToken.address)) return null;
  const client = clients.get(route.origin.id);
  if (!client) throw new Error(`no client for chain ${route.origin.id}`);
  const allowance = await readAllowance(client, {
    token: route.originToken.address,
    owner: sender,
    spender: route.origin.depositContract,
  });
  return allowance >= send ? null : approvalTransaction({ ...order, send });
}

function toBuild(order: BuildOrder, plan: BuildPlan, approval: UnsignedTransaction | null): Build {
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
    originChainName: route.origin.name,
    destinationChainName: route.destination.name,
    tokenName: route.token.name,
    networkType: NETWORK_TYPE_EVM,
    approval,
    transfer: depositTransaction({ ...order, send: terms.send }),
  };
}

/** Stores nothing: the quoted fees are in the stored schedules, and the deposit contains the rest. */
export const getBuildTx: Operation = async (context, body) => {
  const { catalog, schedules, clock } = context;
  const request = readRequestBody(buildRequestWire, body);
  const current = await schedules.current();
  const order = readBuildRequest(catalog, request, current);
  if (!order.ok) return encodeFailure(order.code, order.message, order.details);
  const { origin, destination } = order.route;
  const schedule = current.of(order.route);
  if (!schedule || !isFresh(schedule, clock.now(), catalog.feeEpochSeconds)) {
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
  const plan = planBuild(order, schedule, free);
  if (!plan.ok) return encodeFailure(plan.code, plan.message, plan.details);
  try {
    const approval = await buildApproval(context, order, plan.terms.send);
    return encodeSuccess(encodeBuild(toBuild(order, plan, approval)));
  } catch {
    return encodeFailure(
      codes.cannotBuild,
      `The service cannot read the token allowance on ${origin.name} at the moment. Try again in a minute.`,
    );
  }
};
