import { readUncleared, storeMatches } from '../../db/screenings.ts';
import { because } from '../../domain/reason.ts';
import type { ScreenedAddress } from '../../domain/screening.ts';
import type { EngineContext } from '../engineContext.ts';
import type { PlannedPayment, Postponement } from '../pay/plannedPayment.ts';
import type { Screen } from './createScreen.ts';
import { ScreeningUnavailable } from './screeningUnavailable.ts';

/** Who gets the money, and who gave it. A refund goes to the sender. */
function listAddresses({ transfer: { deposit }, purpose, payment }: PlannedPayment): readonly ScreenedAddress[] {
  const sender = { role: 'sender', chainId: deposit.chainId, address: deposit.depositor } as const;
  if (purpose === 'refund') return [sender];
  return [sender, { role: 'recipient', chainId: Number(deposit.destination), address: payment.to }];
}

/**
 * Screens the sender and the recipient of a payment that is ready. A match holds the transfer, unless an operator has ordered
 * its payment since that match was stored. Without an answer the payment waits.
 * @returns why it must not be signed, or null
 */
export async function screenPayment(
  { database, logger }: EngineContext,
  screen: Screen,
  planned: PlannedPayment,
): Promise<Postponement | null> {
  const { id } = planned.transfer;
  try {
    const matches = await screen(id, listAddresses(planned));
    if (matches.length === 0) return null;
    // Stored before the hold, so that the operator's order after the hold is later than the match.
    await storeMatches(database, id, matches);
    const uncleared = await readUncleared(database, id, matches);
    if (uncleared.length === 0) return null;
    logger.warn({ transfer: id, matches: uncleared }, 'screening matched an address');
    return { kind: 'hold', reason: because('operator_review') };
  } catch (error) {
    if (!(error instanceof ScreeningUnavailable)) throw error;
    logger.warn({ err: error, transfer: id }, 'screening unavailable, will retry');
    const text = 'the payment waits until the bridge has finished its usual check';
    return { kind: 'wait', note: because('check_pending', text) };
  }
}
